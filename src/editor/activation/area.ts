import type * as vscode from "vscode";
import type { AreaName, CommandsOf } from "./areaCommands.ts";

export type CommandHandler = (...given: unknown[]) => unknown;

/** A part of the extension that exists: what ends with the window, and the commands it answers. */
export interface Area<Name extends AreaName> {
  readonly disposables: readonly vscode.Disposable[];
  readonly commands: Readonly<Record<CommandsOf<Name>, CommandHandler>>;
}
