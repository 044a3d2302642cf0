import { chatItemsAfter } from "../core/api.ts";
import { sleep, systemTime } from "../core/clock.ts";
import type { Core } from "../core/core.ts";
import type { ChatItem, ChatRef } from "../core/records/records.ts";

/** How often a call that waits looks into its conversation, in milliseconds. */
const lookEveryMs = 2_000;
/** How long a look into the conversation waits while nothing of it comes, and in all, in milliseconds. */
const quietMs = 1_000;
const lookMs = 30_000;
const pageSize = 100;

export interface ConversationReader {
  /** Reads what the conversation has up to now, or as much of it as the core gives in time. */
  lastLook(): Promise<void>;
  /** Tells that messages come by events: the page that is asked for stands behind them. */
  noteEvent(): void;
}

/**
 * Reads the conversation from the command on, from time to time until `signal` is aborted. A core gives each event to one
 * of its connections only: another window or program on the same core may have taken that of a reply, and of two
 * connections the later event may come first.
 */
export function readConversation(
  core: Core,
  chat: ChatRef,
  commandItemId: number,
  onItem: (item: ChatItem) => void,
  signal: AbortSignal,
): ConversationReader {
  let after = commandItemId;
  let received = 0;
  let reading = Promise.resolve();
  void lookAgain();
  return {
    noteEvent() {
      received += 1;
    },
    async lastLook() {
      const isDone = new AbortController();
      const read = readOn().then(() => isDone.abort());
      // While something comes, it goes on: a busy core is slow, and a long answer has many pages.
      for (let waitedMs = 0, before = -1; received > before && waitedMs < lookMs; waitedMs += quietMs) {
        before = received;
        await Promise.race([read, sleep(systemTime, quietMs, isDone.signal)]);
        if (isDone.signal.aborted) return;
      }
    },
  };

  async function lookAgain(): Promise<void> {
    while (!signal.aborted) {
      await sleep(systemTime, lookEveryMs, signal);
      await readOn();
    }
  }

  /** One reading after the other: each goes on where the one before ended. */
  function readOn(): Promise<void> {
    reading = reading.then(readPages);
    return reading;
  }

  async function readPages(): Promise<void> {
    let isMoreThere = true;
    while (isMoreThere && !signal.aborted && core.state.kind === "ready") {
      const page = await chatItemsAfter(core, chat, after, pageSize, { signal });
      if (page.kind !== "ok" || signal.aborted) return;
      received += 1;
      for (const item of page.value) onItem(item);
      const next = lastFinalId(page.value) ?? after;
      isMoreThere = page.value.length === pageSize && next > after;
      after = next;
    }
  }
}

/** A message still being typed is read again, and what follows it. */
function lastFinalId(items: readonly ChatItem[]): number | undefined {
  const firstLive = items.findIndex((item) => item.isLive);
  return (firstLive === -1 ? items.at(-1) : items[firstLive - 1])?.itemId;
}
