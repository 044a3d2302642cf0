import { unlessAborted } from "../../core/aborted.ts";
import type { CallEvent } from "../../exchange/callEvent.ts";
import { agentOf, officeOf, parseSmcpTarget } from "../../protocol/smcp/smcpTarget.ts";
import type { NeighbourServices } from "../neighbourServices.ts";
import { coreFailure, type Ending, endEvent } from "../sendFailure.ts";
import type { PreparedRequest, Transport } from "../transport.ts";
import { smcpCallOf } from "./smcpCall.ts";
import { connectSmcp } from "./smcpConnection.ts";
import { cancelled } from "./smcpEndings.ts";
import { type Dialled, emitCall } from "./smcpExchange.ts";
import { joinOffice, leaveOffice } from "./smcpOffice.ts";

/** How long a server may take to let the connection be made. */
const maxConnectMs = 15_000;

/**
 * Sends requests over A2C-SMCP: connects, joins the office as its agent, emits one event, and leaves with its
 * acknowledgement. What the server tells the office meanwhile is given as notifications. Each call has a connection of its
 * own.
 */
export function createSmcpTransport(services: Pick<NeighbourServices, "now" | "confirmJoin">): Transport {
  return { kind: "smcp", send: (request, signal) => sendSmcp(services, request, signal) };
}

async function* sendSmcp(
  services: Pick<NeighbourServices, "now" | "confirmJoin">,
  request: PreparedRequest,
  signal: AbortSignal,
): AsyncGenerator<CallEvent> {
  const { now } = services;
  const startedAtMs = now();
  const end = (ending: Ending): CallEvent => endEvent(ending, request.text, startedAtMs, now());
  const dialled = dial(request);
  if ("outcome" in dialled) return yield end(dialled);
  const { target, officeId, agent } = dialled;
  const seat = { officeId, agent, server: target.origin };
  const isAgreed = await unlessAborted(services.confirmJoin(seat, request), signal);
  if (signal.aborted) return yield end(cancelled());
  if (!isAgreed) return yield end(declined(officeId));
  const connection = await connectSmcp(target, {
    parameters: request.connection ?? [],
    timeoutMs: Math.min(request.timeoutMs, maxConnectMs),
    signal,
  });
  if (connection.kind === "failed") return yield end(connection.ending);
  const { socket } = connection;
  try {
    const refusal = await joinOffice(socket, officeId, agent, { timeoutMs: request.timeoutMs, signal });
    if (signal.aborted) return yield end(cancelled());
    if (refusal !== undefined) return yield end(refusal);
    yield* emitCall(dialled, socket, request, signal, now);
  } finally {
    await leaveOffice(socket, officeId);
    socket.disconnect();
  }
}

function dial(request: PreparedRequest): Dialled | Ending {
  const parsed = parseSmcpTarget(request.target);
  // What is prepared has a checked target: a caller that did not check is told the same.
  if (!parsed.ok) return coreFailure("smcp-target", parsed.problems.map(({ message }) => message).join(" "));
  const { target } = parsed;
  const officeId = officeOf(target);
  if (officeId === undefined) {
    return coreFailure(
      "smcp-no-office",
      "The target names no office, so nothing was sent.",
      "Add `?office=ID` to it, and `&computer=NAME` for the computer to call.",
    );
  }
  const result = smcpCallOf(request.requestJson, target.computer, request.timeoutMs);
  if (result.kind === "refused") return result.ending;
  return { target, officeId, agent: agentOf(target), call: result.call };
}

function declined(officeId: string): Ending {
  return {
    outcome: "cancelled",
    failure: {
      code: "not-joined",
      message: `You did not join the office “${officeId}”, so nothing was sent.`,
      nextStep: "Send again and agree to join, when its seat for an agent may be taken.",
    },
  };
}
