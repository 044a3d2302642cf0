import { describe, expect, it } from "vitest";
import { directiveValue, requestAt } from "../../../../src/protocol/call/callFile.ts";
import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";

/** The codes of the file's problems, each with the text it marks. */
function marked(text: string): string[] {
  return parseCallFile(text).problems.map(
    ({ code, range }) => `${code}: ${text.slice(range.offset, range.offset + range.length)}`,
  );
}

const exampleFile = [
  "@bot = https://smp12.simplex.im/a#x",
  "",
  "### List tools",
  "# @to {{bot}}",
  "/_call mcp {",
  '  "jsonrpc": "2.0",',
  "",
  '  "id": 1',
  "}",
  "",
  "### Availability",
  "# a comment",
  "# @to {{bot}}",
  "# @timeout 60s",
  "{",
  '  "protocol": "mcp", // not sent',
  '  "request": {"id": {{$randomInt 1 6}}, "text": "for {{who}}"}',
  "}",
  "",
].join("\n");

describe("a request file", () => {
  it("is taken apart into requests, directives, variables and bodies", () => {
    const file = parseCallFile(exampleFile);
    expect(file.problems).toEqual([]);
    expect(file.variables.map(({ name, value }) => [name.text, value.text])).toEqual([
      ["bot", "https://smp12.simplex.im/a#x"],
    ]);
    expect(file.requests.map((request) => [request.name?.text, request.body?.kind])).toEqual([
      ["List tools", "command"],
      ["Availability", "envelope"],
    ]);
    const [list, availability] = file.requests;
    expect(list?.body).toMatchObject({ mention: undefined, protocol: { text: "mcp" } });
    expect(list?.body?.json?.text).toBe('{\n  "jsonrpc": "2.0",\n\n  "id": 1\n}');
    expect(availability && directiveValue(availability, "timeout")?.text).toBe("60s");
    expect(availability?.variableUses.map((use) => use.expression.text)).toEqual(["bot", "$randomInt 1 6", "who"]);
  });

  it("points into its text with every span", () => {
    for (const text of [exampleFile, exampleFile.replaceAll("\n", "\r\n"), `\ufeff${exampleFile}`]) {
      const file = parseCallFile(text);
      expect(file.problems).toEqual([]);
      const spans = [
        ...file.variables.flatMap(({ name, value }) => [name, value]),
        ...file.requests.flatMap((request) => [
          ...(request.name ? [request.name] : []),
          ...request.directives.flatMap(({ key, value }) => [key, value]),
          ...request.variableUses.map((use) => use.expression),
          ...(request.body?.json ? [request.body.json] : []),
        ]),
      ];
      expect(spans.length).toBeGreaterThan(12);
      for (const span of spans) expect(text.slice(span.offset, span.offset + span.length)).toBe(span.text);
    }
  });

  it("knows the request at an offset", () => {
    const file = parseCallFile(exampleFile);
    expect(requestAt(file, 3)).toBeUndefined();
    expect(requestAt(file, exampleFile.indexOf("/_call"))?.name?.text).toBe("List tools");
    expect(requestAt(file, exampleFile.length)?.name?.text).toBe("Availability");
  });

  it("takes the name of @name where the separator gives none", () => {
    expect(parseCallFile("###\n# @name Second\n# @to x\n/_call mcp {}").requests[0]?.name?.text).toBe("Second");
  });

  it("is one request without a separator, and none when it is empty", () => {
    expect(parseCallFile("# @to x\n/_call mcp {}").requests).toHaveLength(1);
    for (const text of ["", "\ufeff", "\n\n", "# only a comment", "###", "@a = 1\n"]) {
      expect(parseCallFile(text).requests).toEqual([]);
    }
  });
});

describe("the body's form", () => {
  it.each([
    ["/_call mcp {}", "command"],
    ["/_call", "command"],
    ["/_calls mcp {}", "unknown"],
    ['{"protocol": "mcp", "request": {}}', "envelope"],
    ['{"request": {}', "envelope"],
    ['{"jsonrpc": "2.0", "method": "GetTask"}', "json-rpc"],
    ['{"jsonrpc": "2.0", "params": {"protocol": 1, "request": 2}}', "json-rpc"],
    ['{"x": 1}', "unknown"],
    ["{}", "unknown"],
    ["[1]", "unknown"],
    ["GET https://example.com", "unknown"],
  ])("%s is %s", (body, kind) => {
    expect(parseCallFile(`# @to x\n${body}`).requests[0]?.body?.kind).toBe(kind);
  });

  it.each([
    ["/_call @acme mcp {}", "@acme", "mcp", "{}"],
    ["/_call @'Acme bot' mcp {}", "@'Acme bot'", "mcp", "{}"],
    ["/_call @{{who}} {{protocol}} {{request}}", "@{{who}}", "{{protocol}}", "{{request}}"],
    ["/_call mcp\n{}", undefined, "mcp", "{}"],
    ["/_call {}", undefined, undefined, "{}"],
    ["/_call mcp", undefined, "mcp", undefined],
    ["/_call mcp [1]", undefined, "mcp", "[1]"],
    ["/_call mcp hello there", undefined, "mcp", "hello there"],
    ['/_call mcp {"a": "}", "b": /* } */ {}} ', undefined, "mcp", '{"a": "}", "b": /* } */ {}}'],
  ])("%s has its parts", (body, mention, protocol, json) => {
    const parsed = parseCallFile(`# @to x\n${body}`).requests[0]?.body;
    expect(parsed).toMatchObject({ kind: "command" });
    if (parsed?.kind !== "command") return;
    expect([parsed.mention?.text, parsed.protocol?.text, parsed.json?.text]).toEqual([mention, protocol, json]);
  });

  it("ends at the next separator when its brackets do not", () => {
    const file = parseCallFile('# @to x\n/_call mcp {"a": [\n\n### Next\n# @to x\n/_call mcp {}');
    expect(file.requests.map((request) => request.body?.json?.text)).toEqual(['{"a": [', "{}"]);
  });
});

