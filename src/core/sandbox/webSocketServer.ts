import type { AddressInfo } from "node:net";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { type CoreRecord, payloadText } from "../core.ts";
import { asString } from "../records/jsonShape.ts";
import { commandError } from "./chatErrors.ts";
import { openLane } from "./commandLane.ts";
import { parseJsonObject } from "./jsonArgument.ts";
import type { SandboxProfile } from "./sandboxProfile.ts";

export interface SandboxServerOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** How `resp` is written: `either` as the cores of the 6.4 line, with `Right` and `Left`. */
  readonly shape?: "flat" | "either";
}

export interface SandboxServer {
  readonly port: number;
  /** `ws://127.0.0.1:<port>` */
  readonly url: string;
  /** Ends every connection and frees the port. Closing twice is harmless. */
  close(): Promise<void>;
}

/** Events kept while nobody is connected; the core's own queue has as many places. */
const maxBacklog = 1_024;
/** Largest frame taken, in bytes: as large as the client of this product takes, which is far above any message. */
const maxFrameBytes = 64 * 1024 * 1024;

/**
 * Serves a profile of the sandbox as `simplex-chat -p` does: frames `{corrId, cmd}` and `{corrId, resp}`, one command at a
 * time on each connection, and each event to one connection only. It listens on 127.0.0.1 alone.
 */
export async function serveSandbox(profile: SandboxProfile, options: SandboxServerOptions): Promise<SandboxServer> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: options.port, maxPayload: maxFrameBytes });
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", reject);
  });
  const backlog: CoreRecord[] = [];
  let nextReader = 0;

  const stopEvents = profile.onEvent((event) => {
    const readers = [...server.clients].filter((client) => client.readyState === client.OPEN);
    const reader = readers[nextReader++ % Math.max(readers.length, 1)];
    if (reader !== undefined) writeFrame(reader, event);
    else if (backlog.length < maxBacklog) backlog.push(event);
  });

  function writeFrame(client: WebSocket, record: CoreRecord, corrId?: string): void {
    if (client.readyState !== client.OPEN) return;
    const id = corrId === undefined ? "" : `"corrId":${JSON.stringify(corrId)},`;
    const text = recordText(record);
    client.send(`{${id}"resp":${options.shape === "either" ? eitherText(record, text) : text}}`);
  }

  server.on("connection", (client) => {
    const lane = openLane(profile);
    // `ws` ends a connection with a fault by itself, and tells the other side which one (RFC 6455, 7.4.1).
    client.on("error", () => undefined);
    client.on("message", (data, isBinary) => {
      const frame = isBinary ? undefined : parseJsonObject(textOf(data));
      const corrId = asString(frame?.["corrId"]);
      const command = asString(frame?.["cmd"]);
      if (corrId === undefined || command === undefined) writeFrame(client, commandError("invalid request"));
      else void lane(command).then((record) => writeFrame(client, record, corrId));
    });
    for (const event of backlog.splice(0)) writeFrame(client, event);
  });

  const { port } = addressOf(server);
  let closing: Promise<void> | undefined;
  return {
    port,
    url: `ws://127.0.0.1:${port}`,
    close() {
      closing ??= new Promise((resolve) => {
        stopEvents();
        for (const client of server.clients) client.terminate();
        server.close(() => resolve());
      });
      return closing;
    },
  };
}

/** The record as JSON, its payload as it was written. */
function recordText(record: CoreRecord): string {
  const payload = record[payloadText];
  if (payload === undefined) return JSON.stringify(record);
  const { responseData: _, ...others } = record;
  return `${JSON.stringify(others).slice(0, -1)},"responseData":${payload}}`;
}

function eitherText(record: CoreRecord, text: string): string {
  const side = record.type === "chatCmdError" || record.type === "chatError" ? "Left" : "Right";
  return `{"${side}":${text}}`;
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return data instanceof ArrayBuffer ? Buffer.from(data).toString() : data.toString();
}

function addressOf(server: WebSocketServer): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The sandbox server has no port.");
  return address;
}
