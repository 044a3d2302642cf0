import { unlessAborted } from "../core/aborted.ts";
import { activeUser, connect, connectionPlan, listContacts, listGroups } from "../core/api.ts";
import type { Core } from "../core/core.ts";
import type { ChatRef, ConnectionPlan, Contact, Group } from "../core/records/records.ts";
import { type Conversation, scopeOfCall } from "./callScope.ts";
import { untilCoreReady } from "./coreReady.ts";
import { ended, type Found, found } from "./found.ts";
import { localCommand } from "./localCommand.ts";
import { nameList } from "./nameList.ts";
import { coreFailure, type Ending, endingOf } from "./sendFailure.ts";
import type { PreparedRequest, TransportServices } from "./transport.ts";

/**
 * Finds the conversation of a request: a local one by name, or that of a link or SimpleX name, which is connected to if
 * the user agrees. A mention is resolved to the member of that name.
 */
export async function findConversation(
  core: Core,
  services: TransportServices,
  request: PreparedRequest,
  signal: AbortSignal,
): Promise<Found<Conversation>> {
  await untilCoreReady(core, signal);
  const user = await activeUser(core, localCommand(signal));
  if (user.kind !== "ok") return ended(endingOf(user, "other"));
  const local = await findLocalChat(core, user.value.userId, request.target, signal);
  if (local.kind === "ended") return local;
  if (local.value) return await scopeOfCall(core, user.value.userId, local.value, request, signal);
  const { userId } = user.value;
  const connected = await inTurn(core, request.target, signal, () =>
    chatOfAddress(core, services, userId, request, signal),
  );
  if (connected.kind === "ended") return connected;
  return await scopeOfCall(core, user.value.userId, connected.value, request, signal);
}

/** `@name` or `#name`, with quotes around a name with spaces. A name the core does not know may be a SimpleX name. */
async function findLocalChat(
  core: Core,
  userId: number,
  target: string,
  signal: AbortSignal,
): Promise<Found<ChatRef | undefined>> {
  const name = unquoted(target.slice(1));
  if (target.startsWith("@")) {
    const contacts = await listContacts(core, userId, localCommand(signal));
    if (contacts.kind !== "ok") return ended(endingOf(contacts, "other"));
    const contact = contacts.value.find((one) => one.displayName === name);
    if (contact) return readyContact(contact);
    return isSimplexName(target) ? found(undefined) : ended(unknownConversation("contact", name, contacts.value));
  }
  if (target.startsWith("#")) {
    const groups = await listGroups(core, userId, localCommand(signal));
    if (groups.kind !== "ok") return ended(endingOf(groups, "other"));
    const group = groups.value.find((one) => one.displayName === name);
    if (group) return readyGroup(group);
    return isSimplexName(target) ? found(undefined) : ended(unknownConversation("group", name, groups.value));
  }
  return found(undefined);
}

function unquoted(name: string): string {
  return /^'.*'$/.test(name) ? name.slice(1, -1) : name;
}

/** `@domain` with a dot, or `#label` and `#domain`: what the core may resolve (labels and dots only). */
function isSimplexName(target: string): boolean {
  return /^@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(target) || /^#[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(target);
}

function readyContact(contact: Contact): Found<ChatRef> {
  if (contact.isReady) return found({ kind: "direct", contactId: contact.contactId });
  return ended(notReady(contact.displayName));
}

function readyGroup(group: Group): Found<ChatRef> {
  if (group.isReady) return found({ kind: "group", groupId: group.groupId });
  return ended(notReady(group.displayName));
}

function notReady(name: string): Ending {
  return coreFailure(
    "contactNotReady",
    `The conversation with ${name} is not connected yet, so nothing was sent.`,
    "Wait until the other side is online, then send again.",
    "The other side has not confirmed the connection.",
  );
}

function unknownConversation(
  kind: "contact" | "group",
  name: string,
  known: readonly { readonly displayName: string }[],
): Ending {
  return coreFailure(
    "unknown-conversation",
    `The core has no ${kind} named "${name}", so nothing was sent.`,
    known.length === 0
      ? `Write the address's link after \`# @to\`: the core has no ${kind}s yet.`
      : `Write the address's link after \`# @to\`, or one of the names it has: ${nameList(known)}.`,
  );
}

/** Targets that calls are connecting to, by core. */
const turns = new WeakMap<Core, Map<string, Promise<unknown>>>();

/** Two calls to an address that is not connected yet must not both connect: the later one waits, and finds it connected. */
async function inTurn<Result>(
  core: Core,
  target: string,
  signal: AbortSignal,
  act: () => Promise<Result>,
): Promise<Result> {
  const targets = turns.get(core) ?? new Map<string, Promise<unknown>>();
  turns.set(core, targets);
  const before = targets.get(target) ?? Promise.resolve();
  const own = unlessAborted(before, signal).then(act);
  // A call that was given up while it waited does not let the next one pass the first.
  const both = Promise.allSettled([before, own]);
  targets.set(target, both);
  try {
    return await own;
  } finally {
    if (targets.get(target) === both) targets.delete(target);
  }
}

async function chatOfAddress(
  core: Core,
  services: TransportServices,
  userId: number,
  request: PreparedRequest,
  signal: AbortSignal,
): Promise<Found<ChatRef>> {
  const plan = await connectionPlan(core, userId, request.target, { signal });
  if (plan.kind !== "ok") return ended(endingOf(plan, "plan"));
  const incognito = isUnderWay(plan.value)
    ? { incognito: request.incognito }
    : await unlessAborted(services.confirmConnect(plan.value, request), signal);
  if (signal.aborted) return ended(endingOf({ kind: "failed", failure: "cancelled", message: "" }, "connect"));
  if (incognito === undefined) return ended(declined());
  const chat = await connect(core, userId, plan.value, { ...incognito, signal });
  return chat.kind === "ok" ? found(chat.value) : ended(endingOf(chat, "connect"));
}

/** Connected, or being connected by an earlier decision. */
function isUnderWay(plan: ConnectionPlan): boolean {
  return plan.known?.isReady === true || plan.connecting || plan.ownLink;
}

function declined(): Ending {
  return {
    outcome: "cancelled",
    failure: {
      code: "not-connected",
      message: "There is no conversation with this address and connecting was declined, so nothing was sent.",
      nextStep: "Send again and agree to connect, or use Service RPC, which needs no conversation.",
    },
  };
}
