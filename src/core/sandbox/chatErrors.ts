import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import type { CoreRecord } from "../core.ts";

/** Errors of the core as the WebSocket API gives them: `chatCmdError` with a `chatError` (simplex-chat `bots/api/TYPES.md`). */
export function chatCmdError(chatError: JsonObject): CoreRecord {
  return { type: "chatCmdError", chatError };
}

export function errorType(type: string, members: JsonObject = {}): CoreRecord {
  return chatCmdError({ type: "error", errorType: { type, ...members } });
}

export function commandError(message: string): CoreRecord {
  return errorType("commandError", { message });
}

/** What the core answers to anything its parser does not know. */
export function parseError(): CoreRecord {
  return commandError("Failed reading: empty");
}

export function storeError(type: string, members: JsonObject = {}): CoreRecord {
  return chatCmdError({ type: "errorStore", storeError: { type, ...members } });
}

export function agentError(error: JsonObject): JsonObject {
  return { type: "errorAgent", agentError: error, agentConnId: "" };
}

/** `A_SERVICE`: an error of Service RPC. */
export function serviceError(type: string): JsonObject {
  return agentError({ type: "AGENT", agentErr: { type: "A_SERVICE", serviceError: { type } } });
}

export function agentCommandError(type: "LARGE" | "PROHIBITED"): CoreRecord {
  return chatCmdError(agentError({ type: "CMD", cmdErr: { type }, errContext: "" }));
}
