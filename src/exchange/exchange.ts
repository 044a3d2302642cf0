import { createAnswerReader } from "./answerReader.ts";
import { boundedMap } from "./boundedMap.ts";
import type { CallEnd, CallEvent, CallFailure, CallOutcome, ReplyNote } from "./callEvent.ts";
import {
  cancelledFailure,
  connectionLostFailure,
  noAnswerFailure,
  protocolFailure,
  timeoutFailure,
  unconfirmedFailure,
} from "./callFailure.ts";
import type { JsonRpcError } from "./jsonRpcReply.ts";
import { createReplyEvents } from "./replyEvents.ts";
import type { AnswerReader, ReplyReading } from "./replyReading.ts";

/** Whose replies a call in a conversation accepts (agent-protocols#replies). */
export type ReplyScope =
  /** A direct chat: only the recipient. */
  | { readonly kind: "direct"; readonly senderId: string }
  /** A group, after a mention: only the mentioned member. */
  | { readonly kind: "mention"; readonly senderId: string }
  /** A business chat: every member, and the answer of the business ends the call. */
  | { readonly kind: "business"; readonly senderId: string }
  /** A group: every member. */
  | { readonly kind: "broadcast" };

export interface ExchangeCall {
  readonly protocol: string;
  readonly requestJson: string;
  /** The command as it is sent. */
  readonly sent: string;
  readonly scope: ReplyScope;
  /** How long to wait for the end of one answer. */
  readonly timeoutMs: number;
  /** How long a broadcast collects. */
  readonly waitMs: number;
  /** True where earlier replies may still be on their way: the last one is held back until `settled`. */
  readonly isSettling?: boolean;
}

/** A text message of the conversation, received or edited. */
export interface ReceivedMessage {
  /** The local id: the same for an edited message and for one that is read a second time. */
  readonly itemId: number;
  readonly sender: string;
  readonly senderId: string;
  readonly text: string;
  /** True while the message is still being typed. */
  readonly isLive: boolean;
  readonly quote?: MessageQuote | undefined;
}

interface MessageQuote {
  /** True when the quoted message was sent by this profile. */
  readonly isOwn: boolean;
  readonly itemId?: number | undefined;
  readonly sharedMsgId?: string | undefined;
  readonly text: string;
}

export type ExchangeInput =
  /** The command is in the conversation, under these ids. */
  | { readonly kind: "sent"; readonly itemId: number; readonly sharedMsgId?: string | undefined }
  | { readonly kind: "message"; readonly message: ReceivedMessage }
  /** Everything that came before a reply that is held back has been given. */
  | { readonly kind: "settled" }
  | { readonly kind: "tick" }
  | { readonly kind: "cancel" }
  | { readonly kind: "connection-lost"; readonly cause: string }
  | { readonly kind: "core-error"; readonly failure: CallFailure };

/** One call in a conversation, from the command to the end of its answer. */
export interface Exchange {
  /** Takes one input at its time (milliseconds since the epoch) and gives the events it causes. */
  accept(input: ExchangeInput, atMs: number): readonly CallEvent[];
  /** True while the reply that ends the call is held back, until `settled` or until the call ends otherwise. */
  readonly isHeldBack: boolean;
  /** When a `tick` is due; `undefined` once the call has ended. */
  readonly deadlineMs: number | undefined;
}

/** The reply that ends the call, read but not given, and what came after it in the conversation. */
interface HeldBack {
  readonly message: ReceivedMessage;
  readonly isEdited: boolean;
  readonly reading: ReplyReading;
  readonly following: { readonly message: ReceivedMessage; readonly isEdited: boolean }[];
}

/** Messages kept that came before the command's own ids were known. */
const maxEarlyMessages = 1000;
/** Messages remembered, so that one read a second time is shown once. */
const maxRememberedMessages = 50_000;
/** Texts kept to tell duplicates. */
const maxRememberedTexts = 1000;
const quoteLength = 120;

/**
 * Starts the exchange of a command about to be sent. Replies are matched by the quoted message's ids, never by its text;
 * those that come before the ids are known are kept and matched then. After the end, replies are still given, with the
 * note `after-end`.
 */
