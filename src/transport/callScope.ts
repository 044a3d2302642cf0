import { listGroups, listMembers } from "../core/api.ts";
import type { Core } from "../core/core.ts";
import type { ChatRef, Member } from "../core/records/records.ts";
import type { ReplyScope } from "../exchange/exchange.ts";
import { parseReply } from "../exchange/jsonRpcReply.ts";
import { isCredentialName, serviceParametersMember } from "../protocol/a2a/serviceParameters.ts";
import { isObject } from "../protocol/json/jsonObject.ts";
import { ended, type Found, found } from "./found.ts";
import { localCommand } from "./localCommand.ts";
import { nameList } from "./nameList.ts";
import { coreFailure, type Ending, endingOf } from "./sendFailure.ts";
import type { PreparedRequest } from "./transport.ts";

/** Where a command goes and whose replies count. */
export interface Conversation {
  readonly chat: ChatRef;
  readonly scope: ReplyScope;
  /** Name as the text mentions it, to `groupMemberId`. */
  readonly mentions: Readonly<Record<string, number>>;
}

/** Decides whose replies count (agent-protocols#replies), and resolves a mention to the member of that name. */
export async function scopeOfCall(
  core: Core,
  userId: number,
  chat: ChatRef,
  request: PreparedRequest,
  signal: AbortSignal,
): Promise<Found<Conversation>> {
  const { mention } = request;
  if (chat.kind === "direct") {
    if (mention !== undefined) return ended(mentionInDirectChat(mention));
    return found({ chat, scope: { kind: "direct", senderId: `@${chat.contactId}` }, mentions: {} });
  }
  const credential = credentialName(request.requestJson);
  if (credential !== undefined) return ended(credentialInGroup(credential));
  if (mention !== undefined) return await mentionScope(core, chat, mention, signal);
  return found({ chat, scope: await scopeOfAll(core, userId, chat, signal), mentions: {} });
}

type GroupRef = Extract<ChatRef, { readonly kind: "group" }>;

/** Members in these states get no messages of the group. */
const goneStatuses: ReadonlySet<string> = new Set(["rejected", "removed", "left", "deleted"]);

async function mentionScope(
  core: Core,
  chat: GroupRef,
  mention: string,
  signal: AbortSignal,
): Promise<Found<Conversation>> {
  const members = await listMembers(core, chat.groupId, localCommand(signal));
  if (members.kind !== "ok") return ended(endingOf(members, "other"));
  const present = members.value.filter(({ status }) => !goneStatuses.has(status));
  const [member, ...others] = membersNamed(mention, present);
  if (member === undefined) {
    const hasLeft = membersNamed(mention, members.value).length > 0;
    return ended(hasLeft ? memberGone(mention, present) : unknownMember(mention, present));
  }
  if (others.length > 0) return ended(ambiguousMember(mention, [member, ...others]));
  return found({
    chat,
    scope: { kind: "mention", senderId: memberSenderId(chat.groupId, member.groupMemberId) },
    mentions: { [mention]: member.groupMemberId },
  });
}

/** By the local name, which is unique in the core; else by the name in the profile, which the group's other members see. */
function membersNamed(name: string, members: readonly Member[]): readonly Member[] {
  const local = members.filter((one) => one.displayName === name);
  return local.length > 0 ? local : members.filter((one) => one.profile["displayName"] === name);
}

/** A command without a mention is for everyone. In a business chat one side is the business, and its answer ends the call. */
async function scopeOfAll(core: Core, userId: number, chat: GroupRef, signal: AbortSignal): Promise<ReplyScope> {
  const otherSide = await otherSideOfBusiness(core, userId, chat, signal);
  if (otherSide === undefined) return { kind: "broadcast" };
  const members = await listMembers(core, chat.groupId, localCommand(signal));
  const member = members.kind === "ok" ? members.value.find(({ memberId }) => memberId === otherSide) : undefined;
  return member === undefined
    ? { kind: "broadcast" }
    : { kind: "business", senderId: memberSenderId(chat.groupId, member.groupMemberId) };
}

/** The wire id of the business, or of the customer where this profile is the business; undefined in any other group. */
async function otherSideOfBusiness(
  core: Core,
  userId: number,
  { groupId }: GroupRef,
  signal: AbortSignal,
): Promise<string | undefined> {
  const groups = await listGroups(core, userId, localCommand(signal));
  const group = groups.kind === "ok" ? groups.value.find((one) => one.groupId === groupId) : undefined;
  const chat = group?.businessChat;
  const memberId = chat?.["chatType"] === "customer" ? chat["customerId"] : chat?.["businessId"];
  return typeof memberId === "string" ? memberId : undefined;
}

/** The name of the first service parameter that holds a credential. */
function credentialName(requestJson: string): string | undefined {
  const request = parseReply(requestJson).json;
  const parameters = isObject(request) ? request[serviceParametersMember] : undefined;
  return isObject(parameters) ? Object.keys(parameters).find(isCredentialName) : undefined;
}

/** A link need not tell that it leads to a group, as that of a business does not: here it is known. */
function credentialInGroup(name: string): Ending {
  return coreFailure(
    "credential-in-group",
    `The request holds a credential (\`${name}\`) and the target is a group, where every member would see it. It was not sent (agent-protocols#callers-and-authorization).`,
    "Send it in a direct chat, or over Service RPC.",
  );
}

/** A member of a group as events name the sender. */
export function memberSenderId(groupId: number, groupMemberId: number): string {
  return `#${groupId}/${groupMemberId}`;
}

function mentionInDirectChat(mention: string): Ending {
  return coreFailure(
    "mention-in-direct-chat",
    `The command mentions @${mention}, but the target is a direct chat, where the core refuses mentions. Nothing was sent.`,
    "Remove the mention, or send to a group.",
  );
}

function unknownMember(mention: string, members: readonly Member[]): Ending {
  return coreFailure(
    "unknown-member",
    `The group has no member named "${mention}", so nothing was sent.`,
    members.length === 0
      ? "Wait until the group's members are known to the core."
      : `Write the name exactly as the group shows it: ${nameList(members)}.`,
  );
}

function memberGone(mention: string, present: readonly Member[]): Ending {
  return coreFailure(
    "member-gone",
    `${mention} is no longer a member of the group, so nothing was sent.`,
    `Mention one of those who are there${present.length === 0 ? "" : ` (${nameList(present)})`}, or nobody, to ask everyone.`,
    "The member left or was removed.",
  );
}

function ambiguousMember(mention: string, named: readonly Member[]): Ending {
  return coreFailure(
    "ambiguous-member",
    `Several members call themselves "${mention}", so nothing was sent.`,
    `Mention one by the name this core gives it: ${nameList(named)}.`,
  );
}
