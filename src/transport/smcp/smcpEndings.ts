import { cancelledFailure, formatSeconds } from "../../exchange/callFailure.ts";
import { smcpSilence } from "../../protocol/smcp/smcpErrors.ts";
import type { SmcpTarget } from "../../protocol/smcp/smcpTarget.ts";
import type { Ending } from "../sendFailure.ts";
import { tooLong } from "./smcpConnection.ts";
import type { Acknowledgement } from "./smcpOffice.ts";

/** How a call ends that got no acknowledgement within `waitMs`. */
export function endingWithout(
  ack: Exclude<Acknowledgement, { readonly kind: "acknowledged" }>,
  waitMs: number,
  target: SmcpTarget,
): Ending {
  switch (ack.kind) {
    case "aborted":
      return cancelled();
    case "timeout":
      return {
        outcome: "timeout",
        failure: {
          code: "timeout",
          message: `No answer came within ${formatSeconds(waitMs)}. The request may still be at work on the other side.`,
          likelyCause: smcpSilence,
          nextStep: "List the office with `server:list_room`, or wait longer with `# @timeout`.",
        },
      };
    case "disconnected":
      if (ack.isTooLong) return tooLong(target.origin);
      return {
        outcome: "connection-lost",
        failure: {
          code: "connection-lost",
          message: `The connection to the server was lost before the answer came (${ack.reason}).`,
          likelyCause: "The server was stopped, or the request is larger than it accepts (1 MB unless set).",
          nextStep: "The request may have been carried out: look before you send it again.",
        },
      };
  }
}

/** How a call ends whose computer is gone. */
export function computerLeft(computer: string | undefined): Ending {
  return {
    outcome: "connection-lost",
    failure: {
      code: "smcp-computer-left",
      message: `The computer “${computer}” left the office before it answered.`,
      likelyCause: "It was stopped, lost its connection, or joined another office.",
      nextStep: "List the office with `server:list_room`, and look whether the request was carried out.",
    },
  };
}

/** The user ended the call. */
export function cancelled(): Ending {
  return { outcome: "cancelled", failure: cancelledFailure() };
}
