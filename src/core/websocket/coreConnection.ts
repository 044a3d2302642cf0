import { ChatClient } from "simplex-chat/dist/client";
import type { Clock } from "../clock.ts";
import type { CommandOptions, CommandResult, CoreRecord } from "../core.ts";
import { FrameSocket, type FrameSocketOptions } from "./frameSocket.ts";
import { openWith } from "./socketBinding.ts";

export interface ConnectionOptions extends FrameSocketOptions {
  readonly commandTimeoutMs: number;
}

export type OpenedConnection =
  | { readonly kind: "open"; readonly connection: CoreConnection }
  | { readonly kind: "failed"; readonly cause: string };

/** More commands than this waiting means that something sends without end. */
const maxWaiting = 1000;

/**
 * Opens one connection. `signal` gives up the opening only; `close` ends a connection.
 */
export async function openConnection(
  url: string,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<OpenedConnection> {
  const socket = new FrameSocket(url, options);
  const giveUp = (): void => socket.close();
  signal.addEventListener("abort", giveUp);
  if (signal.aborted) giveUp();
  const cause = await socket.opened;
  signal.removeEventListener("abort", giveUp);
  if (cause !== undefined) return { kind: "failed", cause };
  // The client's own timeout would leave a timer behind every command. It only guards an opening that has happened.
  const client = await openWith(socket, () => ChatClient.create(url, { qSize: 16, tcpTimeout: 1 }));
  return { kind: "open", connection: new CoreConnection(client, socket, options) };
}

interface Entry {
  readonly text: string;
  readonly timeoutMs: number;
  /** Once sent, cancelling cannot take the command back. */
  isSent: boolean;
  settle(result: CommandResult): void;
}

/**
 * One connection to the core. The core runs the commands of a connection one at a time, so they are sent one at a time: a
 * command's time runs from when it is sent, and one cancelled before that is never sent.
 */
export class CoreConnection {
  readonly #client: ChatClient;
  readonly #socket: FrameSocket;
  readonly #clock: Clock;
  readonly #commandTimeoutMs: number;
  readonly #waiting: Entry[] = [];
  #current: Entry | undefined;
  /** Commands that were sent and given up before their response. */
  #givenUp = 0;
  #lostCause: string | undefined;

  constructor(client: ChatClient, socket: FrameSocket, options: ConnectionOptions) {
    this.#client = client;
    this.#socket = socket;
    this.#clock = options.clock;
    this.#commandTimeoutMs = options.commandTimeoutMs;
    void socket.closed.then((cause) => this.#lose(cause));
  }

  /** True while the core works on a command that nobody waits for any more. */
  get isHeld(): boolean {
    return this.#givenUp > 0;
  }

  /** Resolves with the cause when the connection is gone. */
  get closed(): Promise<string> {
    return this.#socket.closed;
  }

  command(text: string, options: CommandOptions = {}): Promise<CommandResult> {
    if (options.signal?.aborted) return Promise.resolve(cancelled(false));
    if (this.#lostCause !== undefined) return Promise.resolve(connectionLost(this.#lostCause, false));
    if (this.#waiting.length >= maxWaiting) return Promise.resolve(tooMany);
    return new Promise((resolve) => {
      const onAbort = (): void => entry.settle(cancelled(entry.isSent));
      const entry: Entry = {
        text,
        timeoutMs: options.timeoutMs ?? this.#commandTimeoutMs,
        isSent: false,
        settle: (result) => {
          options.signal?.removeEventListener("abort", onAbort);
          this.#remove(entry);
          resolve(result);
        },
      };
      options.signal?.addEventListener("abort", onAbort);
      this.#waiting.push(entry);
      this.#sendNext();
    });
  }

  async close(): Promise<void> {
    this.#socket.close();
    await this.#socket.closed;
  }

  #sendNext(): void {
    if (this.#current !== undefined || this.#lostCause !== undefined) return;
    const entry = this.#waiting.shift();
    if (entry === undefined) return;
    this.#current = entry;
    // The close event may still be on its way; a command written now would vanish.
    if (!this.#socket.isOpen) return;
    entry.isSent = true;
    const takeBack = this.#clock.after(entry.timeoutMs, () => entry.settle(timedOut(entry.timeoutMs)));
    const settle = entry.settle;
    entry.settle = (result) => {
      takeBack();
      this.#givenUp++;
      settle(result);
    };
    void this.#client.sendChatCmdStr(entry.text).then((told) => {
      takeBack();
      const response = this.#socket.takeResponse(told);
      if (this.#current === entry) settle(resultOf(response));
      else this.#givenUp--;
    });
  }

  #remove(entry: Entry): void {
    const index = this.#waiting.indexOf(entry);
    if (index >= 0) this.#waiting.splice(index, 1);
    if (this.#current !== entry) return;
    this.#current = undefined;
    this.#sendNext();
  }

  #lose(cause: string): void {
    this.#lostCause = cause;
    for (const entry of [this.#current, ...this.#waiting]) entry?.settle(connectionLost(cause, entry.isSent));
  }
}

/** The one place that tells a response from an error: the client resolves with both. */
function resultOf(record: CoreRecord | undefined): CommandResult {
  if (record === undefined) return { kind: "error", chatError: undefined };
  return record.type === "chatCmdError" || record.type === "chatError"
    ? { kind: "error", chatError: record["chatError"] }
    : { kind: "response", response: record };
}

const mayBeDone = "The core may still carry the command out: look before you send it again.";

function timedOut(timeoutMs: number): CommandResult {
  return {
    kind: "failed",
    failure: "timeout",
    message: `The core did not answer the command within ${timeoutMs / 1000} s. ${mayBeDone}`,
  };
}

function cancelled(isSent: boolean): CommandResult {
  return {
    kind: "failed",
    failure: "cancelled",
    message: isSent ? `The command was cancelled after it was sent. ${mayBeDone}` : "Cancelled before it was sent.",
  };
}

/** `isSent` tells whether the command had left: then nobody knows whether it was carried out. */
export function connectionLost(cause: string, isSent: boolean): CommandResult {
  return {
    kind: "failed",
    failure: "connection-lost",
    message: isSent ? `${cause} ${mayBeDone}` : `${cause} The command was not sent.`,
  };
}

const tooMany: CommandResult = {
  kind: "failed",
  failure: "not-ready",
  message: `More than ${maxWaiting} commands wait for the core already. The command was not sent. Wait until it has answered.`,
};
