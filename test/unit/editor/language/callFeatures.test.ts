import { describe, expect, it } from "vitest";
import { foldableRanges } from "../../../../src/editor/language/call/callFolding.ts";
import { outlineOf } from "../../../../src/editor/language/call/callOutline.ts";
import { formatBodies } from "../../../../src/editor/language/call/formatBodies.ts";
import {
  definitionsOf,
  occurrenceAt,
  variableOccurrences,
} from "../../../../src/editor/language/call/variableOccurrences.ts";
import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";
import type { TextEdit, TextRange } from "../../../../src/protocol/problem.ts";

const text = `@bot = https://smp12.simplex.im/a#abc

### List
# @to {{bot}}
# @set first = $.result.tools[0].name
/_call mcp {"jsonrpc": "2.0", "id": 1,
 "method": "tools/list", "params": {"cursor": "{{ first }}", "n": {{$randomInt 1 6}}}}

###
# @to {{bot}}
{"jsonrpc": "2.0", "id": 2, "method": "GetTask"}
`;

const style = { tabSize: 2, insertSpaces: true, eol: "\n" };

function at({ offset, length }: TextRange, source = text): string {
  return source.slice(offset, offset + length);
}

function applied(source: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.range.offset - a.range.offset)
    .reduce((result, { range, newText }) => {
      return result.slice(0, range.offset) + newText + result.slice(range.offset + range.length);
    }, source);
}

describe("the outline", () => {
  it("has variables and requests in the order of the text, a nameless request by its method", () => {
    const items = outlineOf(text, parseCallFile(text));
    expect(items.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "variable bot",
      "request List",
      "request GetTask",
    ]);
    expect(items[1]?.children.map(({ name }) => name)).toEqual(["@to", "@set"]);
    expect(items[1]?.detail).toBe("/_call mcp → {{bot}}");
    for (const item of items) {
      expect(item.selection.offset).toBeGreaterThanOrEqual(item.range.offset);
      expect(item.selection.offset + item.selection.length).toBeLessThanOrEqual(item.range.offset + item.range.length);
    }
  });
});

describe("folding", () => {
  it("covers each request and each container of its body", () => {
    const ranges = foldableRanges(parseCallFile(text)).map((range) => at(range));
    expect(ranges.filter((range) => range.startsWith("###"))).toHaveLength(2);
    expect(ranges).toContain('{"cursor": "{{ first }}", "n": {{$randomInt 1 6}}}');
  });
});

describe("occurrences of variables", () => {
  const occurrences = variableOccurrences(parseCallFile(text));

  it("are definitions, captures and uses, without built-ins", () => {
    expect(occurrences.map(({ role, text: name }) => `${role} ${name}`)).toEqual([
      "definition bot",
      "use bot",
      "capture first",
      "use first",
      "use bot",
    ]);
    for (const occurrence of occurrences) expect(at(occurrence)).toBe(occurrence.text);
  });

  it("are found at each end of the name, and not one beyond", () => {
    const use = text.indexOf("{{bot}}") + 2;
    expect(occurrenceAt(occurrences, use - 1)).toBeUndefined();
    expect(occurrenceAt(occurrences, use)?.text).toBe("bot");
    expect(occurrenceAt(occurrences, use + 3)?.text).toBe("bot");
    expect(occurrenceAt(occurrences, use + 4)).toBeUndefined();
  });

  it("lead from a use to where the value comes from", () => {
    expect(definitionsOf(occurrences, "first").map(({ role }) => role)).toEqual(["capture"]);
    expect(definitionsOf(occurrences, "unknown")).toEqual([]);
  });
});

describe("formatting", () => {
  it("changes white space between tokens only, and placeholders not at all", () => {
    const formatted = applied(text, formatBodies(parseCallFile(text), style));
    expect(formatted).toContain('\n    "cursor": "{{ first }}",\n    "n": {{$randomInt 1 6}}\n');
    expect(formatted.replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
    expect(formatBodies(parseCallFile(formatted), style)).toEqual([]);
  });

  it("keeps digits, escapes and comments as they are written", () => {
    const body = '{"jsonrpc":"2.0",// why\n"id":1.10,"method":"\\u0041  b","n":9007199254740993,/* here */"x":1E400}\n';
    const formatted = applied(body, formatBodies(parseCallFile(body), style));
    for (const token of ["1.10", '"\\u0041  b"', "9007199254740993", "// why\n", "/* here */"]) {
      expect(formatted).toContain(token);
    }
  });

  it("leaves a body with an error alone", () => {
    expect(formatBodies(parseCallFile('/_call mcp {"id":1,,}'), style)).toEqual([]);
  });
});
