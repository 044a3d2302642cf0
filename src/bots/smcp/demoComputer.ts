import { io } from "socket.io-client";
import { isObject } from "../../protocol/json/jsonObject.ts";
import { defaultSmcpVersion } from "../../protocol/smcp/smcpVersions.ts";

export interface DemoComputer {
  close(): void;
}

export interface DemoComputerOptions {
  /** `http://host:port`. */
  readonly origin: string;
  readonly officeId: string;
  readonly name: string;
  /** How long the slow tool takes, in milliseconds. */
  readonly slowMs?: number;
}

const bundleId = "acme-desk";

interface DemoTool {
  readonly name: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, unknown>>;
  run(toolArguments: Readonly<Record<string, unknown>>, slowMs: number, signal: AbortSignal): Promise<unknown>;
}

const tools: readonly DemoTool[] = [
  {
    name: `${bundleId}__count_words`,
    description: "Counts the words of a text.",
    properties: { text: { type: "string" } },
    run({ text }) {
      const words = String(text ?? "").match(/\S+/g) ?? [];
      return Promise.resolve(textResult(String(words.length)));
    },
  },
  {
    name: `${bundleId}__slow_report`,
    description: "Writes a report, which takes a while. It can be cancelled.",
    properties: {},
    run: (_, slowMs, signal) => slowReport(slowMs, signal),
  },
  {
    name: `${bundleId}__broken_printer`,
    description: "Always fails, as a tool fails: with a result that says so.",
    properties: {},
    run: () => Promise.resolve({ ...textResult("The printer is out of paper."), isError: true }),
  },
];

/** A computer with three tools, one of them slow and one failing, that joins an office. Resolves once it is there. */
export async function startDemoComputer({
  origin,
  officeId,
  name,
  slowMs = 20_000,
}: DemoComputerOptions): Promise<DemoComputer> {
  const socket = io(`${origin}/smcp`, {
    query: { a2c_version: defaultSmcpVersion },
    transports: ["polling", "websocket"],
    reconnection: false,
    forceNew: true,
  });
  const underWay = new Map<string, AbortController>();
  socket.on("client:get_tools", (request: unknown, ack: unknown) => {
    acknowledge(ack, { tools: tools.map(toolRecord), req_id: requestIdOf(request) });
  });
  socket.on("client:get_config", (_request: unknown, ack: unknown) => {
    acknowledge(ack, { servers: { [bundleId]: { type: "stdio", server_parameters: { command: "acme-desk" } } } });
  });
  socket.on("client:get_resources", (request: unknown, ack: unknown) => {
    const server = isObject(request) ? request["mcp_server"] : undefined;
    const error = { code: 4014, message: `Unknown MCP server: ${String(server)}`, mcp_server: server };
    acknowledge(ack, server === bundleId ? { resources: [], req_id: requestIdOf(request) } : error);
  });
  socket.on("client:tool_call", (request: unknown, ack: unknown) => {
    void callTool(request, slowMs, underWay).then((result) => acknowledge(ack, result));
  });
  socket.on("notify:tool_call_cancel", (request: unknown) => underWay.get(requestIdOf(request))?.abort());
  await new Promise<void>((resolve, reject) => {
    socket.once("connect_error", reject);
    socket.once("connect", () => {
      const seat = { role: "computer", name, office_id: officeId };
      socket.emit("server:join_office", seat, (isJoined: unknown, reason: unknown) => {
        if (isJoined === true) resolve();
        else reject(new Error(String(reason)));
      });
    });
  });
  return {
    close() {
      for (const call of underWay.values()) call.abort();
      socket.disconnect();
    },
  };
}

async function callTool(request: unknown, slowMs: number, underWay: Map<string, AbortController>): Promise<unknown> {
  const { tool_name: name, params } = isObject(request) ? request : {};
  const tool = tools.find((known) => known.name === name);
  if (tool === undefined) return { code: 4001, message: `Tool not found: ${String(name)}` };
  const requestId = requestIdOf(request);
  const call = new AbortController();
  underWay.set(requestId, call);
  try {
    return await tool.run(isObject(params) ? params : {}, slowMs, call.signal);
  } finally {
    underWay.delete(requestId);
  }
}

function slowReport(slowMs: number, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    const end = (result: unknown): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      resolve(result);
    };
    const onAbort = (): void =>
      end({ ...textResult("The report was cancelled."), isError: true, meta: { a2c_cancelled: true } });
    const timer = setTimeout(() => end(textResult("The report is ready.")), slowMs);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

function toolRecord({ name, description, properties }: DemoTool): unknown {
  const schema = { type: "object", properties, required: Object.keys(properties) };
  return { name, bundle_id: bundleId, description, params_schema: schema, return_schema: null };
}

function textResult(text: string): Readonly<Record<string, unknown>> {
  return { content: [{ type: "text", text }], isError: false };
}

function requestIdOf(request: unknown): string {
  const id = isObject(request) ? request["req_id"] : undefined;
  return typeof id === "string" ? id : "";
}

function acknowledge(ack: unknown, value: unknown): void {
  if (typeof ack === "function") ack(value);
}
