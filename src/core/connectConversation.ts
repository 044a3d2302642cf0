import type { JsonObject } from "../protocol/json/jsonObject.ts";
import { type ApiResult, ask } from "./apiResult.ts";
import { sleep, systemTime } from "./clock.ts";
import type { CommandOptions, Core, CoreRecord } from "./core.ts";
import { type Deadline, openDeadline } from "./deadline.ts";
import { listContacts, listGroups } from "./listParties.ts";
import { asId, asObject } from "./records/jsonShape.ts";
import { parseChatInfo } from "./records/parseChatItem.ts";
import { parseContact, parseGroup } from "./records/parseParties.ts";
import { type ChatRef, type ConnectionPlan, chatRefText } from "./records/records.ts";

/** How long a connection may take; the other side can be offline. In milliseconds. */
const defaultConnectTimeoutMs = 120_000;

/** What the core calls the conversation while it is being made: its own id, or that of the pending connection. */
type Pending =
  | { readonly kind: "chat"; readonly ref: ChatRef }
  | { readonly kind: "connection"; readonly connId: number };

/** A conversation named by an event, with the connection it came from where the event tells. */
interface Sighting {
  readonly ref: ChatRef;
  readonly connId: number | undefined;
  readonly isReady: boolean;
}

/** Events about other conversations that arrive meanwhile are many; only the last of them can matter. */
const maxSightings = 500;

/**
 * Prepares and connects; resolves when messages can be sent (`contactSndReady`, `contactConnected`, `userJoinedGroup`).
 * A known conversation that is ready is returned at once. `timeoutMs` is for the whole, 120,000 by default.
 */
export async function connect(
  core: Core,
  userId: number,
  plan: ConnectionPlan,
  options: { readonly incognito: boolean } & CommandOptions,
): Promise<ApiResult<ChatRef>> {
  const known = knownChat(plan);
  if (known?.isReady) return { kind: "ok", value: known.ref };
  const obstacle = obstacleOf(plan);
  if (obstacle !== undefined) return { kind: "failed", failure: "refused", message: obstacle };

  const timeoutMs = options.timeoutMs ?? defaultConnectTimeoutMs;
  const deadline = openDeadline(systemTime, timeoutMs, options.signal);
  // Watching starts before the first command: the conversation can be ready before the command's response is read.
  const watch = watchConversations(core);
  try {
    const started = await start(core, userId, plan, known?.ref, options.incognito, {
      timeoutMs,
      signal: deadline.signal,
    });
    // A cancellation that the deadline caused in a command is told as what it means.
    if (started.kind !== "ok") return deadline.signal.aborted ? givenUp(deadline, timeoutMs) : started;
    const ready = await untilReady(core, userId, started.value, watch, deadline.signal);
    return ready ?? givenUp(deadline, timeoutMs);
  } finally {
    watch.dispose();
    deadline.dispose();
  }
}

function knownChat(plan: ConnectionPlan): { readonly ref: ChatRef; readonly isReady: boolean } | undefined {
  if (plan.known === undefined) return undefined;
  const ref: ChatRef =
    plan.kind === "group"
      ? { kind: "group", groupId: plan.known.groupId }
      : { kind: "direct", contactId: plan.known.contactId };
  return { ref, isReady: plan.known.isReady };
}

function obstacleOf(plan: ConnectionPlan): string | undefined {
  if (plan.ownLink)
    return "This is an address of the profile in use: it cannot be connected to itself. Use another address, or another profile.";
  if (plan.kind !== "group" || plan.unavailable === undefined) return undefined;
  return plan.unavailable === "noRelays"
    ? "No chat relay serves this channel now, so nobody can join it. Try later, or ask its owner."
    : "This channel needs a newer core. Update simplex-chat, then connect.";
}

