import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Server, type Socket } from "socket.io";
import { isObject } from "../../protocol/json/jsonObject.ts";
import { defaultSmcpPath } from "../../protocol/smcp/smcpTarget.ts";
import { areCompatible, defaultSmcpVersion, isSmcpVersion } from "../../protocol/smcp/smcpVersions.ts";

/** A running A2C-SMCP server. */
export interface SmcpServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface SmcpServerOptions {
  /** On 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** The version it speaks; the default one when absent. */
  readonly version?: string;
}

/** What the server knows of one connection, once it has joined an office. */
interface Seat {
  readonly role: "agent" | "computer";
  readonly name: string;
  readonly officeId: string;
}

/** Relays that an agent may ask for; each goes to the computer its payload names. */
const relayedEvent = /^client:[a-z_]+$/;

/** What a computer tells the server about itself; the server tells the office the same by the name beside it. */
const toldEvent = /^server:(update_(?:config|tool_list|desktop|skills))$/;

/** How long a computer may take to acknowledge what is relayed to it and sets no time itself. */
const relayTimeoutMs = 60_000;

/**
 * Serves A2C-SMCP for trying and testing: offices, relays and cancels, as the Python server 0.4.2 does them, its silence
 * after a refusal included. Rejects with the error of listening, such as `EADDRINUSE`.
 */
export async function serveSmcp({ port, version = defaultSmcpVersion }: SmcpServerOptions): Promise<SmcpServer> {
  const http = createServer();
  const io = new Server(http, { path: defaultSmcpPath, serveClient: false });
  // Before Socket.IO sees a connection: a version that does not fit never becomes one.
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const refusal = versionRefusal(request.url ?? "", version);
    if (refusal === undefined) next();
    else refuse(response, refusal);
  });
  const seats = new Map<Socket, Seat>();
  io.of("/smcp").on("connection", (socket) => welcome(socket, seats, version));
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, "127.0.0.1", resolve);
  });
  const address = http.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: () => io.close(),
  };
}

type Body = Readonly<Record<string, unknown>> & { readonly code: number };

function versionRefusal(url: string, version: string): Body | undefined {
  const query = new URL(url, "http://localhost").searchParams;
  // Only the handshake names a version: later requests belong to a connection that was let in.
  if (query.has("sid")) return undefined;
  const asked = query.get("a2c_version");
  if (asked === null) return { code: 400, message: "Missing a2c_version query parameter" };
  if (!isSmcpVersion(asked)) return { code: 400, message: `Invalid a2c_version: ${asked}` };
  if (areCompatible(asked, version)) return undefined;
  const band = version.slice(0, version.lastIndexOf("."));
  return {
    code: 4008,
    message: "Protocol version mismatch",
    server_version: version,
    client_version: asked,
    min_supported: `${band}.0`,
    max_supported: `${band}.999`,
  };
}

function refuse(response: ServerResponse, body: Body): void {
  response.writeHead(400, {
    "content-type": "application/json",
    ...(body.code === 4008 && { "x-a2c-error-code": "4008" }),
  });
  response.end(JSON.stringify(body));
}

function welcome(socket: Socket, seats: Map<Socket, Seat>, version: string): void {
  socket.on("server:join_office", (request: unknown, ack: unknown) => {
    const refusal = join(socket, request, seats);
    acknowledge(ack, refusal === undefined, refusal ?? null);
  });
  socket.on("server:leave_office", (_request: unknown, ack: unknown) => {
    leave(socket, seats);
    acknowledge(ack, true, null);
  });
  socket.on("server:list_room", (request: unknown, ack: unknown) => {
    const own = seats.get(socket);
    if (own === undefined) return;
    const sessions = [...seats]
      .filter(([, seat]) => seat.officeId === own.officeId)
      .map(([{ id }, { role, name, officeId }]) => ({
        sid: id,
        name,
        role,
        office_id: officeId,
        a2c_version: version,
      }));
    acknowledge(ack, { sessions, req_id: isObject(request) ? request["req_id"] : undefined });
  });
  socket.on("server:tool_call_cancel", (request: unknown) => {
    const own = seats.get(socket);
    if (own?.role === "agent") socket.to(own.officeId).emit("notify:tool_call_cancel", request);
  });
  socket.onAny((event: string, request: unknown, ack: unknown) => {
    const told = toldEvent.exec(event)?.[1];
    const own = seats.get(socket);
    if (told !== undefined && own?.role === "computer")
      socket.to(own.officeId).emit(`notify:${told}`, { computer: own.name });
    if (relayedEvent.test(event)) void relay(socket, event, request, ack, seats);
  });
  socket.on("disconnect", () => leave(socket, seats));
}

/** Takes the seat, or says why not. */
function join(socket: Socket, request: unknown, seats: Map<Socket, Seat>): string | undefined {
  const { role, name, office_id: officeId } = isObject(request) ? request : {};
  if ((role !== "agent" && role !== "computer") || typeof name !== "string" || typeof officeId !== "string") {
    return "Internal server error: role, name and office_id are required";
  }
  const others = [...seats].filter(([other, seat]) => other !== socket && seat.officeId === officeId);
  if (role === "agent" && others.some(([, seat]) => seat.role === "agent")) {
    return "Internal server error: Agent already in room";
  }
  if (role === "computer" && others.some(([, seat]) => seat.role === "computer" && seat.name === name)) {
    return `Internal server error: Computer with name '${name}' already exists in room '${officeId}'`;
  }
  const current = seats.get(socket);
  if (current?.officeId === officeId) return undefined;
  if (current?.role === "agent") return "Internal server error: Agent sid already in room";
  leave(socket, seats);
  seats.set(socket, { role, name, officeId });
  void socket.join(officeId);
  socket.to(officeId).emit("notify:enter_office", { office_id: officeId, [role]: name });
  return undefined;
}

function leave(socket: Socket, seats: Map<Socket, Seat>): void {
  const seat = seats.get(socket);
  if (seat === undefined) return;
  seats.delete(socket);
  socket.to(seat.officeId).emit("notify:leave_office", { office_id: seat.officeId, [seat.role]: seat.name });
  void socket.leave(seat.officeId);
}

/** Asks the computer and passes its acknowledgement on. A refusal for the room's sake has none: that is the protocol's 0.4. */
async function relay(
  socket: Socket,
  event: string,
  request: unknown,
  ack: unknown,
  seats: ReadonlyMap<Socket, Seat>,
): Promise<void> {
  const own = seats.get(socket);
  const { computer, timeout } = isObject(request) ? request : {};
  const found = [...seats].find(([, seat]) => seat.role === "computer" && seat.name === computer);
  if (found === undefined) {
    const name = String(computer);
    acknowledge(ack, {
      code: 404,
      message: `Computer with name '${name}' not found`,
      details: { computer_name: name },
    });
    return;
  }
  const [target, seat] = found;
  if (own?.role !== "agent" || own.officeId !== seat.officeId) return;
  const timeoutMs = typeof timeout === "number" ? timeout * 1000 : relayTimeoutMs;
  const answer = await target
    .timeout(timeoutMs)
    .emitWithAck(event, request)
    .then(
      (value: unknown) => ({ value }),
      // The computer left or was silent: so is the server.
      () => undefined,
    );
  if (answer !== undefined) acknowledge(ack, answer.value);
}

function acknowledge(ack: unknown, ...args: readonly unknown[]): void {
  if (typeof ack === "function") ack(...args);
}
