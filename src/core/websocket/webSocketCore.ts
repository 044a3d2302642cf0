import { unlessAborted } from "../aborted.ts";
import { type Clock, sleep, systemTime } from "../clock.ts";
import type { CommandOptions, CommandResult, Core, CoreMode, CoreRecord, CoreState, Disposable } from "../core.ts";
import { openDeadline } from "../deadline.ts";
import { backOffMs } from "./backOff.ts";
import { type ConnectionGroup, openGroup } from "./connectionGroup.ts";
import { connectionLost, type OpenedConnection, openConnection } from "./coreConnection.ts";
import { parseEndpoint } from "./endpoint.ts";
import { createEventMerge } from "./eventMerge.ts";
import type { StrayFrame } from "./frameSocket.ts";
import { knownEvents } from "./knownEvents.ts";
import { readMissedItems } from "./missedItems.ts";
import { SeenItems } from "./seenItems.ts";

export interface WebSocketCoreOptions {
  /** `external` unless told otherwise. */
  readonly mode?: CoreMode;
  /** Asked once before a core on another machine is connected to. Without it, such a core is refused. */
  readonly confirmRemote?: (host: string) => Promise<boolean>;
  /** Closes the core when aborted. */
  readonly signal?: AbortSignal;
  /** How long a command may take that names no time of its own; 30,000 ms. */
  readonly commandTimeoutMs?: number;
  /** Largest frame accepted; 64 MiB. A larger one ends the connection. */
  readonly maxFrameBytes?: number;
  /** Told of a listener that threw. Without it the error is thrown again, outside of the socket's work. */
  readonly reportBug?: (error: unknown) => void;
  readonly clock?: Clock;
  /** 0 to 1; spreads the times of reconnection. */
  readonly random?: () => number;
}

/** What arrived and could not be used. Numbers only: the content is not kept. */
interface FrameStatistics {
  readonly unknownEvents: number;
  readonly repeatedEvents: number;
  readonly strayFrames: Readonly<Record<StrayFrame, number>>;
}

export interface WebSocketCore extends Core {
  readonly statistics: FrameStatistics;
}

/** A step towards a connection. After `fatal` no other attempt is made. */
export type Step<Value> =
  | { readonly kind: "ok"; readonly value: Value }
  | { readonly kind: "failed"; readonly cause: string }
  | { readonly kind: "fatal"; readonly cause: string };

/** Where the connections lead, and what has to be said first on new ones. */
export interface CoreSource {
  /** The WebSocket URL, for each attempt anew. */
  locate(signal: AbortSignal): Promise<Step<string>>;
  /** Run before the core counts as ready. */
  prepare?(command: Core["command"]): Promise<Step<void>>;
}

const openTimeoutMs = 10_000;
const defaultCommandTimeoutMs = 30_000;
const defaultMaxFrameBytes = 64 * 1024 * 1024;
/** A connection that lasted this long ends a series of failures. */
const stableAfterMs = 10_000;

/**
 * A client of a running core's WebSocket. It connects at once, in the background, and again whenever a connection is lost;
 * `state` tells. An address that may not be used ends in the state `stopped`, with the cause.
 */
export function connectWebSocketCore(url: string, options: WebSocketCoreOptions = {}): WebSocketCore {
  // Asked once: a confirmation holds for the life of this core.
  let located: Promise<Step<string>> | undefined;
  const locate = (): Promise<Step<string>> => {
    located ??= locateEndpoint(url, options.confirmRemote);
    return located;
  };
  return connectSource({ locate }, options);
}

/** As `connectWebSocketCore`, for a core whose place is known only when it runs. */
export function connectSource(source: CoreSource, options: WebSocketCoreOptions = {}): WebSocketCore {
  return new ReconnectingCore(source, options);
}