export function createExchange(call: ExchangeCall, startedAtMs: number): Exchange {
  const durationMs = call.scope.kind === "broadcast" ? call.waitMs : call.timeoutMs;
  const deadlineMs = startedAtMs + durationMs;
  const answers = new Map<string, { readonly reader: AnswerReader; hasEnded: boolean }>();
  const contentByItem = boundedMap<number, string>(maxRememberedMessages);
  const seenTexts = boundedMap<string, true>(maxRememberedTexts);
  const events = createReplyEvents(call.sent, startedAtMs);
  const received = { texts: 0, wrongIds: 0, unquoted: 0 };
  let own: { readonly itemId: number; readonly sharedMsgId: string | undefined } | undefined;
  let early: ReceivedMessage[] = [];
  let held: HeldBack | undefined;
  let answered = 0;
  let firstError: JsonRpcError | undefined;
  let hasEnded = false;

  return {
    accept(input, atMs) {
      switch (input.kind) {
        case "sent": {
          own = { itemId: input.itemId, sharedMsgId: comparableId(input.sharedMsgId) };
          const messages = early;
          early = [];
          return messages.flatMap((message) => receive(message, atMs));
        }
        case "message":
          return receive(input.message, atMs);
        case "settled":
          return release(atMs);
        case "tick":
          return atMs < deadlineMs ? [] : held ? release(atMs) : endAtDeadline(atMs);
        case "cancel":
          return held ? release(atMs) : end(atMs, "cancelled", cancelledFailure());
        case "connection-lost":
          return held ? release(atMs) : end(atMs, "connection-lost", connectionLostFailure(input.cause));
        case "core-error":
          return end(atMs, "core-error", input.failure);
      }
    },
    get isHeldBack() {
      return held !== undefined;
    },
    get deadlineMs() {
      return hasEnded ? undefined : deadlineMs;
    },
  };

  function receive(message: ReceivedMessage, atMs: number): readonly CallEvent[] {
    if (!isAccepted(message.senderId)) return [];
    if (message.quote === undefined) {
      received.unquoted++;
      return [];
    }
    if (!message.quote.isOwn) return [];
    if (own === undefined) {
      if (early.length < maxEarlyMessages) early.push(message);
      return [];
    }
    // A live message is final only when its update says so.
    if (!quotesCommand(message.quote, own) || message.isLive) return [];
    const content = contentMark(message.text);
    const earlierContent = contentByItem.get(message.itemId);
    if (earlierContent === content) return [];
    contentByItem.set(message.itemId, content);
    return takeReply(message, earlierContent !== undefined, atMs);
  }

  function takeReply(message: ReceivedMessage, isEdited: boolean, atMs: number): readonly CallEvent[] {
    if (held && message.itemId >= held.message.itemId) {
      held.following.push({ message, isEdited });
      return [];
    }
    const reading = answerOf(message.senderId).reader.read(message.text);
    const isLast = reading.isFinal && !hasEnded && !held && isAwaited(message.senderId);
    if (isLast && call.isSettling) {
      held = { message, isEdited, reading, following: [] };
      return [];
    }
    return giveReply(message, isEdited, reading, atMs);
  }

  function release(atMs: number): readonly CallEvent[] {
    if (held === undefined) return [];
    const { message, isEdited, reading, following } = held;
    held = undefined;
    const last = giveReply(message, isEdited, reading, atMs);
    return [...last, ...following.flatMap((one) => takeReply(one.message, one.isEdited, atMs))];
  }

  function giveReply(
    message: ReceivedMessage,
    isEdited: boolean,
    reading: ReplyReading,
    atMs: number,
  ): readonly CallEvent[] {
    const answer = answerOf(message.senderId);
    const notes: ReplyNote[] = [...reading.notes];
    const textKey = `${message.senderId} ${message.text}`;
    if (isEdited) notes.push("edited");
    else if (seenTexts.get(textKey)) notes.push("duplicate");
    if (hasEnded || answer.hasEnded) notes.push("after-end");
    seenTexts.set(textKey, true);
    countReply(reading);
    const reply = events.reply(
      {
        sender: message.sender,
        senderId: message.senderId,
        text: message.text,
        kind: reading.kind,
        ...("json" in reading && { json: reading.json }),
        ...(message.quote && { quote: message.quote.text.slice(0, quoteLength) }),
        notes,
      },
      atMs,
    );
    if (!reading.isFinal || answer.hasEnded || hasEnded) return [reply];
    answer.hasEnded = true;
    if (reading.error === undefined) answered++;
    else firstError ??= reading.error;
    return isAwaited(message.senderId) ? [reply, ...endWithAnswer(atMs)] : [reply];
  }

  /** True for the one whose answer ends the call. In a broadcast nobody's does. */
  function isAwaited(senderId: string): boolean {
    return call.scope.kind !== "broadcast" && call.scope.senderId === senderId;
  }

  function isAccepted(senderId: string): boolean {
    return call.scope.kind === "broadcast" || call.scope.kind === "business" || isAwaited(senderId);
  }

  function answerOf(senderId: string) {
    const known = answers.get(senderId);
    if (known) return known;
    const answer = { reader: createAnswerReader(call.protocol, call.requestJson), hasEnded: false };
    answers.set(senderId, answer);
    return answer;
  }

  function countReply(reading: ReplyReading): void {
    if (reading.kind === "text") received.texts++;
    if (reading.notes.includes("wrong-id")) received.wrongIds++;
  }

  function endAtDeadline(atMs: number): readonly CallEvent[] {
    if (answered > 0 || firstError) return endWithAnswer(atMs);
    if (own === undefined) return end(atMs, "timeout", unconfirmedFailure(durationMs));
    const failure = call.scope.kind === "broadcast" ? noAnswerFailure : timeoutFailure;
    return end(atMs, "timeout", failure(durationMs, { replies: events.count, ...received }));
  }

  function endWithAnswer(atMs: number): readonly CallEvent[] {
    if (answered > 0 || firstError === undefined) return end(atMs, "answered");
    return end(atMs, "protocol-error", protocolFailure(call.protocol, firstError));
  }

  function end(atMs: number, outcome: CallOutcome, failure?: CallFailure): readonly CallEnd[] {
    if (hasEnded) return [];
    hasEnded = true;
    return [events.end({ outcome, failure }, atMs)];
  }
}

/** Tells the texts of one message apart, in a few bytes: its length and its FNV-1a hash. */
function contentMark(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length} ${hash}`;
}

function quotesCommand(
  quote: MessageQuote,
  own: { readonly itemId: number; readonly sharedMsgId: string | undefined },
): boolean {
  const sharedMsgId = comparableId(quote.sharedMsgId);
  if (sharedMsgId !== undefined && own.sharedMsgId !== undefined) return sharedMsgId === own.sharedMsgId;
  return quote.itemId === own.itemId;
}

/** Shared ids are base64url, which some write without its padding. */
function comparableId(sharedMsgId: string | undefined): string | undefined {
  return sharedMsgId?.replace(/=+$/, "");
}
