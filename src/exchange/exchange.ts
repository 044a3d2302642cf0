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
import { createReplyEvents, type ReplyEvents } from "./replyEvents.ts";
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

/** A message that answers the command. */
interface AnsweringMessage {
  readonly message: ReceivedMessage;
  readonly isEdited: boolean;
}

/** The reply that ends the call, read but not given, and what came after it in the conversation. */
interface HeldBack {
  readonly last: AnsweringMessage;
  readonly reading: ReplyReading;
  readonly following: AnsweringMessage[];
}

/** The answer of one sender, as far as it is read. */
interface SenderAnswer {
  readonly reader: AnswerReader;
  hasEnded: boolean;
}

/** What the command is known by in the conversation. */
interface CommandIds {
  readonly itemId: number;
  readonly sharedMsgId: string | undefined;
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
  return new ConversationExchange(call, startedAtMs);
}

class ConversationExchange implements Exchange {
  readonly #call: ExchangeCall;
  readonly #durationMs: number;
  readonly #deadlineMs: number;
  readonly #events: ReplyEvents;
  readonly #answers = new Map<string, SenderAnswer>();
  readonly #contentByItem = boundedMap<number, string>(maxRememberedMessages);
  readonly #seenTexts = boundedMap<string, true>(maxRememberedTexts);
  readonly #received = { texts: 0, wrongIds: 0, unquoted: 0 };
  #command: CommandIds | undefined;
  #early: ReceivedMessage[] = [];
  #held: HeldBack | undefined;
  /** How many senders have answered without an error. */
  #answered = 0;
  #firstError: JsonRpcError | undefined;
  #hasEnded = false;

  constructor(call: ExchangeCall, startedAtMs: number) {
    this.#call = call;
    this.#durationMs = call.scope.kind === "broadcast" ? call.waitMs : call.timeoutMs;
    this.#deadlineMs = startedAtMs + this.#durationMs;
    this.#events = createReplyEvents(call.sent, startedAtMs);
  }

