import { describe, expect, it, onTestFinished } from "vitest";
import {
  type ApiResult,
  activeUser,
  chatItemsAfter,
  chatItemsOf,
  connect,
  connectionPlan,
  leaveChat,
  listContacts,
  listGroups,
  listMembers,
  sendText,
  serviceRequest,
} from "../../../../src/core/api.ts";
import type { Core } from "../../../../src/core/core.ts";
import type { ErrorContext } from "../../../../src/core/errors/coreErrorWords.ts";
import { describeChatError } from "../../../../src/core/errors/describeChatError.ts";
import type { ChatItem, ChatRef } from "../../../../src/core/records/records.ts";

/** A core with a new profile, and a bot that it can reach. */
export interface ContractWorld {
  readonly core: Core;
  /** The bot's address, with ratchet keys. It accepts by itself. */
  readonly botLink: string;
  /** An address without ratchet keys. */
  readonly plainLink: string;
  /** A group in which the bot is. */
  readonly groupLink: string;
  dispose(): Promise<void>;
}

/** The bot's name, and what it answers to each message, quoting it. */
export const botName = "acme";
export const botAnswer = '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}';
/** What it answers to each service request: a text that is lost when it is parsed and printed again. */
export const serviceAnswer =
  '{"response": {"jsonrpc":"2.0","id":1,"result":{"price":12345678901234567890.10,"unit":"\\u20ac","rate":1E2}}}';

/** What the contract sends, as it is in the recorded frames. */
const directCall = '/_call mcp {"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const groupCall = '/_call @acme mcp {"jsonrpc":"2.0","id":2,"method":"tools/list"}';
/** Longest text without escapes that fits into one message, in bytes. */
export const longestText = 15_496;

/**
 * What every core answers through the API functions: a core that speaks recorded frames, the sandbox, and the sandbox over
 * its WebSocket server. What holds here for all of them cannot drift apart.
 */
