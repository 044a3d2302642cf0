import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkText, maxProblems } from "../../../src/protocol/check.ts";
import { type DocumentKind, documentKinds } from "../../../src/protocol/documentKind.ts";
import { rangesOverlap } from "../../../src/protocol/problem.ts";
import { RULES } from "../../../src/protocol/rules.ts";
import { expectProblemsInside, mutated } from "./kit/textProperties.ts";

const key = "A".repeat(43);
const message =
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}';

/** A text of each kind with something of everything in it. */
const samples: Readonly<Record<DocumentKind, string>> = {
  "llms-txt": `# Acme\n\n> About\n\n## Communications\n\n- [Ask](https://smp12.simplex.im/a#${key}): SimpleX contact for agents, MCP. Hello\n- [News](simplex:/c#${key}?h=smp12.simplex.im): SimpleX updates for people, weekly.\n`,
  call: `@bot = https://smp12.simplex.im/a#${key}\n\n### One\n# @to {{bot}}\n# @expect $.result['a b'] == "x y"\n# @set t = $.a\n/_call @'A b' mcp ${message} // note\n\n### Two\n# @to {{bot}}\n# @sign k\n# @param A: b\n{"protocol": "a2a", "request": {"id": {{$randomInt 1 6}}, "text": "{{t}}"}}\n`,
  "rpc-request": `{"protocol":"mcp","requestKey":"x","request":${message}}`,
  "rpc-response": '{"response":{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}},"error":{"code":"busy"}}',
  "agent-card": `{"name":"A","supportedInterfaces":[{"url":"https://smp12.simplex.im/a#${key}","protocolBinding":"x"}],"skills":[]}`,
  profile: '{"displayName":"A","preferences":{"protocols":{"MCP":{"versions":[1],"transports":{"rpc":true}}}}}',
  "well-known": `{"channels":[{"link":"https://smp12.simplex.im/c#${key}","audience":["human"]}],"contacts":[]}`,
  environment: '{"$shared":{"a":"b","c.d":1},"dev":{"e":[]},"$x":{}}',
};

/** Texts that are judged in other ways than the sample of their kind. */
const further: Partial<Readonly<Record<DocumentKind, readonly string[]>>> = {
  "rpc-request": [
    '{"protocol":"a2a","request":{"jsonrpc":"2.0","id":1,"method":"message/send","a2a-service-parameters":{"A2A-Version":"1"},"params":{"message":{"role":"user","parts":[{"raw":"_-"}]},"configuration":{"blocking":true}}}}',
  ],
  "rpc-response": [
    '{"response":{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"txt"}],"isError":0}}}',
    '{"response":{"jsonrpc":"2.0","result":{"kind":"task","id":"t","status":{"state":"completed"}}}}',
    '{"response":{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"","data":{"supported":[1]}}}}',
  ],
  "agent-card": [
    `{"protocolVersion":"0.3.0","url":"https://smp12.simplex.im/g#${key}","preferredTransport":"x","capabilities":{},"skills":[],"additionalInterfaces":[{"url":"slim://a","transport":"slimrpc"}]}`,
  ],
};

function expectSound(kind: DocumentKind, text: string): void {
  const problems = checkText(kind, text);
  expectProblemsInside(text, problems);
  const offsets = problems.map((problem) => problem.range.offset);
  expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
  for (const { code, fixes } of problems) {
    if (!RULES[code]) expect.fail(`${code} is in no table`);
    for (const { edits } of fixes) {
      const overlap = edits.some((edit, index) =>
        edits.slice(index + 1).some((other) => edit.range.length > 0 && rangesOverlap(edit.range, other.range)),
      );
      if (overlap) expect.fail(`the edits of a fix of ${code} overlap`);
    }
  }
}

describe.each(documentKinds)("a check as %s", (kind) => {
  it("ends in sound problems for a text that was changed at random", () => {
    fc.assert(
      fc.property(mutated([samples[kind], ...(further[kind] ?? [])]), (text) => expectSound(kind, text)),
      { numRuns: 150 },
    );
  });

  it("ends in sound problems for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => expectSound(kind, text)),
      { numRuns: 100 },
    );
  });

  it.each([
    ["nothing", ""],
    ["a byte order mark", "\ufeff"],
    ["lone surrogates", '{"a\ud800": "\udc00"}'],
    ["deep arrays", "[".repeat(50_000)],
    ["deep objects", '{"a":'.repeat(50_000)],
    ["deep requests", `# @to x\n/_call mcp ${'{"a":'.repeat(50_000)}`],
    ["braces", "{".repeat(50_000)],
    ["braces in a string", `# @to x\n{"a": "${"{{".repeat(50_000)}"}`],
    ["quotation marks", '"'.repeat(50_000)],
    ["backslashes", `"${"\\".repeat(50_001)}"`],
    ["a long line of a directive", `# @expect $${"['a".repeat(50_000)}`],
    ["separators", "###\n".repeat(20_000)],
    ["directives", `###\n${"# @to {{a}}\n".repeat(5_000)}`],
    ["variables", "@a = {{a}}{{b}}\n".repeat(5_000)],
    ["a chain of variables", Array.from({ length: 5_000 }, (_, index) => `@v${index} = {{v${index + 1}}}`).join("\n")],
    ["mentions", `# @to x\n/_call ${"@".repeat(50_000)}`],
    ["carriage returns", "\r".repeat(50_000)],
  ])("ends for %s", (_, text) => {
    expectProblemsInside(text, checkText(kind, text));
  });

  it("ends for a megabyte", () => {
    const text = samples[kind].repeat(Math.ceil(1_000_000 / samples[kind].length));
    expect(checkText(kind, text).length).toBeGreaterThan(0);
    // A second or two; the limit is for machines under load.
  }, 60_000);
});

describe("a text with more problems than anybody reads", () => {
  /** As many directives that nobody knows, and two errors. */
  const lines = (count: number) => `### A\n# @to x\n${"# @oops\n".repeat(count)}/_call mcp 1\n`;

  it.each([
    [maxProblems - 1, maxProblems - 1],
    [maxProblems, maxProblems],
    // One of them says how many there are.
    [maxProblems + 1, maxProblems + 1],
    [maxProblems + 2, maxProblems + 1],
  ])("of %i lists %i", (count, listed) => {
    const codes = checkText("call", lines(count - 2)).map(({ code }) => code);
    expect(codes).toHaveLength(listed);
    expect(codes.includes("text/further-problems")).toBe(count > maxProblems);
  });

  it("keeps the gravest, wherever they stand", () => {
    const problems = checkText("call", lines(5 * maxProblems));
    expect(problems.filter(({ severity }) => severity === "error")).toHaveLength(2);
    expect(problems.at(-1)).toMatchObject({ code: "text/further-problems", severity: "information" });
  });
});
