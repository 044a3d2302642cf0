import type { ErrorExplanation } from "../json-rpc/errorExplanation.ts";
import { explainSmcpCode } from "../smcp/smcpErrors.ts";

type ErrorCodeTable = Readonly<Record<number, ErrorExplanation>>;

const parseError: ErrorExplanation = {
  name: "Parse error",
  meaning: "The receiver could not read the request as JSON.",
  likelyCause: "The text was cut, or something between the two ends changed it.",
  nextStep: "Compare the text that was sent with the text you wrote, then send it again.",
};

const invalidRequest: ErrorExplanation = {
  name: "Invalid request",
  meaning: "The text is JSON, but not a JSON-RPC request.",
  likelyCause: '`jsonrpc` is not "2.0", `method` is missing, or several requests were sent as one array.',
  nextStep: "Mend the request's outer members and send it again.",
};

const methodNotFound: ErrorExplanation = {
  name: "Method not found",
  meaning: "The receiver does not serve this method.",
  likelyCause: "The method is misspelled, belongs to another version of the protocol, or is not served by this agent.",
  nextStep: "Check the spelling, and ask the agent what it serves.",
};

const invalidParams: ErrorExplanation = {
  name: "Invalid params",
  meaning: "The method exists, but its parameters are wrong.",
  likelyCause: "A required parameter is missing or has another type.",
  nextStep: "Compare `params` with the method's schema; `error.data` often names the member.",
};

const internalError: ErrorExplanation = {
  name: "Internal error",
  meaning: "The receiver failed while it worked on the request.",
  likelyCause:
    "A fault on the other side. In a conversation it also stands for an answer above the message size limit.",
  nextStep: "Ask for less (a smaller page, fewer results) and try again; if that fails, tell the agent's owner.",
};

const jsonRpcErrors: ErrorCodeTable = {
  [-32700]: parseError,
  [-32600]: invalidRequest,
  [-32601]: methodNotFound,
  [-32602]: invalidParams,
  [-32603]: internalError,
};

const mcpErrors: ErrorCodeTable = {
  ...jsonRpcErrors,
  [-32602]: {
    name: "Invalid params",
    meaning: "The parameters are wrong, the tool is unknown, or the resource does not exist.",
    likelyCause:
      "`params._meta` lacks `io.modelcontextprotocol/protocolVersion` or `/clientCapabilities`, or the tool's name is misspelled.",
    nextStep: "Add the missing `_meta` members, and take the tool's name from `tools/list`.",
  },
  [-32022]: {
    name: "UnsupportedProtocolVersionError",
    meaning: "The server does not serve the MCP revision the request names.",
    likelyCause: "`_meta` names a revision that is newer or older than the server's.",
    nextStep: "Send the request again with one of the revisions in `error.data.supported`.",
  },
  [-32021]: {
    name: "MissingRequiredClientCapabilityError",
    meaning: "The request needs a capability its `clientCapabilities` did not offer.",
    likelyCause: "The tool wants to ask the user something, and `clientCapabilities` is empty.",
    nextStep: "Offer the capabilities in `error.data.requiredCapabilities`, if you can serve them, and send it again.",
  },
  [-32020]: {
    name: "HeaderMismatchError",
    meaning: "HTTP headers and the request's body disagree.",
    likelyCause: "An HTTP server stands behind a proxy that did not copy the request's values into its headers.",
    nextStep: "Tell the proxy's owner: nothing in the request can mend it, because SimpleX messages have no headers.",
  },
  [-32002]: {
    name: "Resource not found (earlier revisions)",
    meaning: "A resource does not exist. Servers of revision 2026-07-28 answer -32602 instead.",
    likelyCause: "The server speaks an earlier revision, or the resource's URI is wrong.",
    nextStep: "Take the URI from `resources/list`.",
  },
  [-32042]: {
    name: "URL elicitation required (earlier revisions)",
    meaning: "The server wants the user to open a URL first. Revision 2026-07-28 answers `input_required` instead.",
    likelyCause: "The server speaks an earlier revision.",
    nextStep: "Ask the server's owner for a server of revision 2026-07-28.",
  },
};

