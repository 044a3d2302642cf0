import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { activeUser } from "../../../src/core/api.ts";
import type { CoreState } from "../../../src/core/core.ts";
import { type ManagedCore, type ManagedCoreOptions, startManagedCore } from "../../../src/core/managed/managedCore.ts";
import { isAlive } from "./kit/isAlive.ts";

const standIn = join(import.meta.dirname, "../../fixtures/standIn/simplex-chat.mjs");

interface Managed {
  readonly core: ManagedCore;
  readonly folder: string;
  /** The command lines of the processes started so far, without the version's. */
  starts(): readonly { readonly pid: number; readonly args: string }[];
  until(kind: CoreState["kind"]): Promise<CoreState>;
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "managed-core-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function manage(
  behaviour: Readonly<Record<string, boolean>> = {},
  options: Partial<ManagedCoreOptions> = {},
  folder = aFolder(),
): Managed {
  writeFileSync(join(folder, "behaviour.json"), JSON.stringify(behaviour));
  const core = startManagedCore({
    binary: standIn,
    path: "",
    databaseFolder: folder,
    displayName: "tester",
    random: () => 0,
    ...options,
  });
  onTestFinished(() => core.close());
  return {
    core,
    folder,
    starts: () =>
      readFileSync(join(folder, "starts.log"), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => ({ pid: Number.parseInt(line, 10), args: line.slice(line.indexOf(" ") + 1) })),
    until: (kind) =>
      new Promise((resolve) => {
        if (core.state.kind === kind) return resolve(core.state);
        const listener = core.onState((state) => {
          if (state.kind !== kind) return;
          listener.dispose();
          resolve(state);
        });
      }),
  };
}

