import { describe, expect, it } from "vitest";
import { llmsTxtHoverAt } from "../../../../src/editor/language/llms-txt/llmsTxtHover.ts";

const key = "A".repeat(43);
const contact = `https://smp12.simplex.im/a#${key}`;
const channel = `simplex:/c#${key}?h=smp12.simplex.im`;
const text = `# Acme

## Communications

- [Acme news](${channel}): SimpleX updates for people and agents, weekly. Product news.
- [Ask Acme](${contact}): SimpleX business contact for agents, MCP. Orders.
- [Acme support](mailto:support@acme.example): Email contact for people.
`;

/** The hover at the middle of the first `part` of the text. */
function hover(part: string) {
  const found = llmsTxtHoverAt(text, text.indexOf(part) + Math.floor(part.length / 2));
  return (
    found && { over: text.slice(found.range.offset, found.range.offset + found.range.length), says: found.markdown }
  );
}

describe("the hover in llms.txt", () => {
  it.each([
    ["## Communications", /communication addresses/],
    ["Acme news", /title of the address/],
    ["SimpleX", /host of a SimpleX link is a router/],
    ["updates", /requires a channel link/],
    ["people and agents", /Whom the address is for/],
    ["weekly", /`changefreq`/],
    ["Product news.", /free text/],
    ["business contact", /\*\*business contact\*\* — A business address/],
    ["MCP", /in any letter case/],
  ])("%s", (part, says) => {
    const found = hover(part);
    expect(found?.over).toBe(part);
    expect(found?.says).toMatch(says);
    expect(found?.says).toMatch(/Specification: \[agent-protocols#addresses-in-llmstxt\]\(https:/);
  });

  it("tells a link's type, key, routers and canonical form", () => {
    const found = hover(channel);
    expect(found?.over).toBe(channel);
    expect(found?.says).toContain(
      `Link to a channel** — A short link: its key is \`${key}\`, kept at \`smp12.simplex.im\``,
    );
    expect(found?.says).toContain(`Canonical form: \`https://smp12.simplex.im/c#${key}\``);
  });

  it.each(["Acme support", "mailto:support@acme.example", "Email contact", "# Acme"])(
    "leaves alone what is not SimpleX: %s",
    (part) => {
      expect(hover(part)).toBeUndefined();
    },
  );
});
