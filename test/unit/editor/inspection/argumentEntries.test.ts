import { describe, expect, it } from "vitest";
import { argumentPlace } from "../../../../src/editor/inspection/argumentEntries.ts";
import { toolCallsOf } from "../../../../src/editor/inspection/toolCalls.ts";
import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";
import type { Tool } from "../../../../src/protocol/mcp/toolList.ts";

const link = "https://smp1.sandbox.invalid/a#abc";
const tools: readonly Tool[] = [
  {
    name: "order",
    description: "Buys",
    inputSchema: {
      properties: {
        size: { enum: ["small", "large"] },
        to: { type: "object", properties: { town: { type: "string" } } },
      },
      required: ["to"],
    },
  },
];

/** A call with `args` in the place of its arguments; `‸` is the cursor. */
function offered(params: string, form: "command" | "envelope" = "command") {
  const message = `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ${params}}`;
  const body = form === "command" ? `/_call mcp ${message}` : `{"protocol": "mcp", "request": ${message}}`;
  const marked = `@bot = ${link}\n### Order\n# @to {{bot}}\n${body}\n`;
  const offset = marked.indexOf("‸");
  const text = marked.replace("‸", "");
  const place = argumentPlace(text, parseCallFile(text), offset);
  return { target: place?.target, labels: place?.entries(tools).map(({ label }) => label) };
}

describe("completion in a call to a tool", () => {
  it.each(["command", "envelope"] as const)(
    "offers the arguments of the tool in a %s, whose target is a variable",
    (form) => {
      expect(offered(`{"name": "order", "arguments": {"‸"}}`, form)).toEqual({ target: link, labels: ["to", "size"] });
    },
  );

  it("offers nested members, allowed values and the tools' names", () => {
    expect(offered(`{"name": "order", "arguments": {"to": {"‸"}}}`).labels).toEqual(["town"]);
    expect(offered(`{"name": "order", "arguments": {"size": "‸"}}`).labels).toEqual([`"small"`, `"large"`]);
    expect(offered(`{"name": "‸"}`).labels).toEqual([`"order"`]);
  });

  it("offers nothing for an unknown tool or elsewhere", () => {
    expect(offered(`{"name": "other", "arguments": {"‸"}}`).labels).toEqual([]);
    expect(offered(`{"name": "order", "_meta": {"‸"}}`).labels).toBeUndefined();
  });
});

it("calls of tools are found with what their target comes to", () => {
  const text = `# @to ${link}\n/_call mcp {"method": "tools/list"}\n### B\n# @to {{unknown}}\n/_call mcp {"method": "tools/call", "params": {"name": "x"}}`;
  expect(toolCallsOf(parseCallFile(text))).toEqual([]);
  const known = text.replace("{{unknown}}", link);
  expect(toolCallsOf(parseCallFile(known))).toMatchObject([{ target: link, toolName: "x" }]);
});
