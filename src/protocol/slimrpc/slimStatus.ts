/** `google.rpc.Code`, by number. */
export const statusNames = [
  "OK",
  "CANCELLED",
  "UNKNOWN",
  "INVALID_ARGUMENT",
  "DEADLINE_EXCEEDED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
  "FAILED_PRECONDITION",
  "ABORTED",
  "OUT_OF_RANGE",
  "UNIMPLEMENTED",
  "INTERNAL",
  "UNAVAILABLE",
  "DATA_LOSS",
  "UNAUTHENTICATED",
] as const;

export type StatusName = (typeof statusNames)[number];

interface MappedError {
  readonly name: string;
  /** JSON-RPC code of A2A. */
  readonly code: number;
  /** Status by the SLIMRPC binding, section 6.1. */
  readonly status: StatusName;
  /** Status by A2A's own column for gRPC, where the binding names another one or none. */
  readonly a2aStatus?: StatusName;
}

/** Order matters: of several errors with one status, the first is the most likely. */
const mappedErrors: readonly MappedError[] = [
  { name: "InvalidParamsError", code: -32602, status: "INVALID_ARGUMENT" },
  { name: "InvalidRequestError", code: -32600, status: "INVALID_ARGUMENT" },
  { name: "MethodNotFoundError", code: -32601, status: "UNIMPLEMENTED" },
  { name: "InternalError", code: -32603, status: "INTERNAL" },
  { name: "JSONParseError", code: -32700, status: "INTERNAL" },
  { name: "TaskNotFoundError", code: -32001, status: "NOT_FOUND" },
  { name: "TaskNotCancelableError", code: -32002, status: "FAILED_PRECONDITION" },
  {
    name: "PushNotificationNotSupportedError",
    code: -32003,
    status: "UNIMPLEMENTED",
    a2aStatus: "FAILED_PRECONDITION",
  },
  { name: "UnsupportedOperationError", code: -32004, status: "UNIMPLEMENTED", a2aStatus: "FAILED_PRECONDITION" },
  { name: "ContentTypeNotSupportedError", code: -32005, status: "UNIMPLEMENTED", a2aStatus: "INVALID_ARGUMENT" },
  { name: "InvalidAgentResponseError", code: -32006, status: "INTERNAL" },
  // The binding does not name these three, and A2A 1.0, section 5.4, asks that each be mapped.
  { name: "ExtendedAgentCardNotConfiguredError", code: -32007, status: "FAILED_PRECONDITION" },
  { name: "ExtensionSupportRequiredError", code: -32008, status: "FAILED_PRECONDITION" },
  { name: "VersionNotSupportedError", code: -32009, status: "FAILED_PRECONDITION" },
];

/** An error of A2A as SLIMRPC carries it. */
export interface SlimError {
  readonly status: number;
  /** With the error's name in front, as the binding asks. */
  readonly message: string;
}

/** Maps a JSON-RPC error of A2A to a SLIMRPC status. A code without a place in the table becomes UNKNOWN. */
export function slimErrorOf(code: number, message: string): SlimError {
  const mapped = mappedErrors.find((error) => error.code === code);
  if (!mapped) return { status: statusNames.indexOf("UNKNOWN"), message };
  const prefix = `${mapped.name}: `;
  return {
    status: statusNames.indexOf(mapped.status),
    message: message.startsWith(prefix) ? message : `${prefix}${message}`,
  };
}

/** An error of A2A recovered from a SLIMRPC status. */
export interface RecoveredError {
  readonly code: number;
  readonly name: string;
  /** Without the name in front. */
  readonly message: string;
  readonly statusName: string;
  /** `name`: the message named the error. `status`: the status alone told, and several errors may share it. */
  readonly recoveredFrom: "name" | "status" | "nothing";
}

/**
 * Recovers A2A's error from a status: by the name in front of the message, which tells each error apart, and only then by
 * the status. A status that no A2A error has becomes InternalError, its own name kept in `statusName`.
 */
export function recoverA2aError(status: number, message: string): RecoveredError {
  const statusName = statusNames[status] ?? `status ${status}`;
  const prefix = /^([A-Za-z]+Error)(?::\s*|$)/.exec(message);
  const named = prefix && mappedErrors.find((error) => error.name === prefix[1]);
  if (prefix && named) {
    const text = message.slice(prefix[0].length);
    return { code: named.code, name: named.name, message: text, statusName, recoveredFrom: "name" };
  }
  const byStatus = mappedErrors.find((error) => error.status === statusName);
  if (byStatus) return { code: byStatus.code, name: byStatus.name, message, statusName, recoveredFrom: "status" };
  return { code: -32603, name: "InternalError", message, statusName, recoveredFrom: "nothing" };
}

/** The status that the binding gives to the error of that code, where another one came that not even A2A's own table has. */
export function otherStatusThan(status: number, code: number): StatusName | undefined {
  const mapped = mappedErrors.find((error) => error.code === code);
  const name = statusNames[status];
  return mapped === undefined || name === mapped.status || name === mapped.a2aStatus ? undefined : mapped.status;
}

/** What a status means when no A2A error explains it: sentences for a person. */
export function explainStatus(status: number): { readonly meaning: string; readonly nextStep: string } | undefined {
  switch (statusNames[status]) {
    case "DEADLINE_EXCEEDED":
      return {
        meaning:
          "No answer came in time. SLIM reports an absent agent, a wrong secret and an agent that has not subscribed to its own name in the same way.",
        nextStep: "Check that the agent runs, that both sides use the same secret, and the three parts of its name.",
      };
    case "UNIMPLEMENTED":
      return {
        meaning:
          "The agent has no handler for this method. The text of the binding calls the service `a2a.v1.A2AService`, and implementations call it `lf.a2a.v1.A2AService`.",
        nextStep: "Try the other service name, then the agent's card for the methods it serves.",
      };
    case "UNAVAILABLE":
      return {
        meaning: "The SLIM node or the agent cannot be reached.",
        nextStep: "Check the node's host and port, and whether it runs.",
      };
    case "UNAUTHENTICATED":
    case "PERMISSION_DENIED":
      return {
        meaning: "The SLIM network did not accept this identity.",
        nextStep: "Check the shared secret: it has at least 32 bytes and is the same on both sides.",
      };
    case "CANCELLED":
      return { meaning: "The call was cancelled.", nextStep: "Send it again if that was not meant." };
    case "RESOURCE_EXHAUSTED":
      return { meaning: "The agent or the node has reached a limit.", nextStep: "Wait, or send less." };
    default:
      return undefined;
  }
}
