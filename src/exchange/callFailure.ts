import { explainErrorCode } from "../protocol/binding/explainError.ts";
import type { CallFailure } from "./callEvent.ts";
import type { JsonRpcError } from "./jsonRpcReply.ts";

/** What a call had received when its time was over. */
export interface ReceivedSoFar {
  readonly replies: number;
  /** Replies that are not messages of the protocol. */
  readonly texts: number;
  /** Responses with the id of another request. */
  readonly wrongIds: number;
  /** Messages of the called side that quote nothing, so they answer nothing. */
  readonly unquoted: number;
}

/** An error of the protocol that ended the answer, such as a JSON-RPC error of MCP. */
export function protocolFailure(protocol: string, error: JsonRpcError): CallFailure {
  const explanation = explainErrorCode(protocol, error.code);
  const said = error.message === "" ? "." : `: ${asSentence(error.message)}`;
  const code = String(error.code);
  if (explanation === undefined) {
    return {
      code,
      message: `The answer is the error ${code}${said}`,
      nextStep: "The protocol leaves this code to the agent: read its documentation.",
    };
  }
  return {
    code,
    message: `The answer is the error ${code}, ${explanation.name}${said} ${explanation.meaning}`,
    likelyCause: explanation.likelyCause,
    nextStep: explanation.nextStep,
  };
}

/** No end of the answer within `waitedMs`. What had come says what is likely wrong. */
export function timeoutFailure(waitedMs: number, received: ReceivedSoFar): CallFailure {
  const seconds = formatSeconds(waitedMs);
  if (received.replies === 0 && received.unquoted > 0) {
    return {
      code: "timeout",
      message: `The recipient wrote ${count(received.unquoted, "message")} within ${seconds}, but none quotes the command, so none is a reply to it.`,
      likelyCause: "The bot answers with plain messages: a reply must quote the command (agent-protocols#replies).",
      nextStep: "Look at the conversation, and ask the bot's owner to quote the command in each reply.",
    };
  }
  if (received.replies === 0) {
    return {
      code: "timeout",
      message: `No reply came within ${seconds}. The request may still be at work on the other side.`,
      likelyCause: "The recipient is offline, does not serve the protocol in a conversation, or is slow.",
      nextStep: "Check what the address declares, wait longer with `# @timeout`, or try Service RPC.",
    };
  }
  if (received.wrongIds > 0) {
    return {
      code: "timeout",
      message: `The answer did not end within ${seconds}: ${count(received.wrongIds, "reply", "replies")} had the id of another request.`,
      likelyCause: "The bot does not copy the request's `id` into its response, which JSON-RPC requires.",
      nextStep: "Compare `id` of the request and of the replies, and tell the bot's owner.",
    };
  }
  if (received.texts === received.replies) {
    return {
      code: "timeout",
      message: `Within ${seconds} only text came that is not a message of the protocol.`,
      likelyCause: "The recipient does not know `/_call`, or a person answered.",
      nextStep: "Read the text, and check which protocols the address declares.",
    };
  }
  return {
    code: "timeout",
    message: `The answer began but did not end within ${seconds}.`,
    likelyCause: "The work takes longer than the time given, or the recipient stopped in the middle.",
    nextStep: "Wait longer with `# @timeout`. A task of A2A goes on: follow it with `SubscribeToTask` or `GetTask`.",
  };
}

/** The time was over before the core said that it sent the command. */
export function unconfirmedFailure(waitedMs: number): CallFailure {
  return {
    code: "timeout",
    message: `The core did not say within ${formatSeconds(waitedMs)} that it sent the command, and no answer came. It may be sent later.`,
    likelyCause: "The core is stuck or very busy.",
    nextStep: "Restart the core, and look at the conversation before you send it again.",
  };
}

/** A broadcast whose time is over without an answer of any member. */
export function noAnswerFailure(waitedMs: number, received: ReceivedSoFar): CallFailure {
  if (received.replies > 0 || received.unquoted > 0) return timeoutFailure(waitedMs, received);
  return {
    code: "timeout",
    message: `No member of the group answered within ${formatSeconds(waitedMs)}.`,
    likelyCause: "No member serves the protocol, or those who do are offline.",
    nextStep: "Collect longer with `# @wait`, or mention one member that serves the protocol.",
  };
}

/** The user ended the call. */
export function cancelledFailure(): CallFailure {
  return {
    code: "cancelled",
    message: "You cancelled the call. If it had been sent, the other side may still be working on it.",
    nextStep: "A task of A2A is stopped on the other side with `CancelTask`.",
  };
}

/** The core went away during the call; `cause` says why, in a sentence or a few words. */
export function connectionLostFailure(cause: string): CallFailure {
  return {
    code: "connection-lost",
    message: `The connection to the SimpleX core was lost before the answer ended: ${asSentence(cause)}`,
    likelyCause: "The core was stopped, or it crashed.",
    nextStep:
      "Start the core again. The request may have been sent: look at the conversation before you send it again.",
  };
}

/** A duration in seconds, with one decimal where it is no whole number: `1.5 s`. */
export function formatSeconds(durationMs: number): string {
  const seconds = durationMs / 1000;
  return `${Number.isInteger(seconds) ? seconds : seconds.toFixed(1)} s`;
}

/** A cause from elsewhere, made to end as a sentence does. */
export function asSentence(cause: string): string {
  return /[.!?]$/.test(cause) ? cause : `${cause}.`;
}

function count(quantity: number, one: string, many = `${one}s`): string {
  return `${quantity} ${quantity === 1 ? one : many}`;
}
