import { chatItemsOf, connect, connectionPlan, listMembers, sendText, serviceRequest } from "../../../src/core/api.ts";
import type { Core } from "../../../src/core/core.ts";
import type { ChatItem, ChatRef } from "../../../src/core/records/records.ts";
import type { JsonObject } from "../../../src/protocol/json/jsonObject.ts";

/** A conversation as a caller has it, written against the core's API alone. */
export interface Conversation {
  readonly chat: ChatRef;
  /** Sends a command; `onReply` gets the text of each reply that quotes it. Resolves when it is sent. */
  send(command: string, onReply: (reply: ChatItem) => void, mentions?: Readonly<Record<string, number>>): Promise<void>;
  /** Sends a command and resolves with its first `count` replies. */
  replies(command: string, count: number, mentions?: Readonly<Record<string, number>>): Promise<readonly ChatItem[]>;
  close(): void;
}

export async function openConversation(core: Core, link: string): Promise<Conversation> {
  const plan = await connectionPlan(core, 1, link);
  if (plan.kind !== "ok") throw new Error(`No plan for ${link}`);
  const connected = await connect(core, 1, plan.value, { incognito: false });
  if (connected.kind !== "ok") throw new Error(`Not connected to ${link}`);
  const chat = connected.value;
  const received: ChatItem[] = [];
  const readers = new Set<() => void>();
  const listener = core.onEvent((event) => {
    received.push(...chatItemsOf(event).filter((item) => item.sender.kind !== "self"));
    for (const read of [...readers]) read();
  });

  async function send(
    command: string,
    onReply: (reply: ChatItem) => void,
    mentions: Readonly<Record<string, number>> = {},
  ): Promise<void> {
    const sent = await sendText(core, chat, command, { mentions });
    if (sent.kind !== "ok") throw new Error(`Not sent: ${JSON.stringify(sent)}`);
    const seen = new Set<ChatItem>();
    const read = (): void => {
      for (const item of received)
        if (item.quote?.sharedMsgId === sent.value.sharedMsgId && !seen.has(item)) {
          seen.add(item);
          onReply(item);
        }
    };
    readers.add(read);
    read();
  }

  return {
    chat,
    send,
    async replies(command, count, mentions) {
      const items: ChatItem[] = [];
      let finish: (() => void) | undefined;
      await send(
        command,
        (item) => {
          items.push(item);
          if (items.length >= count) finish?.();
        },
        mentions,
      );
      if (items.length < count)
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      return items;
    },
    close: () => listener.dispose(),
  };
}

/** The JSON of the one reply to a command. */
export async function answerOf(conversation: Conversation, command: string): Promise<JsonObject> {
  const [reply] = await conversation.replies(command, 1);
  return JSON.parse(reply?.text ?? "null");
}

/** Service RPC: the response envelope. */
export async function envelopeOf(core: Core, link: string, envelope: object, signKey?: string): Promise<JsonObject> {
  const options = { timeoutSeconds: 5, ...(signKey !== undefined && { signKey }) };
  const result = await serviceRequest(core, 1, link, JSON.stringify(envelope), options);
  if (result.kind !== "ok") throw new Error(JSON.stringify(result));
  return result.value.data;
}

export async function memberIdOf(core: Core, chat: ChatRef, name: string): Promise<number> {
  const members = chat.kind === "group" ? await listMembers(core, chat.groupId) : undefined;
  const member = members?.kind === "ok" ? members.value.find((one) => one.displayName === name) : undefined;
  if (member === undefined) throw new Error(`${name} is not a member`);
  return member.groupMemberId;
}

const mcpMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
};

export function mcpRequest(method: string, params: object = {}, id: number | string = 1, meta: object = {}): object {
  return { jsonrpc: "2.0", id, method, params: { ...params, _meta: { ...mcpMeta, ...meta } } };
}

export function a2aRequest(method: string, params: object, id: number | string = 1, version = "1.0"): object {
  return { jsonrpc: "2.0", id, method, "a2a-service-parameters": { "a2a-version": version }, params };
}

export function a2aMessage(text: string, more: object = {}): object {
  return { message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text }], ...more } };
}

export function call(protocol: string, request: object, mention?: string): string {
  return `/_call ${mention === undefined ? "" : `@'${mention}' `}${protocol} ${JSON.stringify(request)}`;
}
