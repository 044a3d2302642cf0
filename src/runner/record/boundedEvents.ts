import type { CallEvent } from "../../exchange/callEvent.ts";

/** The events of a call, bounded by number and by size; what does not fit is left out of the middle. */
export interface BoundedEvents {
  readonly events: readonly CallEvent[];
  /** How many events were left out. */
  readonly cutEvents: number;
  add(event: CallEvent): void;
}

export interface EventBounds {
  readonly maxEvents: number;
  /** Characters of text and JSON, which are about the bytes kept. */
  readonly maxCharacters: number;
}

const defaultEventBounds: EventBounds = { maxEvents: 5_000, maxCharacters: 32_000_000 };

/** The first part of the room is kept for the beginning of the call, the rest for its newest events. */
const beginningShare = 0.5;

/** Keeps both ends of a call within `bounds`; by default 5,000 events or 32 million characters. */
export function createBoundedEvents(bounds: EventBounds = defaultEventBounds): BoundedEvents {
  const beginning: CallEvent[] = [];
  let newest: { readonly event: CallEvent; readonly characters: number }[] = [];
  let beginningCharacters = 0;
  let newestCharacters = 0;
  let isBeginningFull = false;
  let cutEvents = 0;
  let joined: readonly CallEvent[] | undefined;

  return {
    get events() {
      joined ??= [...beginning, ...newest.map(({ event }) => event)];
      return joined;
    },
    get cutEvents() {
      return cutEvents;
    },
    add(event) {
      joined = undefined;
      const characters = charactersOf(event);
      isBeginningFull ||=
        beginning.length >= bounds.maxEvents * beginningShare ||
        beginningCharacters + characters > bounds.maxCharacters * beginningShare;
      if (!isBeginningFull) {
        beginning.push(event);
        beginningCharacters += characters;
        return;
      }
      newest.push({ event, characters });
      newestCharacters += characters;
      cutMiddle();
    },
  };

  /** Drops the oldest of the newest; the last event always stays, since it says how the call ended. */
  function cutMiddle(): void {
    let first = 0;
    while (first < newest.length - 1 && !fits(newest.length - first)) {
      newestCharacters -= newest[first]?.characters ?? 0;
      first++;
    }
    if (first === 0) return;
    newest = newest.slice(first);
    cutEvents += first;
  }

  function fits(newestCount: number): boolean {
    return (
      beginning.length + newestCount <= bounds.maxEvents &&
      beginningCharacters + newestCharacters <= bounds.maxCharacters
    );
  }
}

/** A reply keeps its text and, parsed, about as much again. */
function charactersOf(event: CallEvent): number {
  if (event.event === "reply") return event.text.length * ("json" in event ? 2 : 1);
  return event.event === "sent" ? event.text.length : event.sent.length;
}
