import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ruleTests } from "../../../scripts/ruleTests.mjs";
import { textRange } from "../../../src/protocol/problem.ts";
import { defineRules, reporter } from "../../../src/protocol/rule.ts";
import { RULES } from "../../../src/protocol/rules.ts";
import { rulesTable, withRulesTable } from "../../../src/protocol/rulesTable.ts";

const root = resolve(import.meta.dirname, "../../..");
const testOf = ruleTests(join(root, "test/unit"));

/** The anchors of the headings of `agent-protocols.md`, revision 2. */
const anchors = new Set(
  `abstract conventions overview addresses-in-llmstxt profile-declarations protocols
  public-group-audience-and-update-frequency contact-address-peers protocol-names chat-transport commands replies
  message-size service-rpc-transport exchange request response signed-requests mcp-binding messages
  versions-and-capabilities examples a2a-binding identification a2a-messages service-parameters streaming
  push-notifications callers-and-authorization service-rpc agent-card a2a-examples security-considerations
  privacy-considerations implementations references`.split(/\s+/),
);

describe("the rules", () => {
  it("have codes that say an area and what is wrong", () => {
    expect(Object.keys(RULES).filter((code) => !/^[a-z0-9-]+\/[a-z0-9-]+$/.test(code))).toEqual([]);
  });

  it("name sections of the specification that exist", () => {
    const strange = Object.entries(RULES).filter(([, { section }]) => {
      const [document, anchor] = section.split("#");
      return !document || (document === "agent-protocols" && !anchors.has(anchor ?? ""));
    });
    expect(strange.map(([code, { section }]) => `${code}: ${section}`)).toEqual([]);
  });

  it("say what is wrong in whole sentences", () => {
    const strange = Object.entries(RULES).filter(
      ([, { message, summary }]) => message.length < 20 || !/[.?}…]$|`$/.test(message) || !/[.`]$/.test(summary),
    );
    expect(strange.map(([code, { message, summary }]) => `${code}: ${message} / ${summary}`)).toEqual([]);
  });

  it("are each shown by a test", () => {
    expect(Object.keys(RULES).filter((code) => testOf(code) === undefined)).toEqual([]);
  });
});

it("a message keeps its length, whatever the text holds", () => {
  const report = reporter(
    defineRules({ "a/b": { severity: "hint", section: "s#t", summary: "A.", message: "{a} {b}" } }),
  );
  const { message } = report("a/b", textRange(0, 1), { a: "x".repeat(1e6), b: "y".repeat(1000) });
  expect(message).toBe(`${"x".repeat(1000)}… ${"y".repeat(1000)}`);
});

describe("the table of codes", () => {
  it("has a row for each rule", () => {
    const rows = rulesTable(RULES, testOf).trimEnd().split("\n");
    expect(rows).toHaveLength(Object.keys(RULES).length + 2);
    for (const row of rows) expect(row.replaceAll("\\|", "").split("|")).toHaveLength(8);
  });

  it("takes the place between the markers", () => {
    const rules = { "a/b": { severity: "error", section: "s#t", summary: "One | two.", message: "Three." } } as const;
    const readme = "before\n<!-- problem codes: begin -->\nold\n<!-- problem codes: end -->\nafter\n";
    expect(withRulesTable(readme, rules, () => "a/b.test.ts")).toBe(
      [
        "before\n<!-- problem codes: begin -->\n",
        "| Code | Severity | What is wrong | Section | Fix | Test |",
        "| --- | --- | --- | --- | --- | --- |",
        "| `a/b` | error | One \\| two. | s#t |  | a/b.test.ts |\n",
        "<!-- problem codes: end -->\nafter\n",
      ].join("\n"),
    );
    expect(withRulesTable("no markers", rules, testOf)).toBeUndefined();
  });

  it("is up to date in the README", () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    // After a change to the rules: npm run readme:rules
    expect(withRulesTable(readme, RULES, testOf)).toBe(readme);
  });
});
