import type { AddressInfo, Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { createConditionWaiter } from "./conditionWaiter.ts";

/** One command as the server received it. */
export interface ReceivedCommand {
  readonly corrId: string;
  readonly cmd: string;
  readonly connection: ScriptedConnection;
  /** Answers with a frame: the object gets the command's `corrId`. */
  answer(frame: object): void;
}

/** A connection of a client, and the ways to misuse it. */
interface ScriptedConnection {
  /** 0 for the first connection the server ever took. */
  readonly index: number;
  readonly isOpen: boolean;
  send(frame: object): void;
  sendText(text: string): void;
  sendBinary(bytes: Uint8Array): void;
  /** Writes the head and the first bytes of a text frame, then cuts the connection. */
  cutMidFrame(): void;
  /** Closes with the handshake, as a core that ends does. */
  close(): void;
  /** Reads nothing more, not even a closing handshake. */
  stall(): void;
  readonly closed: Promise<void>;
}

export interface ScriptedServer {
  readonly port: number;
  readonly url: string;
  /** Every command received, over all connections, in order. */
  readonly commands: readonly string[];
  readonly connections: readonly ScriptedConnection[];
  /** Decides what happens with each command; without an answer the client waits. */
  onCommand: (command: ReceivedCommand) => void;
  onConnection: (connection: ScriptedConnection) => void;
  /** Resolves when so many connections were taken, counted from the start. */
  connected(count: number): Promise<void>;
  /** Resolves when so many commands were received, counted from the start. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A WebSocket server on a free port of 127.0.0.1 that does what a test says. */
export async function startScriptedServer(port = 0): Promise<ScriptedServer> {
  const server = new WebSocketServer({ host: "127.0.0.1", port, maxPayload: 64 * 1024 * 1024 });
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", reject);
  });
  const commands: string[] = [];
  const connections: ScriptedConnection[] = [];
  const { wake, until } = createConditionWaiter();
  const address = server.address() as AddressInfo;
  const scripted: ScriptedServer = {
    port: address.port,
    url: `ws://127.0.0.1:${address.port}`,
    commands,
    connections,
    onCommand: () => undefined,
    onConnection: () => undefined,
    connected: (count) => until(() => connections.length >= count),
    received: (count) => until(() => commands.length >= count),
    close: async () => {
      for (const client of server.clients) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on("connection", (socket, request) => {
    const connection = scriptConnection(socket, request.socket, connections.length);
    connections.push(connection);
    socket.on("message", (data) => {
      const { corrId, cmd }: { corrId: string; cmd: string } = JSON.parse(data.toString());
      commands.push(cmd);
      scripted.onCommand({ corrId, cmd, connection, answer: (frame) => connection.send({ corrId, ...frame }) });
      wake();
    });
    scripted.onConnection(connection);
    wake();
  });
  return scripted;
}

function scriptConnection(socket: WebSocket, raw: Socket, index: number): ScriptedConnection {
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  // A client that cuts the connection is part of many tests.
  socket.on("error", () => undefined);
  return {
    index,
    closed,
    get isOpen() {
      return socket.readyState === socket.OPEN;
    },
    send: (frame) => socket.send(JSON.stringify(frame)),
    sendText: (text) => socket.send(text),
    sendBinary: (bytes) => socket.send(bytes),
    cutMidFrame: () => {
      // A final text frame that announces 4,096 bytes and brings nine.
      raw.write(Buffer.concat([Buffer.from([0x81, 0x7e, 0x10, 0x00]), Buffer.from('{"resp":{')]), () => raw.destroy());
    },
    close: () => socket.close(1001),
    stall: () => raw.pause(),
  };
}
