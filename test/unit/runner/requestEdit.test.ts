import { describe, expect, it } from "vitest";
import { parseCallFile } from "../../../src/protocol/call/parse/parseCallFile.ts";
import { editedText } from "../../../src/protocol/certainEdits.ts";
import { checkText } from "../../../src/protocol/check.ts";
import {
  captureLine,
  directiveEdit,
  expectationLine,
  pathInCall,
  requestOfCall,
  suggestedName,
} from "../../../src/runner/edit/requestEdit.ts";

const file = `@bot = @acme

### One
# @to {{bot}}
# what it is
/_call mcp {"a": 1}

### Two
/_call mcp {}
`;

function written(text: string, name: string, line: string): string {
  const request = requestOfCall(text, parseCallFile(text), { name });
  const edit = request && directiveEdit(text, request, line);
  return edit ? editedText(text, [edit]) : text;
}

function errorsOf(text: string): string[] {
  return checkText("call", text).flatMap(({ severity, code }) => (severity === "error" ? [code] : []));
}

describe("a directive written into a request", () => {
  it("stands after the last directive, comments left where they are", () => {
    expect(written(file, "One", "# @expect $.a")).toContain("# @to {{bot}}\n# @expect $.a\n# what it is\n/_call");
  });

  it("stands right above the body of a request without directives", () => {
    expect(written(file, "Two", "# @set a = $.b")).toContain("### Two\n# @set a = $.b\n/_call mcp {}\n");
  });

  it("uses the file's line breaks", () => {
    expect(written(file.replaceAll("\n", "\r\n"), "One", "# @expect $.a")).toContain("{{bot}}\r\n# @expect $.a\r\n#");
  });

  it("is not written twice", () => {
    const once = written(file, "One", "# @expect $.a");
    expect(written(once, "One", "# @expect $.a")).toBe(once);
  });

  it("is put under the separator of a request without a body, at the end of the file too", () => {
    expect(written("### One", "One", "# @to @acme")).toBe("### One\n# @to @acme");
  });

  it("reads as what was meant", () => {
    const line = expectationLine("$.result['a b'][0]", '{\n  "x": "{{$secret k}}"\n}');
    expect(line).toEqual({
      kind: "line",
      text: `# @expect $.result['a b'][0] == { "x": "{\\u007b$secret k}}" }`,
    });
    const text = written(file, "One", line.kind === "line" ? line.text : "");
    expect(errorsOf(text)).toEqual(errorsOf(file));
    expect(parseCallFile(text).requests[0]?.directives.map(({ key }) => key.text)).toEqual(["to", "expect"]);
  });
});

describe("a directive that would not be one", () => {
  it.each([
    ["no path", expectationLine("result", "1")],
    ["a broken path", expectationLine("$.[", "1")],
    ["a path of two lines", captureLine("a", "$.a\n.b")],
    ["no name", captureLine("1a", "$.a")],
  ])("is refused: %s", (_, line) => {
    expect(line.kind).toBe("impossible");
  });
});

describe("the path of a value of one reply", () => {
  it.each([
    ["$.result.a", 3, 3, "$.result.a"],
    ["$.result.a", 2, 3, "$replies[1].json.result.a"],
    ["$", 1, 2, "$replies[0].json"],
  ])("%s of reply %d of %d is %s", (path, sequence, final, expected) => {
    expect(pathInCall(path, sequence, final)).toBe(expected);
  });

  it.each([
    ["$.result.task.id", "id"],
    ["$.result.content[0].text", "text"],
    ["$['a b']", "b"],
    ["$[0]", "value"],
    ["$", "value"],
  ])("%s is captured as %s", (path, name) => {
    expect(suggestedName(path)).toBe(name);
  });
});

describe("the request of a call", () => {
  it("is found by its name, else by its line", () => {
    const parsed = parseCallFile(file);
    expect(requestOfCall(file, parsed, { name: "Two", line: 3 })).toBe(parsed.requests[1]);
    expect(requestOfCall(file, parsed, { name: "gone", line: 3 })).toBe(parsed.requests[0]);
    expect(requestOfCall(file, parsed, { name: "gone", line: 99 })).toBe(parsed.requests[1]);
    expect(requestOfCall("", parseCallFile(""), { name: "gone" })).toBeUndefined();
  });
});
