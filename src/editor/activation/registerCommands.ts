import * as vscode from "vscode";
import { type CommandName, commandIds } from "../commandIds.ts";
import type { CommandHandler } from "./area.ts";

/** Every command of the manifest has a handler: the compiler sees to it. */
export function registerCommands(handlers: Readonly<Record<CommandName, CommandHandler>>): vscode.Disposable[] {
  return Object.entries(commandIds).map(([name, id]) =>
    vscode.commands.registerCommand(id, handlers[name as CommandName]),
  );
}
