import { connect, createServer } from "node:net";
import { type Clock, sleep } from "../clock.ts";

const probeIntervalMs = 100;

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Asks again and again whether something listens at the port; false when `signal` is aborted first. */
export async function untilPortAccepts(port: number, clock: Clock, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    if (await accepts(port)) return true;
    await sleep(clock, probeIntervalMs, signal);
  }
  return false;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}
