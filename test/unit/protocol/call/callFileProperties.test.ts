import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CallRequest, directiveValue } from "../../../../src/protocol/call/callFile.ts";
import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";
import { sentText } from "../../../../src/protocol/call/sentText.ts";

interface Written {
  readonly name: string;
  readonly target: string;
  readonly mention: string | undefined;
  readonly protocol: string;
  readonly json: Readonly<Record<string, unknown>>;
}

const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);

const written: fc.Arbitrary<Written> = fc.record({
  name: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ]{0,12}[A-Za-z0-9]$/),
  target: word,
  mention: fc.option(word, { nil: undefined }),
  protocol: word,
  json: fc
    .dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true })
    // JSON text has no other sign of zero than the one JavaScript writes.
    .map((value) => JSON.parse(JSON.stringify(value))),
});

/** Braces of values are escaped, so that none of them reads as a variable. */
function jsonText(value: unknown, indent: number): string {
  return JSON.stringify(value, undefined, indent).replaceAll(/"(?:[^"\\]|\\.)*"/g, (string) =>
    string.replaceAll("{", "\\u007b"),
  );
}

function print(request: Written, lineBreak: string, indent: number): string {
  const head = ["/_call", request.mention && `@${request.mention}`, request.protocol].filter(Boolean).join(" ");
  const lines = [
    `### ${request.name}`,
    "# comment",
    `# @to ${request.target}`,
    `${head} ${jsonText(request.json, indent)}`,
  ];
  return lines.join("\n").replaceAll("\n", lineBreak);
}

function read(request: CallRequest): Written | undefined {
  const { body } = request;
  if (body?.kind !== "command") return undefined;
  return {
    name: request.name?.text ?? "",
    target: directiveValue(request, "to")?.text ?? "",
    mention: body.mention?.text.slice(1),
    protocol: body.protocol?.text ?? "",
    json: JSON.parse(body.json?.text ?? ""),
  };
}

describe("a request file that is printed and parsed", () => {
  const layout = fc.record({
    lineBreak: fc.constantFrom("\n", "\r\n", "\r"),
    indent: fc.constantFrom(0, 2),
    before: fc.constantFrom("", "\ufeff", "\n\n", "@a = 1\n"),
    between: fc.constantFrom("\n", "\n\n\n", "\n# note\n", " // note\n"),
  });

  it("has the requests that were written", () => {
    fc.assert(
      fc.property(
        fc.array(written, { minLength: 1, maxLength: 4 }),
        layout,
        (requests, { before, between, ...style }) => {
          const text = before + requests.map((request) => print(request, style.lineBreak, style.indent)).join(between);
          expect(parseCallFile(text).requests.map(read)).toEqual(requests);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("is sent with every token as written, and what is sent is sent the same again", () => {
    fc.assert(
      fc.property(written, layout, (request, { lineBreak, indent }) => {
        const sent = (text: string) => {
          const parsed = parseCallFile(text).requests[0];
          return parsed && sentText(parsed, () => undefined)?.text;
        };
        const once = sent(print(request, lineBreak, indent));
        expect(once).toBe(print(request, "\n", 0).split("\n").at(-1));
        expect(sent(`# @to x\n${once}`)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });
});