/** Sends the commands that start the connection. The result names what to wait for. */
async function start(
  core: Core,
  userId: number,
  plan: ConnectionPlan,
  known: ChatRef | undefined,
  incognito: boolean,
  options: CommandOptions,
): Promise<ApiResult<Pending>> {
  if (known !== undefined && plan.connecting) return { kind: "ok", value: { kind: "chat", ref: known } };
  const incognitoOption = incognito ? " incognito=on" : "";
  const links = plan.link.short === undefined ? plan.link.full : `${plan.link.full} ${plan.link.short}`;
  if (known !== undefined) return await startPrepared(core, known, incognitoOption, options);
  if (plan.linkData === undefined)
    return await ask(core, `/_connect ${userId}${incognitoOption} ${links}`, options, {
      sentInvitation: pendingConnection,
      sentConfirmation: pendingConnection,
      contactAlreadyExists: pendingContact,
    });
  const prepared = await ask(core, prepareCommand(userId, plan, links, plan.linkData), options, {
    newPreparedChat: (response) => parseChatInfo(asObject(response["chat"])?.["chatInfo"])?.ref,
  });
  return prepared.kind === "ok" ? await startPrepared(core, prepared.value, incognitoOption, options) : prepared;
}

function prepareCommand(userId: number, plan: ConnectionPlan, links: string, linkData: JsonObject): string {
  const json = JSON.stringify(linkData);
  if (plan.kind !== "group") return `/_prepare contact ${userId} ${links} ${json}`;
  const direct = plan.linkInfo?.["direct"];
  const directOption = typeof direct === "boolean" ? ` direct=${direct ? "on" : "off"}` : "";
  return `/_prepare group ${userId} ${links}${directOption} ${json}`;
}

/** A business address is prepared as a group, so the prepared chat decides, not the plan. */
async function startPrepared(
  core: Core,
  ref: ChatRef,
  incognitoOption: string,
  options: CommandOptions,
): Promise<ApiResult<Pending>> {
  const kind = ref.kind === "direct" ? "contact" : "group";
  const pending: Pending = { kind: "chat", ref };
  const started = await ask(core, `/_connect ${kind} ${chatRefText(ref)}${incognitoOption}`, options, {
    startedConnectionToContact: () => pending,
    startedConnectionToGroup: () => pending,
  });
  return started.kind === "error" && isBegunAlready(started.chatError) ? { kind: "ok", value: pending } : started;
}

/** Another window or program on the core connected to the address between the plan and this command. */
function isBegunAlready(chatError: unknown): boolean {
  const message = asObject(asObject(chatError)?.["errorType"])?.["message"];
  return typeof message === "string" && message.endsWith("already has connection");
}

function pendingConnection(response: CoreRecord): Pending | undefined {
  const connId = asId(asObject(response["connection"])?.["pccConnId"]);
  return connId === undefined ? undefined : { kind: "connection", connId };
}

function pendingContact(response: CoreRecord): Pending | undefined {
  const contact = parseContact(response["contact"]);
  return contact && { kind: "chat", ref: { kind: "direct", contactId: contact.contactId } };
}

/** How often the conversation waited for is looked up, in milliseconds. */
const lookEveryMs = 2_000;

/**
 * Waits for the conversation, and looks it up after each re-connection and from time to time: an event lost with a
 * connection is not repeated, and one taken by another client of the core does not come here. Undefined when `signal` was
 * aborted first.
 */
async function untilReady(
  core: Core,
  userId: number,
  pending: Pending,
  watch: ConversationWatch,
  signal: AbortSignal,
): Promise<ApiResult<ChatRef> | undefined> {
  return await new Promise((resolve) => {
    const check = (): void => {
      const ready = watch.readyChat(pending);
      if (ready !== undefined) end({ kind: "ok", value: ready });
    };
    const lookUp = async (): Promise<void> => {
      const ref = watch.chatOf(pending);
      if (ref !== undefined && (await isListedReady(core, userId, ref, signal))) end({ kind: "ok", value: ref });
    };
    const onState = core.onState((state) => {
      if (state.kind === "ready") void lookUp();
      if (state.kind === "stopped") end({ kind: "failed", failure: "connection-lost", message: stoppedMessage });
    });
    const onAbort = (): void => end(undefined);
    const hasEnded = new AbortController();
    const lookAgain = async (): Promise<void> => {
      while (!hasEnded.signal.aborted) {
        await sleep(systemTime, lookEveryMs, hasEnded.signal);
        if (!hasEnded.signal.aborted && core.state.kind === "ready") await lookUp();
      }
    };
    const end = (result: ApiResult<ChatRef> | undefined): void => {
      hasEnded.abort();
      onState.dispose();
      watch.onSighting = undefined;
      signal.removeEventListener("abort", onAbort);
      resolve(result);
    };
    signal.addEventListener("abort", onAbort);
    watch.onSighting = check;
    if (signal.aborted) onAbort();
    check();
    void lookAgain();
  });
}

