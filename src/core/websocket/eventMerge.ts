import type { CoreRecord } from "../core.ts";
import { asArray, asId, asObject } from "../records/jsonShape.ts";

/** Brings the events of several connections into one order. */
export interface EventMerge {
  add(event: CoreRecord): void;
  /** Delivers what was added; called before anything that follows it. */
  flush(): void;
}

/**
 * The core hands its events to its connections in turn, so that of a burst one connection brings every other message. What
 * arrives in one turn of the event loop is delivered together, the messages in the order of their ids, which is that in
 * which the core received them.
 */
export function createEventMerge(deliver: (event: CoreRecord) => void): EventMerge {
  let waiting: CoreRecord[] = [];
  const flush = (): void => {
    const events = waiting;
    waiting = [];
    for (const event of inOrder(events)) deliver(event);
  };
  return {
    add(event) {
      waiting.push(event);
      if (waiting.length === 1) setImmediate(flush);
    },
    flush,
  };
}

/** New messages sorted among themselves; every other event keeps its place. */
function inOrder(events: readonly CoreRecord[]): readonly CoreRecord[] {
  const messages = events.filter((event) => messageId(event) !== undefined);
  messages.sort((a, b) => (messageId(a) ?? 0) - (messageId(b) ?? 0));
  let next = 0;
  return events.map((event) => (messageId(event) === undefined ? event : (messages[next++] ?? event)));
}

function messageId(event: CoreRecord): number | undefined {
  if (event.type !== "newChatItems") return undefined;
  const item = asObject(asObject(asArray(event["chatItems"])?.[0])?.["chatItem"]);
  return asId(asObject(item?.["meta"])?.["itemId"]);
}
