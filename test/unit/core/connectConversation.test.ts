import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ensureAddress } from "../../../src/bots/botProfile.ts";
import { connect, connectionPlan } from "../../../src/core/api.ts";
import type { Core, CoreRecord, CoreState } from "../../../src/core/core.ts";
import { asObject } from "../../../src/core/records/jsonShape.ts";
import { parsePlan } from "../../../src/core/records/parsePlan.ts";
import type { ConnectionPlan } from "../../../src/core/records/records.ts";
import { createSandboxNetwork } from "../../../src/core/sandbox/network.ts";
import { systemClock } from "../../../src/core/sandbox/sandboxClock.ts";
import { readFrames } from "./kit/frames.ts";

const frames = readFrames("Flat");

/** A core without a network: the test answers its commands and tells its events. */
interface PuppetCore {
  readonly core: Core;
  readonly commands: readonly string[];
  answer: (command: string) => CoreRecord | undefined;
  tell(event: CoreRecord): void;
  become(state: CoreState): void;
}

function aPuppet(): PuppetCore {
  const events = new Set<(event: CoreRecord) => void>();
  const states = new Set<(state: CoreState) => void>();
  const commands: string[] = [];
  const puppet: PuppetCore = {
    commands,
    answer: () => undefined,
    tell: (event) => {
      for (const listener of events) listener(event);
    },
    become: (state) => {
      for (const listener of states) listener(state);
    },
    core: {
      mode: "external",
      state: { kind: "ready" },
      onState: (listener) => {
        states.add(listener);
        return { dispose: () => states.delete(listener) };
      },
      onEvent: (listener) => {
        events.add(listener);
        return { dispose: () => events.delete(listener) };
      },
      command: (command, options) => {
        commands.push(command);
        const response = puppet.answer(command);
        if (response !== undefined) return Promise.resolve({ kind: "response", response });
        return new Promise((resolve) => {
          options?.signal?.addEventListener("abort", () =>
            resolve({ kind: "failed", failure: "cancelled", message: "cancelled" }),
          );
        });
      },
      close: () => Promise.resolve(),
    },
  };
  return puppet;
}

function planOf(name: string): ConnectionPlan {
  const parsed = parsePlan(frames.record(name));
  if (parsed?.kind !== "plan") throw new Error(`${name} is no plan.`);
  return parsed.plan;
}

/** The same event about another contact. */
function aboutContact(event: CoreRecord, contactId: number, connId: number): CoreRecord {
  const contact = asObject(event["contact"]);
  return { ...event, contact: { ...contact, contactId, activeConn: { ...asObject(contact?.["activeConn"]), connId } } };
}

