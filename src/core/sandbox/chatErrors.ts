import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import type { CoreRecord } from "../core.ts";

/** Errors of the core as the WebSocket API gives them: `chatCmdError` with a `chatError` (simplex-chat `bots/api/TYPES.md`). */
export function chatCmdError(chatError: JsonObject): CoreRecord {
  return { type: "chatCmdError", chatError };
}

/** A `ChatErrorType`: the core understood the command and refused it. */
export function errorType(type: string, members: JsonObject = {}): CoreRecord {
  return chatCmdError({ type: "error", errorType: { type, ...members } });
}

/** `commandError`, with the reason in words. */
export function commandError(message: string): CoreRecord {
  return errorType("commandError", { message });
}

/** What the core answers to anything its parser does not know. */
export function parseError(): CoreRecord {
  return commandError("Failed reading: empty");
}

/** A `StoreError`: the database does not have, or does not take, what the command is about. */
export function storeError(type: string, members: JsonObject = {}): CoreRecord {
  return chatCmdError({ type: "errorStore", storeError: { type, ...members } });
}

/** A `ChatError` of the agent, not yet in a response. */
export function agentError(error: JsonObject): JsonObject {
  return { type: "errorAgent", agentError: error, agentConnId: "" };
}

/** `A_SERVICE`: an error of Service RPC. */
export function serviceError(type: string): JsonObject {
  return agentError({ type: "AGENT", agentErr: { type: "A_SERVICE", serviceError: { type } } });
}

/** The agent refused a command: `LARGE` for its size, `PROHIBITED` where nothing waits for it. */
export function agentCommandError(type: "LARGE" | "PROHIBITED"): CoreRecord {
  return chatCmdError(agentError({ type: "CMD", cmdErr: { type }, errContext: "" }));
}
