import { chatItemsOf, sendText } from "../core/api.ts";
import { createAsyncQueue } from "../core/asyncQueue.ts";
import type { Core, Disposable } from "../core/core.ts";
import { type ChatItem, type ChatRef, chatRefText } from "../core/records/records.ts";
import type { CallEvent, CallReply } from "../exchange/callEvent.ts";
import { createExchange, type Exchange, type ExchangeInput, type ReceivedMessage } from "../exchange/exchange.ts";
import { isoTime } from "../exchange/isoTime.ts";
import { type Conversation, memberSenderId } from "./callScope.ts";
import { findConversation } from "./conversation.ts";
import { type ConversationReader, readConversation } from "./conversationReader.ts";
import { endEvent, endingOf } from "./sendFailure.ts";
import { isTooLarge, measureForSending, type SendSize, tooLarge } from "./sendSize.ts";
import type { PreparedRequest, Transport, TransportServices } from "./transport.ts";

/** Sends `/_call` commands as messages of a conversation and collects the replies that quote them. */
export function createChatTransport(core: Core, services: TransportServices): Transport {
  return { kind: "chat", send: (...call) => sendInConversation(core, services, ...call) };
}

async function* sendInConversation(
  core: Core,
  services: TransportServices,
  request: PreparedRequest,
  signal: AbortSignal,
  onLateReply?: (reply: CallReply) => void,
): AsyncIterable<CallEvent> {
  const startedAtMs = services.now();
  const size = measureForSending(request);
  if (isTooLarge(size)) {
    yield endEvent(tooLarge(request, size), request.text, startedAtMs, services.now());
    return;
  }
  const conversation = await findConversation(core, services, request, signal);
  if (conversation.kind === "ended") {
    yield endEvent(conversation.ending, request.text, startedAtMs, services.now());
    return;
  }
  yield* collectReplies(core, services, request, size, conversation.value, signal, onLateReply);
}

/** Sends the command and follows the conversation until the exchange ends, whatever the consumer does meanwhile. */
async function* collectReplies(
  core: Core,
  services: TransportServices,
  request: PreparedRequest,
  size: SendSize,
  conversation: Conversation,
  signal: AbortSignal,
  onLateReply: ((reply: CallReply) => void) | undefined,
): AsyncIterable<CallEvent> {
  const { chat, scope, mentions } = conversation;
  const { protocol, requestJson, text, timeoutMs, waitMs } = request;
  const startedAtMs = services.now();
  // In the sandbox events come one after the other, and to everyone.
  const isSettling = core.mode !== "sandbox";
  const call = { protocol, requestJson, sent: text, scope, timeoutMs, waitMs, isSettling };
  const exchange = createExchange(call, startedAtMs);
  const queue = createAsyncQueue<CallEvent>();
  const ended = new AbortController();
  let reader: ConversationReader | undefined;
  let isSettled = false;
  const give: Give = (message) => accept({ kind: "message", message });
  const inOrder = messagesInOrder(give);
  const accept = (input: ExchangeInput): void => {
    // What was heard counts, however the call ends.
    if (input.kind !== "message" && input.kind !== "sent") inOrder.giveHeard();
    for (const event of exchange.accept(input, services.now())) {
      queue.push(event);
      if (event.event === "end") queue.end();
    }
    if (exchange.isHeldBack && !isSettled) void settle();
  };
  const settle = async (): Promise<void> => {
    isSettled = true;
    await reader?.lastLook();
    accept({ kind: "settled" });
  };
  // The listeners are there before the command is: a fast bot's reply can come before the response to `/_send`.
  const listeners = [
    listenForMessages(core, chat, (message) => {
      reader?.noteEvent();
      if (isSettling) inOrder.hear(message);
      else give(message);
    }),
    listenForAbort(signal, accept),
    startDeadline(core, exchange, startedAtMs, async () => await reader?.lastLook(), accept),
    watchConnection(core, accept),
  ];
  void sendText(core, chat, text, { mentions, signal }).then((sent) => {
    if (sent.kind === "ok") {
      const { itemId, sharedMsgId } = sent.value;
      const at = isoTime(services.now());
      queue.push({ event: "sent", at, transport: "chat", target: request.target, text, ...size, core: core.mode });
      if (isSettling) {
        reader = readConversation(core, chat, itemId, (item) => giveItem(item, chat, give), ended.signal);
      }
      accept({ kind: "sent", itemId, sharedMsgId });
      if (reader) inOrder.lookFirst(reader);
      return;
    }
    if (sent.kind === "failed" && sent.failure === "cancelled") accept({ kind: "cancel" });
    else if (sent.kind === "failed" && sent.failure === "connection-lost") {
      accept({ kind: "connection-lost", cause: sent.message });
    } else accept({ kind: "core-error", failure: endingOf(sent, "send").failure });
  });
  try {
    yield* queue;
  } finally {
    ended.abort();
    for (const listener of listeners) listener.dispose();
    if (onLateReply) watchLateReplies(core, services, chat, exchange, onLateReply);
  }
}