const ready = frames.record("event.contactSndReady");
const answerPrepared = (command: string): CoreRecord | undefined =>
  command.startsWith("/_prepare") ? frames.record("preparedContact") : frames.record("startedContact");

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("connecting", () => {
  it("prepares with the plan's link data, then connects, incognito if asked", async () => {
    const puppet = aPuppet();
    puppet.answer = (command) => {
      if (command.startsWith("/_connect contact")) queueMicrotask(() => puppet.tell(ready));
      return answerPrepared(command);
    };
    const plan = planOf("plan.contactAddress");
    expect(await connect(puppet.core, 1, plan, { incognito: true })).toEqual({
      kind: "ok",
      value: { kind: "direct", contactId: 4 },
    });
    expect(puppet.commands).toEqual([
      `/_prepare contact 1 ${plan.link.full} ${plan.link.short} ${JSON.stringify(plan.linkData)}`,
      "/_connect contact @4 incognito=on",
    ]);
  });

  it("connects in one step where there is no link data, and finds the contact by its connection", async () => {
    const puppet = aPuppet();
    puppet.answer = () => frames.record("sentInvitation");
    const plan = planOf("plan.contactAddressNoData");
    const connecting = connect(puppet.core, 1, plan, { incognito: false });
    await vi.advanceTimersByTimeAsync(0);
    puppet.tell(aboutContact(ready, 5, 99));
    puppet.tell(ready);
    expect(await connecting).toEqual({ kind: "ok", value: { kind: "direct", contactId: 4 } });
    expect(puppet.commands).toEqual([`/_connect 1 ${plan.link.full} ${plan.link.short}`]);
  });

  it("takes the event that comes before the response, and none about another contact", async () => {
    const puppet = aPuppet();
    puppet.answer = (command) => {
      if (command.startsWith("/_connect contact")) puppet.tell(ready);
      return answerPrepared(command);
    };
    expect(await connect(puppet.core, 1, planOf("plan.contactAddress"), { incognito: false })).toMatchObject({
      kind: "ok",
    });

    const other = aPuppet();
    other.answer = (command) => {
      other.tell(aboutContact(ready, 5, 99));
      return answerPrepared(command);
    };
    const connecting = connect(other.core, 1, planOf("plan.contactAddress"), { incognito: false, timeoutMs: 1000 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await connecting).toMatchObject({ failure: "timeout", message: expect.stringContaining("within 1 s") });
  });

  it("sends nothing for a contact that is known and ready, or an address that is one's own", async () => {
    const puppet = aPuppet();
    expect(await connect(puppet.core, 1, planOf("plan.knownContact"), { incognito: false })).toEqual({
      kind: "ok",
      value: { kind: "direct", contactId: 4 },
    });
    expect(await connect(puppet.core, 1, planOf("plan.knownGroup"), { incognito: false })).toEqual({
      kind: "ok",
      value: { kind: "group", groupId: 2 },
    });
    for (const name of ["plan.ownAddress", "plan.channelNoRelays", "plan.channelUpdateRequired"])
      expect(await connect(puppet.core, 1, planOf(name), { incognito: false })).toMatchObject({ failure: "refused" });
    expect(puppet.commands).toEqual([]);
  });

  it("ends with its signal and with its time, whatever it waits for", async () => {
    for (const answer of [() => undefined, answerPrepared]) {
      const puppet = aPuppet();
      puppet.answer = answer;
      const controller = new AbortController();
      const plan = planOf("plan.contactAddress");
      const cancelled = connect(puppet.core, 1, plan, { incognito: false, signal: controller.signal });
      await vi.advanceTimersByTimeAsync(0);
      controller.abort();
      expect(await cancelled).toMatchObject({ failure: "cancelled" });
      const late = connect(puppet.core, 1, plan, { incognito: false });
      await vi.advanceTimersByTimeAsync(120_000);
      expect(await late).toMatchObject({ failure: "timeout" });
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  it("looks again after a lost connection, because the event may have gone with it", async () => {
    const puppet = aPuppet();
    puppet.answer = (command) =>
      command.startsWith("/_contacts") ? frames.record("contacts") : answerPrepared(command);
    const connecting = connect(puppet.core, 1, planOf("plan.contactAddress"), { incognito: false });
    await vi.advanceTimersByTimeAsync(0);
    puppet.become({ kind: "ready" });
    expect(await connecting).toMatchObject({ kind: "ok" });
    expect(puppet.commands.at(-1)).toBe("/_contacts 1");
  });

  it("waits for a connection that another client of the core began meanwhile", async () => {
    const { addProfile, close } = createSandboxNetwork({ clock: systemClock });
    const [bob, alice] = [addProfile({ displayName: "bob" }), addProfile({ displayName: "alice" })];
    vi.useRealTimers();
    const address = await ensureAddress(bob.core, 1, { hasRatchetKeys: true });
    if (address.kind !== "ok") throw new Error("bob has no address");
    const first = await connectionPlan(alice.core, 1, address.value);
    if (first.kind !== "ok") throw new Error("alice has no plan");
    const { link, linkData } = first.value;
    await alice.core.command(`/_prepare contact 1 ${link.full} ${link.short} ${JSON.stringify(linkData)}`);
    // Prepared, but not connected: what both clients plan with.
    const plan = await connectionPlan(alice.core, 1, address.value);
    if (plan.kind !== "ok") throw new Error("alice has no plan");
    const both = await Promise.all([1, 2].map(() => connect(alice.core, 1, plan.value, { incognito: false })));
    expect(both).toEqual([1, 2].map(() => ({ kind: "ok", value: { kind: "direct", contactId: 1 } })));
    await close();
  });

  it("looks from time to time, because another client of the core may have been given the event", async () => {
    const puppet = aPuppet();
    puppet.answer = (command) =>
      command.startsWith("/_contacts") ? frames.record("contacts") : answerPrepared(command);
    const connecting = connect(puppet.core, 1, planOf("plan.contactAddress"), { incognito: false });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(puppet.commands.filter((command) => command.startsWith("/_contacts"))).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await connecting).toMatchObject({ kind: "ok" });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends when the core is stopped", async () => {
    const puppet = aPuppet();
    puppet.answer = answerPrepared;
    const connecting = connect(puppet.core, 1, planOf("plan.contactAddress"), { incognito: false });
    await vi.advanceTimersByTimeAsync(0);
    puppet.become({ kind: "stopped" });
    expect(await connecting).toMatchObject({ failure: "connection-lost" });
  });
});

describe("a plan", () => {
  it("that is an error is the error", async () => {
    const puppet = aPuppet();
    puppet.answer = () => frames.record("plan.planError");
    expect(await connectionPlan(puppet.core, 1, "simplex:/name@acme.testing")).toMatchObject({
      kind: "error",
      chatError: { agentError: { type: "BROKER" } },
    });
  });

  it("is not asked for a target with white space, which would change the command", async () => {
    const puppet = aPuppet();
    for (const target of ["", "a b", "a\n/_delete @1", "a resolve=never"])
      expect(await connectionPlan(puppet.core, 1, target)).toMatchObject({ failure: "refused" });
    expect(puppet.commands).toEqual([]);
  });
});
