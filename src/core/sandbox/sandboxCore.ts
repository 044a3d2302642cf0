import type { CommandFailure, CommandOptions, CommandResult, Core, CoreRecord, CoreState } from "../core.ts";
import { type CommandLane, openLane } from "./commandLane.ts";
import type { SandboxProfile } from "./sandboxProfile.ts";

/** How long a command may take unless its options say otherwise, in milliseconds. */
const defaultTimeoutMs = 30_000;

/** A profile of the sandbox as a `Core`: two connections, so that a service request does not hold up the other commands. */
export function sandboxCore(profile: SandboxProfile): Core {
  const stateListeners = new Set<(state: CoreState) => void>();
  const forgetEvents = new Set<() => void>();
  const pending = new Set<(result: CommandResult) => void>();
  const commandLane = openLane(profile);
  let serviceLane = openLane(profile);
  let state: CoreState = { kind: "ready" };

  async function command(text: string, options: CommandOptions = {}): Promise<CommandResult> {
    if (state.kind !== "ready")
      return failed("not-ready", "The sandbox was stopped. Start it again, then repeat the command.");
    if (options.signal?.aborted) return cancelled;
    const isServiceRequest = text.startsWith("/_service_request ");
    const result = await withDeadline(isServiceRequest ? serviceLane : commandLane, text, options);
    // A real client drops the connection that a given-up service request would hold until its timeout.
    if (isServiceRequest && result.kind === "failed") serviceLane = openLane(profile);
    return result;
  }

  async function withDeadline(lane: CommandLane, text: string, options: CommandOptions): Promise<CommandResult> {
    return await new Promise<CommandResult>((resolve, reject) => {
      const { timeoutMs = defaultTimeoutMs, signal } = options;
      const end = (result: CommandResult): void => {
        pending.delete(end);
        cancelTimeout();
        signal?.removeEventListener("abort", onAbort);
        resolve(result);
      };
      const onAbort = (): void => end(cancelled);
      const cancelTimeout = profile.services.clock.after(timeoutMs, () =>
        end(
          failed(
            "timeout",
            `The core did not answer within ${Math.round(timeoutMs / 1_000)} s. It may still do what it was asked.`,
          ),
        ),
      );
      pending.add(end);
      signal?.addEventListener("abort", onAbort);
      lane(text).then((record) => end(resultOf(record)), reject);
    });
  }

  return {
    mode: "sandbox",
    get state() {
      return state;
    },
    onState(listener) {
      stateListeners.add(listener);
      return { dispose: () => stateListeners.delete(listener) };
    },
    onEvent(listener) {
      if (state.kind === "stopped") return { dispose: () => {} };
      const forget = profile.onEvent(listener);
      forgetEvents.add(forget);
      return {
        dispose: () => {
          forget();
          forgetEvents.delete(forget);
        },
      };
    },
    command,
    close() {
      if (state.kind === "stopped") return Promise.resolve();
      state = { kind: "stopped" };
      for (const end of [...pending])
        end(failed("connection-lost", "The sandbox was stopped while the command was running."));
      for (const forget of forgetEvents) forget();
      forgetEvents.clear();
      for (const listener of [...stateListeners]) listener(state);
      stateListeners.clear();
      return Promise.resolve();
    },
  };
}

const cancelled = failed("cancelled", "The command was cancelled. The core may still do what it was asked.");

function resultOf(record: CoreRecord): CommandResult {
  return record.type === "chatCmdError"
    ? { kind: "error", chatError: record["chatError"] }
    : { kind: "response", response: record };
}

function failed(failure: CommandFailure, message: string): CommandResult {
  return { kind: "failed", failure, message };
}