  accept(input: ExchangeInput, atMs: number): readonly CallEvent[] {
    switch (input.kind) {
      case "sent": {
        this.#command = { itemId: input.itemId, sharedMsgId: comparableId(input.sharedMsgId) };
        const messages = this.#early;
        this.#early = [];
        return messages.flatMap((message) => this.#receive(message, atMs));
      }
      case "message":
        return this.#receive(input.message, atMs);
      case "settled":
        return this.#release(atMs);
      case "tick":
        if (atMs < this.#deadlineMs) return [];
        return this.isHeldBack ? this.#release(atMs) : this.#endAtDeadline(atMs);
      case "cancel":
        return this.isHeldBack ? this.#release(atMs) : this.#end(atMs, "cancelled", cancelledFailure());
      case "connection-lost":
        if (this.isHeldBack) return this.#release(atMs);
        return this.#end(atMs, "connection-lost", connectionLostFailure(input.cause));
      case "core-error":
        return this.#end(atMs, "core-error", input.failure);
    }
  }

  get isHeldBack(): boolean {
    return this.#held !== undefined;
  }

  get deadlineMs(): number | undefined {
    return this.#hasEnded ? undefined : this.#deadlineMs;
  }

  #receive(message: ReceivedMessage, atMs: number): readonly CallEvent[] {
    if (!isAccepted(this.#call.scope, message.senderId)) return [];
    if (message.quote === undefined) {
      this.#received.unquoted++;
      return [];
    }
    if (!message.quote.isOwn) return [];
    if (this.#command === undefined) {
      if (this.#early.length < maxEarlyMessages) this.#early.push(message);
      return [];
    }
    // A live message is final only when its update says so.
    if (!quotesCommand(message.quote, this.#command) || message.isLive) return [];
    const content = contentMark(message.text);
    const earlierContent = this.#contentByItem.get(message.itemId);
    if (earlierContent === content) return [];
    this.#contentByItem.set(message.itemId, content);
    return this.#take({ message, isEdited: earlierContent !== undefined }, atMs);
  }

  #take(answering: AnsweringMessage, atMs: number): readonly CallEvent[] {
    const { itemId, senderId, text } = answering.message;
    if (this.#held && itemId >= this.#held.last.message.itemId) {
      this.#held.following.push(answering);
      return [];
    }
    const reading = this.#answerOf(senderId).reader.read(text);
    const isLast = reading.isFinal && !this.#hasEnded && !this.#held && isAwaited(this.#call.scope, senderId);
    if (isLast && this.#call.isSettling) {
      this.#held = { last: answering, reading, following: [] };
      return [];
    }
    return this.#give(answering, reading, atMs);
  }

  #release(atMs: number): readonly CallEvent[] {
    if (this.#held === undefined) return [];
    const { last, reading, following } = this.#held;
    this.#held = undefined;
    const events = this.#give(last, reading, atMs);
    return [...events, ...following.flatMap((answering) => this.#take(answering, atMs))];
  }

  #give({ message, isEdited }: AnsweringMessage, reading: ReplyReading, atMs: number): readonly CallEvent[] {
    const { sender, senderId, text, quote } = message;
    const answer = this.#answerOf(senderId);
    const notes: ReplyNote[] = [...reading.notes];
    const textKey = `${senderId} ${text}`;
    if (isEdited) notes.push("edited");
    else if (this.#seenTexts.get(textKey)) notes.push("duplicate");
    if (this.#hasEnded || answer.hasEnded) notes.push("after-end");
    this.#seenTexts.set(textKey, true);
    if (reading.kind === "text") this.#received.texts++;
    if (reading.notes.includes("wrong-id")) this.#received.wrongIds++;
    const content = {
      sender,
      senderId,
      text,
      kind: reading.kind,
      ...("json" in reading && { json: reading.json }),
      ...(quote && { quote: quote.text.slice(0, quoteLength) }),
      notes,
    };
    return [this.#events.reply(content, atMs), ...this.#endAnswer(senderId, answer, reading, atMs)];
  }

  /** Notes the end of a sender's answer, which ends the call where it is the one awaited. */
  #endAnswer(senderId: string, answer: SenderAnswer, reading: ReplyReading, atMs: number): readonly CallEnd[] {
    if (!reading.isFinal || answer.hasEnded || this.#hasEnded) return [];
    answer.hasEnded = true;
    if (reading.error === undefined) this.#answered++;
    else this.#firstError ??= reading.error;
    return isAwaited(this.#call.scope, senderId) ? this.#endWithAnswer(atMs) : [];
  }

  #answerOf(senderId: string): SenderAnswer {
    const known = this.#answers.get(senderId);
    if (known) return known;
    const { protocol, requestJson } = this.#call;
    const answer = { reader: createAnswerReader(protocol, requestJson), hasEnded: false };
    this.#answers.set(senderId, answer);
    return answer;
  }

  #endAtDeadline(atMs: number): readonly CallEnd[] {
    if (this.#answered > 0 || this.#firstError) return this.#endWithAnswer(atMs);
    if (this.#command === undefined) return this.#end(atMs, "timeout", unconfirmedFailure(this.#durationMs));
    const failure = this.#call.scope.kind === "broadcast" ? noAnswerFailure : timeoutFailure;
    const received = { replies: this.#events.count, ...this.#received };
    return this.#end(atMs, "timeout", failure(this.#durationMs, received));
  }

  #endWithAnswer(atMs: number): readonly CallEnd[] {
    if (this.#answered > 0 || this.#firstError === undefined) return this.#end(atMs, "answered");
    return this.#end(atMs, "protocol-error", protocolFailure(this.#call.protocol, this.#firstError));
  }

  #end(atMs: number, outcome: CallOutcome, failure?: CallFailure): readonly CallEnd[] {
    if (this.#hasEnded) return [];
    this.#hasEnded = true;
    return [this.#events.end({ outcome, failure }, atMs)];
  }
}

function isAccepted(scope: ReplyScope, senderId: string): boolean {
  return scope.kind === "broadcast" || scope.kind === "business" || isAwaited(scope, senderId);
}

/** True for the one whose answer ends the call. In a broadcast nobody's does. */
function isAwaited(scope: ReplyScope, senderId: string): boolean {
  return scope.kind !== "broadcast" && scope.senderId === senderId;
}

/** Tells the texts of one message apart, in a few bytes: its length and its FNV-1a hash. */
function contentMark(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length} ${hash}`;
}

function quotesCommand(quote: MessageQuote, command: CommandIds): boolean {
  const sharedMsgId = comparableId(quote.sharedMsgId);
  if (sharedMsgId !== undefined && command.sharedMsgId !== undefined) return sharedMsgId === command.sharedMsgId;
  return quote.itemId === command.itemId;
}

/** Shared ids are base64url, which some write without its padding. */
function comparableId(sharedMsgId: string | undefined): string | undefined {
  return sharedMsgId?.replace(/=+$/, "");
}
