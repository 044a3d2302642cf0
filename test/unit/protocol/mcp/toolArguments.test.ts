import { describe, expect, it } from "vitest";
import { parseJsonText } from "../../../../src/protocol/json/jsonText.ts";
import { argumentSkeleton, toolCallText } from "../../../../src/protocol/mcp/argumentSkeleton.ts";
import { argumentMembers, argumentValues } from "../../../../src/protocol/mcp/describeArguments.ts";
import {
  maxSchemaDepth,
  maxSchemaValues,
  type SchemaObject,
  schemaObstacle,
} from "../../../../src/protocol/mcp/inputSchema.ts";
import { checkToolName, compileArgumentCheck } from "../../../../src/protocol/mcp/toolArguments.ts";
import { readToolList, type Tool } from "../../../../src/protocol/mcp/toolList.ts";
import { withinTime } from "../../../../src/runner/expectations/withinTime.ts";

const order: SchemaObject = {
  type: "object",
  properties: {
    item: { type: "string", description: "What to buy", maxLength: 10 },
    quantity: { type: "integer", minimum: 1, maximum: 1000, default: 1 },
    size: { enum: ["small", "large"] },
    to: { $ref: "#/$defs/place" },
    notes: { type: "array", items: { type: "string" } },
    gift: { type: "boolean" },
  },
  required: ["item", "size", "to"],
  additionalProperties: false,
  $defs: {
    place: {
      type: "object",
      properties: { town: { type: "string" }, zip: { type: ["string", "null"] } },
      required: ["town"],
    },
  },
};

function tool(inputSchema: SchemaObject, name = "order"): Tool {
  return { name, inputSchema };
}

/** The problems of the arguments: code, the marked text, message. */
function problemsOf(inputSchema: SchemaObject, args: string | undefined, placeholder?: string, timeoutMs = 15_000) {
  const text = args === undefined ? `{"name": "order"}` : `{"name": "order", "arguments": ${args}}`;
  const at = placeholder === undefined ? -1 : text.indexOf(placeholder);
  const placeholders = placeholder === undefined ? [] : [{ offset: at, length: placeholder.length }];
  const { root } = parseJsonText(text, { placeholders });
  if (!root) throw new Error("no JSON");
  const found = compileArgumentCheck(tool(inputSchema), (work) => withinTime(timeoutMs, work)).check(root);
  return found.map(({ code, range, message, fixes }) => ({
    code,
    marked: text.slice(range.offset, range.offset + range.length),
    message,
    mended: fixes[0]?.edits.reduce(
      (mended, edit) =>
        mended.slice(0, edit.range.offset) + edit.newText + mended.slice(edit.range.offset + edit.range.length),
      text,
    ),
  }));
}

const right = `{"item": "anvil", "size": "small", "to": {"town": "Lisbon"}}`;

