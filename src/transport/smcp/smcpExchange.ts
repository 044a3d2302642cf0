import { randomUUID } from "node:crypto";
import type { Socket } from "socket.io-client";
import { createAsyncQueue } from "../../core/asyncQueue.ts";
import type { CallEvent } from "../../exchange/callEvent.ts";
import { isoTime } from "../../exchange/isoTime.ts";
import { isObject } from "../../protocol/json/jsonObject.ts";
import type { SmcpTarget } from "../../protocol/smcp/smcpTarget.ts";
import { agentMember } from "../../protocol/smcp/smcpVersions.ts";
import type { PreparedRequest } from "../transport.ts";
import type { SmcpCall } from "./smcpCall.ts";
import { computerLeft, endingWithout } from "./smcpEndings.ts";
import { type Acknowledgement, acknowledgement } from "./smcpOffice.ts";
import { createReplies } from "./smcpReplies.ts";

/** A call whose target and event are known. */
export interface Dialled {
  readonly target: SmcpTarget;
  readonly officeId: string;
  readonly agent: string;
  readonly call: SmcpCall;
}

/** What happens while an acknowledgement is waited for. */
type CallTurn =
  | { readonly kind: "notification"; readonly name: string; readonly payload: unknown }
  | { readonly kind: "ended"; readonly ack: Acknowledgement };

/** A server that acknowledges for a computer that left does so at once. */
const afterLeavingMs = 2000;

/** Emits the event of a call in the office that was joined, and gives what comes until it is acknowledged. */
export async function* emitCall(
  dialled: Dialled,
  socket: Socket,
  request: PreparedRequest,
  signal: AbortSignal,
  now: () => number,
): AsyncGenerator<CallEvent> {
  const { target, agent, call } = dialled;
  const sentAtMs = now();
  yield {
    event: "sent",
    at: isoTime(sentAtMs),
    transport: "smcp",
    target: request.target,
    text: request.text,
    core: "smcp",
  };
  const payload: Readonly<Record<string, unknown>> = { ...filled(dialled), ...call.payload };
  const replies = createReplies(request, sentAtMs);
  if (call.event.isSilent) {
    socket.emit(call.event.name, payload);
    yield replies.answered(now());
    return;
  }
  const computer = computerOf(call);
  const left = new AbortController();
  let leaving: NodeJS.Timeout | undefined;
  const queue = createAsyncQueue<CallTurn>();
  const onAny = (name: string, told: unknown): void => {
    if (!name.startsWith("notify:")) return;
    if (isLeaving(name, told, computer)) leaving ??= setTimeout(() => left.abort(), afterLeavingMs);
    queue.push({ kind: "notification", name, payload: told });
  };
  socket.onAny(onAny);
  const waiting = { timeoutMs: call.waitMs, signal: AbortSignal.any([signal, left.signal]) };
  void acknowledgement(socket, call.event.name, payload, waiting).then((ack) => {
    queue.push({ kind: "ended", ack });
    queue.end();
  });
  try {
    for await (const turn of queue) {
      if (turn.kind === "notification") yield replies.notification(turn.name, turn.payload, target.origin, now());
      else if (turn.ack.kind === "acknowledged")
        yield* replies.answer(turn.ack.args, call, payload["req_id"], computer ?? target.origin, now());
      else {
        const isToolCall = call.event.name === "client:tool_call";
        // It has no acknowledgement: the computer stops the tool, or has answered meanwhile.
        if (isToolCall && turn.ack.kind !== "disconnected")
          socket.emit("server:tool_call_cancel", { [agentMember(target.version)]: agent, req_id: payload["req_id"] });
        const ending =
          left.signal.aborted && !signal.aborted
            ? computerLeft(computer)
            : endingWithout(turn.ack, call.waitMs, target);
        yield replies.end(ending, now());
      }
    }
  } finally {
    clearTimeout(leaving);
    left.abort();
    socket.offAny(onAny);
  }
}

/** True when the server tells that the called computer leaves the office: some servers acknowledge nothing for it then. */
function isLeaving(name: string, told: unknown, computer: string | undefined): boolean {
  return name === "notify:leave_office" && computer !== undefined && isObject(told) && told["computer"] === computer;
}

/** What the connection knows itself: the payload need not say it. `server:join_office` repeats the joining. */
function filled({ call, agent, officeId, target }: Dialled): Readonly<Record<string, unknown>> {
  const named = { [agentMember(target.version)]: agent, req_id: randomUUID() };
  switch (call.event.name) {
    case "server:join_office":
      return { role: "agent", name: agent, office_id: officeId };
    case "server:leave_office":
      return { office_id: officeId };
    case "server:list_room":
      return { ...named, office_id: officeId };
    default:
      return named;
  }
}

function computerOf({ payload }: SmcpCall): string | undefined {
  return typeof payload["computer"] === "string" ? payload["computer"] : undefined;
}
