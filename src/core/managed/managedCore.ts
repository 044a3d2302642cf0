import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorMessage } from "../../protocol/text/errorMessage.ts";
import { unlessAborted } from "../aborted.ts";
import { type Clock, systemTime } from "../clock.ts";
import type { Core } from "../core.ts";
import { openDeadline } from "../deadline.ts";
import { describeChatError } from "../errors/describeChatError.ts";
import { connectSource, type Step, type WebSocketCore, type WebSocketCoreOptions } from "../websocket/webSocketCore.ts";
import { type CoreProcess, startProcess } from "./coreProcess.ts";
import { findBinary } from "./findBinary.ts";
import { claimFolder, noteCore, releaseFolder } from "./folderOwner.ts";
import { freePort, untilPortAccepts } from "./portProbe.ts";

export interface ManagedCoreOptions extends Omit<WebSocketCoreOptions, "mode" | "confirmRemote"> {
  /** Absolute path of `simplex-chat`; searched for without it. The caller decides who may name it. */
  readonly binary?: string;
  /** The value of PATH. */
  readonly path: string;
  /** A folder of this core's own; it is made when it is missing. */
  readonly databaseFolder: string;
  /** Name of the profile made at the first start. */
  readonly displayName: string;
}

export interface ManagedCore extends WebSocketCore {
  /** As `simplex-chat -v` prints it; undefined until it was asked. */
  readonly version: string | undefined;
  /** False on a core that is older than Service RPC. */
  readonly acceptsServiceRequests: boolean;
  /** The last lines the process printed, without commands, messages and secrets. */
  readonly output: readonly string[];
}

/** How long the process may take until its port accepts: the first start makes a database. */
const startTimeoutMs = 60_000;
const versionTimeoutMs = 10_000;
/** More ends than this within the time are not a crash but a fault that restarting does not mend. */
const maxRestarts = 5;
const restartWindowMs = 120_000;
/** Written when the profile is made: a database alone may be half made. */
const profileMark = "profile-created";

/**
 * Starts `simplex-chat` on a free port, with service requests on, and owns it: it is started again when it crashes, and
 * ends with `close`, with `signal` and with this process.
 */
export function startManagedCore(options: ManagedCoreOptions): ManagedCore {
  const host = new ProcessHost(options);
  const core = connectSource(host, { ...options, mode: "managed" });
  return {
    mode: core.mode,
    get state() {
      return core.state;
    },
    get statistics() {
      return core.statistics;
    },
    get version() {
      return host.version;
    },
    get acceptsServiceRequests() {
      return host.acceptsServiceRequests;
    },
    get output() {
      return host.output;
    },
    onState: (listener) => core.onState(listener),
    onEvent: (listener) => core.onEvent(listener),
    command: (command, commandOptions) => core.command(command, commandOptions),
    close: async () => {
      await core.close();
      await host.stop();
    },
  };
}

class ProcessHost {
  version: string | undefined;
  acceptsServiceRequests = true;
  readonly #options: ManagedCoreOptions;
  readonly #clock: Clock;
  #binary: string | undefined;
  #process: CoreProcess | undefined;
  #url = "";
  /** The process whose chat this client has started. */
  #started: CoreProcess | undefined;
  readonly #startsMs: number[] = [];
  #locating: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  #isClaimed = false;

  constructor(options: ManagedCoreOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemTime;
    // The client ends by itself; the process has to be ended.
    options.signal?.addEventListener("abort", () => void this.stop(), { once: true });
  }

  get output(): readonly string[] {
    return this.#process?.output.lines ?? [];
  }

