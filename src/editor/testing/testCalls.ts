import type { LiveCall } from "../../runner/run/liveCall.ts";
import type { CallHistory } from "../history/callHistory.ts";
import type { CallPanel } from "../panel/callPanel.ts";

/** Where the calls of tests can be seen. */
export interface CallPlaces {
  readonly panel: Pick<CallPanel, "show" | "showTranscript">;
  readonly history: Pick<CallHistory, "record" | "remove" | "entries" | "transcript">;
}

/** A test, as its calls are kept by it: the file's URI, and the request's id and name in it. */
export interface TestIdentity {
  readonly file: string;
  readonly id: string;
  readonly name: string;
}

/** Calls of this window that are kept whole; those before are in the history alone. */
const maxKeptCalls = 200;

/**
 * The calls that tests made. Of each test the history keeps the last one that passed and the last one that did not: enough
 * to compare the two, and a run at each save does not push out what was sent by hand.
 */
export class TestCalls {
  readonly #places: () => Promise<CallPlaces>;
  /** The last call of each test. */
  readonly #last = new Map<string, LiveCall>();
  /** The ids of the calls in the history, by test and outcome. */
  readonly #recorded = new Map<string, string>();

  constructor(places: () => Promise<CallPlaces>) {
    this.#places = places;
  }

  started(test: TestIdentity, call: LiveCall): void {
    const key = keyOf(test);
    this.#last.delete(key);
    this.#last.set(key, call);
    const [oldest] = this.#last.keys();
    if (this.#last.size > maxKeptCalls && oldest !== undefined) this.#last.delete(oldest);
  }

  /** Puts a call that has ended into the history, in the place of the one before with the same outcome. */
  async ended(test: TestIdentity, call: LiveCall, isPassed: boolean): Promise<void> {
    const { history } = await this.#places();
    const key = JSON.stringify([keyOf(test), isPassed]);
    const earlier = this.#recorded.get(key);
    this.#recorded.set(key, call.header.id);
    history.record(call);
    if (earlier !== undefined) await history.remove(earlier);
  }

  /** Shows the last call of a test in the panel: of this window, else of the history. False when there is none. */
  async show(test: TestIdentity): Promise<boolean> {
    const { panel, history } = await this.#places();
    const call = this.#last.get(keyOf(test));
    if (call) {
      panel.show(call);
      return true;
    }
    const entries = await history.entries();
    const entry = entries.find(({ header }) => header.file === test.file && header.name === test.name);
    const transcript = entry && (await history.transcript(entry.header.id));
    if (transcript) panel.showTranscript(transcript);
    return transcript !== undefined;
  }
}

function keyOf({ file, id }: TestIdentity): string {
  return JSON.stringify([file, id]);
}