/** How long after the end, and how many of them, late replies are looked out for. */
const lateWindowMs = 60_000;
const maxLateReplies = 100;

/** A bot that answers twice, or after the time is over, is not silently ignored. */
function watchLateReplies(
  core: Core,
  services: TransportServices,
  chat: ChatRef,
  exchange: Exchange,
  onLateReply: (reply: CallReply) => void,
): void {
  let replies = 0;
  const listener = listenForMessages(core, chat, (message) => {
    for (const event of exchange.accept({ kind: "message", message }, services.now())) {
      if (event.event === "reply" && replies++ < maxLateReplies) onLateReply(event);
    }
    if (replies >= maxLateReplies) listener.dispose();
  });
  // Nobody waits for it: a process that has nothing else to do ends.
  setTimeout(() => listener.dispose(), lateWindowMs).unref();
}

type Give = (message: ReceivedMessage) => void;

interface MessagesInOrder {
  /** Takes a message of an event. */
  hear(message: ReceivedMessage): void;
  /** From now on the first message heard waits for what the conversation has before it. */
  lookFirst(reader: ConversationReader): void;
  /** Gives what waits at once. */
  giveHeard(): void;
}

/** Messages that wait for a look into the conversation; more than these do not. */
const maxHeard = 1_000;

/**
 * Gives what the conversation has before the first message that an event brings: where another client of the core was given
 * the events of the first replies, a stream would seem to begin with a later one.
 */
function messagesInOrder(give: Give): MessagesInOrder {
  const heard: ReceivedMessage[] = [];
  let reader: ConversationReader | undefined;
  let isWaiting = true;
  const giveHeard = (): void => {
    for (const message of heard.splice(0).toSorted((a, b) => a.itemId - b.itemId)) give(message);
  };
  const look = async (): Promise<void> => {
    const first = reader;
    if (first === undefined || heard.length === 0) return;
    reader = undefined;
    await first.lastLook();
    isWaiting = false;
    giveHeard();
  };
  return {
    giveHeard,
    hear(message) {
      if (!isWaiting || heard.length >= maxHeard) return give(message);
      heard.push(message);
      void look();
    },
    lookFirst(given) {
      reader = given;
      void look();
    },
  };
}

type Accept = (input: ExchangeInput) => void;

function listenForMessages(core: Core, chat: ChatRef, give: Give): Disposable {
  return core.onEvent((record) => {
    for (const item of chatItemsOf(record)) giveItem(item, chat, give);
  });
}

function giveItem(item: ChatItem, chat: ChatRef, give: Give): void {
  const message = chatRefText(item.chat) === chatRefText(chat) ? receivedMessage(item) : undefined;
  if (message) give(message);
}

/** The item as the exchange knows it; undefined for this profile's own messages. */
function receivedMessage(item: ChatItem): ReceivedMessage | undefined {
  const sender = senderOf(item);
  if (sender === undefined) return undefined;
  return { itemId: item.itemId, ...sender, text: item.text, isLive: item.isLive, quote: item.quote };
}

function senderOf(item: ChatItem): { readonly sender: string; readonly senderId: string } | undefined {
  const { sender } = item;
  switch (sender.kind) {
    case "self":
      return undefined;
    case "contact":
      return { sender: sender.displayName, senderId: `@${sender.contactId}` };
    case "member": {
      const groupId = item.chat.kind === "group" ? item.chat.groupId : 0;
      return { sender: sender.displayName, senderId: memberSenderId(groupId, sender.groupMemberId) };
    }
    case "channel":
      return { sender: item.chatName, senderId: chatRefText(item.chat) };
  }
}

function listenForAbort(signal: AbortSignal, accept: Accept): Disposable {
  const cancel = (): void => accept({ kind: "cancel" });
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel, { once: true });
  return { dispose: () => signal.removeEventListener("abort", cancel) };
}

/** At the end of its time a call looks once more for what came without an event. */
function startDeadline(
  core: Core,
  exchange: Exchange,
  startedAtMs: number,
  lastLook: () => Promise<void>,
  accept: Accept,
): Disposable {
  const durationMs = (exchange.deadlineMs ?? startedAtMs) - startedAtMs;
  let timer = setTimeout(() => void onTime(), durationMs);
  return { dispose: () => clearTimeout(timer) };

  async function onTime(): Promise<void> {
    await lastLook();
    const { state } = core;
    if (state.kind === "retrying") accept({ kind: "connection-lost", cause: state.cause });
    else accept({ kind: "tick" });
    // Timers may fire a little early by the other clock.
    if (exchange.deadlineMs !== undefined) timer = setTimeout(() => void onTime(), 5);
  }
}

/** A lost connection is made again and what was missed is delivered by the core; only a stopped core ends the call. */
function watchConnection(core: Core, accept: Accept): Disposable {
  return core.onState((state) => {
    if (state.kind === "stopped") accept({ kind: "connection-lost", cause: state.cause ?? "the core was stopped" });
  });
}
