import { base64Encode } from "@bufbuild/protobuf/wire";
import type { CallFailure } from "../../exchange/callEvent.ts";
import { asSentence, cancelledFailure, formatSeconds, protocolFailure } from "../../exchange/callFailure.ts";
import type { JsonRpcError } from "../../exchange/jsonRpcReply.ts";
import { explainStatus, otherStatusThan, recoverA2aError, statusNames } from "../../protocol/slimrpc/slimStatus.ts";
import { coreFailure, type Ending } from "../sendFailure.ts";
import type { SlimChildEvent } from "./slimMessages.ts";
import type { SlimProcessEvent } from "./slimProcess.ts";

type Failed = Extract<SlimChildEvent, { readonly kind: "failed" }>;

/** How a call ends that got no further than its connection, or whose child process ended. */
export function endingOfProcess(
  event: Exclude<SlimProcessEvent, { readonly kind: "calling" | "item" | "end" }>,
  endpoint: string,
  timeoutMs: number,
): Ending {
  switch (event.kind) {
    case "aborted":
      return { outcome: "cancelled", failure: cancelledFailure() };
    case "overdue":
      return { outcome: "timeout", failure: deadlineFailure(timeoutMs) };
    case "frozen":
      return coreFailure(
        "slim-frozen",
        "The SLIM library stopped its process from running, which is a known fault of its Node bindings. The process was ended.",
        "Send again: each call has a process of its own. The request may have been sent.",
      );
    case "exited":
      return coreFailure(
        "slim-exited",
        `The process with the SLIM library ended by itself.${event.lastWords === "" ? "" : ` It said: ${asSentence(event.lastWords)}`}`,
        "The package may not be built for this system, or it panicked. Install it again, or report it to its authors.",
      );
    case "failed":
      return endingOfFailure(event, endpoint, timeoutMs);
  }
}

function endingOfFailure({ stage, message, status }: Failed, endpoint: string, timeoutMs: number): Ending {
  switch (stage) {
    case "load":
      return coreFailure(
        "slim-load",
        `@agntcy/slim-bindings was found but cannot be used: ${asSentence(message)}`,
        "Install version 2.0.0-alpha.5 with the package for this system, and Node 18 or later.",
      );
    case "identity":
      return coreFailure(
        "slim-identity",
        `SLIM did not accept the name or the secret: ${asSentence(message)}`,
        "The secret has at least 32 bytes, and a name has three parts.",
      );
    case "connect":
      return {
        outcome: "connection-lost",
        failure: {
          code: "slim-node",
          message: `The SLIM node at ${endpoint} did not take the connection: ${asSentence(message)} Nothing was sent.`,
          likelyCause: "The node does not run, or expects TLS.",
          nextStep: "Start it, or name it in the target or with `# @param slim.node: host:port`.",
        },
      };
    case "call":
      if (status === statusNames.indexOf("DEADLINE_EXCEEDED")) {
        return { outcome: "timeout", failure: deadlineFailure(timeoutMs, message) };
      }
      return coreFailure("slim-call", `The call failed in the SLIM library: ${asSentence(message)}`);
  }
}

function deadlineFailure(timeoutMs: number, said?: string): CallFailure {
  const explanation = explainStatus(statusNames.indexOf("DEADLINE_EXCEEDED"));
  return {
    code: "timeout",
    message: `No answer came within ${formatSeconds(timeoutMs)}.${said === undefined ? "" : ` SLIM says: ${asSentence(said)}`}`,
    ...(explanation && { likelyCause: explanation.meaning, nextStep: explanation.nextStep }),
  };
}

/** An error with which the agent, or SLIM for it, answered. */
export interface AnsweredError {
  /** The error of A2A that the status stands for. */
  readonly error: JsonRpcError;
  readonly failure: CallFailure;
}

/** Reads a failed call as an answer; undefined when it is none, such as a deadline or a failure to connect. */
export function answeredError({ stage, status, message, details }: Failed): AnsweredError | undefined {
  if (stage !== "call" || status === undefined || status === statusNames.indexOf("DEADLINE_EXCEEDED")) return undefined;
  const { code, name, message: said, statusName, recoveredFrom } = recoverA2aError(status, message);
  const bindingStatus = recoveredFrom === "name" ? otherStatusThan(status, code) : undefined;
  const data = {
    status,
    statusName,
    error: name,
    recoveredFrom,
    ...(bindingStatus && { bindingStatus }),
    ...detailsOf(details),
  };
  const error = { code, message: said, data };
  const failure = protocolFailure("a2a", error);
  if (recoveredFrom === "name") return { error, failure };
  return { error, failure: { ...failure, ...statusHints(status, message) } };
}

/** The binding leaves their encoding open (slimrpc#6.2), so they are kept as bytes. */
function detailsOf(details: Uint8Array | undefined): object {
  if (details === undefined || details.length === 0) return {};
  return details.length > maxDetailsBytes ? { detailsBytes: details.length } : { detailsBase64: base64Encode(details) };
}

const maxDetailsBytes = 64 * 1024;

/** Where the status alone told the error, what the status means is the better hint. */
function statusHints(status: number, message: string): Partial<CallFailure> {
  if (message.includes("No response received")) {
    return {
      likelyCause: "The answer is an empty message, which this version of the SLIM library cannot receive.",
      nextStep: "The request may have succeeded: read the state back with another method.",
    };
  }
  const explanation = explainStatus(status);
  return explanation === undefined ? {} : { likelyCause: explanation.meaning, nextStep: explanation.nextStep };
}
