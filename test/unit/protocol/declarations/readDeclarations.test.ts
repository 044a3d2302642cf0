import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  readAudience,
  readChangeFrequency,
  readProtocols,
  readServes,
} from "../../../../src/protocol/declarations/readDeclarations.ts";

function codes({ problems }: { readonly problems: readonly { readonly code: string }[] }): string[] {
  return problems.map(({ code }) => code);
}

describe("readProtocols", () => {
  it("gives declarations, absent transports being false and unknown keys ignored", () => {
    const value = {
      mcp: { versions: ["2026-07-28"], transports: { rpc: true, smtp: true }, new: 1 },
      a2a: { versions: ["1.0", "1.1"], transports: { chat: true } },
    };
    expect(readProtocols(value).value).toEqual([
      { name: "mcp", versions: ["2026-07-28"], transports: { chat: false, rpc: true } },
      { name: "a2a", versions: ["1.0", "1.1"], transports: { chat: true, rpc: false } },
    ]);
  });

  it("leaves out what breaks the schema and keeps the rest", () => {
    const reading = readProtocols({
      mcp: { versions: "1" },
      BAD: { versions: [], transports: {} },
      a2a: { versions: ["1.0"], transports: { chat: true } },
    });
    expect(reading.value?.map(({ name }) => name)).toEqual(["a2a"]);
    expect(codes(reading)).toEqual([
      "declarations/wrong-type",
      "declarations/missing-member",
      "declarations/invalid-protocol-name",
      "declarations/no-versions",
      "declarations/no-transport",
    ]);
  });

  it("knows nothing where nothing is declared, which is not the same as none", () => {
    expect(readProtocols(undefined)).toEqual({ value: undefined, problems: [] });
    expect(readProtocols({})).toEqual({ value: [], problems: [] });
    expect(readProtocols(null)).toMatchObject({ value: undefined, problems: [{ code: "declarations/wrong-type" }] });
  });

  it("takes rpc for an error in a group", () => {
    const value = { mcp: { versions: ["2026-07-28"], transports: { rpc: true } } };
    expect(codes(readProtocols(value, "group"))).toEqual(["declarations/rpc-in-group"]);
    expect(codes(readProtocols(value, "profile"))).toEqual([]);
  });
});

describe("readAudience, readServes and readChangeFrequency", () => {
  it("keep unknown peer types, with a note", () => {
    expect(readAudience(["human", "martian"])).toMatchObject({
      value: ["human", "martian"],
      problems: [{ code: "declarations/unknown-peer-type", severity: "information" }],
    });
    expect(readServes(["agent", "agent"]).value).toEqual(["agent"]);
  });

  it("give nothing for a value of another type", () => {
    expect(readServes("agent")).toMatchObject({ value: undefined, problems: [{ code: "declarations/wrong-type" }] });
    expect(readChangeFrequency("often")).toMatchObject({
      value: undefined,
      problems: [{ code: "declarations/invalid-frequency" }],
    });
  });

  it("give the value and nothing else when it is right", () => {
    expect(readAudience(undefined)).toEqual({ value: undefined, problems: [] });
    expect(readChangeFrequency("weekly")).toEqual({ value: "weekly", problems: [] });
  });
});

it("takes any value, however deep", () => {
  let deep: unknown = [];
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(readProtocols({ mcp: deep }).value).toEqual([]);
  fc.assert(
    fc.property(fc.anything(), (value) => {
      readProtocols(value);
      readAudience(value);
      readServes(value);
      readChangeFrequency(value);
    }),
  );
});
