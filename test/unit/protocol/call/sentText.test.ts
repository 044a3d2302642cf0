import { describe, expect, it } from "vitest";
import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";
import { mentionedName, sentText } from "../../../../src/protocol/call/sentText.ts";

const values: Readonly<Record<string, string>> = { who: 'Ann "A"\n', n: "7", protocol: "mcp", member: "acme" };

function sent(body: string) {
  const request = parseCallFile(`# @to x\n${body}`).requests[0];
  return request && sentText(request, (use) => values[use.expression.text]);
}

describe("what is sent", () => {
  it("is the text on screen without comments and white space, every token as written", () => {
    const result = sent('/_call   @acme  mcp\n{ "id": 1.10, // note\n "a": "\\u0041 b" /* x */ }');
    expect(result).toEqual({
      text: '/_call @acme mcp {"id":1.10,"a":"\\u0041 b"}',
      requestJson: '{"id":1.10,"a":"\\u0041 b"}',
      protocol: "mcp",
      mention: "acme",
      unfilled: [],
    });
  });

  it("has the request inside an envelope", () => {
    expect(sent('{ "protocol": "a2a", "request": { "id": 12345678901234567890 } }')).toMatchObject({
      text: '{"protocol":"a2a","request":{"id":12345678901234567890}}',
      requestJson: '{"id":12345678901234567890}',
      protocol: "a2a",
    });
  });

  it("is a bare message as it stands", () => {
    expect(sent('{"jsonrpc": "2.0", "method": "x"}')).toMatchObject({
      text: '{"jsonrpc":"2.0","method":"x"}',
      requestJson: '{"jsonrpc":"2.0","method":"x"}',
      protocol: undefined,
    });
  });

  it("has its variables filled, escaped in strings and as written elsewhere", () => {
    const result = sent('/_call @{{member}} {{protocol}} {"id": {{n}}, "text": "Hi {{who}}" /* {{gone}} */}');
    expect(result?.text).toBe('/_call @acme mcp {"id":7,"text":"Hi Ann \\"A\\"\\n"}');
    expect(result?.mention).toBe("acme");
    expect(result?.unfilled).toEqual([]);
  });

  it("names what could not be filled", () => {
    const result = sent('/_call mcp {"a": "{{missing}}"}');
    expect(result?.unfilled.map((use) => use.expression.text)).toEqual(["missing"]);
    expect(result?.text).toContain("{{missing}}");
  });

  it("is nothing for a body that is none of the forms", () => {
    expect(sent("GET x")).toBeUndefined();
  });
});

it("a mention's name has no @ and no quotes", () => {
  expect(["@acme", "@'Acme bot'", "@'", "acme"].map(mentionedName)).toEqual(["acme", "Acme bot", "'", "acme"]);
});