  /** The address of the running process, started before if need be. */
  locate(signal: AbortSignal): Promise<Step<string>> {
    const locating = this.#locate(signal).catch((error: unknown): Step<string> => {
      const reason = errorMessage(error);
      return { kind: "failed", cause: `The core's folder or its port cannot be used: ${reason}.` };
    });
    this.#locating = locating;
    return locating;
  }

  async #locate(signal: AbortSignal): Promise<Step<string>> {
    if (this.#process?.isRunning === true) return { kind: "ok", value: this.#url };
    const setUp = await this.#setUp(signal);
    if (setUp.kind !== "ok") return setUp;
    const nowMs = this.#clock.now();
    const recent = this.#startsMs.filter((startMs) => nowMs - startMs < restartWindowMs);
    if (recent.length > maxRestarts)
      return {
        kind: "fatal",
        cause: this.#withOutput(`simplex-chat ended ${recent.length} times within ${restartWindowMs / 1000} s.`),
      };
    this.#startsMs.splice(0, this.#startsMs.length, ...recent, nowMs);
    // Maintenance mode: only a chat that is not started yet can be started with service requests.
    const port = await freePort();
    this.#url = `ws://127.0.0.1:${port}`;
    const started = await this.#start(["-m", "-p", String(port)], port, signal);
    return started.kind === "ok" ? { kind: "ok", value: this.#url } : started;
  }

  /** Starts the chat of a new process. One that was started by this client before runs already. */
  async prepare(command: Core["command"]): Promise<Step<void>> {
    const process = this.#process;
    const result = await command("/_start main=on service_requests=on");
    if (result.kind === "failed") return { kind: "failed", cause: result.message };
    if (result.kind === "error") return await this.#prepareOlder(command, result.chatError);
    if (result.response.type === "chatStarted") this.#started = process;
    if (this.#started === process) return done;
    return {
      kind: "fatal",
      cause: `The chat was running before service requests could be turned on (the core answered "${result.response.type}"), so it would drop every one. This is an error of the set-up: the process must run in maintenance mode (-m).`,
    };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    // It may be about to start a process; its signal is aborted by now, so it ends soon.
    await this.#locating;
    await this.#process?.stop();
    if (this.#isClaimed) await releaseFolder(this.#options.databaseFolder);
    this.#isClaimed = false;
  }

  get #databasePrefix(): string {
    return join(this.#options.databaseFolder, "core");
  }

  /** A core from before Service RPC does not know the option; everything else works with it. */
  async #prepareOlder(command: Core["command"], chatError: unknown): Promise<Step<void>> {
    const description = describeChatError(chatError, { command: "other" });
    if (description.tag !== "commandError") return { kind: "failed", cause: description.message };
    const result = await command("/_start main=on");
    if (result.kind === "failed") return { kind: "failed", cause: result.message };
    if (result.kind === "error") return { kind: "fatal", cause: description.message };
    this.acceptsServiceRequests = false;
    this.#started = this.#process;
    return done;
  }

  /** What is done once: find the binary, ask its version, make the profile. */
  async #setUp(signal: AbortSignal): Promise<Step<void>> {
    if (this.#binary === undefined) {
      const found = await findBinary(this.#options.binary, this.#options.path);
      if (found.kind === "missing") return { kind: "fatal", cause: found.message };
      const version = await this.#readVersion(found.path, signal);
      if (version.kind !== "ok") return version;
      this.version = version.value;
      this.#binary = found.path;
    }
    const claimed = this.#isClaimed ? done : await this.#claim();
    if (claimed.kind !== "ok") return claimed;
    return (await this.#hasProfile()) ? done : await this.#makeProfile(signal);
  }

  async #claim(): Promise<Step<void>> {
    const folder = this.#options.databaseFolder;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const claim = await claimFolder(folder, this.#databasePrefix, this.#clock);
    if (claim.kind === "taken")
      return {
        kind: "fatal",
        cause: `Another window (process ${claim.ownerPid}) runs the core of ${folder}, and two cores must not use one database. Use the other window, or close it and start the core again.`,
      };
    this.#isClaimed = true;
    return done;
  }

  async #readVersion(binary: string, signal: AbortSignal): Promise<Step<string>> {
    const child = startProcess(binary, ["-v"], this.#clock);
    const isInTime = await this.#within(versionTimeoutMs, signal, () => child.ended);
    await child.stop();
    const version = child.output.lines.find((line) => /\d+\.\d+/.test(line));
    if (isInTime && version !== undefined) return { kind: "ok", value: version };
    return {
      kind: "fatal",
      cause: `${binary} does not print a version (-v), so it is not simplex-chat, or not one for this machine. ${isInTime ? await child.ended : ""}`,
    };
  }

  async #hasProfile(): Promise<boolean> {
    try {
      await readFile(join(this.#options.databaseFolder, profileMark));
      return true;
    } catch {
      // No mark, no profile.
      return false;
    }
  }

  /**
   * A core in maintenance mode needs a profile and cannot be asked to make one, so one normal run makes it. The option for
   * a user's profile is newer than the one for a bot's.
   */
  async #makeProfile(signal: AbortSignal): Promise<Step<void>> {
    let outcome: Step<void> = done;
    for (const option of ["--user-display-name", "--create-bot-display-name"]) {
      const port = await freePort();
      outcome = await this.#start(["-p", String(port), option, this.#options.displayName], port, signal);
      const isUnknownOption = this.output.some((line) => /invalid option/i.test(line));
      await this.#process?.stop();
      if (outcome.kind === "ok") {
        await writeFile(join(this.#options.databaseFolder, profileMark), "");
        return done;
      }
      if (!isUnknownOption) return outcome;
    }
    return outcome;
  }

  /** Starts the process and waits until its port accepts. */
  async #start(args: readonly string[], port: number, signal: AbortSignal): Promise<Step<void>> {
    if (this.#binary === undefined || this.#isStopped) return { kind: "failed", cause: "The core was closed." };
    const child = startProcess(this.#binary, ["-d", this.#databasePrefix, "-y", ...args], this.#clock);
    this.#process = child;
    await noteCore(this.#options.databaseFolder, child.pid);
    const isUp = await this.#within(startTimeoutMs, signal, async (inner) => {
      const giveUp = new AbortController();
      const waiting = AbortSignal.any([inner, giveUp.signal]);
      await Promise.race([untilPortAccepts(port, this.#clock, waiting), child.ended]);
      giveUp.abort();
    });
    if (isUp && child.isRunning) return done;
    await child.stop();
    const how = isUp ? await child.ended : `Its port did not open within ${startTimeoutMs / 1000} s.`;
    return { kind: "failed", cause: this.#withOutput(`simplex-chat did not start. ${how}`) };
  }

  /** True when `work` ended by itself; false when its time was over or `signal` was aborted. */
  async #within(
    timeoutMs: number,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<boolean> {
    const deadline = openDeadline(this.#clock, timeoutMs, signal);
    try {
      await unlessAborted(work(deadline.signal), deadline.signal);
      return !deadline.signal.aborted;
    } finally {
      deadline.dispose();
    }
  }

  #withOutput(message: string): string {
    const last = this.output.slice(-3).join(" | ");
    return last === "" ? message : `${message} It printed: ${last}`;
  }
}

const done = { kind: "ok", value: undefined } as const;
