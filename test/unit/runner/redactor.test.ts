import { describe, expect, it } from "vitest";
import { createRedactor, redactionMark } from "../../../src/runner/values/redactor.ts";

const secret = 'pl"anted\\sécret/+&=';

describe("a redactor", () => {
  const redactor = createRedactor([secret]);

  it.each([
    ["as it is", `token ${secret}!`],
    ["in JSON", JSON.stringify({ token: secret })],
    ["in JSON in JSON", JSON.stringify([JSON.stringify({ token: secret })])],
    ["percent-encoded", `https://x.example/?q=${encodeURIComponent(secret)}`],
    ["as a form value", new URLSearchParams({ q: secret }).toString()],
    ["in base64", Buffer.from(secret).toString("base64")],
    ["in base64url", Buffer.from(secret).toString("base64url")],
    ["in the base64 of a longer text", `Basic ${Buffer.from(`user:${secret}`).toString("base64")}`],
    ["in the base64 of another longer text", `Basic ${Buffer.from(`us:${secret}:end`).toString("base64")}`],
  ])("removes a secret %s", (_, text) => {
    const clean = redactor.text(text);
    expect(clean).toContain(redactionMark);
    const decoded = clean.split(/[^A-Za-z0-9+/_=-]+/).map((word) => Buffer.from(word, "base64").toString("utf8"));
    expect([clean, ...decoded].join("\n")).not.toContain(secret);
  });

  it("cleans values and names at every depth and leaves the rest as it was", () => {
    const value = { list: [1, null, { [secret]: `a ${secret}` }], text: "plain" };
    expect(redactor.value(value)).toEqual({
      list: [1, null, { [redactionMark]: `a ${redactionMark}` }],
      text: "plain",
    });
  });

  it("does nothing without secrets, and ignores empty ones", () => {
    const value = { text: "plain" };
    expect(createRedactor([""]).value(value)).toBe(value);
  });
});
