import type { CallFile } from "../../protocol/call/callFile.ts";
import { inertJson } from "../../protocol/json/inertJson.ts";
import { argumentMembers, argumentValues } from "../../protocol/mcp/describeArguments.ts";
import type { Tool } from "../../protocol/mcp/toolList.ts";
import { type CompletionEntry, memberEntry, valueEntry } from "../language/completion/completionEntry.ts";
import { completionPlace } from "../language/completion/completionPlace.ts";
import { messagePlace } from "../language/completion/messagePlace.ts";
import { toolCallsOf } from "./toolCalls.ts";

/** What a cursor in the parameters of a `tools/call` asks for, and where its target leads. */
export interface ArgumentPlace {
  readonly target: string;
  readonly entries: (tools: readonly Tool[]) => readonly CompletionEntry[];
}

/** The place of a cursor in the name or the arguments of a call to a tool; undefined anywhere else. */
export function argumentPlace(text: string, file: CallFile, offset: number): ArgumentPlace | undefined {
  const place = completionPlace(text, file, offset);
  if (place?.kind !== "json") return undefined;
  const call = toolCallsOf(file).find(({ request }) => request === place.request);
  const where = messagePlace(place.request, place.path);
  if (!call || where.kind !== "message" || where.path[0] !== "params") return undefined;
  const [, member, ...path] = where.path;
  if (member === "name" && path.length === 0 && !place.isKey) {
    return { target: call.target, entries: (tools) => tools.map((tool) => nameEntry(tool, place.range)) };
  }
  if (member !== "arguments" || (place.isKey && path.length === 0)) return undefined;
  return {
    target: call.target,
    entries: (tools) => {
      const schema = tools.find(({ name }) => name === call.toolName)?.inputSchema;
      if (!schema) return [];
      if (!place.isKey) return argumentValues(schema, path).map((value) => valueEntry(value, place.range));
      return argumentMembers(schema, path.slice(0, -1)).map((member) => ({
        ...memberEntry(member, place),
        plainDocumentation: member.description,
      }));
    },
  };
}

function nameEntry({ name, description = "" }: Tool, range: CompletionEntry["range"]): CompletionEntry {
  return { ...valueEntry(inertJson(name), range), plainDocumentation: description };
}
