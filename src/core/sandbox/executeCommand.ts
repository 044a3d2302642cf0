import type { CoreRecord } from "../core.ts";
import { errorType, parseError, storeError } from "./chatErrors.ts";
import { addressCommands } from "./commands/addressCommands.ts";
import type { SandboxCommand } from "./commands/command.ts";
import { connectionCommands } from "./commands/connectionCommands.ts";
import { groupCommands } from "./commands/groupCommands.ts";
import { messageCommands } from "./commands/messageCommands.ts";
import { profileCommands } from "./commands/profileCommands.ts";
import { serviceCommands } from "./commands/serviceCommands.ts";
import type { SandboxProfile } from "./sandboxProfile.ts";

/** The first pattern that matches decides, as the first alternative of the core's parser does. */
const commands: readonly SandboxCommand[] = [
  ...profileCommands,
  ...addressCommands,
  ...connectionCommands,
  ...messageCommands,
  ...groupCommands,
  ...serviceCommands,
];

/** Runs one command of the core's API for a profile. Errors are `chatCmdError` records. */
export async function executeCommand(profile: SandboxProfile, text: string): Promise<CoreRecord> {
  const parsed = parse(text.trimEnd());
  if (parsed === undefined) return parseError();
  const { command, groups } = parsed;
  const userId = groups["userId"];
  if (userId !== undefined && Number(userId) !== profile.userId)
    return storeError("userNotFound", { userId: Number(userId) });
  if (!profile.isStarted && command.runsBeforeStart !== true) return errorType("chatNotStarted");
  return await command.run(profile, (name) => groups[name] ?? "");
}

/** True for a text the core's parser takes; anything else is answered before the commands that wait. */
export function isKnownCommand(text: string): boolean {
  return parse(text.trimEnd()) !== undefined;
}

function parse(
  text: string,
): { readonly command: SandboxCommand; readonly groups: Readonly<Record<string, string | undefined>> } | undefined {
  for (const command of commands) {
    const match = command.pattern.exec(text);
    if (match !== null) return { command, groups: match.groups ?? {} };
  }
  return undefined;
}