const a2aErrors: ErrorCodeTable = {
  ...jsonRpcErrors,
  [-32700]: { ...parseError, name: "JSONParseError" },
  [-32600]: { ...invalidRequest, name: "InvalidRequestError" },
  [-32601]: { ...methodNotFound, name: "MethodNotFoundError" },
  [-32602]: { ...invalidParams, name: "InvalidParamsError" },
  [-32603]: { ...internalError, name: "InternalError" },
  [-32001]: {
    name: "TaskNotFoundError",
    meaning: "The agent knows no such task, or the task belongs to another caller.",
    likelyCause:
      "The id is wrong, the task was removed, or it was created in another conversation: tasks are available only to their caller.",
    nextStep: "Use the conversation in which the task was created, or list its tasks with `ListTasks`.",
  },
  [-32002]: {
    name: "TaskNotCancelableError",
    meaning: "The task is in a state in which it cannot be canceled.",
    likelyCause: "The task has already completed, failed, or been canceled or rejected.",
    nextStep: "Read its state with `GetTask`.",
  },
  [-32003]: {
    name: "PushNotificationNotSupportedError",
    meaning: "The agent does not send push notifications.",
    likelyCause: "Over SimpleX every agent answers so: a conversation delivers every update of a task.",
    nextStep: "Follow the task in the conversation, with `SendStreamingMessage` or `SubscribeToTask`.",
  },
  [-32004]: {
    name: "UnsupportedOperationError",
    meaning: "The agent does not support this operation, or not in the task's state.",
    likelyCause: "Its card declares no streaming or no extended card, or the task to subscribe to has already ended.",
    nextStep: "Read the agent's card, and use `SendMessage` and `GetTask` instead.",
  },
  [-32005]: {
    name: "ContentTypeNotSupportedError",
    meaning: "The agent does not take parts of this media type.",
    likelyCause: "A part's `mediaType` is not among the skill's input modes.",
    nextStep: "Send the content as one of the input modes in the agent's card.",
  },
  [-32006]: {
    name: "InvalidAgentResponseError",
    meaning: "The agent behind the interface gave an answer that is not valid.",
    likelyCause: "A fault on the other side.",
    nextStep: "Tell the agent's owner.",
  },
  [-32007]: {
    name: "ExtendedAgentCardNotConfiguredError",
    meaning: "The agent declares an extended card, but none is set up.",
    likelyCause: "A fault in the agent's configuration.",
    nextStep: "Use the public card.",
  },
  [-32008]: {
    name: "ExtensionSupportRequiredError",
    meaning: "The agent needs its callers to support an extension.",
    likelyCause: "The request does not name the extension in the service parameter `A2A-Extensions`.",
    nextStep:
      "Read the required extensions in the agent's card, and name them in `A2A-Extensions` if you support them.",
  },
  [-32009]: {
    name: "VersionNotSupportedError",
    meaning: "The agent does not serve the A2A version the request names.",
    likelyCause: "`A2A-Version` names another version, or is absent, which means 0.3.",
    nextStep: "Set `A2A-Version` to one of the versions the agent declares.",
  },
};

const tables: Readonly<Record<string, ErrorCodeTable>> = { mcp: mcpErrors, a2a: a2aErrors };

/** True for a code that `protocol` itself gives a meaning, beyond those of JSON-RPC. */
export function isErrorCodeOf(protocol: "mcp" | "a2a", code: number): boolean {
  return !Object.hasOwn(jsonRpcErrors, code) && Object.hasOwn(tables[protocol] ?? {}, code);
}

/**
 * Explains an error code of an answer of `protocol`, or with `smcp` of one over A2C-SMCP, whose own codes they are. Codes of JSON-RPC are explained for every protocol, known or not;
 * undefined for a code whose meaning the protocol leaves to the agent.
 */
export function explainErrorCode(protocol: string, code: number): ErrorExplanation | undefined {
  if (protocol === "smcp") return explainSmcpCode(code);
  const table = Object.hasOwn(tables, protocol) ? tables[protocol] : jsonRpcErrors;
  return table?.[code];
}