async function locateEndpoint(
  url: string,
  confirmRemote: WebSocketCoreOptions["confirmRemote"],
): Promise<Step<string>> {
  const endpoint = parseEndpoint(url);
  if (endpoint.kind === "refused") return { kind: "fatal", cause: endpoint.message };
  if (endpoint.kind === "remote" && (await confirmRemote?.(endpoint.host)) !== true)
    return { kind: "fatal", cause: `The core at ${endpoint.host} is on another machine and was not confirmed.` };
  return { kind: "ok", value: endpoint.url };
}

class ReconnectingCore implements WebSocketCore {
  readonly mode: CoreMode;
  readonly #source: CoreSource;
  readonly #options: WebSocketCoreOptions;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  readonly #seen = new SeenItems();
  readonly #merge = createEventMerge((event) => this.#receive(event));
  readonly #stateListeners = new Set<(state: CoreState) => void>();
  readonly #eventListeners = new Set<(event: CoreRecord) => void>();
  readonly #strays: Record<StrayFrame, number> = { "unknown-id": 0, unreadable: 0, binary: 0, "stray-error": 0 };
  #unknownEvents = 0;
  #repeatedEvents = 0;
  #state: CoreState = { kind: "starting" };
  #group: ConnectionGroup | undefined;
  #wasReady = false;
  #readyAtMs = 0;
  /** Attempts in a row that ended in no lasting connection. */
  #failures = 0;
  /** Counts the groups of connections, so that the end of an old one is not taken for that of the present. */
  #generation = 0;

