/** Events pushed by listeners and read in order by one consumer; the reading ends after the last event. */
export interface EventQueue<Event> {
  push(events: readonly Event[]): void;
  readonly events: AsyncIterable<Event>;
}

/** `isLast` tells the event after which nothing is read. */
export function createEventQueue<Event>(isLast: (event: Event) => boolean): EventQueue<Event> {
  const waiting: Event[] = [];
  let wake: (() => void) | undefined;

  async function* read(): AsyncIterable<Event> {
    for (;;) {
      const event = waiting.shift();
      if (event === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      yield event;
      if (isLast(event)) return;
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
