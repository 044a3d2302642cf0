import { randomUUID } from "node:crypto";
import type { Socket } from "socket.io-client";
import { type AnsweredRequest, answeredRequest } from "../../exchange/answerReader.ts";
import type { CallEvent, CallReply } from "../../exchange/callEvent.ts";
import { cancelledFailure, formatSeconds } from "../../exchange/callFailure.ts";
import { isoTime } from "../../exchange/exchange.ts";
import { smcpSilence } from "../../protocol/smcp/smcpErrors.ts";
import { parseSmcpTarget, type SmcpTarget } from "../../protocol/smcp/smcpTarget.ts";
import type { NeighbourServices } from "../neighbours.ts";
import { coreFailure, type Ending, endEvent } from "../sendFailure.ts";
import type { PreparedRequest, Transport } from "../transport.ts";
import { unlessAborted } from "../unlessAborted.ts";
import { smcpFailure, smcpResponseOf } from "./smcpAnswer.ts";
import { type SmcpCall, smcpCallOf } from "./smcpCall.ts";
import { connectSmcp } from "./smcpConnection.ts";
import { type Acknowledgement, acknowledgement, joinOffice, leaveOffice } from "./smcpOffice.ts";

/** The name an agent joins under when the target gives none. */
const defaultAgent = "simplex-agents";

/** How long a server may take to let the connection be made. */
const maxConnectMs = 15_000;

/**
 * Sends requests over A2C-SMCP: connects, joins the office as its agent, emits one event, and leaves with its
 * acknowledgement. Each call has a connection of its own.
 */
export function createSmcpTransport(services: Pick<NeighbourServices, "now" | "confirmJoin">): Transport {
  return { kind: "smcp", send: (request, signal) => sendSmcp(services, request, signal) };
}

/** A call whose target and event are known. */
interface Dialled {
  readonly target: SmcpTarget;
  readonly officeId: string;
  readonly agent: string;
  readonly call: SmcpCall;
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
    const refusal = await joinOffice(socket, officeId, agent, signal);
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
  if (target.officeId === undefined) {
    return coreFailure(
      "smcp-no-office",
      "The target names no office, so nothing was sent.",
      "Add `?office=ID` to it, and `&computer=NAME` for the computer to call.",
    );
  }
  const result = smcpCallOf(request.requestJson, target.computer, request.timeoutMs);
  if (result.kind === "refused") return result.ending;
  return { target, officeId: target.officeId, agent: target.agent ?? defaultAgent, call: result.call };
}

async function* emitCall(
  { target, officeId, agent, call }: Dialled,
  socket: Socket,
  request: PreparedRequest,
  signal: AbortSignal,
  now: () => number,
): AsyncGenerator<CallEvent> {
  const sentAtMs = now();
  yield {
    event: "sent",
    at: isoTime(sentAtMs),
    transport: "smcp",
    target: request.target,
    text: request.text,
    core: "smcp",
  };
  const end = (ending: Ending): CallEvent => endEvent(ending, request.text, sentAtMs, now());
  const payload: Readonly<Record<string, unknown>> = { ...filled(call, agent, officeId), ...call.payload };
  if (call.event.isSilent) {
    socket.emit(call.event.name, payload);
    yield answered(request, 0, sentAtMs, now());
    return;
  }
  const ack = await acknowledgement(socket, call.event.name, payload, { timeoutMs: call.waitMs, signal });
  if (ack.kind === "acknowledged") {
    yield* answerEvents(ack, call, request, computerOf(call) ?? target.origin, sentAtMs, now());
    return;
  }
  const isToolCall = call.event.name === "client:tool_call";
  if (isToolCall && ack.kind !== "disconnected") {
    // It has no acknowledgement: the computer stops the tool, or has answered meanwhile.
    socket.emit("server:tool_call_cancel", { agent, req_id: payload["req_id"] });
  }
  yield end(endingWithout(ack, call.waitMs));
}

/** What the connection knows itself: the payload need not say it. `server:join_office` repeats the joining. */
function filled({ event }: SmcpCall, agent: string, officeId: string): Readonly<Record<string, unknown>> {
  switch (event.name) {
    case "server:join_office":
      return { role: "agent", name: agent, office_id: officeId };
    case "server:leave_office":
      return { office_id: officeId };
    case "server:list_room":
      return { agent, req_id: randomUUID(), office_id: officeId };
    default:
      return { agent, req_id: randomUUID() };
  }
}

function computerOf({ payload }: SmcpCall): string | undefined {
  return typeof payload["computer"] === "string" ? payload["computer"] : undefined;
}

function* answerEvents(
  { args }: Acknowledgement & { readonly kind: "acknowledged" },
  call: SmcpCall,
  request: PreparedRequest,
  sender: string,
  sentAtMs: number,
  atMs: number,
): Iterable<CallEvent> {
  const { id }: AnsweredRequest = answeredRequest(request.requestJson);
  // Room events acknowledge with two arguments, all others with one.
  const ack = args.length > 1 ? args : args[0];
  const response = smcpResponseOf(ack, id, call.mcpMethod);
  const reply: CallReply = {
    event: "reply",
    sequence: 1,
    sender,
    senderId: sender,
    at: isoTime(atMs),
    elapsedMs: atMs - sentAtMs,
    // As JSON-RPC: what is shown, checked and expected is one text. An event by its own name holds its acknowledgement whole.
    text: JSON.stringify(response),
    kind: "error" in response ? "error" : "response",
    json: response,
    notes: [],
  };
  yield reply;
  if ("error" in response) {
    const ending: Ending = { outcome: "protocol-error", failure: smcpFailure(response.error) };
    yield { ...endEvent(ending, request.text, sentAtMs, atMs), replies: 1 };
  } else yield answered(request, 1, sentAtMs, atMs);
}

function answered(request: PreparedRequest, replies: number, sentAtMs: number, atMs: number): CallEvent {
  return {
    event: "end",
    outcome: "answered",
    at: isoTime(atMs),
    elapsedMs: atMs - sentAtMs,
    replies,
    sent: request.text,
  };
}

function endingWithout(ack: Exclude<Acknowledgement, { readonly kind: "acknowledged" }>, waitMs: number): Ending {
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

function cancelled(): Ending {
  return { outcome: "cancelled", failure: cancelledFailure() };
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
