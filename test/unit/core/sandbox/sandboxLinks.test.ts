import { describe, expect, it } from "vitest";
import { parseTarget, sandboxLink } from "../../../../src/core/sandbox/sandboxLinks.ts";
import { parseSimplexLink } from "../../../../src/protocol/link/parseSimplexLink.ts";

const key = "A".repeat(43);

describe("links of the sandbox", () => {
  it.each(["a", "c", "g", "i"] as const)("of type %s are valid links of the specification, in both forms", (type) => {
    const link = sandboxLink(type, "Acme shop", type === "a");
    for (const text of [link.short, link.full]) {
      const reading = parseSimplexLink(text);
      expect(reading.problems.filter((problem) => problem.severity === "error")).toEqual([]);
    }
    expect(parseTarget(link.short)).toMatchObject({ kind: "link", isSandbox: true });
    expect(parseTarget(link.full)).toMatchObject({ kind: "link", isSandbox: true });
  });

  it("stay the same, so that files can hold them", () => {
    expect(sandboxLink("a", "Acme shop", true).short).toBe(
      "https://smp1.sandbox.invalid/a#5GRRPz9SYq1Qut1UiTxMdPuLRIHzXOW1jMoIyCVoFns",
    );
  });

  it("have ratchet keys only in the full form of an address that has them", () => {
    expect(sandboxLink("a", "x", true).full).toContain("&rk=");
    expect(sandboxLink("a", "x", false).full).not.toContain("&rk=");
  });

  it.each([
    [`simplex:/a#${key}?h=smp1.sandbox.invalid`, "link"],
    [`https://smp1.sandbox.invalid/a/#${key}`, "link"],
    ["@acme.testing", "name"],
    ["#news", "name"],
    ["@acme", "invalid"],
    [`http://smp1.sandbox.invalid/a#${key}`, "invalid"],
    [`simplex:/a#${key}`, "invalid"],
  ])("%s is read as a %s", (target, kind) => {
    expect(parseTarget(target).kind).toBe(kind);
  });
});
