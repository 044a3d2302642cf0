import type * as vscode from "vscode";
import type { CommandName } from "../commandIds.ts";

export type CommandHandler = (...given: unknown[]) => unknown;

/** A part of the extension that exists: what ends with the window, and the commands it answers. */
export interface Area<Commands extends CommandName> {
  readonly disposables: readonly vscode.Disposable[];
  readonly commands: Readonly<Record<Commands, CommandHandler>>;
}
