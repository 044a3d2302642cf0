import type { CommandResult, Core, CoreRecord } from "../../../../src/core/core.ts";
import {
  createSandboxNetwork,
  type SandboxNetwork,
  type SandboxProfileOptions,
} from "../../../../src/core/sandbox/network.ts";
import type { SandboxClock } from "../../../../src/core/sandbox/sandboxClock.ts";
import type { SandboxProfile } from "../../../../src/core/sandbox/sandboxProfile.ts";
import { type ManualClock, manualClock } from "../kit/manualClock.ts";

/** A core of the sandbox with what it reported. */
export interface Party {
  readonly core: Core;
  readonly profile: SandboxProfile;
  readonly events: CoreRecord[];
  /** Sends a command; its response or `chatCmdError` as a record. */
  ask(command: string): Promise<CoreRecord>;
}

export interface SandboxKit {
  readonly network: SandboxNetwork;
  readonly clock: ManualClock;
  add(options: SandboxProfileOptions): Party;
  /** Resolves when everything that happens soon has happened. */
  settle(): Promise<void>;
}

/** A network whose time stands until `clock.advance`, with ids that are the same in every run. */
export function sandboxKit(): SandboxKit {
  const clock = manualClock(Date.parse("2026-10-21T10:20:30.123Z"));
  const sandboxClock: SandboxClock = { ...clock, soon: (task) => void setImmediate(task) };
  let lastByte = 0;
  const network = createSandboxNetwork({
    clock: sandboxClock,
    randomBytes: (size) => Uint8Array.from({ length: size }, () => lastByte++ % 256),
  });
  return {
    network,
    clock,
    add(options) {
      const { core, profile } = network.addProfile(options);
      const events: CoreRecord[] = [];
      core.onEvent((event) => events.push(event));
      return {
        core,
        profile,
        events,
        ask: async (command) => recordOf(await core.command(command, { timeoutMs: 600_000 })),
      };
    },
    async settle() {
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

export function recordOf(result: CommandResult): CoreRecord {
  switch (result.kind) {
    case "response":
      return result.response;
    case "error":
      return { type: "chatCmdError", chatError: result.chatError };
    case "failed":
      return { type: "failed", failure: result.failure };
  }
}

/** The value at a dotted path of a record, such as `contact.contactId`. */
export function at(record: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, member) => {
    if (typeof value !== "object" || value === null) return undefined;
    return Object.entries(value).find(([name]) => name === member)?.[1];
  }, record);
}

export function textMessage(text: string, more: object = {}): string {
  return JSON.stringify([{ msgContent: { type: "text", text }, mentions: {}, ...more }]);
}

/** An address that accepts by itself; its short link. */
export async function addressOf(party: Party, settings: object = {}, ratchet = true): Promise<string> {
  const created = await party.ask(`/_address 1${ratchet ? " pq_ratchet=on" : ""}`);
  const all = { businessAddress: false, autoAccept: { acceptIncognito: false }, ...settings };
  await party.ask(`/_address_settings 1 ${JSON.stringify(all)}`);
  return String(at(created, "connLinkContact.connShortLink"));
}

/** A group of `party` and its short link. */
export async function groupOf(party: Party, name: string): Promise<string> {
  const created = await party.ask(`/_group 1 ${JSON.stringify({ displayName: name, fullName: "" })}`);
  const link = await party.ask(`/_create link #${String(at(created, "groupInfo.groupId"))} member`);
  return String(at(link, "groupLink.connLinkContact.connShortLink"));
}
