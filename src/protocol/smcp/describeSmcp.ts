import { describePath } from "../binding/describePath.ts";
import { methodOf } from "../binding/methods.ts";
import type { DescribedMember, DescribedPlace } from "../json-schema/describedPlace.ts";
import type { JsonPath } from "../json-schema/validateNode.ts";
import { type SmcpEvent, type SmcpMember, smcpEventFor, smcpEvents } from "./smcpEvents.ts";

/** What can be asked of an A2C-SMCP server, as the `method` of a request: events, and the MCP methods that an event does. */
export interface SmcpMethod {
  readonly name: string;
  readonly summary: string;
  /** `event`, or the event that does what the MCP method asks. */
  readonly detail: string;
}

/** All of them: the MCP methods first, then the events. */
export function smcpMethods(): SmcpMethod[] {
  const events = smcpEvents.map(({ name, summary }) => ({ name, summary, detail: "event" }));
  const methods = smcpEvents.flatMap(({ name, mcpMethod }) => {
    const method = mcpMethod === undefined ? undefined : methodOf("mcp", mcpMethod);
    return method ? [{ name: method.name, summary: method.summary, detail: name }] : [];
  });
  return [...methods, ...events];
}

/** The method of that name, exactly as spelled. */
export function smcpMethod(name: string): SmcpMethod | undefined {
  return smcpMethods().find((method) => method.name === name);
}

/** What may stand at a path of a request over A2C-SMCP, as `describePath` tells it of the bound protocols. */
export function describeSmcpPath(method: string | undefined, path: JsonPath): DescribedPlace | undefined {
  const event = method === undefined ? undefined : smcpEventFor(method);
  if (path[0] !== "params" || !event) return describePath("mcp", undefined, path);
  const own = event.name === method ? event.members : event.members.filter(({ isBesideMcp }) => isBesideMcp);
  const member = path.length === 2 ? own.find(({ name }) => name === path[1]) : undefined;
  if (member) return { description: sentence(member.about), type: member.type, members: [], values: [] };
  if (event.name !== method) return withOwn(describePath("mcp", method, path), path, own);
  return path.length === 1 ? paramsOf(event) : undefined;
}

function paramsOf(event: SmcpEvent): DescribedPlace {
  const description = `The payload of \`${event.name}\`. The connection fills the agent's name and the request's id.`;
  return { description, type: "object", members: event.members.map(describeMember), values: [] };
}

/** MCP's parameters, with what stands beside them. The connection makes `_meta` needless. */
function withOwn(
  place: DescribedPlace | undefined,
  path: JsonPath,
  own: readonly SmcpMember[],
): DescribedPlace | undefined {
  if (!place || path.length !== 1) return place;
  const members = place.members.filter(({ name }) => name !== "_meta");
  return { ...place, members: [...members, ...own.map(describeMember)] };
}

const emptyTexts = { string: '""', object: "{}", array: "[]", integer: "30", boolean: "true" } as const;

function describeMember({ name, type, isRequired, about }: SmcpMember): DescribedMember {
  const values = type === "boolean" ? ["true", "false"] : [];
  return { name, type, isRequired, description: sentence(about), values, insertText: emptyTexts[type] };
}

function sentence(about: string): string {
  return `${about.slice(0, 1).toUpperCase()}${about.slice(1)}.`;
}