export function describeCoreContract(name: string, makeWorld: () => Promise<ContractWorld>): void {
  const aWorld = async (): Promise<ContractWorld> => {
    const world = await makeWorld();
    onTestFinished(() => world.dispose());
    return world;
  };

  describe(name, () => {
    it("tells the active profile", async () => {
      const { core } = await aWorld();
      expect(expectOk(await activeUser(core))).toMatchObject({ userId: 1, displayName: "tester" });
    });

    it("reads an address without connecting", async () => {
      const { core, botLink } = await aWorld();
      const plan = expectOk(await connectionPlan(core, 1, botLink));
      expect(plan).toMatchObject({
        kind: "contact-address",
        link: { full: expect.stringMatching(/^simplex:\/contact/), short: botLink },
        linkData: { profile: { displayName: botName }, business: false },
        ownLink: false,
        connecting: false,
      });
      expect(plan.known).toBeUndefined();
      expect(expectOk(await listContacts(core, 1))).toEqual([]);
    });

    it("connects to a contact once, and knows it from then on", async () => {
      const { core, botLink } = await aWorld();
      const ref = await connectTo(core, botLink);
      expect(ref.kind).toBe("direct");
      const plan = expectOk(await connectionPlan(core, 1, botLink));
      expect(plan.known).toMatchObject({ displayName: botName, isReady: true });
      expect(await connect(core, 1, plan, { incognito: false })).toEqual({ kind: "ok", value: ref });
      const contacts = expectOk(await listContacts(core, 1));
      expect(contacts).toMatchObject([{ displayName: botName, isReady: true, profile: { displayName: botName } }]);
    });

    it("sends a message, and the reply quotes it", async () => {
      const { core, botLink } = await aWorld();
      const ref = await connectTo(core, botLink);
      const replies = nextReplies(core);
      const sent = expectOk(await sendText(core, ref, directCall));
      expect(sent).toMatchObject({ chat: ref, chatName: botName, sender: { kind: "self" }, text: directCall });
      const reply = await replies;
      expect(reply).toMatchObject({
        chat: ref,
        sender: { kind: "contact", displayName: botName },
        text: botAnswer,
        quote: { isOwn: true, itemId: sent.itemId, text: directCall },
        isLive: false,
      });
      expect(sent.sharedMsgId).toBeDefined();
      expect(reply.quote?.sharedMsgId).toBe(sent.sharedMsgId);
      expect(expectOk(await chatItemsAfter(core, ref, sent.itemId, 10))).toEqual([reply]);
    });

    it("calls one member of a group by a mention", async () => {
      const { core, groupLink } = await aWorld();
      const plan = expectOk(await connectionPlan(core, 1, groupLink));
      expect(plan).toMatchObject({ kind: "group", linkData: { groupProfile: { displayName: "agents" } } });
      const ref = expectOk(await connect(core, 1, plan, { incognito: false }));
      if (ref.kind !== "group") throw new Error("A group was expected.");
      expect(expectOk(await listGroups(core, 1))).toMatchObject([
        { ...groupIdOf(ref), displayName: "agents", isReady: true },
      ]);
      const bot = expectOk(await listMembers(core, ref.groupId)).find((member) => member.displayName === botName);
      const { groupMemberId, memberId } = bot ?? { groupMemberId: 0, memberId: "" };
      const replies = nextReplies(core);
      const sent = expectOk(await sendText(core, ref, groupCall, { mentions: { [botName]: groupMemberId } }));
      expect(sent).toMatchObject({ chat: ref, sender: { kind: "self" }, text: groupCall });
      const reply = await replies;
      expect(reply.sender).toEqual({ kind: "member", groupMemberId, memberId, displayName: botName });
      expect(reply.quote).toMatchObject({ isOwn: true, sharedMsgId: sent.sharedMsgId });
    });

    it("refuses a mention that the text does not have, and a quote of nothing", async () => {
      const { core, botLink, groupLink } = await aWorld();
      const group = await connectTo(core, groupLink);
      if (group.kind !== "group") throw new Error("A group was expected.");
      const bot = expectOk(await listMembers(core, group.groupId)).find((member) => member.displayName === botName);
      const mentions = { somebody: bot?.groupMemberId ?? 0 };
      expect(tagOf(await sendText(core, group, groupCall, { mentions }), "send")).toBe("invalidMention");
      const contact = await connectTo(core, botLink);
      expect(tagOf(await sendText(core, contact, directCall, { quotedItemId: 999_999 }), "send")).toBe("invalidQuote");
    });

    it("sends a message of exactly the limit, and refuses one byte more", async () => {
      const { core, botLink } = await aWorld();
      const ref = await connectTo(core, botLink);
      expect((await sendText(core, ref, "x".repeat(longestText))).kind).toBe("ok");
      expect(tagOf(await sendText(core, ref, "x".repeat(longestText + 1)), "send")).toBe("largeMsg");
    });

    it("carries a service request, and names an address that takes none", async () => {
      const { core, botLink, plainLink } = await aWorld();
      const request = `{"protocol":"mcp","request":{"jsonrpc":"2.0","id":1,"method":"tools/list"}}`;
      const response = await serviceRequest(core, 1, botLink, request, { timeoutSeconds: 60 });
      expect(expectOk(response)).toEqual({ text: serviceAnswer, data: JSON.parse(serviceAnswer) });
      expect(tagOf(await serviceRequest(core, 1, plainLink, request), "service-request")).toBe(
        "A_SERVICE.notDRAddress",
      );
    });

    it("names a link that is none, and a command that it does not know", async () => {
      const { core } = await aWorld();
      expect(tagOf(await connectionPlan(core, 1, "nonsense"), "plan")).toBe("invalidConnReq");
      const unknown = await core.command("/_no_such_command");
      expect(unknown.kind === "error" && describeChatError(unknown.chatError, { command: "other" }).tag).toBe(
        "commandError",
      );
    });

    it("leaves and deletes", async () => {
      const { core, botLink, groupLink } = await aWorld();
      const contact = await connectTo(core, botLink);
      const group = await connectTo(core, groupLink);
      expect(await leaveChat(core, group)).toEqual({ kind: "ok", value: undefined });
      expect(await leaveChat(core, contact)).toEqual({ kind: "ok", value: undefined });
      expect(expectOk(await listContacts(core, 1))).toEqual([]);
      expect(expectOk(await listGroups(core, 1))).toEqual([]);
    });
  });
}

async function connectTo(core: Core, link: string): Promise<ChatRef> {
  const plan = expectOk(await connectionPlan(core, 1, link));
  return expectOk(await connect(core, 1, plan, { incognito: false }));
}

/** The next received message with a quote. */
function nextReplies(core: Core): Promise<ChatItem> {
  return new Promise((resolve) => {
    const listener = core.onEvent((event) => {
      const reply = chatItemsOf(event).find((item) => item.sender.kind !== "self" && item.quote !== undefined);
      if (reply === undefined) return;
      listener.dispose();
      resolve(reply);
    });
  });
}

function groupIdOf(ref: ChatRef & { kind: "group" }): { readonly groupId: number } {
  return { groupId: ref.groupId };
}

function expectOk<Value>(result: ApiResult<Value>): Value {
  if (result.kind !== "ok") throw new Error(`Not ok: ${JSON.stringify(result)}`);
  return result.value;
}

function tagOf(result: ApiResult<unknown>, command: ErrorContext["command"]): string {
  if (result.kind !== "error") throw new Error(`An error was expected: ${JSON.stringify(result)}`);
  return describeChatError(result.chatError, { command }).tag;
}
