import { describe, expect, it } from "vitest";
import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";
import { type SizeMeter, sizeMeter } from "../../../../src/protocol/call/sizeMeter.ts";

function meter(body: string, values: Readonly<Record<string, string>> = {}): SizeMeter | undefined {
  const request = parseCallFile(`# @to x\n${body}`).requests[0];
  return request && sizeMeter(request, "direct", (use) => values[use.expression.text]);
}

const command = (filler: number) => `/_call weather {"params": {"city": "${"x".repeat(filler)}"}}`;
const envelope = (filler: number) => `{"protocol": "weather", "request": {"city": "${"x".repeat(filler)}"}}`;

describe("the size of a request", () => {
  it("of a command is that of its message, by parts", () => {
    const size = meter(command(1_000));
    // 106 for the message, 15 for the head, 22 for the rest of the JSON and 6 for its escapes.
    expect(size).toMatchObject({ transport: "chat", bytes: 106 + 15 + 1_000 + 22 + 6, state: "fits", isExact: true });
    expect(size?.parts.map(({ kind, bytes }) => [kind, bytes])).toEqual([
      ["frame", 106],
      ["head", 15],
      ["largest", 1_004],
      ["rest", 24],
    ]);
    expect(size?.parts[2]?.path).toEqual(["params", "city"]);
    expect(size?.advice).toEqual([]);
  });

  it("always adds up from its parts", () => {
    for (const body of [command(0), command(20_000), envelope(0), envelope(20_000), "/_call weather {}"]) {
      const size = meter(body);
      expect(size?.parts.reduce((sum, part) => sum + part.bytes, 0)).toBe(size?.bytes);
    }
  });

  it("changes its state exactly at the limits", () => {
    const stateAt = (bytes: number) => {
      const fixed = meter(command(0))?.bytes ?? 0;
      return meter(command(bytes - fixed))?.state;
    };
    const soft = meter(command(0))?.softLimitBytes ?? 0;
    expect(soft).toBe(15_602 - 235 - 75 + 106);
    expect([soft, soft + 1, 15_602, 15_603].map(stateAt)).toEqual(["fits", "tight", "tight", "too-large"]);
    const envelopeAt = (bytes: number) => meter(envelope(bytes - (meter(envelope(0))?.bytes ?? 0)))?.state;
    expect([10_000, 10_001, 11_106, 11_107].map(envelopeAt)).toEqual(["fits", "tight", "tight", "too-large"]);
  });

  it("says what would make it fit", () => {
    expect(meter(envelope(12_000))?.advice).toEqual([
      { kind: "shorten", bytes: 2_044, path: ["request", "city"] },
      { kind: "other-transport", transport: "chat", bytes: 12_136, limitBytes: 15_398 },
    ]);
    // Quotation marks count twice in a message, and once in an envelope.
    const quotes = `/_call weather {"list": [${Array.from({ length: 3_100 }, () => '""').join(",")}]}`;
    expect(meter(quotes)?.advice.map((advice) => advice.kind)).toEqual(["shorten", "other-transport"]);
    expect(meter(command(16_000))?.advice.map((advice) => advice.kind)).toEqual(["shorten"]);
  });

  it("counts what variables come to, and says when one is not known", () => {
    const body = '/_call weather {"city": "{{city}}"}';
    expect(meter(body, { city: "Lisbon" })?.bytes).toBe((meter(body)?.bytes ?? 0) + 6);
    expect([meter(body)?.isExact, meter(body, { city: "Lisbon" })?.isExact]).toEqual([false, true]);
  });

  it("is not known for what is not sent over SimpleX", () => {
    for (const body of ['{"jsonrpc": "2.0", "method": "x"}', "/_call weather", "GET x", ""]) {
      expect(meter(body)).toBeUndefined();
    }
  });
});
