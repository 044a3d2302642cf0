import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { encodedStringBytes, utf8Bytes } from "../../../../src/protocol/size/encodedSize.ts";
import { commandSize, type MessageParts, messageBytes } from "../../../../src/protocol/size/messageSize.ts";
import { serviceSize } from "../../../../src/protocol/size/serviceSize.ts";

interface Vector {
  readonly id: string;
  readonly text?: string;
  readonly textLength?: number;
  readonly escapedBytes?: number;
  readonly bytes: number;
  readonly versionRange?: string;
  readonly quotedText?: string;
  readonly sent?: boolean;
  readonly sentAt?: string;
  readonly memberId?: string;
  readonly mentions?: string[];
  readonly ttl?: number;
  readonly live?: boolean;
  readonly asGroup?: boolean;
}

const fixture: { readonly vectors: readonly Vector[] } = JSON.parse(
  readFileSync(new URL("../../../fixtures/size/sizes.json", import.meta.url), "utf8"),
);

function partsOf(vector: Vector): MessageParts {
  const quoted = vector.quotedText !== undefined && {
    text: vector.quotedText,
    isOwn: vector.sent ?? false,
    isInGroup: vector.memberId !== undefined,
    sentAtLength: vector.sentAt?.length ?? 20,
  };
  return {
    ...(quoted && { quoted }),
    ...(vector.mentions && { mentions: vector.mentions }),
    ...(vector.versionRange && { versionRange: vector.versionRange }),
    ...(vector.ttl !== undefined && { ttlSeconds: vector.ttl }),
    ...(vector.live && { isLive: true }),
    ...(vector.asGroup && { isAsGroup: true }),
  };
}

describe("the encoded size of a message", () => {
  it.each(fixture.vectors.map((vector) => [vector.id, vector] as const))("%s", (_, vector) => {
    const text = vector.text ?? "a".repeat(vector.textLength ?? 0);
    expect(messageBytes(text, partsOf(vector))).toBe(vector.bytes);
    if (vector.escapedBytes !== undefined) expect(encodedStringBytes(text)).toBe(vector.escapedBytes);
  });

  it("agrees with the platform's encoders for every character below the surrogates, and for pairs", () => {
    const texts = Array.from({ length: 0xd800 }, (_, unit) => String.fromCharCode(unit));
    for (const text of [...texts, "😀", "a😀b", "\ufffd\ue000"]) {
      // JavaScript writes \b and \f in two bytes, the core in six.
      const isShorter = text === "\b" || text === "\f";
      const expected = Buffer.byteLength(JSON.stringify(text)) - 2 + (isShorter ? 4 : 0);
      if (encodedStringBytes(text) !== expected) expect.fail(`U+${text.charCodeAt(0).toString(16)}`);
      if (utf8Bytes(text) !== Buffer.byteLength(text)) expect.fail(`UTF-8 of U+${text.charCodeAt(0).toString(16)}`);
    }
  });

  it("counts half a pair as the character that replaces it", () => {
    for (const text of ["\ud83d", "\ude00", "\ude00\ud83d", "a\ud83d"]) {
      expect(utf8Bytes(text)).toBe(Buffer.byteLength(text));
      expect(encodedStringBytes(text)).toBe(Buffer.byteLength(text));
    }
  });
});

describe("the size of a command", () => {
  it.each([
    [15_495, 15_601],
    [15_496, 15_602],
    [15_497, 15_603],
  ])("of %i plain characters is %i bytes", (length, bytes) => {
    expect(commandSize("a".repeat(length), "direct")).toMatchObject({ bytes, limitBytes: 15_602 });
  });

  it("leaves 15,367 bytes less its own for a reply in a direct chat, and 30 less in a group", () => {
    expect(commandSize("a".repeat(367), "direct").replyRoomBytes).toBe(15_000);
    expect(commandSize("a".repeat(367), "group").replyRoomBytes).toBe(14_970);
    expect(commandSize("a".repeat(15_400), "direct").replyRoomBytes).toBe(-33);
  });

  it("has the mention in it", () => {
    expect(commandSize("", "group", "acme").bytes).toBe(158);
  });

  it("may not compress only when it is large and a random mix beyond ASCII", () => {
    const ascii = noise(15_000, 0x23, 0x5b);
    const mixed = ascii.slice(0, 7_600) + noise(3_800, 0x80, 0x800);
    expect(commandSize(ascii, "direct").mayNotCompress).toBe(false);
    expect(commandSize("Ж".repeat(7_000), "direct").mayNotCompress).toBe(false);
    expect(commandSize(mixed, "direct")).toMatchObject({ bytes: 15_306, mayNotCompress: true });
    expect(commandSize(mixed.slice(0, 9_000), "direct").mayNotCompress).toBe(false);
  });
});

/** Characters from `first` up to `end`, the same at each run, in no order that a compressor could use. */
function noise(count: number, first: number, end: number): string {
  let state = 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return first + (state % (end - first));
  };
  return Array.from({ length: count }, () => String.fromCharCode(next())).join("");
}

it("an envelope is measured as UTF-8, without escapes of a string", () => {
  expect(serviceSize('{"a":"é"}')).toEqual({ bytes: 10, softLimitBytes: 10_000, limitBytes: 11_106 });
});
