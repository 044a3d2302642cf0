import type { JsonObject } from "../../../protocol/json/jsonObject.ts";
import type { CoreRecord } from "../../core.ts";
import type { ChatRef } from "../../records/records.ts";
import { userRecord } from "../records/profileRecords.ts";
import type { SandboxProfile } from "../sandboxProfile.ts";

/** One command of the core: its syntax (simplex-chat `Library/Commands.hs`) and what it does. */
export interface SandboxCommand {
  /** Named groups are the arguments; `userId`, where there is one, is checked before `run`. */
  readonly pattern: RegExp;
  /** Commands about the core itself run before `/_start`. */
  readonly runsBeforeStart?: boolean;
  run(profile: SandboxProfile, argument: Arguments): CoreRecord | Promise<CoreRecord>;
}

/** The text of an argument, empty when it is absent. */
export type Arguments = (name: string) => string;

/** A response about the active user. */
export function response(profile: SandboxProfile, type: string, members: JsonObject = {}): CoreRecord {
  return { type, user: userRecord(profile), ...members };
}

/** A conversation in a command: `@<contactId>` or `#<groupId>`. */
export const chatRefPattern = "(?<chatType>[@#])(?<chatId>\\d+)";

/** The conversation that a command with `chatRefPattern` names. */
export function chatRefOf(argument: Arguments): ChatRef {
  const id = Number(argument("chatId"));
  return argument("chatType") === "@" ? { kind: "direct", contactId: id } : { kind: "group", groupId: id };
}