  constructor(source: CoreSource, options: WebSocketCoreOptions) {
    this.mode = options.mode ?? "external";
    this.#source = source;
    this.#options = options;
    this.#clock = options.clock ?? systemTime;
    if (options.signal?.aborted) this.#stop.abort();
    options.signal?.addEventListener("abort", this.#onOuterAbort);
    this.#ended = this.#run();
  }

  get state(): CoreState {
    return this.#state;
  }

  get statistics(): FrameStatistics {
    return {
      unknownEvents: this.#unknownEvents,
      repeatedEvents: this.#repeatedEvents,
      strayFrames: { ...this.#strays },
    };
  }

  onState(listener: (state: CoreState) => void): Disposable {
    this.#stateListeners.add(listener);
    return { dispose: () => this.#stateListeners.delete(listener) };
  }

  onEvent(listener: (event: CoreRecord) => void): Disposable {
    this.#eventListeners.add(listener);
    return { dispose: () => this.#eventListeners.delete(listener) };
  }

  async command(command: string, options: CommandOptions = {}): Promise<CommandResult> {
    if (this.#state.kind === "starting") await this.#untilStarted(options);
    if (options.signal?.aborted)
      return { kind: "failed", failure: "cancelled", message: "Cancelled before it was sent." };
    const group = this.#group;
    if (this.#state.kind !== "ready" || group === undefined) return this.#notReady();
    const result = await group.command(command, options);
    this.#merge.flush();
    if (result.kind === "response") this.#seen.noteResponse(result.response);
    return result;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }

  async #run(): Promise<void> {
    const signal = this.#stop.signal;
    while (!signal.aborted) {
      const opened = await this.#open(signal);
      if (signal.aborted) break;
      if (opened.kind === "fatal") return this.#end(opened.cause);
      if (opened.kind === "failed") this.#setRetrying(opened.cause);
      else await this.#serve(opened.value, signal);
      if (this.#state.kind === "retrying") await sleep(this.#clock, this.#state.retryAtMs - this.#clock.now(), signal);
    }
    this.#end(undefined);
  }

  #setRetrying(cause: string): void {
    const delayMs = backOffMs(this.#failures++, (this.#options.random ?? Math.random)());
    this.#setState({ kind: "retrying", cause, retryAtMs: this.#clock.now() + delayMs });
  }

  #end(cause: string | undefined): void {
    this.#options.signal?.removeEventListener("abort", this.#onOuterAbort);
    this.#setState({ kind: "stopped", ...(cause === undefined ? {} : { cause }) });
    this.#eventListeners.clear();
    this.#stateListeners.clear();
  }

  readonly #onOuterAbort = (): void => this.#stop.abort();

  async #open(signal: AbortSignal): Promise<Step<ConnectionGroup>> {
    const located = await unlessAborted(this.#source.locate(signal), signal);
    if (located === undefined) return { kind: "failed", cause: "The core was closed." };
    if (located.kind !== "ok") return located;
    const generation = ++this.#generation;
    const onClosed = (cause: string): void => {
      if (generation === this.#generation) this.#lose(cause);
    };
    const opened = await openGroup(() => this.#openConnection(located.value, onClosed));
    if (opened.kind === "failed") return opened;
    const { group } = opened;
    const prepared = await this.#source.prepare?.((command, options) => group.command(command, { ...options, signal }));
    if (prepared === undefined || prepared.kind === "ok") return { kind: "ok", value: group };
    await group.close();
    return prepared;
  }

  #openConnection(url: string, onClosed: (cause: string) => void): Promise<OpenedConnection> {
    return openConnection(
      url,
      {
        clock: this.#clock,
        openTimeoutMs,
        maxFrameBytes: this.#options.maxFrameBytes ?? defaultMaxFrameBytes,
        commandTimeoutMs: this.#options.commandTimeoutMs ?? defaultCommandTimeoutMs,
        onEvent: (event) => this.#merge.add(event),
        onStray: (stray) => {
          this.#strays[stray]++;
        },
        onClosed,
      },
      this.#stop.signal,
    );
  }

  /** Serves until a connection is lost or the core is closed. */
  async #serve(group: ConnectionGroup, signal: AbortSignal): Promise<void> {
    this.#group = group;
    this.#readyAtMs = this.#clock.now();
    if (this.#wasReady) void readMissedItems(this.#seen, (command) => group.command(command, {}), this.#deliver);
    this.#wasReady = true;
    this.#setState({ kind: "ready" });
    const lostCause = await unlessAborted(group.lost, signal);
    if (lostCause !== undefined) this.#lose(lostCause);
    this.#group = undefined;
    await group.close();
  }

  /** Called before the commands of the lost connection end, so that their callers see the new state. */
  #lose(cause: string): void {
    if (this.#state.kind !== "ready" || this.#stop.signal.aborted) return;
    this.#merge.flush();
    if (this.#clock.now() - this.#readyAtMs >= stableAfterMs) this.#failures = 0;
    this.#setRetrying(cause);
  }

  #receive(event: CoreRecord): void {
    if (!knownEvents.has(event.type)) {
      this.#unknownEvents++;
      return;
    }
    const fresh = this.#seen.admit(event);
    if (fresh === undefined) this.#repeatedEvents++;
    else this.#deliver(fresh);
  }

  readonly #deliver = (event: CoreRecord): void => {
    for (const listener of this.#eventListeners) this.#call(() => listener(event));
  };

  #setState(state: CoreState): void {
    this.#state = state;
    for (const listener of this.#stateListeners) this.#call(() => listener(state));
  }

  /** A listener that throws is a bug of its own; it must not stop the socket's work. */
  #call(notify: () => void): void {
    try {
      notify();
    } catch (error) {
      if (this.#options.reportBug !== undefined) this.#options.reportBug(error);
      else
        queueMicrotask(() => {
          throw error;
        });
    }
  }

  /** Ends with the first attempt, with the command's own time, or with its cancellation. */
  async #untilStarted({ timeoutMs = defaultCommandTimeoutMs, signal }: CommandOptions): Promise<void> {
    const deadline = openDeadline(this.#clock, timeoutMs, signal);
    let listener: Disposable | undefined;
    const attempted = new Promise<void>((resolve) => {
      listener = this.onState(() => resolve());
    });
    await unlessAborted(attempted, deadline.signal);
    listener?.dispose();
    deadline.dispose();
  }

  #notReady(): CommandResult {
    const state = this.#state;
    if (state.kind === "stopped") return connectionLost(state.cause ?? "The core was closed.", false);
    const cause = state.kind === "retrying" ? state.cause : "The connection to the core is not open yet.";
    return { kind: "failed", failure: "not-ready", message: `${cause} The command was not sent.` };
  }
}
