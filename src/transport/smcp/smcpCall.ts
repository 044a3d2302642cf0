import { isObject } from "../../protocol/json/jsonObject.ts";
import { type SmcpEvent, smcpEventFor } from "../../protocol/smcp/smcpEvents.ts";
import { coreFailure, type Ending } from "../sendFailure.ts";

/** One event of an agent, as it is emitted. */
export interface SmcpCall {
  readonly event: SmcpEvent;
  /** The payload, without the members that the connection fills. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The event asks for what this MCP method does, so its answer is given in MCP's form. */
  readonly mcpMethod: string | undefined;
  /** How long to wait for the acknowledgement. */
  readonly waitMs: number;
}

export type SmcpCallResult =
  | { readonly kind: "call"; readonly call: SmcpCall }
  | { readonly kind: "refused"; readonly ending: Ending };

/** A computer that gives up a call after its `timeout` says so: time for its answer to arrive. */
const graceMs = 5000;

/** No tool is waited for longer than a day: a timer cannot run for much longer. */
const maxWaitMs = 86_400_000;

/**
 * Turns the JSON-RPC request of a request file into the event to emit: an event's own name with its payload in `params`, or
 * an MCP method that an event does. `computer` is the target's, for a payload that names none; `timeoutMs` is how long the
 * user wants to wait; the `timeout` of a tool call that says nothing else ends a little before.
 */
export function smcpCallOf(requestJson: string, computer: string | undefined, timeoutMs: number): SmcpCallResult {
  const { method, params } = methodAndParams(requestJson);
  const event = smcpEventFor(method);
  if (event === undefined) {
    return refuse(
      "smcp-no-event",
      `No event of A2C-SMCP does what \`${method}\` asks, so nothing was sent.`,
      "Use `tools/list`, `tools/call`, `resources/list`, or an event's own name such as `client:get_config`.",
    );
  }
  const isMcp = event.name !== method;
  const own = isMcp ? payloadOfMcp(event.name, params, timeoutMs) : params;
  const needsComputer = event.members.some((member) => member.name === "computer");
  const payload = needsComputer && own["computer"] === undefined ? { computer, ...own } : own;
  const missing = event.members.find((member) => member.isRequired && payload[member.name] === undefined);
  if (missing !== undefined) {
    return refuse(
      "smcp-missing-member",
      `\`${event.name}\` needs \`${missing.name}\`, ${missing.about}, and the request has none, so nothing was sent.`,
      `Write \`${missing.name}\` in \`params\`.`,
    );
  }
  if (needsComputer && payload["computer"] === undefined) {
    return refuse(
      "smcp-no-computer",
      "Neither the target nor the request names a computer, so nothing was sent.",
      "Add `computer=NAME` to the target's query. `server:list_room` lists the computers of the office.",
    );
  }
  return {
    kind: "call",
    call: {
      event,
      payload,
      mcpMethod: isMcp ? method : undefined,
      waitMs: isMcp ? timeoutMs : waitFor(payload, timeoutMs),
    },
  };
}

/** A tool's own `timeout`, in seconds, is waited for, however short the user's patience is. */
function waitFor({ timeout }: Readonly<Record<string, unknown>>, timeoutMs: number): number {
  return typeof timeout === "number" ? Math.max(timeoutMs, Math.min(timeout * 1000 + graceMs, maxWaitMs)) : timeoutMs;
}

function payloadOfMcp(
  event: string,
  params: Readonly<Record<string, unknown>>,
  timeoutMs: number,
): Readonly<Record<string, unknown>> {
  const { name, arguments: toolArguments = {}, cursor, mcp_server } = params;
  switch (event) {
    case "client:tool_call":
      return { tool_name: name, params: toolArguments, timeout: Math.max(1, Math.floor((timeoutMs - graceMs) / 1000)) };
    case "client:get_resources":
      return { ...(mcp_server !== undefined && { mcp_server }), ...(cursor !== undefined && { cursor }) };
    default:
      return {};
  }
}

function methodAndParams(requestJson: string): { method: string; params: Readonly<Record<string, unknown>> } {
  const request: unknown = JSON.parse(requestJson);
  const { method, params } = isObject(request) ? request : {};
  return { method: typeof method === "string" ? method : "", params: isObject(params) ? params : {} };
}

function refuse(code: string, message: string, nextStep: string): SmcpCallResult {
  return { kind: "refused", ending: coreFailure(code, message, nextStep) };
}
