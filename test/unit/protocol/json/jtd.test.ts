import { execFile } from "node:child_process";
import { promisify } from "node:util";
import fc from "fast-check";
import { isSchema, isValidSchema, validate } from "jtd";
import { describe, expect, it } from "vitest";
import { parseJsonText } from "../../../../src/protocol/json/jsonText.ts";
import { jtdCheck } from "../../../../src/protocol/json/jtd.ts";
import { type JtdSchemaName, jtdSchemas } from "../../../../src/protocol/json/jtdSchemas.ts";
import { textRange } from "../../../../src/protocol/problem.ts";

const names = Object.keys(jtdSchemas).filter((name): name is JtdSchemaName => name in jtdSchemas);

function findings(schema: JtdSchemaName, text: string, uses: readonly string[] = []) {
  const placeholders = uses.map((use) => textRange(text.indexOf(use), use.length));
  const { root } = parseJsonText(text, { placeholders });
  if (!root) throw new Error("no value");
  return jtdCheck(schema)(root).map(({ kind, path, node, expected }) => ({
    kind,
    path: path.join("/"),
    at: `${node.range.offset}+${node.range.length}`,
    expected,
  }));
}

describe("jtdCheck", () => {
  it("finds a required member that is missing though its schema is empty", () => {
    expect(findings("rpcRequest", '{"protocol": "mcp"}')).toEqual([
      { kind: "missing-member", path: "", at: "0+19", expected: "any value" },
    ]);
    expect(findings("rpcRequest", '{"protocol": "mcp", "request": null}')).toEqual([]);
  });

  it("says what is expected, where", () => {
    expect(findings("protocols", '{"a/b~": {"versions": ["1", 2], "transports": {"chat": null}}}')).toEqual([
      { kind: "wrong-type", path: "a/b~/versions/1", at: "28+1", expected: "a string" },
      { kind: "wrong-type", path: "a/b~/transports/chat", at: "55+4", expected: "true or false" },
    ]);
    expect(findings("protocols", '{"mcp": {"versions": {}}}')).toEqual([
      { kind: "wrong-type", path: "mcp/versions", at: "21+2", expected: "an array" },
      { kind: "missing-member", path: "mcp", at: "8+16", expected: "an object" },
    ]);
    expect(findings("publicGroup", '{"changeFrequency": "dayly", "groupType": "channel"}')).toMatchObject([
      { kind: "not-in-enum", path: "changeFrequency", at: "20+7" },
    ]);
    expect(findings("rpcResponse", "[]")).toMatchObject([{ kind: "wrong-type", expected: "an object" }]);
  });

  it.each([
    ["-1", 1],
    ["0", 0],
    ["1.0", 0],
    ["1.5", 1],
    ["4294967295", 0],
    ["4294967296", 1],
  ])("takes %s for retryAfter or not", (value, count) => {
    expect(findings("rpcResponse", `{"error": {"code": "internal", "retryAfter": ${value}}}`)).toHaveLength(count);
  });

  it("says nothing of variables, nor of a value still to be written", () => {
    expect(findings("rpcRequest", '{"protocol": {{p}}, "request": {{r}}}', ["{{p}}", "{{r}}"])).toEqual([]);
    expect(findings("publicGroup", '{"changeFrequency": "{{f}}"}', ["{{f}}"])).toEqual([]);
    expect(findings("rpcRequest", '{"protocol": "mcp", "request": }')).toEqual([]);
  });

  it("finds no more than anybody reads", () => {
    const many = Array.from({ length: 5000 }, (_, index) => `"p${index}": {}`).join(",");
    expect(findings("protocols", `{${many}}`)).toHaveLength(200);
  });

  it("judges members called like those of every object", () => {
    expect(findings("protocols", '{"__proto__": 1, "constructor": {}}')).toMatchObject([
      { kind: "wrong-type", path: "__proto__" },
      { kind: "missing-member", path: "constructor" },
      { kind: "missing-member", path: "constructor" },
    ]);
  });
});

describe("the compiled schemas", () => {
  it("are those of the source", async () => {
    await promisify(execFile)(process.execPath, ["scripts/compile-jtd.mjs", "--check"]);
  });

  it.each(names)("%s is a valid schema", (name) => {
    const schema: unknown = structuredClone(jtdSchemas[name]);
    expect(isSchema(schema) && isValidSchema(schema)).toBe(true);
  });

  const leaf = fc.constantFrom<unknown>(null, true, false, 0, 1.5, 7, -1, 4294967296, "", "mcp", "weekly", [], {});
  const words = ["protocol", "request", "version", "requestKey", "response", "error", "code", "message", "retryAfter"];
  const moreWords = [
    "audience",
    "changeFrequency",
    "serves",
    "versions",
    "transports",
    "chat",
    "rpc",
    "mcp",
    "__proto__",
  ];
  const { value: document } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...words, ...moreWords), tie("value"), { maxKeys: 5, noNullPrototype: false }),
    ),
  }));

  it.each(names)("%s judges as the reference implementation does, at the same places", (name) => {
    fc.assert(
      fc.property(document, (value) => {
        const { root } = parseJsonText(JSON.stringify(value));
        const ours = root ? jtdCheck(name)(root).map(({ path }) => path.join("/")) : [];
        const theirs = validate(structuredClone(jtdSchemas[name]) as never, JSON.parse(JSON.stringify(value)));
        expect([...ours].sort()).toEqual(theirs.map(({ instancePath }) => instancePath.join("/")).sort());
      }),
      { numRuns: 500 },
    );
  });
});
