import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A SLIM node with an agent, in a process of its own. */
export interface SlimAgent {
  /** The agent's target. */
  readonly target: string;
  stop(): Promise<void>;
}

/** Starts node and agent with the package at that URL. */
export async function startSlimAgent(moduleUrl: string, secret: string): Promise<SlimAgent> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, "agent.mjs"), moduleUrl, String(port), secret], {
    stdio: ["pipe", "ignore", "pipe"],
    env: { ...process.env, RUST_LOG: "off" },
  });
  await untilReady(child);
  return {
    target: `slim://127.0.0.1:${port}/acme/demo/echo`,
    async stop() {
      const closed = new Promise((resolve) => child.once("close", resolve));
      if (child.exitCode !== null) return;
      child.kill("SIGKILL");
      await closed;
    },
  };
}

async function untilReady({ stderr }: ChildProcess): Promise<void> {
  const lines: string[] = [];
  if (stderr !== null) {
    for await (const line of createInterface({ input: stderr })) {
      lines.push(line);
      if (line === "READY") return void stderr.resume();
    }
  }
  throw new Error(`The agent did not start:\n${lines.join("\n")}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("No port is free.");
  return address.port;
}
