import type { Disposable } from "../../core/core.ts";
import type { CallEnd, CallEvent, TransportKind } from "../../exchange/callEvent.ts";
import { isoTime } from "../../exchange/isoTime.ts";
import { endEvent } from "../../transport/sendFailure.ts";
import type { Transport } from "../../transport/transport.ts";
import type { Transports } from "../../transport/transports.ts";
import { createBoundedEvents, type EventBounds } from "../record/boundedEvents.ts";
import type { CallHeader } from "../record/transcript.ts";
import type { LiveCall } from "./liveCall.ts";
import type { PreparedCall } from "./prepareRequest.ts";

/** What starting a call needs from outside. */
export interface CallServices {
  readonly transports: Transports;
  /** Answers a call in the place of its transport, from a record for example. */
  readonly replay?: (call: PreparedCall) => Transport;
  /** Of a new call, unique in the history. */
  readonly newCallId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** `sandbox`, `managed`, `external`, or the neighbouring transport. */
  readonly core: string;
  /** The title of a target, where one is known. */
  readonly titleOf?: (target: string) => string | undefined;
  readonly bounds?: EventBounds;
  /** Sees each event before its secrets are removed: for expectations and captures, never to be kept or shown. */
  readonly onRawEvent?: (event: CallEvent) => void;
  /** Called for a failure of our own code, which ends the call; for the log. */
  readonly onBug?: (error: unknown) => void;
}

/**
 * Starts a call. It always ends: answered, failed, timed out or cancelled. Every secret of the request is removed from what
 * the call keeps and gives out.
 */
export function startCall(call: PreparedCall, services: CallServices): LiveCall {
  const startedAtMs = services.now();
  const { request, redactor } = call;
  const kept = createBoundedEvents(services.bounds);
  const listeners = new Set<(event: CallEvent) => void>();
  const cancellation = new AbortController();

  function publish(event: CallEvent): CallEvent {
    services.onRawEvent?.(event);
    const clean = redactor.value(event);
    kept.add(clean);
    for (const listener of [...listeners]) listener(clean);
    return clean;
  }

  async function follow(): Promise<CallEnd> {
    try {
      const transport = services.replay?.(call) ?? services.transports[request.transport];
      if (transport === undefined) return end(failedEnd(call, startedAtMs, services.now(), noTransport(call)));
      for await (const event of transport.send(request, cancellation.signal, publish)) {
        if (event.event === "end") return end(event);
        publish(event);
      }
      throw new Error(`The ${request.transport} transport ended without an end event.`);
    } catch (error) {
      services.onBug?.(error);
      return end(failedEnd(call, startedAtMs, services.now(), bugFailure));
    }
  }

  function end(event: CallEnd): CallEnd {
    const clean = publish(event);
    return clean.event === "end" ? clean : event;
  }

  return {
    header: redactor.value(headerOf(call, services, startedAtMs)),
    get events() {
      return kept.events;
    },
    get cutEvents() {
      return kept.cutEvents;
    },
    onEvent(listener): Disposable {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    cancel: () => cancellation.abort(),
    // Starts after the caller has had the chance to listen: no event is lost.
    ended: Promise.resolve().then(follow),
  };
}

/** Transports beside the SimpleX core: what they say of themselves is all there is to say. */
const neighbours: ReadonlySet<TransportKind> = new Set(["slimrpc", "smcp"]);

function headerOf(call: PreparedCall, services: CallServices, startedAtMs: number): CallHeader {
  const { request } = call;
  const targetTitle = services.titleOf?.(request.target);
  return {
    id: services.newCallId(),
    startedAt: isoTime(startedAtMs),
    name: call.name,
    ...(call.fileName !== undefined && { file: call.fileName }),
    line: call.line,
    transport: request.transport,
    target: request.target,
    ...(targetTitle !== undefined && { targetTitle }),
    protocol: request.protocol,
    ...(call.method !== undefined && { method: call.method }),
    ...(call.version !== undefined && { version: call.version }),
    core: neighbours.has(request.transport) ? request.transport : services.core,
    timeoutMs: request.timeoutMs,
    waitMs: request.waitMs,
    ...(request.mention !== undefined && { mention: request.mention }),
  };
}

interface EndReason {
  readonly code: string;
  readonly message: string;
  readonly nextStep: string;
}

const bugFailure: EndReason = {
  code: "bug",
  message: "The call ended by a fault of this program, not of yours. The request may have been sent.",
  nextStep: "Please report it with the log.",
};

function noTransport(call: PreparedCall): EndReason {
  return {
    code: "no-transport",
    message: `Nothing can be sent over ${call.request.transport} here, so nothing was sent.`,
    nextStep: "Set this transport up, or choose another target.",
  };
}

function failedEnd(call: PreparedCall, startedAtMs: number, atMs: number, failure: EndReason): CallEnd {
  return endEvent({ outcome: "core-error", failure }, call.request.text, startedAtMs, atMs);
}
