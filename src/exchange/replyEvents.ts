import type { CallEnd, CallFailure, CallOutcome, CallReply } from "./callEvent.ts";
import { isoTime } from "./isoTime.ts";

/** Counts and times the replies of one call, and its end. */
export interface ReplyEvents {
  /** How many replies there were. */
  readonly count: number;
  /** `atMs` is the time of arrival, in milliseconds since the epoch. */
  reply(content: ReplyContent, atMs: number): CallReply;
  end(ending: CallEnding, atMs: number): CallEnd;
}

type ReplyContent = Omit<CallReply, "event" | "sequence" | "at" | "elapsedMs">;

interface CallEnding {
  readonly outcome: CallOutcome;
  readonly failure?: CallFailure | undefined;
}

/** `sent` is what was sent, or would have been; what has elapsed is counted from `startedAtMs`. */
export function createReplyEvents(sent: string, startedAtMs: number): ReplyEvents {
  let count = 0;
  const timesAt = (atMs: number) => ({ at: isoTime(atMs), elapsedMs: atMs - startedAtMs });
  return {
    get count() {
      return count;
    },
    reply({ sender, senderId, ...content }, atMs) {
      count += 1;
      // People read these as lines of JSON: who and when stand before the text.
      return { event: "reply", sequence: count, sender, senderId, ...timesAt(atMs), ...content };
    },
    end: ({ outcome, failure }, atMs) => ({
      event: "end",
      outcome,
      ...timesAt(atMs),
      replies: count,
      sent,
      ...(failure && { failure }),
    }),
  };
}
