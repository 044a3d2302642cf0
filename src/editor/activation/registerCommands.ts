import * as vscode from "vscode";
import { type CommandName, commandIds } from "../manifest/commandIds.ts";
import type { Area, CommandHandler } from "./area.ts";
import { type AreaName, areaOfCommand } from "./areaCommands.ts";
import type { FirstUse } from "./firstUse.ts";

/** The parts that answer commands, each loaded by the first of its commands. */
export type CommandAreas = { readonly [Name in AreaName]: FirstUse<Pick<Area<Name>, "commands">> };

/** Every command of the manifest has a part that answers it: the compiler sees to it. */
export function registerCommands(areas: CommandAreas): vscode.Disposable[] {
  return Object.entries(commandIds).map(([name, id]) =>
    vscode.commands.registerCommand(id, async (...given: unknown[]) => {
      const command = name as CommandName;
      const { commands } = await areas[areaOfCommand[command]]();
      return await (commands as Readonly<Record<CommandName, CommandHandler>>)[command](...given);
    }),
  );
}
