import { describe, expect, it } from "vitest";
import type { CallEnd, CallReply } from "../../../src/exchange/callEvent.ts";
import { parseCallFile } from "../../../src/protocol/call/parseCallFile.ts";
import { takeCaptures } from "../../../src/runner/captures.ts";
import { checkExpectations, expectsFailure } from "../../../src/runner/expectations.ts";

const at = "2026-10-21T12:00:00.000Z";
function reply(sequence: number, text: string, sender = "shop"): CallReply {
  return { event: "reply", sequence, sender, senderId: "@4", at, elapsedMs: 5, text, kind: "response", notes: [] };
}
const answered: CallEnd = { event: "end", outcome: "answered", at, elapsedMs: 40, replies: 2, sent: "" };
const evidence = {
  replies: [
    reply(1, "Squawk"),
    reply(
      2,
      '{"result":{"isError":false,"count":12,"big":9007199254740993,"at":"2026-10-21","items":[{"n":1},{"n":2}]}}',
    ),
  ],
  end: answered,
};
const failed = {
  replies: [reply(1, '{"error":{"code":-32602,"message":"No such tool"}}')],
  end: { ...answered, outcome: "protocol-error" as const, failure: { code: "-32602", message: "No such tool" } },
};

function request(directive: string) {
  const [only] = parseCallFile(`# ${directive}\n/_call mcp {}\n`).requests;
  if (only === undefined) throw new Error("no request");
  return only;
}

const shapes: Readonly<Record<string, string>> = {
  "./item.jtd.json": '{"properties": {"n": {"type": "int32"}}}',
  "./open.jtd.json": '{"properties": {"n": {}, "missing": {}}}',
  "./item.schema.json": '{"type": "object", "properties": {"n": {"maximum": 1}}}',
  "./endless.jtd.json": '{"definitions": {"a": {"ref": "a"}}, "ref": "a"}',
  "./broken.jtd.json": '{"type": "nonsense"}',
};

async function check(expectation: string, from: typeof evidence | typeof failed = evidence) {
  const [outcome] = await checkExpectations(
    request(`@expect ${expectation}`),
    from,
    (value) => value.text,
    (name) => Promise.resolve(shapes[name]),
  );
  return outcome ?? { isMet: false, message: "nothing was checked" };
}

describe("an expectation", () => {
  it.each([
    "$.result.isError == false",
    "$.result.count == 12",
    "$.result.count != 13",
    "$.result.count > 11",
    "$.result.count >= 12",
    "$.result.count < 13",
    "$.result.count <= 12",
    "$.result.at > 2026-10-20",
    "$.result.items exists",
    "$.result.items",
    '$.result.items == [{"n": 1}, {"n": 2}]',
    "$.result.items[*].n <= 2",
    "$.result.items[?@.n == 2].n == 2",
    "$.result.at matches ^\\d{4}-",
    "$replies[0].text == Squawk",
    "$replies[*].sender == shop",
    "$outcome == answered",
    "$elapsedMs < 41",
    "$.result.items[0] conforms ./item.jtd.json",
    "$.result.items[0] conforms ./item.schema.json",
  ])("is met: %s", async (expectation) => {
    expect(await check(expectation)).toMatchObject({ isMet: true, message: "" });
  });

  it.each([
    ["$.result.count == 13", "but the value is 12."],
    ["$.result.count == twelve", "but the value is 12."],
    ["$.result.at < 5", 'but the value is "2026-10-21".'],
    ["$.result.items[*].n < 2", "but the value is 2."],
    ["$.result.nothing exists", "but $.result.nothing selects nothing."],
    ["$.result.nothing == 1", "but $.result.nothing selects nothing."],
    ["$outcome == timeout", 'but the value is "answered".'],
    ["$.result[", "is not a JSONPath"],
    ["$.result.items[1] conforms ./item.schema.json", "must be <= 1"],
    ["$.result.items[1] conforms ./open.jtd.json", "/properties/missing"],
    ["$.result.items[1] conforms ./absent.jtd.json", "cannot be read"],
    ["$.result.items[1] conforms ./broken.jtd.json", "not a valid JSON Type Definition"],
    ["$.result.items[1] conforms ./endless.jtd.json", "refers to itself"],
  ])("is not met, and says what is: %s", async (expectation, part) => {
    const outcome = await check(expectation);
    expect(outcome.isMet).toBe(false);
    expect(outcome.message).toContain(part);
  });

  it("gives both sides for a diff", async () => {
    expect(await check("$.result.count == 13")).toMatchObject({ expected: "13", actual: "12" });
  });

  it("can be about the error, which then is what was wanted", async () => {
    expect(await check("$outcome == protocol-error", failed)).toMatchObject({ isMet: true });
    expect(await check("$error.code == -32602", failed)).toMatchObject({ isMet: true });
    expect(await check("$error.code == -32603", failed)).toMatchObject({ isMet: false });
    for (const [directive, isExpected] of [
      ["@expect $outcome == timeout", true],
      ["@expect $.error.code == 1", true],
      ["@expect $.response.error.code == 1", true],
      ["@expect $.result.error == 1", false],
      ["@expect $elapsedMs < 5", false],
    ] as const) {
      expect(expectsFailure(request(directive))).toBe(isExpected);
    }
  });

  it("fails in words when there is no JSON to ask", async () => {
    const silent = { replies: [], end: { ...answered, outcome: "timeout" as const } };
    const text = { replies: [reply(1, "Squawk")], end: answered };
    const outcomes = await Promise.all(
      [silent, text].map((from) =>
        checkExpectations(
          request("@expect $.a == 1"),
          from,
          (value) => value.text,
          () => Promise.resolve(undefined),
        ),
      ),
    );
    expect(outcomes.map(([outcome]) => outcome?.message)).toEqual([
      "Expected $.a == 1. No reply came.",
      "Expected $.a == 1. The final reply is not JSON.",
    ]);
  });
});

describe("a capture", () => {
  it("keeps the digits of a number, and says when there is nothing", () => {
    expect(takeCaptures(request("@set big = $.result.big"), evidence)).toMatchObject([
      { kind: "captured", name: "big", value: { json: "9007199254740993" } },
    ]);
    expect(takeCaptures(request("@set who = $replies[0].sender"), evidence)).toMatchObject([
      { value: { json: '"shop"' } },
    ]);
    expect(takeCaptures(request("@set none = $.none"), evidence)).toMatchObject([{ kind: "failed", name: "none" }]);
  });
});