// Each test starts processes; on a busy machine that takes its time.
describe("a managed core", { timeout: 60_000 }, () => {
  it("makes its profile in a normal run, then runs in maintenance mode with service requests on", async () => {
    const { core, starts, until } = manage();
    await until("ready");
    expect(core.mode).toBe("managed");
    expect(core.version).toBe("SimpleX Chat v6.5.4");
    expect(core.acceptsServiceRequests).toBe(true);
    expect(await activeUser(core)).toMatchObject({ kind: "ok", value: { displayName: "tester" } });
    expect(starts().map(({ args }) => args.replace(/\S*core|\d+/g, "…"))).toEqual([
      "-d … -y -p … --user-display-name tester",
      "-d … -y -m -p …",
    ]);
  });

  it("keeps the profile of an earlier start", async () => {
    const first = manage();
    await first.until("ready");
    await first.core.close();
    const second = manage({}, { displayName: "another" }, first.folder);
    expect(await activeUser(second.core)).toMatchObject({ kind: "ok", value: { displayName: "tester" } });
    expect(second.starts()).toHaveLength(3);
  });

  it("makes a bot's profile where the core knows no option for a user's", async () => {
    const { core, starts } = manage({ noUserOption: true });
    expect(await activeUser(core)).toMatchObject({ kind: "ok" });
    expect(starts()[1]?.args).toContain("--create-bot-display-name tester");
  });

  it("shows a chat that runs already as an error of the set-up", async () => {
    const { until } = manage({ ignoresMaintenance: true });
    expect(await until("stopped")).toMatchObject({ cause: expect.stringMatching(/chatRunning.*set-up/) });
  });

  it("works with a core from before Service RPC, and says so", async () => {
    const { core } = manage({ isOld: true });
    expect(await activeUser(core)).toMatchObject({ kind: "ok" });
    expect(core.acceptsServiceRequests).toBe(false);
  });

  it("starts a crashed core again; the command that crashed it is not repeated", async () => {
    const { core, starts, until } = manage();
    await until("ready");
    expect(await core.command("/crash")).toMatchObject({ failure: "connection-lost" });
    await until("ready");
    expect(await activeUser(core)).toMatchObject({ kind: "ok" });
    expect(starts()).toHaveLength(3);
  });

  it("gives up a core that ends at each start, with what it printed", async () => {
    const folder = aFolder();
    writeFileSync(join(folder, "profile-created"), "");
    const { core, starts, until } = manage({ crashesAtStart: true }, { clock: hurriedClock() }, folder);
    expect(await until("stopped")).toMatchObject({ cause: expect.stringContaining("database is locked") });
    expect(starts()).toHaveLength(6);
    expect(await core.command("/u")).toMatchObject({ kind: "failed" });
  });

  it("keeps of its output neither messages nor keys", async () => {
    const { core, until } = manage();
    await until("ready");
    const secret = "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp-K06_nwoy_HU--CXqI9EdVhC";
    await core.command(`/_service_request 1 simplex:/a timeout=3 sign_key=${secret} {"a":"private words"}`);
    await core.command('/_send @4 json [{"msgContent":{"type":"text","text":"private words"}}]');
    await core.command("/_send @4 text private words");
    const kept = core.output.join("\n");
    expect(kept).toContain("/_send [removed]");
    expect(kept).not.toMatch(/private|words|MC4CAQ|VhC/);
  });

  it("ends its process when it is closed, also one that ignores being asked", async () => {
    const { core, starts, until } = manage({ ignoresTermination: true }, { clock: hurriedClock(100) });
    await until("ready");
    const pid = starts().at(-1)?.pid ?? 0;
    expect(isAlive(pid)).toBe(true);
    await core.close();
    expect(starts().map((start) => isAlive(start.pid))).toEqual([false, false]);
  });

  it("ends with its signal, even while it starts", async () => {
    const controller = new AbortController();
    const { core, until } = manage({}, { signal: controller.signal });
    controller.abort();
    await until("stopped");
    await core.close();
    expect(core.state.kind).toBe("stopped");
  });

  it("ends a core whose owner was killed, before it starts its own", async () => {
    const folder = aFolder();
    const orphan = spawn(standIn, ["-d", join(folder, "core"), "-y", "-p", "0", "--user-display-name", "tester"], {
      stdio: "ignore",
      detached: true,
    });
    const ended = new Promise((resolve) => orphan.once("exit", (_code, signal) => resolve(signal)));
    const owner = { ownerPid: 2 ** 22 + 1, ownerCommand: "a window that was killed", corePid: orphan.pid };
    writeFileSync(join(folder, "owner.json"), JSON.stringify(owner));
    const { core } = manage({}, {}, folder);
    expect(await ended).toBe("SIGTERM");
    expect(await activeUser(core)).toMatchObject({ kind: "ok" });
  });

  it("leaves the database to the window that runs its core", async () => {
    const folder = aFolder();
    const window = spawn("sleep", ["60"]);
    onTestFinished(() => {
      window.kill();
    });
    writeFileSync(join(folder, "owner.json"), JSON.stringify({ ownerPid: window.pid, ownerCommand: "sleep 60" }));
    const { core, until } = manage({}, {}, folder);
    expect(await until("stopped")).toMatchObject({ cause: expect.stringContaining("Another window") });
    await core.close();
    expect(existsSync(join(folder, "owner.json"))).toBe(true);
  });

  it("is found on the PATH, or said where to get", async () => {
    const folder = aFolder();
    symlinkSync(standIn, join(folder, "simplex-chat"));
    const found = manage({}, { path: `relative:${folder}` }, aFolder());
    expect(await activeUser(found.core)).toMatchObject({ kind: "ok" });
    const missing = manage({}, { binary: join(folder, "nothing") });
    expect(await missing.until("stopped")).toMatchObject({
      cause: expect.stringContaining("github.com/simplex-chat/simplex-chat/releases"),
    });
  });

  it("says why its folder cannot be used", async () => {
    const file = join(aFolder(), "file");
    writeFileSync(file, "");
    const { until } = manage({}, { databaseFolder: join(file, "folder") });
    expect(await until("retrying")).toMatchObject({ cause: expect.stringContaining("ENOTDIR") });
  });

  it("refuses a program that is not simplex-chat", async () => {
    const { until } = manage({}, { binary: "/bin/false" });
    expect(await until("stopped")).toMatchObject({ cause: expect.stringContaining("does not print a version") });
  });
});

/** Real time, run faster, for waits that are long on purpose. */
function hurriedClock(factor = 20): NonNullable<ManagedCoreOptions["clock"]> {
  return {
    now: () => Date.now(),
    after(delayMs, task) {
      const timer = setTimeout(task, delayMs < 10_000 ? delayMs / factor : delayMs);
      return () => clearTimeout(timer);
    },
  };
}
