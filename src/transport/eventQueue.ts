import type { CallEvent } from "../exchange/callEvent.ts";

/** Events pushed by listeners and read in order by one consumer; the reading ends after the `end` event. */
export interface EventQueue {
  push(events: readonly CallEvent[]): void;
  readonly events: AsyncIterable<CallEvent>;
}

export function createEventQueue(): EventQueue {
  const waiting: CallEvent[] = [];
  let wake: (() => void) | undefined;

  async function* read(): AsyncIterable<CallEvent> {
    for (;;) {
      const event = waiting.shift();
      if (event === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      yield event;
      if (event.event === "end") return;
    }
  }

  return {
    push(events) {
      waiting.push(...events);
      wake?.();
      wake = undefined;
    },
    events: read(),
  };
}
