import { WebSocket } from "ws";
import type { Clock } from "../clock.ts";
import type { CoreRecord } from "../core.ts";
import { asObject, asString } from "../records/jsonShape.ts";
import { parseFrame } from "./coreFrame.ts";

/** A frame that is neither an event nor the answer to an open command. Its content is never passed on. */
export type StrayFrame = "unknown-id" | "unreadable" | "binary" | "stray-error";

export interface FrameSocketOptions {
  readonly clock: Clock;
  /** Largest frame accepted; a larger one ends the connection. */
  readonly maxFrameBytes: number;
  readonly openTimeoutMs: number;
  readonly onEvent: (event: CoreRecord) => void;
  readonly onStray: (stray: StrayFrame) => void;
  /** Called once, before `closed` resolves. */
  readonly onClosed: (cause: string) => void;
}

/** How long the closing handshake may take before the socket is cut, in milliseconds. */
const closeTimeoutMs = 500;

/**
 * The socket between the core and `simplex-chat`, made of a `ws` socket. The client sees only what it handles well: an
 * open socket, short flat responses to commands it sent, one close. Events go past it, straight to `onEvent`: its queue of 16
 * stops all responses when nobody reads it.
 */
export class FrameSocket {
  /** Set by the client. */
  onmessage: ((message: { readonly data: string }) => void) | undefined;
  onclose: (() => void) | undefined;
  onerror: (() => void) | undefined;
  /** The client polls this after each write with timers of 0 ms; the socket's own buffer needs no such care. */
  readonly bufferedAmount = 0;
  /** Resolves once: undefined when open, else why it is not. */
  readonly opened: Promise<string | undefined>;
  /** Resolves once, with the cause, when the socket has closed. */
  readonly closed: Promise<string>;

  readonly #socket: WebSocket;
  readonly #options: FrameSocketOptions;
  /** Ids sent and not answered. */
  readonly #openIds = new Set<string>();
  /** Responses whose client is being told of them, by the command's id. */
  readonly #responses = new Map<string, CoreRecord>();
  #failure: string | undefined;

  constructor(url: string, options: FrameSocketOptions) {
    this.#options = options;
    this.#socket = new WebSocket(url, {
      maxPayload: options.maxFrameBytes,
      perMessageDeflate: false,
      followRedirects: false,
    });
    this.#socket.on("message", (data, isBinary) => this.#receive(data, isBinary));
    this.#socket.on("error", (error) => {
      this.#failure ??= describeSocketError(error);
      // After a bad frame the socket reads nothing more, so the closing handshake cannot end.
      this.#socket.terminate();
    });
    this.closed = new Promise((resolve) => {
      this.#socket.on("close", (code) => {
        const cause = this.#failure ?? `The core closed the connection (code ${code}).`;
        this.#openIds.clear();
        options.onClosed(cause);
        resolve(cause);
        this.onclose?.();
      });
    });
    this.opened = this.#untilOpen();
  }

  /** The client sets it to learn of the opening; it is given an open socket, so it learns at once. */
  set onopen(listener: () => void) {
    queueMicrotask(listener);
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** The response that the client resolved a command with: it is told its tag and its id only. Given out once. */
  takeResponse(told: unknown): CoreRecord | undefined {
    const corrId = asString(asObject(told)?.["corrId"]) ?? "";
    const response = this.#responses.get(corrId);
    this.#responses.delete(corrId);
    return response;
  }

  send(text: string): void {
    const corrId = asString(asObject(JSON.parse(text))?.["corrId"]);
    if (corrId !== undefined) this.#openIds.add(corrId);
    this.#socket.send(text);
  }

  /** Closes politely, and cuts the socket when that takes long. Closing twice is harmless. */
  close(): void {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    const takeBack = this.#options.clock.after(closeTimeoutMs, () => this.#socket.terminate());
    this.#socket.once("close", takeBack);
    this.#socket.close();
  }

  /** The client gets a stub: it would parse the frame once more, and what it parses has lost the text of the payload. */
  #tellClient(corrId: string, record: CoreRecord): void {
    this.#responses.set(corrId, record);
    this.onmessage?.({ data: JSON.stringify({ corrId, resp: { type: record.type, corrId } }) });
  }

  #untilOpen(): Promise<string | undefined> {
    return new Promise((resolve) => {
      const takeBack = this.#options.clock.after(this.#options.openTimeoutMs, () => {
        this.#failure ??= "The core did not open the connection in time.";
        this.#socket.terminate();
      });
      this.#socket.once("open", () => {
        takeBack();
        resolve(undefined);
      });
      void this.closed.then((cause) => {
        takeBack();
        resolve(cause);
      });
    });
  }

  #receive(data: WebSocket.RawData, isBinary: boolean): void {
    if (isBinary) {
      this.#options.onStray("binary");
      return;
    }
    const frame = parseFrame(data.toString());
    if (frame.kind === "event") this.#options.onEvent(frame.record);
    else if (frame.kind !== "response") this.#options.onStray(frame.kind);
    // The client would print an answer to an unknown id, with its content.
    else if (!this.#openIds.delete(frame.corrId)) this.#options.onStray("unknown-id");
    else this.#tellClient(frame.corrId, frame.record);
  }
}

function describeSocketError(error: Error & { readonly code?: string }): string {
  switch (error.code) {
    case "ECONNREFUSED":
      return "Nothing listens at the address of the core (connection refused). Start it with simplex-chat -p <port>, or correct the port.";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The host of the core cannot be found (${error.code}).`;
    case "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH":
      return "The core sent a frame larger than this client accepts, so the connection was closed.";
    default:
      return `The connection to the core failed: ${error.message || error.code || error.name}.`;
  }
}
