import type { CommandResult, Core, CoreRecord, CoreState } from "../../../../src/core/core.ts";

/** A core whose answers and events a test writes itself, in the core's own records. */
export interface ScriptedCore extends Core {
  readonly commands: readonly string[];
  emit(event: CoreRecord): void;
  setState(state: CoreState): void;
}

export function scriptedCore(answer: (command: string) => CoreRecord | Promise<CoreRecord>): ScriptedCore {
  const listeners = new Set<(event: CoreRecord) => void>();
  const stateListeners = new Set<(state: CoreState) => void>();
  const commands: string[] = [];
  let state: CoreState = { kind: "ready" };
  return {
    mode: "external",
    commands,
    get state() {
      return state;
    },
    onState(listener) {
      stateListeners.add(listener);
      return { dispose: () => stateListeners.delete(listener) };
    },
    onEvent(listener) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    async command(command): Promise<CommandResult> {
      commands.push(command);
      return { kind: "response", response: await answer(command) };
    },
    close: () => Promise.resolve(),
    emit(event) {
      for (const listener of [...listeners]) listener(event);
    },
    setState(next) {
      state = next;
      for (const listener of [...stateListeners]) listener(next);
    },
  };
}

const contact = {
  contactId: 4,
  localDisplayName: "acme",
  profile: { displayName: "acme" },
  activeConn: { connStatus: { type: "ready" } },
};
const ownItemId = 7;
const ownSharedId = "c2hhcmVkLWlkLTE=";

/** The answers of a core that has one contact, `acme`, and sends what it is told. */
export function acmeAnswer(command: string): CoreRecord {
  if (command === "/u") return { type: "activeUser", user: { userId: 1, localDisplayName: "me", profile: {} } };
  if (command.startsWith("/_contacts")) return { type: "contactsList", contacts: [contact] };
  return newItems(chatItem({ type: "directSnd" }, ownItemId, "/_call", undefined, ownSharedId));
}

/** A message of acme that quotes the command. */
export function reply(itemId: number, text: string): CoreRecord {
  return newItems(chatItem({ type: "directRcv" }, itemId, text, { type: "directSnd" }));
}

function newItems(item: object): CoreRecord {
  return { type: "newChatItems", chatItems: [item] };
}

function chatItem(chatDir: object, itemId: number, text: string, quoted?: object, itemSharedMsgId?: string): object {
  return {
    chatInfo: { type: "direct", contact },
    chatItem: {
      chatDir,
      meta: { itemId, itemTs: "2026-10-21T12:00:00Z", itemSharedMsgId },
      content: { type: "rcvMsgContent", msgContent: { type: "text", text } },
      ...(quoted && {
        quotedItem: { chatDir: quoted, sharedMsgId: ownSharedId, content: { type: "text", text: "/_call" } },
      }),
    },
  };
}
