import type { Socket } from "socket.io-client";
import { asSentence } from "../../exchange/callFailure.ts";
import { isObject } from "../../protocol/json/jsonObject.ts";
import { explainSmcpCode } from "../../protocol/smcp/smcpErrors.ts";
import type { Ending } from "../sendFailure.ts";
import { smcpErrorOf } from "./smcpAnswer.ts";
import { isTooLong, tooLong } from "./smcpConnection.ts";

/** How long a server may take to let an agent in or out. */
const roomTimeoutMs = 10_000;

/** Joins an office as its agent. Undefined when it is joined; else how the call ends. */
export async function joinOffice(
  socket: Socket,
  officeId: string,
  agent: string,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Ending | undefined> {
  const ack = await acknowledgement(
    socket,
    "server:join_office",
    { role: "agent", name: agent, office_id: officeId },
    { timeoutMs: Math.min(timeoutMs, roomTimeoutMs), signal },
  );
  switch (ack.kind) {
    case "acknowledged":
      return refusedJoin(ack.args, officeId);
    case "timeout":
      return failed(
        "timeout",
        "smcp-join-silence",
        `The server did not say whether the office “${officeId}” may be joined.`,
      );
    case "disconnected":
      if (ack.isTooLong) return tooLong(`The server of the office “${officeId}”`);
      return failed(
        "connection-lost",
        "smcp-closed",
        `The server closed the connection when the office “${officeId}” was to be joined.`,
      );
    case "aborted":
      return undefined;
  }
}

/** Leaves the office, so that the agent's seat is free at once. The connection is closed afterwards in any case. */
export async function leaveOffice(socket: Socket, officeId: string): Promise<void> {
  if (!socket.connected) return;
  const never = new AbortController().signal;
  await acknowledgement(
    socket,
    "server:leave_office",
    { office_id: officeId },
    { timeoutMs: leaveTimeoutMs, signal: never },
  );
}

/** A server that does not acknowledge the leaving notices the closed connection. */
const leaveTimeoutMs = 1000;

export type Acknowledgement =
  | { readonly kind: "acknowledged"; readonly args: readonly unknown[] }
  | { readonly kind: "timeout" }
  /** `isTooLong`: what came was longer than is read. */
  | { readonly kind: "disconnected"; readonly reason: string; readonly isTooLong: boolean }
  | { readonly kind: "aborted" };

/** Emits an event and waits for its acknowledgement, with all its arguments: those of the rooms have two. */
export function acknowledgement(
  socket: Socket,
  event: string,
  payload: unknown,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Acknowledgement> {
  return new Promise((resolve) => {
    const end = (result: Acknowledgement): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      socket.off("disconnect", onDisconnect);
      resolve(result);
    };
    const onAbort = (): void => end({ kind: "aborted" });
    const onDisconnect = (reason: string, detail?: unknown): void =>
      end({ kind: "disconnected", reason, isTooLong: isTooLong(detail) });
    const timer = setTimeout(() => end({ kind: "timeout" }), timeoutMs);
    signal.addEventListener("abort", onAbort, { once: true });
    socket.on("disconnect", onDisconnect);
    if (signal.aborted) return onAbort();
    if (!socket.connected) return onDisconnect("it was closed already");
    socket.emit(event, payload, (...args: readonly unknown[]) => end({ kind: "acknowledged", args }));
  });
}

/** Up to version 0.4 `(true, null)` or `(false, reason)`; from 0.5 nothing, or an error object. */
function refusedJoin([first, reason]: readonly unknown[], officeId: string): Ending | undefined {
  const error = smcpErrorOf(first);
  if (error === undefined && first !== false) return undefined;
  const said = error?.message ?? (typeof reason === "string" ? reason : isObject(reason) ? reason["message"] : "");
  const explanation = explainSmcpCode(error?.code ?? 4101);
  return {
    outcome: "core-error",
    failure: {
      code: error === undefined ? "smcp-join-refused" : String(error.code),
      message: `The server did not let this agent into the office “${officeId}”${said ? `: ${asSentence(String(said))}` : "."} Nothing was sent.`,
      likelyCause:
        "An office has one seat for an agent, and a connection that broke off keeps it for up to 45 seconds.",
      nextStep: explanation?.nextStep ?? "Wait, or join another office.",
    },
  };
}

function failed(outcome: Ending["outcome"], code: string, message: string): Ending {
  return {
    outcome,
    failure: { code, message, nextStep: "Nothing was sent. Look into the server's log, then send again." },
  };
}
