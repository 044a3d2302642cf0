import type { CommandOptions, CommandResult } from "../core.ts";
import type { CoreConnection, OpenedConnection } from "./coreConnection.ts";

/**
 * These hold their connection until another machine has answered, and the core runs the commands of a connection one at a
 * time: they get a connection of their own.
 */
const slowCommand = /^\/(_service_request|_connect) /;

/** Connections for slow commands: one, and a few more while given-up commands hold it. */
const maxSlow = 4;

export type OpenedGroup =
  | { readonly kind: "open"; readonly group: ConnectionGroup }
  | { readonly kind: "failed"; readonly cause: string };

/** Opens the two connections of a client, or none. */
export async function openGroup(open: () => Promise<OpenedConnection>): Promise<OpenedGroup> {
  const main = await open();
  if (main.kind === "failed") return main;
  const slow = await open();
  if (slow.kind === "open") return { kind: "open", group: new ConnectionGroup(main.connection, slow.connection, open) };
  await main.connection.close();
  return slow;
}

/**
 * The connections of one client: one for commands that the core answers by itself, another for the slow ones. They live and
 * end together, because each takes part of the core's events, and what one takes with it is known only to the core.
 */
export class ConnectionGroup {
  /** Resolves with the cause when the first of the connections is gone. */
  readonly lost: Promise<string>;
  readonly #main: CoreConnection;
  readonly #slow: CoreConnection[] = [];
  readonly #open: () => Promise<OpenedConnection>;
  #resolveLost: (cause: string) => void = () => undefined;
  #isClosed = false;

  constructor(main: CoreConnection, slow: CoreConnection, open: () => Promise<OpenedConnection>) {
    this.#main = main;
    this.#open = open;
    this.lost = new Promise((resolve) => {
      this.#resolveLost = resolve;
    });
    void main.closed.then(this.#resolveLost);
    this.#addSlow(slow);
  }

  async command(text: string, options: CommandOptions): Promise<CommandResult> {
    if (!slowCommand.test(text)) return await this.#main.command(text, options);
    const free = this.#slow.find((connection) => !connection.isHeld);
    return await (free ?? (await this.#oneMore())).command(text, options);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#main, ...this.#slow].map((connection) => connection.close()));
  }

  /**
   * The core works on a given-up command until it ends by itself, for minutes perhaps. The held connection is kept: it
   * still brings events, and closing it would lose those on their way.
   */
  async #oneMore(): Promise<CoreConnection> {
    const opened = this.#slow.length < maxSlow ? await this.#open() : undefined;
    if (opened?.kind !== "open") return this.#slow[0] ?? this.#main;
    this.#addSlow(opened.connection);
    if (this.#isClosed) await opened.connection.close();
    return opened.connection;
  }

  #addSlow(connection: CoreConnection): void {
    this.#slow.push(connection);
    void connection.closed.then(this.#resolveLost);
  }
}
