import {
  type HostMessage,
  type PageMessage,
  type RequestName,
  type RequestTable,
  requestTimeoutMs,
} from "../messages.ts";

interface VsCodeApi {
  postMessage(message: PageMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

interface PendingRequest {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: number;
}

/** The page's end of the messages: requests with exactly one outcome each, and the state that outlives the page. */
export class HostChannel {
  readonly #api = acquireVsCodeApi();
  readonly #pending = new Map<number, PendingRequest>();
  #nextId = 1;

  constructor(onMessage: (message: Exclude<HostMessage, { kind: "response" }>) => void) {
    window.addEventListener("message", (event: MessageEvent<unknown>) => {
      const message = hostMessage(event.data);
      if (message?.kind === "response") this.#settle(message);
      else if (message) onMessage(message);
    });
  }

  /** Says that the page exists. The host answers with a snapshot. */
  ready(): void {
    this.#api.postMessage({ kind: "ready" });
  }

  wantSnapshot(lastSequence: number): void {
    this.#api.postMessage({ kind: "snapshot-wanted", lastSequence });
  }

  /** Asks the host for something. Rejects with a sentence to show when it fails or takes too long. */
  request<Name extends RequestName>(
    name: Name,
    params: RequestTable[Name]["params"],
  ): Promise<RequestTable[Name]["result"]> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = window.setTimeout(() => {
        this.#pending.delete(id);
        reject(new Error("The editor did not answer in time. Try again, or reload the window."));
      }, requestTimeoutMs);
      // The host answers each request with the result its name stands for in the table.
      this.#pending.set(id, { resolve: resolve as (result: unknown) => void, reject, timer });
      this.#api.postMessage({ kind: "request", id, name, params } as PageMessage);
    });
  }

  get savedState(): unknown {
    return this.#api.getState();
  }

  saveState(state: object): void {
    this.#api.setState(state);
  }

  #settle(message: Extract<HostMessage, { kind: "response" }>): void {
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    this.#pending.delete(message.id);
    window.clearTimeout(pending.timer);
    if (message.ok) pending.resolve(message.result);
    else pending.reject(new Error(message.message));
  }
}

/** Only the host can post to this document; its messages are typed on its side. */
function hostMessage(data: unknown): HostMessage | undefined {
  if (typeof data !== "object" || data === null || !("kind" in data)) return undefined;
  const isKnown = data.kind === "snapshot" || data.kind === "delta" || data.kind === "response";
  return isKnown ? (data as HostMessage) : undefined;
}
