import { Fetch } from "socket.io-client";

/** A longer answer ends the connection, in bytes. Servers of the protocol pass on 1 MB unless set otherwise. */
export const maxAnswerBytes = 16 * 1024 * 1024;

/** What a failed request of this transport is known by in the error of the connection. */
interface RefusedPoll {
  readonly responseText: string;
}

/** Socket.IO's long polling with a limit: its own transports read an answer of any length. Redirects are not followed. */
export class BoundedPolling extends Fetch {
  readonly #closed = new AbortController();

  override doPoll(): void {
    void this.#exchange(null, (text) => this.onData(text));
  }

  override doWrite(data: string, callback: () => void): void {
    void this.#exchange(data, callback);
  }

  override doClose(): void {
    super.doClose();
    // A poll hangs for as long as nothing comes; the last request, which says goodbye, is on its way already.
    setTimeout(() => this.#closed.abort(), lastRequestMs).unref();
  }

  /** What is thrown at an answer that is none of Socket.IO, such as a handshake that is no JSON, ends the connection too. */
  async #exchange(body: string | null, onAnswer: (text: string) => void): Promise<void> {
    try {
      const text = await this.#request(body);
      if (text !== undefined) onAnswer(text);
    } catch (error) {
      if (!this.#closed.signal.aborted) this.onError("poll error", error);
    }
  }

  /** The body of the answer; undefined when the server refused, which ends the connection. */
  async #request(body: string | null): Promise<string | undefined> {
    const response = await fetch(this.uri(), {
      method: body === null ? "GET" : "POST",
      body,
      headers: { ...this.opts.extraHeaders, ...(body !== null && { "content-type": "text/plain;charset=UTF-8" }) },
      // Credentials in headers must not go where a redirect says.
      redirect: "manual",
      signal: this.#closed.signal,
    });
    const text = await boundedText(response);
    if (response.ok) return text;
    const refused: RefusedPoll = { responseText: text };
    this.onError("poll refused", response.status, refused);
    return undefined;
  }
}

const lastRequestMs = 1000;

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxAnswerBytes) throw new RangeError(`The answer is longer than ${maxAnswerBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
