import * as vscode from "vscode";

/** Menus, keys and lenses give commands different arguments, or none. */
export function asUri(value: unknown): vscode.Uri | undefined {
  return value instanceof vscode.Uri ? value : undefined;
}

export function asOffset(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