const stoppedMessage =
  "The core was stopped while the connection was being made. It may still be completed by the core: connect again to see.";

async function isListedReady(core: Core, userId: number, ref: ChatRef, signal: AbortSignal): Promise<boolean> {
  if (ref.kind === "direct") {
    const contacts = await listContacts(core, userId, { signal });
    return contacts.kind === "ok" && contacts.value.some((one) => one.contactId === ref.contactId && one.isReady);
  }
  const groups = await listGroups(core, userId, { signal });
  return groups.kind === "ok" && groups.value.some((one) => one.groupId === ref.groupId && one.isReady);
}

interface ConversationWatch {
  onSighting: (() => void) | undefined;
  /** The conversation waited for, once it can be written to. */
  readyChat(pending: Pending): ChatRef | undefined;
  /** The conversation waited for, as far as it is known yet. */
  chatOf(pending: Pending): ChatRef | undefined;
  dispose(): void;
}

function watchConversations(core: Core): ConversationWatch {
  let sightings: Sighting[] = [];
  const listener = core.onEvent((event) => {
    const seen = sightingsIn(event);
    if (seen.length === 0) return;
    sightings = [...sightings, ...seen].slice(-maxSightings);
    watch.onSighting?.();
  });
  const chatOf = (pending: Pending): ChatRef | undefined =>
    pending.kind === "chat" ? pending.ref : sightings.find((one) => one.connId === pending.connId)?.ref;
  const watch: ConversationWatch = {
    onSighting: undefined,
    chatOf,
    readyChat: (pending) => {
      const ref = chatOf(pending);
      return ref && sightings.some((one) => one.isReady && isSameChat(one.ref, ref)) ? ref : undefined;
    },
    dispose: () => listener.dispose(),
  };
  return watch;
}

function isSameChat(a: ChatRef, b: ChatRef): boolean {
  return chatRefText(a) === chatRefText(b);
}

/** The events by which a contact or a group can be written to, whatever state their record shows. */
const readyEvents: ReadonlySet<string> = new Set([
  "contactSndReady",
  "contactConnected",
  "userJoinedGroup",
  "connectedToGroupMember",
]);
const connectingEvents: ReadonlySet<string> = new Set([
  "contactConnecting",
  "groupLinkConnecting",
  "businessLinkConnecting",
]);

/** The conversation an event of a connection is about. A group is found by its host's or former contact's connection. */
function sightingsIn(event: CoreRecord): readonly Sighting[] {
  const isReady = readyEvents.has(event.type);
  if (!isReady && !connectingEvents.has(event.type)) return [];
  const group = parseGroup(event["groupInfo"]);
  const contact = group === undefined ? parseContact(event["contact"]) : undefined;
  const parties = [event["contact"], event["hostMember"], event["fromContact"], event["member"]];
  const connIds = parties.flatMap((party) => asId(asObject(asObject(party)?.["activeConn"])?.["connId"]) ?? []);
  const ref: ChatRef | undefined =
    (group && { kind: "group", groupId: group.groupId }) ??
    (contact && { kind: "direct", contactId: contact.contactId });
  if (ref === undefined) return [];
  const readiness = isReady || (group ?? contact)?.isReady === true;
  return connIds.length === 0
    ? [{ ref, connId: undefined, isReady: readiness }]
    : connIds.map((connId) => ({ ref, connId, isReady: readiness }));
}

/** Why the connection is not waited for any longer. `timeoutMs` is what the deadline was opened with. */
function givenUp({ hasTimedOut }: Deadline, timeoutMs: number): ApiResult<never> {
  if (!hasTimedOut)
    return {
      kind: "failed",
      failure: "cancelled",
      message: "Connecting was cancelled. The core may still complete it.",
    };
  return {
    kind: "failed",
    failure: "timeout",
    message: `The other side did not complete the connection within ${Math.round(timeoutMs / 1000)} s. It may be offline, or it accepts contacts by hand. The request stays with the core: try again later.`,
  };
}
