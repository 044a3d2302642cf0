import { type ChildProcess, fork } from "node:child_process";
import { createAsyncQueue } from "../../core/asyncQueue.ts";
import { isSlimChildEvent, type SlimChildCall, type SlimChildEvent } from "./slimMessages.ts";

/** What a call's child process tells, and how it can end without telling. The last one is `end`, `failed` or one of ours. */
export type SlimProcessEvent =
  | Exclude<SlimChildEvent, { readonly kind: "beat" }>
  /** The child stopped beating: a call in the library blocked its thread for good. */
  | { readonly kind: "frozen" }
  /** The child ended by itself. `lastWords` is the end of its standard error. */
  | { readonly kind: "exited"; readonly lastWords: string }
  | { readonly kind: "overdue" }
  | { readonly kind: "aborted" };

export interface SlimProcessOptions {
  /** The module that the child runs: `slimChild`, built. */
  readonly childPath: string;
  readonly signal: AbortSignal;
  /** When the child is ended, whatever it does. It has its own, shorter, time limit for the call. */
  readonly deadlineMs: number;
  /** How long a child may be silent once it calls. */
  readonly silenceMs?: number;
}

const defaultSilenceMs = 5000;
/** Loading 50 MB of native code and its start can keep the child's thread busy, on a slow machine for long. */
const loadingSilenceMs = 20_000;
const maxLastWords = 2000;

/** Performs one call in a child process of its own, which is ended with the call, however it ends. */
export async function* runSlimProcess(
  call: SlimChildCall,
  { childPath, signal, deadlineMs, silenceMs = defaultSilenceMs }: SlimProcessOptions,
): AsyncGenerator<SlimProcessEvent> {
  if (signal.aborted) return yield { kind: "aborted" };
  const queue = createAsyncQueue<SlimProcessEvent>();
  const child = startChild(childPath);
  let lastWords = "";
  const end = (event: SlimProcessEvent): void => {
    queue.push(event);
    queue.end();
  };
  let watchdog = setTimeout(() => end({ kind: "frozen" }), loadingSilenceMs);
  const deadline = setTimeout(() => end({ kind: "overdue" }), deadlineMs);
  const onAbort = (): void => end({ kind: "aborted" });
  signal.addEventListener("abort", onAbort, { once: true });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    lastWords = (lastWords + text).slice(-maxLastWords);
  });
  child.on("message", (message) => {
    if (!isSlimChildEvent(message)) return;
    if (message.kind === "calling") {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => end({ kind: "frozen" }), silenceMs);
    } else watchdog.refresh();
    if (message.kind === "calling" || message.kind === "item") queue.push(message);
    else if (message.kind !== "beat") end(message);
  });
  child.on("error", (error) => end({ kind: "exited", lastWords: error.message }));
  child.on("close", () => end({ kind: "exited", lastWords: lastWords.trim() }));
  child.send(call, (error) => {
    if (error) end({ kind: "exited", lastWords: error.message });
  });
  try {
    yield* queue;
  } finally {
    clearTimeout(watchdog);
    clearTimeout(deadline);
    signal.removeEventListener("abort", onAbort);
    // A frozen thread runs no handler: only this signal ends it.
    child.kill("SIGKILL");
  }
}

function startChild(childPath: string): ChildProcess {
  return fork(childPath, {
    // The library logs on standard output, and nothing is read there. Binary data and maps pass the channel as they are.
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
    execArgv: [],
    env: { ...process.env, RUST_LOG: "off", ELECTRON_RUN_AS_NODE: "1" },
  });
}
