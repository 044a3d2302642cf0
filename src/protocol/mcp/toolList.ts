import { isObject } from "../json/jsonObject.ts";

/** One tool as a server lists it. All of it is the server's text: data, never instructions. */
export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** As received; `inputSchema.ts` bounds what is done with it. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ToolList {
  readonly tools: readonly Tool[];
  /** Entries that are no tools: without a name or a schema. */
  readonly unreadable: number;
  /** Present when the server has more. */
  readonly nextCursor?: string;
}

/** Reads the result of `tools/list`; undefined for a value that is none. */
export function readToolList(result: unknown): ToolList | undefined {
  const entries = isObject(result) ? result["tools"] : undefined;
  if (!isObject(result) || !Array.isArray(entries)) return undefined;
  const tools = entries.flatMap((entry) => readTool(entry) ?? []);
  const nextCursor = result["nextCursor"];
  return {
    tools,
    unreadable: entries.length - tools.length,
    ...(typeof nextCursor === "string" && { nextCursor }),
  };
}

function readTool(entry: unknown): Tool | undefined {
  if (!isObject(entry)) return undefined;
  const { name, title, description, inputSchema } = entry;
  if (typeof name !== "string" || name === "" || !isObject(inputSchema)) return undefined;
  return {
    name,
    inputSchema,
    ...(typeof title === "string" && { title }),
    ...(typeof description === "string" && { description }),
  };
}