describe("arguments against a tool's inputSchema", () => {
  it("that conform have no problem", () => {
    expect(problemsOf(order, right)).toEqual([]);
  });

  it.each([
    [`{"size": "small", "to": {"town": "L"}}`, "mcp/missing-argument", "{", "`arguments` has no `item`"],
    [`{"item": "a", "size": "small", "to": {}}`, "mcp/missing-argument", "{", "`arguments.to` has no `town`"],
    [right.replace("}}", `}, "quantty": 2}`), "mcp/unknown-argument", `"quantty"`, "takes no `quantty`"],
    [right.replace(`"anvil"`, "3"), "mcp/argument-type", "3", "must be a string, and this is the number 3"],
    [right.replace("}}", `, "zip": 7}}`), "mcp/argument-type", "7", "must be a string or null"],
    [right.replace(`"small"`, `"smal"`), "mcp/argument-value", `"smal"`, `must be "small" or "large"`],
    [right.replace("}}", `}, "quantity": 0}`), "mcp/argument-value", "0", "must be >= 1"],
    [right.replace("}}", `}, "quantity": 1001}`), "mcp/argument-value", "1001", "must be <= 1000"],
    [right.replace("anvil", "01234567890"), "mcp/argument-value", `"01234567890"`, "more than 10 characters"],
    [right.replace("}}", `}, "notes": ["a", 2]}`), "mcp/argument-type", "2", "`arguments.notes[1]` must be a string"],
  ])("%s: %s", (args, code, marked, message) => {
    const found = problemsOf(order, args);
    expect(found).toMatchObject([{ code, marked, message: expect.stringContaining(message) }]);
  });

  it.each([
    [`{"item": "a", "size": "small"}`, `"to": {"town":""}}`],
    [right.replace(`"small"`, `"smal"`), `"size": "small"`],
    [right.replace("}}", `}, "Quantity": 2}`), `"quantity": 2`],
  ])("%s is mended by its fix", (args, mended) => {
    expect(problemsOf(order, args)[0]?.mended).toContain(mended);
  });

  it("that are missing altogether are told at the call", () => {
    expect(problemsOf({ type: "object", required: ["item"] }, undefined)).toMatchObject([
      { code: "mcp/missing-argument", marked: "{" },
    ]);
  });

  it("are not judged where a variable stands", () => {
    expect(problemsOf(order, right.replace(`"anvil"`, "{{item}}"), "{{item}}")).toEqual([]);
    expect(problemsOf(order, right.replace("small", "{{size}}"), "{{size}}")).toEqual([]);
  });

  it("that fit no branch of a choice are told once, for the whole choice", () => {
    const choice = {
      properties: { at: { anyOf: [{ $ref: "#/$defs/n" }, { type: "object", required: ["x"] }] } },
      $defs: { n: { type: "number" } },
    };
    expect(problemsOf(choice, `{"at": "noon"}`)).toMatchObject([{ code: "mcp/argument-value", marked: `"noon"` }]);
  });
});

describe("a hostile schema", () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `d${index}`,
      { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ]),
  );

  it.each([
    ["a slow regular expression", { properties: { item: { pattern: "^(a+)+$" } } }, "takes too long to check"],
    [
      "references that multiply",
      { $ref: "#/$defs/d0", $defs: { ...doubling, d40: { type: "object" } } },
      "takes too long to check",
    ],
    ["a reference to itself", { allOf: [{ $ref: "#" }] }, "refers to itself without end"],
    ["an invalid pattern", { properties: { item: { pattern: "(" } } }, "is not a valid JSON Schema"],
    ["an asynchronous schema", { $async: true, type: "object" }, "uses `$async`"],
    ["a reference elsewhere", { $ref: "https://evil.example/schema.json" }, "refers to a schema elsewhere"],
    ["another dialect", { $schema: "http://json-schema.org/draft-04/schema#" }, "is not of JSON Schema 2020-12"],
  ])("with %s is not used, and says so", (_, schema, reason) => {
    // Short where only the time ends it; the others end by themselves.
    const hostileMs = reason.includes("long") ? 300 : 15_000;
    const args = `{"item": "${"a".repeat(40)}!"}`;
    expect(problemsOf(schema, args, undefined, hostileMs)).toMatchObject([
      { code: "mcp/arguments-not-checked", marked: "{", message: expect.stringContaining(reason) },
    ]);
  });

  it("brings no variable into a request", () => {
    const planted = "{{$secret token}}";
    const schema: SchemaObject = {
      properties: {
        a: { default: planted },
        b: { enum: [planted] },
        [planted]: {},
        c: { const: [{ x: `{${planted}` }] },
      },
      required: ["a", "b", "c", planted],
    };
    const written = [
      toolCallText({ name: planted, inputSchema: schema }, "chat"),
      ...argumentMembers(schema, []).flatMap(({ name, insertText, values }) => [name, insertText, ...values]),
      ...problemsOf(schema, `{"b": "x"}`).flatMap(({ mended }) => mended ?? []),
    ].join("\n");
    expect(written).not.toContain("{{");
    expect(JSON.parse(toolCallText({ name: planted, inputSchema: schema }, "chat")).params).toMatchObject({
      name: planted,
      arguments: { a: planted, [planted]: "" },
    });
  });

  it("is refused beyond a depth and a number of values", () => {
    const nested = (depth: number): SchemaObject => (depth === 1 ? {} : { not: nested(depth - 1) });
    expect(schemaObstacle(nested(maxSchemaDepth))).toBeUndefined();
    expect(schemaObstacle(nested(maxSchemaDepth + 1))).toContain("nested");
    const wide = (values: number): SchemaObject => ({ enum: Array.from({ length: values - 2 }, () => 0) });
    expect(schemaObstacle(wide(maxSchemaValues))).toBeUndefined();
    expect(schemaObstacle(wide(maxSchemaValues + 1))).toContain("values");
  });

  it("has a bounded skeleton and bounded completions", () => {
    const endless: SchemaObject = {
      type: "object",
      properties: { next: { $ref: "#" }, __proto__: { type: "string" } },
      required: ["next", "__proto__", ...Array.from({ length: 1_000 }, (_, index) => `m${index}`)],
    };
    expect(JSON.stringify(argumentSkeleton(endless)).length).toBeLessThan(3_000);
    expect(
      JSON.stringify(
        argumentSkeleton(JSON.parse(`{"properties": {"__proto__": {"type": "integer"}}, "required": ["__proto__"]}`)),
      ),
    ).toBe(`{"__proto__":0}`);
    const multiplying = { ...doubling, d40: { properties: { x: {} } } };
    expect(argumentMembers({ $ref: "#/$defs/d0", $defs: multiplying }, [])).toHaveLength(1);
  });
});