describe("problems of a request file", () => {
  it.each([
    ["### A\n# @to x", ["call/no-body: ### A"]],
    ["### A\n/_call mcp {}", ["call/no-target: /_call"]],
    ["# @to x\n/_call mcp {}\n/_call a2a {}", ["call/second-body: /_call a2a {}"]],
    ["# @to x\n/_call mcp {}\n{}", ["call/second-body: {}"]],
    ["# @to x\n/_call mcp {} tail\nmore", ["call/text-after-body: tail\nmore"]],
    ["# @to x\nGET https://example.com\nmore", ["call/unknown-body: GET https://example.com\nmore"]],
    ['# @to x\n{"a": 1}', ['call/unknown-body: {"a": 1}']],
    ["# @to x\n/_call mcp {} // fine\n/* fine */\n# fine", []],
    ["### A\n# @to x\n/_call mcp {}\n### A\n# @to x\n/_call mcp {}", ["call/duplicate-name: A"]],
    ["### A\n# @name B\n# @to x\n/_call mcp {}", ["call/name-ignored: # @name B"]],
    ["# @to x\n# @timout 3s\n/_call mcp {}", ["call/unknown-directive: timout"]],
    ["# @to x\n# @to y\n/_call mcp {}", ["call/duplicate-directive: # @to y"]],
    ["# @to x\n# @param A: 1\n# @param a: 2\n/_call mcp {}", ["call/duplicate-directive: # @param a: 2"]],
    ["# @to x\n# @set a = $.x\n# @set a = $.y\n/_call mcp {}", ["call/duplicate-directive: # @set a = $.y"]],
    ["# @to\n/_call mcp {}", ["call/missing-value: # @to"]],
    ["# @to x\n# @incognito no\n/_call mcp {}", ["call/unexpected-value: no"]],
    ["# @to x\n# @timeout 30\n/_call mcp {}", ["call/invalid-duration: 30"]],
    ["# @to x\n# @param Version 1\n/_call mcp {}", ["call/invalid-parameter: Version 1"]],
    ["# @to x\n# @expect result == 1\n/_call mcp {}", ["call/invalid-path: result == 1"]],
    ["# @to x\n# @expect $.a[ == 1\n/_call mcp {}", ["call/path-syntax: == 1"]],
    ["# @to x\n# @expect $.a.-b exists\n/_call mcp {}", ["call/path-syntax: -b"]],
    ["# @to x\n# @set a = $..\n/_call mcp {}", ["call/path-syntax: ."]],
    ["# @to x\n# @expect $nothing.a exists\n/_call mcp {}", ["call/path-syntax: nothing.a"]],
    ["# @to x\n# @expect $replies[0].text matches ^a\n/_call mcp {}", []],
    ["# @to x\n# @expect $replies[0]..\n/_call mcp {}", ["call/path-syntax: ."]],
    ["# @to x\n# @expect $.a[?@['b c'] == 1].d == \"x\"\n/_call mcp {}", []],
    ["# @to x\n# @expect $.a = 1\n/_call mcp {}", ["call/unknown-operator: ="]],
    ["# @to x\n# @expect $.a ==\n/_call mcp {}", ["call/expected-value-missing: =="]],
    ["# @to x\n# @expect $.a exists 1\n/_call mcp {}", ["call/expected-value-unused: 1"]],
    ["# @to x\n# @expect $.a matches (\n/_call mcp {}", ["call/invalid-pattern: ("]],
    ["# @to x\n# @set a $.x\n/_call mcp {}", ["call/invalid-capture: a $.x"]],
    ["# @to x\n# @set 1a = $.x\n/_call mcp {}", ["call/invalid-variable-name: 1a"]],
    ["@a\n# @to x\n/_call mcp {}", ["call/invalid-variable: @a"]],
    ["@a.b = 1\n# @to x\n/_call mcp {}", ["call/invalid-variable-name: a.b"]],
    ["@a = 1\n@a = 2\n# @to x\n/_call mcp {}", ["call/duplicate-variable: a"]],
    ["# @to x\n/_call mcp {}\n@a = 1", ["call/misplaced-variable: @a = 1"]],
    ["# @to {{x\n/_call mcp {}", ["call/unclosed-variable: {{"]],
    ['# @to x\n/_call mcp {"a": "{{who", "b": 1}', ["call/unclosed-variable: {{who"]],
    ["# @to x\n/_call mcp {{$guess}}", ["call/invalid-expression: {{$guess}}"]],
  ])("%j", (text, problems) => {
    expect(marked(text)).toEqual(problems);
  });

  it("mends what is certain", () => {
    const fixes = (text: string) =>
      parseCallFile(text).problems.flatMap((problem) => problem.fixes.map((fix) => fix.edits[0]?.newText));
    expect(fixes("# @to x\n# @timout 3s\n/_call mcp {}")).toEqual(["timeout"]);
    expect(fixes("# @to x\n# @timeout 30\n/_call mcp {}")).toEqual(["30s"]);
    expect(fixes("# @to x\n{}\n{}")).toEqual(["###\n"]);
  });
});
