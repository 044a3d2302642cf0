import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { llmsTxtCompletionsAt } from "../../../../src/editor/language/llms-txt/llmsTxtCompletions.ts";
import { changeFrequencies } from "../../../../src/protocol/declarations/peerTypes.ts";
import { checkLlmsTxt } from "../../../../src/protocol/llms-txt/checkLlmsTxt.ts";

const key = "A".repeat(43);
const contact = `https://smp12.simplex.im/a#${key}`;
const channel = `https://smp12.simplex.im/c#${key}`;
const start = "# Acme\n\n## Communications\n\n";

/** The completions at the `‸` of the text. */
function completions(marked: string) {
  const offset = marked.indexOf("‸");
  const text = marked.replace("‸", "");
  const entries = llmsTxtCompletionsAt(text, offset);
  return {
    labels: entries.map(({ label }) => label),
    /** The text after the choice of a label; snippets with the first choice and each default in its place. */
    choose(label: string): string {
      const entry = entries.find((candidate) => candidate.label === label);
      if (!entry) return `${label} is not offered`;
      const { range, insert, isSnippet } = entry;
      const inserted = isSnippet ? filled(insert) : insert;
      return text.slice(0, range.offset) + inserted + text.slice(range.offset + range.length);
    },
  };
}

function filled(snippet: string): string {
  return snippet.replace(/\$\{\d\|([^,|]*)[^}]*\}/g, "$1").replace(/\$\{\d:([^}]*)\}/g, "$1");
}

describe("completion in llms.txt", () => {
  it.each([
    [`- [A](${contact})‸`, ["SimpleX"]],
    [`- [A](${contact}): ‸`, ["SimpleX"]],
    [`- [A](${contact}): Sim‸`, ["SimpleX"]],
    [`- [A](${contact}): SimpleX ‸`, ["contact", "business contact"]],
    [`- [A](${contact}): SimpleX business c‸ for agents. A.`, ["contact", "business contact"]],
    [`- [A](${channel}): SimpleX ‸`, ["updates"]],
    ["- [A](link): SimpleX ‸", ["updates", "group", "contact", "business contact"]],
    [`- [A](https://smp12.simplex.im/r#${key}): SimpleX ‸`, []],
    [`- [A](${contact}): SimpleX contact ‸`, ["for people", "for agents", "for people and agents"]],
    [`- [A](${contact}): SimpleX contact for ‸`, ["people", "agents", "people and agents"]],
    [`- [A](${contact}): SimpleX contact for people and ‸`, ["people", "agents", "people and agents"]],
    [`- [A](${contact}): SimpleX contact for agents‸`, ["people", "agents", "people and agents", ",", "."]],
    [`- [A](${contact}): SimpleX contact for agents‸. A.`, ["people", "agents", "people and agents"]],
    [`- [A](${contact}): SimpleX contact for agents, ‸`, ["MCP", "A2A"]],
    [`- [A](${contact}): SimpleX contact for agents, MCP, ‸`, ["A2A"]],
    [`- [A](${contact}): SimpleX contact for agents, MC‸P, A2A. A.`, ["MCP"]],
    [`- [A](${contact}): SimpleX contact for agents, MCP, A2A ‸`, ["A2A", "."]],
    [`- [A](${channel}): SimpleX updates for agents, ‸`, [...changeFrequencies]],
    [`- [A](${channel}): SimpleX updates for agents, weekly‸`, [...changeFrequencies, "."]],
    [`- [A](${channel}): SimpleX updates for agents, weekly, ‸`, []],
    [`- [A](${contact}): SimpleX contact for agents. We ‸`, []],
    ["- [A](mailto:a@acme.example): ‸", []],
    ["- [A](mailto:a@acme.example): Email contact for ‸", []],
    [`- [A](‸${contact})`, []],
  ])("%s", (item, expected) => {
    expect(completions(start + item).labels).toEqual(expected);
  });

  it("replaces the part it stands in and writes what is missing between", () => {
    const item = `${start}- [A](${channel})`;
    expect(completions(`${item}‸`).choose("SimpleX")).toBe(`${item}: SimpleX `);
    expect(completions(`${item} ‸`).choose("SimpleX")).toBe(`${item}: SimpleX `);
    expect(completions(`${item}:‸`).choose("SimpleX")).toBe(`${item}: SimpleX `);
    expect(completions(`${item}: SimpleX ‸`).choose("updates")).toBe(`${item}: SimpleX updates for `);
    expect(completions(`${item}: SimpleX ‸cont for people. A.`).choose("updates")).toBe(
      `${item}: SimpleX updates for people. A.`,
    );
    const audience = `${item}: SimpleX updates for `;
    expect(completions(`${audience}pe‸ople and agents. A.`).choose("agents")).toBe(`${audience}agents. A.`);
    expect(completions(`${audience}people ‸`).choose(",")).toBe(`${audience}people,`);
    expect(completions(`${audience}people,‸`).choose("weekly")).toBe(`${audience}people, weekly`);
    expect(completions(`${audience}people, weekly‸`).choose(".")).toBe(`${audience}people, weekly. `);
  });

  it("offers whole items on a line of the section, with the list's own marker", () => {
    const types = ["SimpleX updates", "SimpleX group", "SimpleX contact", "SimpleX business contact"];
    expect(completions(`${start}‸`).labels).toEqual(types);
    expect(completions(`${start}- [‸\n\n## Docs\n`).labels).toEqual(types);
    expect(completions(`${start}* ‸`).choose("SimpleX group")).toMatch(
      /\n\* \[Title\]\(link\): SimpleX group for people\. /,
    );
    expect(completions(`${start}\n## Docs\n\n‸`).labels).toEqual([]);
    expect(completions(`‸${start}`).labels).toEqual([]);
  });

  it("offers the section where there is none", () => {
    expect(completions("# Acme\n\n##‸\n").labels).toEqual(["## Communications"]);
    expect(completions("# Acme\n\nSome text ‸\n").labels).toEqual([]);
  });

  it("inserts only what the checks find right", () => {
    const links = { updates: "c", group: "g", contact: "a", "business contact": "a" };
    for (const [type, letter] of Object.entries(links)) {
      const text = completions(`${start}‸`).choose(`SimpleX ${type}`);
      expect(checkLlmsTxt(text.replace("(link)", `(https://smp12.simplex.im/${letter}#${key})`))).toEqual([]);
    }
    const section = completions("# Acme\n\n‸").choose("## Communications");
    expect(checkLlmsTxt(section.replace("(link)", `(${contact})`))).toEqual([]);
  });

  it("replaces only what stands in the text, at any place of it", () => {
    const word = fc.constantFrom(
      "SimpleX",
      "updates",
      "business",
      "contact",
      "for",
      "people",
      "and",
      ",",
      ".",
      "MCP",
      "x",
    );
    const item = fc.array(fc.tuple(word, fc.constantFrom("", " ", "  ", "\r\n  ")));
    fc.assert(
      fc.property(item, fc.nat(), (words, seed) => {
        const text = `${start}- [A](${contact}): ${words.flat().join("")}`;
        const offset = seed % (text.length + 1);
        for (const { range } of llmsTxtCompletionsAt(text, offset)) {
          expect(range.offset).toBeLessThanOrEqual(offset);
          expect(range.offset + range.length).toBeGreaterThanOrEqual(offset);
          expect(range.offset + range.length).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});
