import { describe, expect, it } from "vitest";
import {
  type EnvelopePart,
  envelopeCompletionsAt,
  envelopeHoverAt,
} from "../../../../src/editor/language/completion/envelopeDocument.ts";

/** Text and offset of a text whose place is marked by `‸`. */
function placeIn(marked: string) {
  return { text: marked.replace("‸", ""), offset: marked.indexOf("‸") };
}

function labels(marked: string, part: EnvelopePart = "request") {
  const { text, offset } = placeIn(marked);
  return envelopeCompletionsAt(text, offset, part).map(({ label }) => label);
}

function hover(marked: string, part: EnvelopePart = "request") {
  const { text, offset } = placeIn(marked);
  const found = envelopeHoverAt(text, offset, part);
  return found && [text.slice(found.range.offset, found.range.offset + found.range.length), found.markdown];
}

describe("completion in an envelope's own file", () => {
  it.each([
    ['{\n  "protocol": "mcp",\n  "request": {"method": "‸"}\n}\n', '"tools/list"'],
    ['{"request": {"‸"}, "protocol": "a2a"}', "a2a-service-parameters"],
    ['// a draft\n{"protocol": "a2a", "request": {"method": "SendMessage", "params": {"‸', "message"],
    ['{"protocol": "a2a", "request": {"method": "SendMessage", "params": {"message": {"role": "‸"}}}}', '"ROLE_USER"'],
  ])("offers what the protocol knows: %s", (marked, expected) => {
    expect(labels(marked)).toContain(expected);
  });

  it("offers the envelope's own members only where no schema does", () => {
    const marked = '{"protocol": "mcp", "‸"}';
    expect(labels(marked, "request")).toEqual([]);
    expect(labels(marked, "whole")).toContain("requestKey");
  });

  it.each(["‸", "‸{}", '{"request": {"‸"}}', '{"protocol": "gopher", "request": {"method": "‸"}}', "[1, ‸]"])(
    "offers nothing where nothing is known: %s",
    (marked) => {
      expect(labels(marked)).toEqual([]);
    },
  );
});

describe("the hover in an envelope's own file", () => {
  it("explains members and methods of the request", () => {
    const text = '\n{"protocol": "mcp", "request": {"met‸hod": "tools/call"}}';
    expect(hover(text)).toEqual(['"method"', expect.stringContaining("`method`")]);
    const method = '{"protocol": "mcp", "request": {"method": "tools/ca‸ll"}}';
    expect(hover(method)).toEqual(['"tools/call"', expect.stringContaining("Calls a tool")]);
  });

  it("explains the envelope's own members only where no schema does", () => {
    const marked = '{"pro‸tocol": "mcp", "request": {}}';
    expect(hover(marked, "request")).toBeUndefined();
    expect(hover(marked, "whole")).toEqual(['"protocol"', expect.stringContaining("Service RPC")]);
  });
});
