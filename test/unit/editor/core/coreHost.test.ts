import { describe, expect, it } from "vitest";
import type { Core, CoreMode, CoreState } from "../../../../src/core/core.ts";
import { CoreHost, type CoreHostState, type RunningCore } from "../../../../src/editor/core/coreHost.ts";

/** A core that counts how often it was closed and whose state the test decides. */
function fakeCore(mode: CoreMode) {
  const listeners = new Set<(state: CoreState) => void>();
  const made = {
    closed: 0,
    say(state: CoreState): void {
      for (const listener of listeners) listener(state);
    },
    running: undefined as RunningCore | undefined,
  };
  const core: Core = {
    mode,
    state: { kind: "ready" },
    onState: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    onEvent: () => ({ dispose: () => {} }),
    command: () => Promise.resolve({ kind: "failed", failure: "cancelled", message: "" }),
    close: () => Promise.resolve(),
  };
  made.running = {
    core,
    close: () => {
      made.closed += 1;
      return Promise.resolve();
    },
  };
  return {
    ...made,
    core,
    running: made.running,
    get closed() {
      return made.closed;
    },
  };
}

function hostOf(makers: Partial<Record<CoreMode, () => Promise<RunningCore>>>): CoreHost {
  const none = () => Promise.reject(new Error("no such core"));
  return new CoreHost("sandbox", { sandbox: none, managed: none, external: none, ...makers });
}

describe("the core host", () => {
  it("makes the core at its first use, and only once", async () => {
    const sandbox = fakeCore("sandbox");
    let made = 0;
    const host = hostOf({
      sandbox: () => {
        made += 1;
        return Promise.resolve(sandbox.running);
      },
    });
    expect(host.state).toEqual({ kind: "idle" });
    expect(await Promise.all([host.core(), host.core()])).toEqual([sandbox.core, sandbox.core]);
    expect(made).toBe(1);
    expect(host.state).toEqual({ kind: "ready" });
  });

  it("passes on the state of the core in use, and no longer that of one it replaced", async () => {
    const sandbox = fakeCore("sandbox");
    const states: CoreHostState["kind"][] = [];
    const host = hostOf({ sandbox: () => Promise.resolve(sandbox.running) });
    host.onState(({ kind }) => states.push(kind));
    await host.core();
    sandbox.say({ kind: "retrying", cause: "cut", retryAtMs: 1 });
    await host.restart("external");
    sandbox.say({ kind: "ready" });
    expect(states).toEqual(["starting", "ready", "retrying", "idle"]);
    expect(sandbox.closed).toBe(1);
    expect(host.mode).toBe("external");
  });

  it("closes a core that was made too late, instead of using it", async () => {
    const late = fakeCore("sandbox");
    let finish = (_running: RunningCore): void => {};
    const host = hostOf({
      sandbox: () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    });
    const asked = host.core();
    const refused = expect(asked).rejects.toThrow(/replaced/);
    const restarted = host.restart("external");
    finish(late.running);
    await Promise.all([refused, restarted]);
    expect(late.closed).toBe(1);
    expect(host.state).toEqual({ kind: "idle" });
  });

  it("says why a core cannot be made, and tries again at the next use", async () => {
    const sandbox = fakeCore("sandbox");
    let isBroken = true;
    const host = hostOf({
      sandbox: () => (isBroken ? Promise.reject(new Error("Install it.")) : Promise.resolve(sandbox.running)),
    });
    await expect(host.core()).rejects.toThrow("Install it.");
    expect(host.state).toEqual({ kind: "failed", message: "Install it." });
    isBroken = false;
    expect(await host.core()).toBe(sandbox.core);
  });

  it("makes nothing more once it is closed", async () => {
    const host = hostOf({});
    await host.close();
    await host.close();
    await expect(host.core()).rejects.toThrow(/closing/);
  });
});
