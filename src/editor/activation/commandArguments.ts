import * as vscode from "vscode";

/** Menus, keys and lenses give commands different arguments, or none. */
export function asUri(value: unknown): vscode.Uri | undefined {
  return value instanceof vscode.Uri ? value : undefined;
}

/** An offset in UTF-16 units, where a command was given one. */
export function asOffset(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
