import { describe, expect, it } from "vitest";
import type { CallEnd, CallReply } from "../../../src/exchange/callEvent.ts";
import { parseCallFile } from "../../../src/protocol/call/parse/parseCallFile.ts";
import { createCaptureStore, takeCaptures } from "../../../src/runner/expectations/captures.ts";
import { checkExpectations, expectsFailure } from "../../../src/runner/expectations/expectations.ts";

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
  "./text.json": "hunter2",
  "./marked.jtd.json": '\uFEFF{"properties": {"n": {"type": "int32"}}}',
  "./slow.schema.json": '{"properties": {"text": {"pattern": "^(.+)+#$"}}}',
  "./circle.schema.json": '{"$defs": {"a": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}',
  "./elsewhere.schema.json": '{"$ref": "https://schemas.example/a.json"}',
  "./earlier.json":
    '{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"n": {"items": [{"type": "null"}], "maximum": 1}}}',
};

async function check(expectation: string, from: typeof evidence | typeof failed = evidence) {
  const [outcome] = await checkExpectations(request(`@expect ${expectation}`), from, {
    filled: (value) => value.text,
    readShape: (name) => Promise.resolve(shapes[name]),
    redact: (text) => text,
  });
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
    "$.result.items[0] conforms ./marked.jtd.json",
    "$.result.items[0] conforms ./earlier.json",
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
    ["$.result.items[1] conforms ./text.json", "./text.json is not valid JSON: it has an error in line 1."],
    ["$.result.items[1] conforms ./circle.schema.json", "but ./circle.schema.json "],
    ["$.result.items[1] conforms ./elsewhere.schema.json", "can't resolve reference https://schemas.example/a.json"],
    ["$.result.items[1] conforms ./earlier.json", "must be <= 1"],
    ["$.result.at conforms ./item.jtd.json", 'does not fit properties: {"n":{"type":"int32"}}'],
  ])("is not met, and says what is: %s", async (expectation, part) => {
    const outcome = await check(expectation);
    expect(outcome.isMet).toBe(false);
    expect(outcome.message).toContain(part);
  });

  it("gives both sides for a diff", async () => {
    expect(await check("$.result.count == 13")).toMatchObject({ expected: "13", actual: "12" });
  });

  it("lays both sides of a diff out, tokens as they came, and names a secret in neither", async () => {
    const [outcome] = await checkExpectations(request('@expect $.result.items == [{"n":1}]'), evidence, {
      filled: (value) => value.text,
      readShape: () => Promise.resolve(undefined),
      redact: (text) => text.replaceAll('"n"', '"[secret]"'),
    });
    expect(outcome?.expected).toBe('[\n  {\n    "n": 1\n  }\n]');
    expect(outcome?.actual).toContain('"[secret]": 2');
  });

  it.each(["$.text matches ^(.+)+#$", '$.list[?search(@, "^(.+)+#$")] exists', "$ conforms ./slow.schema.json"])(
    "that would never end is stopped, and not met: %s",
    async (expectation) => {
      const long = "a".repeat(200);
      const outcome = await check(expectation, {
        replies: [reply(1, JSON.stringify({ text: long, list: [long] }))],
        end: answered,
      });
      expect(outcome).toMatchObject({ isMet: false });
      expect(outcome.message).toMatch(/takes longer than \d+ s to check, so it was stopped/);
    },
    20_000,
  );

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
        checkExpectations(request("@expect $.a == 1"), from, {
          filled: (value) => value.text,
          readShape: () => Promise.resolve(undefined),
          redact: (text) => text,
        }),
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

  it("keeps the secrets that a reply repeats in it, and no others", () => {
    const secrets = ["planted", "unused"].map((text) => ({ name: text, text, isStored: true }));
    const echo = { replies: [reply(1, '{"echo": "<planted>", "plain": "text"}')], end: answered };
    expect(takeCaptures(request("@set echo = $.echo"), echo, secrets)).toMatchObject([
      { value: { json: '"<planted>"', secrets: [{ text: "planted" }] } },
    ]);
    expect(takeCaptures(request("@set plain = $.plain"), echo, secrets)).toMatchObject([{ value: { json: '"text"' } }]);
  });

  it("belongs to its file; another file names it by that file's name, its own folder first", () => {
    const store = createCaptureStore();
    store.set("file:///a/orders.call", "id", { json: "1" });
    store.set("file:///b/orders.call", "id", { json: "2" });
    expect(store.of("file:///a/orders.call").get("id")).toEqual({ json: "1" });
    expect(store.of("file:///c/orders.call").get("id")).toBeUndefined();
    expect(store.named("orders", "id", "file:///a/bills.call")).toEqual({ json: "1" });
    expect(store.named("orders", "id", "file:///c/bills.call")).toEqual({ json: "2" });
    expect(store.named("orders", "other", "file:///a/bills.call")).toBeUndefined();
  });
});