describe("the skeleton of arguments", () => {
  it("has what is required and what has a default, with defaults, first values and types", () => {
    expect(JSON.parse(JSON.stringify(argumentSkeleton(order)))).toEqual({
      item: "",
      size: "small",
      to: { town: "" },
      quantity: 1,
    });
    expect(argumentSkeleton({ type: "object" })).toEqual({});
  });

  it("stands in a request that names the tool", () => {
    const rpc = JSON.parse(toolCallText(tool(order), "rpc"));
    expect(rpc).toMatchObject({ protocol: "mcp", request: { method: "tools/call", params: { name: "order" } } });
    expect(JSON.parse(toolCallText(tool(order), "chat"))).toEqual(rpc.request);
  });
});

describe("completion of arguments", () => {
  it("offers members with their types, those of nested objects too", () => {
    expect(argumentMembers(order, []).map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
      ["item", "string", true],
      ["size", "any value", true],
      ["to", "object", true],
      ["quantity", "integer, 1 to 1000", false],
      ["notes", "array", false],
      ["gift", "boolean", false],
    ]);
    expect(argumentMembers(order, ["to"]).map(({ name }) => name)).toEqual(["town", "zip"]);
  });

  it("offers the allowed values", () => {
    expect(argumentValues(order, ["size"])).toEqual([`"small"`, `"large"`]);
    expect(argumentValues(order, ["gift"])).toEqual(["true", "false"]);
    expect(argumentValues(order, ["item"])).toEqual([]);
  });
});

describe("the list of tools", () => {
  it("keeps entries that can be called, and counts the others", () => {
    const list = readToolList({ tools: [{ name: "a", inputSchema: {} }, { name: "b" }, 3], nextCursor: "more" });
    expect(list).toEqual({ tools: [{ name: "a", inputSchema: {} }], unreadable: 2, nextCursor: "more" });
    expect(readToolList({ tools: {} })).toBeUndefined();
  });

  it("tells an unknown tool, and the name it may be", () => {
    const { root } = parseJsonText(`{"name": "ordr"}`);
    if (!root) throw new Error("no JSON");
    const [problem] = checkToolName([tool(order)], root);
    expect(problem).toMatchObject({ code: "mcp/unknown-tool", fixes: [{ edits: [{ newText: `"order"` }] }] });
    expect(checkToolName([tool(order, "ordr")], root)).toEqual([]);
  });
});
