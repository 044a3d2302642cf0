import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkLlmsTxt } from "../../../../src/protocol/llms-txt/checkLlmsTxt.ts";
import { parseItem, parsePlainItem } from "../../../../src/protocol/llms-txt/parseItem.ts";
import { maxItemLength, maxParsedLength, parseLlmsTxt } from "../../../../src/protocol/llms-txt/parseLlmsTxt.ts";
import { afterFix, expectProblemsInside, inShort, mutated } from "../kit/textProperties.ts";

const key = "gHq3Zr0b1sVt5uXyWcA2dE4fF6gG8hH0iI1jJ2kK3lM";
const linkId = "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY";
const host = "https://smp12.simplex.im";
const channel = `${host}/c#${key}`;
const group = `${host}/g#${key}`;
const contact = `${host}/a#${key}`;
const groupData = encodeURIComponent('{"type":"group","groupLinkId":"AA"}');
const fullContact = "simplex:/contact#/?v=2-7&smp=smp%3A%2F%2FAA%3D%3D%40smp8.simplex.im%2Fabcd";

const top = "# Acme\n\n## Communications\n\n";

/** The example of the specification. */
const example = `${top}- [Acme news](${channel}): SimpleX updates for people and agents, weekly. Product news and offers.
- [Acme customers](${group}): SimpleX group for people. Questions and tips from customers.
- [Ask Acme](${contact}): SimpleX business contact for agents, MCP, A2A. Orders and availability.
- [Acme support](mailto:support@acme.example): Email contact for people.
`;

/** Codes of a file, each with the text it stands at. */
function problemsOf(text: string): string[] {
  return checkLlmsTxt(text).map(({ code, range }) => {
    const at = text.slice(range.offset, range.offset + range.length);
    return `${code} ${at}`;
  });
}

function entriesOf(text: string) {
  return parseLlmsTxt(text).entries;
}

describe("the example of the specification", () => {
  it("has no problems", () => {
    expect(problemsOf(example)).toEqual([]);
  });

  it("is taken apart", () => {
    expect(
      entriesOf(example).map(({ line, title, url, isSimplex, network, notes }) => ({
        line,
        title: title.text,
        url,
        isSimplex,
        network: network?.text,
        type: notes?.type?.value,
        audience: notes?.audience?.value,
        frequency: notes?.frequency?.value,
        protocols: notes?.protocols.map(({ value }) => value),
        info: notes?.info.text,
      })),
    ).toEqual([
      {
        line: 5,
        title: "Acme news",
        url: channel,
        isSimplex: true,
        network: "SimpleX",
        type: "updates",
        audience: "people and agents",
        frequency: "weekly",
        protocols: [],
        info: "Product news and offers.",
      },
      {
        line: 6,
        title: "Acme customers",
        url: group,
        isSimplex: true,
        network: "SimpleX",
        type: "group",
        audience: "people",
        frequency: undefined,
        protocols: [],
        info: "Questions and tips from customers.",
      },
      {
        line: 7,
        title: "Ask Acme",
        url: contact,
        isSimplex: true,
        network: "SimpleX",
        type: "business contact",
        audience: "agents",
        frequency: undefined,
        protocols: ["mcp", "a2a"],
        info: "Orders and availability.",
      },
      {
        line: 8,
        title: "Acme support",
        url: "mailto:support@acme.example",
        isSimplex: false,
        network: "Email",
        type: undefined,
        audience: undefined,
        frequency: undefined,
        protocols: undefined,
        info: undefined,
      },
    ]);
  });

  it("keeps spans that show the source", () => {
    for (const { link, title, notes } of entriesOf(example)) {
      for (const span of [
        link,
        title,
        notes?.type,
        notes?.audience,
        notes?.frequency,
        notes?.info,
        ...(notes?.protocols ?? []),
      ]) {
        if (span) expect(example.slice(span.offset, span.offset + span.length)).toBe(span.text);
      }
    }
  });

  it.each([
    ["CRLF", example.replaceAll("\n", "\r\n")],
    ["lone carriage returns", example.replaceAll("\n", "\r")],
    ["a byte order mark", `\ufeff${example}`],
    ["no final line break", example.trimEnd()],
    ["stars for markers", example.replaceAll("\n- ", "\n* ")],
    ["numbers for markers", example.replaceAll("\n- ", "\n1. ")],
    ["a closed heading", example.replace("## Communications", "## Communications ##")],
    ["an underlined heading", example.replace("## Communications", "Communications\n---")],
    ["an underlined title", example.replace("# Acme", "Acme\n====")],
    ["a section after it", `${example}\n## Other\n\n- [x](${contact}x): SimpleX nothing`],
    ["subheadings", example.replace("- [Ask", "\n### For agents\n\n- [Ask")],
    ["a link by its label", `${example.replace(`[Ask Acme](${contact}):`, "[Ask Acme]:")}\n[Ask Acme]: ${contact}\n`],
  ])("reads the same with %s", (_, text) => {
    expect(problemsOf(text)).toEqual([]);
    expect(entriesOf(text).map(({ url }) => url)).toEqual(entriesOf(example).map(({ url }) => url));
  });
});

describe("the file", () => {
  it.each([
    ["", ["llms-txt/missing-title "]],
    ["\ufeffAcme\n", ["llms-txt/missing-title Acme"]],
    ["## Acme\n", ["llms-txt/missing-title ## Acme"]],
    ["```\n# Acme\n```\n", ["llms-txt/missing-title ```"]],
    ["# Acme", []],
    ["Some text first.\n\n# Acme\n\n# Another\n", []],
    [`${example}\n## Communications\n`, ["llms-txt/duplicate-section ## Communications"]],
    [`# A\n\n### Communications\n\n- [x](${contact})`, ["llms-txt/heading ### Communications"]],
    [`# A\n\n## communications\n\n- [x](${contact})`, ["llms-txt/heading ## communications"]],
    [`# A\n\n## **Communications**\n\n- [x](${contact})`, ["llms-txt/heading ## **Communications**"]],
    ["# A\n\n## communications\n\n- [x](https://example.com)", []],
    [`# A\n\n## Contact\n\n- [x](${contact})`, []],
    [`${top}Ask at ${contact} please.`, [`llms-txt/not-an-item ${contact}`]],
    ["# A\n\n```\n## Communications\n\n- [x](simplex:/a#x): SimpleX\n```\n", []],
    ["# A\n\n<!--\n## Communications\n\n- [x](simplex:/a#x): SimpleX\n-->\n", []],
    [`${top}> - [x](${contact}): SimpleX\n`, []],
  ])("%j", (text, expected) => {
    expect(problemsOf(text)).toEqual(expected);
  });

  it("without a title gets one by the fix, behind a byte order mark", () => {
    expect(afterFix("\ufeffAcme\n", checkLlmsTxt("\ufeffAcme\n")[0])).toBe("\ufeff# Title\n\nAcme\n");
  });

  it("has a limit for the length of an item", () => {
    const item = (length: number) => `- [x](${contact}): SimpleX contact for people. `.padEnd(length, "x");
    expect(problemsOf(top + item(maxItemLength))).toEqual([]);
    expect(inShort(checkLlmsTxt(top + item(maxItemLength + 1)))).toEqual([
      `llms-txt/item-too-long@27+${maxItemLength + 1}`,
    ]);
  });

  it("has a limit for items that take the Markdown parser, and none for plain ones", () => {
    const item = (index: number) => `- [*x*${index}](mailto:a@b.c): Email.\n  More.\n`;
    const items = Array.from({ length: Math.ceil(maxParsedLength / 40) + 200 }, (_, index) => item(index));
    expect(checkLlmsTxt(top + items.join("")).map(({ code }) => code)).toEqual(["llms-txt/section-too-long"]);
    expect(problemsOf(top + "- [x](mailto:a@b.c): Email.\n".repeat(20_000))).toEqual([]);
  });
});

describe("items", () => {
  const notes = "SimpleX contact for people.";

  it.each([
    [`- ${contact}: ${notes}`, [`llms-txt/no-link ${contact}`]],
    [`- Ask us: [x](${contact}): ${notes}`, [`llms-txt/no-link ${contact}`]],
    [`- [x](${contact}) - ${notes}`, ["llms-txt/no-colon  - "]],
    [`- [x](${contact}) ${notes}`, ["llms-txt/no-colon  "]],
    [`- [x](${contact})：${notes}`, ["llms-txt/no-colon ："]],
    [`- [x](${contact})`, [`llms-txt/no-notes ${contact}`]],
    [`- [x](${contact}): `, [`llms-txt/no-notes ${contact}`]],
    [`- [x](${contact}) asks`, [`llms-txt/no-notes ${contact}`]],
    [`- [](${contact}): ${notes}`, [`llms-txt/no-title ${contact}`]],
    [`- <${contact}>: ${notes}`, [`llms-txt/no-title ${contact}`]],
    [`- [x](<${contact}> "tip"): ${notes}`, []],
    [`- [x](${contact}):${notes}`, []],
    [`- [x](${contact}) : ${notes}`, []],
    [`- [x](${contact}):\n  SimpleX contact\n  for people.\n  More.`, []],
    [`- Networks\n  - [x](${contact}): ${notes}`, []],
    [`- [x][ref]: ${notes}\n\n[ref]: ${contact}`, []],
    [`- [Ref]: ${notes}\n\n# End\n\n[ref]: <${contact}> "tip"`, []],
    [`- [x][ref]: ${notes}\n\n[ref]: ${contact}x`, ["link/key-length gHq3Zr0b1sVt5uXyWcA2dE4fF6gG8hH0iI1jJ2kK3lMx"]],
    [`- [x](${contact}x): ${notes}`, ["link/key-length gHq3Zr0b1sVt5uXyWcA2dE4fF6gG8hH0iI1jJ2kK3lMx"]],
    [`- [x](${contact}\u200b): ${notes}`, ["link/hidden-character \u200b"]],
    [`- [x](${contact}?h=a.simplex.im&amp;p=x): ${notes}`, [`link/invalid-port ${contact}?h=a.simplex.im&amp;p=x`]],
    [`- [x](https://example.com/): ${notes}`, ["link/not-simplex https://example.com/"]],
    ["- [x](https://example.com/): Email contact", []],
    // Pages of other sites whose addresses resemble a link.
    ["- [x](https://docs.example/a#getting-started): Web contact for people.", []],
    ["- [x](https://docs.example/g/#introduction-to-this)", []],
    ["- [x](https://docs.example/contact#/?topic=a): Web contact for people.", []],
    [`- [x](simplex:/a#${key}?h=a.simplex.im): Email contact for people.`, ["llms-txt/network Email"]],
    [
      `- [x](https://router.example/a#${key}): Email contact for people.`,
      ["link/router-not-verified router.example", "llms-txt/network Email"],
    ],
    [`- [x][nope]: ${notes}`, ["llms-txt/undefined-reference [x][nope]"]],
    [`- [x][]: ${notes}`, ["llms-txt/undefined-reference [x][]"]],
    [`- [x]: ${notes}`, ["llms-txt/undefined-reference [x]"]],
    ["- [x]: Email contact for people.", []],
    [
      `- [a][ref]: ${notes}\n- [b][ref]: ${notes}\n\n[ref]: ${contact}`,
      [`llms-txt/duplicate-address - [b][ref]: ${notes}`],
    ],
    ["- [x](mailto:a@b.c)", []],
    ["- Just text.", []],
    [
      `- [a](${contact}): ${notes}\n- [b](simplex:/a#${key}?h=smp12.simplex.im): ${notes}`,
      [`llms-txt/duplicate-address simplex:/a#${key}?h=smp12.simplex.im`],
    ],
  ])("%j", (item, expected) => {
    expect(problemsOf(top + item)).toEqual(expected);
  });

  it("say on which line the address stands already", () => {
    const [problem] = checkLlmsTxt(`${top}- [a](${contact}): ${notes}\n\n- [b](${contact}): ${notes}`);
    expect(problem?.message).toContain("line 5");
  });
});

describe("types and links", () => {
  it.each([
    ["updates", channel, undefined],
    ["updates", group, "group"],
    ["updates", contact, "contact"],
    ["group", group, undefined],
    ["group", channel, "updates"],
    ["contact", contact, undefined],
    ["business contact", contact, undefined],
    ["business contact", channel, "updates"],
    ["contact", group, "group"],
    ["contact", fullContact, undefined],
    ["group", `${fullContact}&data=${groupData}`, undefined],
    ["contact", `${fullContact}&data=${groupData}`, "group"],
    ["updates", fullContact, "contact"],
    ["updates", "simplex:/name#acme", undefined],
    ["group", "simplex:/name#acme", undefined],
    ["contact", "simplex:/name#acme", "updates"],
    ["contact", "simplex:/name@acme.simplex", undefined],
    ["group", "simplex:/name@acme.simplex", "contact"],
  ])("%s with %s: %s", (type, link, right) => {
    const text = `${top}- [x](${link}): SimpleX ${type} for people. Info.`;
    expect(problemsOf(text)).toEqual(right === undefined ? [] : [`llms-txt/type-mismatch ${type}`]);
    if (right !== undefined)
      expect(afterFix(text, checkLlmsTxt(text)[0])).toBe(text.replace(`SimpleX ${type}`, `SimpleX ${right}`));
  });

  it.each([`${host}/r#${key}`, `${host}/i#${linkId}/${key}`])("%s is never published", (link) => {
    expect(problemsOf(`${top}- [x](${link}): SimpleX contact for people.`)).toEqual([
      `llms-txt/not-for-publication ${link}`,
    ]);
  });
});

describe("notes", () => {
  const file = (notes: string, link: string) => `${top}- [x](${link}): ${notes}`;

  it.each([
    // Right.
    [channel, "SimpleX updates for people.", []],
    [channel, "SimpleX updates for agents, always. Info, with a comma.", []],
    [group, "SimpleX group for people and agents. Info", []],
    [contact, "SimpleX contact for agents, mcp, A2a. Info", []],
    [contact, "SimpleX contact\n  for people,\n  MCP. Info", []],
    // White space.
    [contact, "SimpleX  business contact for people.", ["llms-txt/spacing   "]],
    [contact, "SimpleX\u00a0contact for people.", ["llms-txt/spacing \u00a0"]],
    [
      contact,
      "SimpleX contact for people,MCP , A2A .",
      ["llms-txt/spacing ,", "llms-txt/spacing  , ", "llms-txt/spacing  ."],
    ],
    // Network.
    [contact, "simplex contact for people.", ["llms-txt/network simplex"]],
    [contact, "Email contact for people.", ["llms-txt/network Email"]],
    [contact, "contact for people.", ["llms-txt/network contact"]],
    [contact, "SimpleX\u200b contact for people. \u200b", ["llms-txt/hidden-character \u200b"]],
    [contact, "SimpleX con\u202etact for people.", ["llms-txt/hidden-character \u202e"]],
    [contact, "SimpleX contact for people. Info \u2764\ufe0f", []],
    // Type.
    [channel, "SimpleX channel for people.", ["llms-txt/type channel"]],
    [channel, "SimpleX update for people.", ["llms-txt/type update"]],
    [channel, "SimpleX Updates for people.", ["llms-txt/type Updates"]],
    [channel, "SimpleX for people.", ["llms-txt/type "]],
    [contact, "SimpleX", ["llms-txt/type "]],
    [contact, "SimpleX. Info", ["llms-txt/type "]],
    [contact, "SimpleX support contact for people.", ["llms-txt/type support contact"]],
    [group, "SimpleX group.", ["llms-txt/for "]],
    // For.
    [contact, "SimpleX contact people.", ["llms-txt/for people"]],
    [contact, "SimpleX contact For people.", ["llms-txt/for For"]],
    // Audience.
    [contact, "SimpleX contact for People.", ["llms-txt/audience People"]],
    [contact, "SimpleX contact for agents and people. Info", ["llms-txt/audience agents and people"]],
    [contact, "SimpleX contact for humans, MCP. Info", ["llms-txt/audience humans"]],
    [contact, "SimpleX contact for everyone. Info", ["llms-txt/audience everyone"]],
    [contact, "SimpleX contact for. Info", ["llms-txt/audience "]],
    [contact, "SimpleX contact for people, agents, MCP. Info", ["llms-txt/audience people, agents"]],
    // Frequency.
    [channel, "SimpleX updates for people, weekly.", []],
    [channel, "SimpleX updates for people, Weekly. Info", ["llms-txt/frequency Weekly"]],
    [channel, "SimpleX updates for people, weakly. Info", ["llms-txt/frequency weakly"]],
    [channel, "SimpleX updates for people, MCP. Info", ["llms-txt/frequency MCP"]],
    [channel, "SimpleX updates for people, weekly, daily. Info", ["llms-txt/extra-value daily"]],
    [group, "SimpleX group for people, weekly. Info", ["llms-txt/extra-value weekly"]],
    [contact, "SimpleX contact for people, weekly. Info", ["llms-txt/frequency-of-contact weekly"]],
    // Protocols.
    [contact, "SimpleX contact for agents, X-1. Info", ["llms-txt/unknown-protocol X-1"]],
    [contact, "SimpleX contact for agents, M_P. Info", ["llms-txt/protocol-name M_P"]],
    [contact, "SimpleX contact for agents, . Info", ["llms-txt/protocol-name "]],
    [contact, "SimpleX contact for agents, MCP, mcp. Info", ["llms-txt/repeated-protocol mcp"]],
    [contact, "SimpleX contact for agents, MCP and A2A. Info", ["llms-txt/separator and"]],
    // Period.
    [contact, "SimpleX contact for people; orders.", ["llms-txt/period ;"]],
    [channel, "SimpleX updates for people, weekly! News.", ["llms-txt/period !"]],
    [contact, "SimpleX contact for people", ["llms-txt/period "]],
    [contact, "SimpleX contact for agents, MCP Orders.", ["llms-txt/period Orders"]],
    [contact, "SimpleX contact for people Orders and more", ["llms-txt/period Orders"]],
    [channel, "SimpleX updates for people weekly. News", ["llms-txt/separator weekly"]],
    [channel, "SimpleX updates for people weekly news", ["llms-txt/period weekly"]],
    [contact, "SimpleX contact for agents MCP, A2A.", ["llms-txt/separator MCP"]],
    [contact, "SimpleX contact for agents, MCP A2A. Info", ["llms-txt/separator A2A"]],
    [contact, "SimpleX contact for agents, MCP.x", ["llms-txt/space-after-period ."]],
    [contact, "SimpleX contact for agents, MCP, A2A.Orders and more. End", ["llms-txt/space-after-period ."]],
    [channel, "SimpleX updates for people, weekly.News of us.", ["llms-txt/space-after-period ."]],
    [group, "SimpleX group for people.Questions", ["llms-txt/spacing ."]],
    [contact, "SimpleX contact for people.", []],
    // Notes that say something else have one mistake.
    [contact, "Ask us anything, day or night.", ["llms-txt/network Ask"]],
    [contact, "Chat contact for people.", ["llms-txt/network Chat"]],
  ])("%s: %s", (link, notes, expected) => {
    expect(problemsOf(file(notes, link))).toEqual(expected);
  });

  it.each([
    [contact, "simplex contact for people.", "SimpleX contact for people."],
    [contact, "contact for people.", "SimpleX contact for people."],
    [contact, "SimpleX con\u200btact for people.", "SimpleX contact for people."],
    [channel, "SimpleX channel for people.", "SimpleX updates for people."],
    [channel, "SimpleX for people.", "SimpleX updates for people."],
    [channel, "SimpleX Updates for people.", "SimpleX updates for people."],
    [contact, "SimpleX bussiness contact for people.", "SimpleX business contact for people."],
    [contact, "SimpleX contact people.", "SimpleX contact for people."],
    [contact, "SimpleX contact for People.", "SimpleX contact for people."],
    [contact, "SimpleX contact for agents and people.", "SimpleX contact for people and agents."],
    [contact, "SimpleX contact for everyone.", "SimpleX contact for people and agents."],
    [contact, "SimpleX contact for bots, MCP.", "SimpleX contact for agents, MCP."],
    [contact, "SimpleX contact for people, agents.", "SimpleX contact for people and agents."],
    [contact, "SimpleX contact for people,MCP.", "SimpleX contact for people, MCP."],
    [contact, "SimpleX contact for agents, MCP and A2A. Info", "SimpleX contact for agents, MCP, A2A. Info"],
    [contact, "SimpleX contact for people; orders.", "SimpleX contact for people. orders."],
    [channel, "SimpleX updates for people, weakly.", "SimpleX updates for people, weekly."],
    [channel, "SimpleX updates for people, MCP.", "SimpleX updates for people."],
    [group, "SimpleX group for people, weekly. Info", "SimpleX group for people. Info"],
    [contact, "SimpleX contact for people", "SimpleX contact for people."],
    [contact, "SimpleX contact for agents, MCP Orders.", "SimpleX contact for agents, MCP. Orders."],
    [contact, "SimpleX contact for agents, MCP1. Info", "SimpleX contact for agents, MCP. Info"],
    [contact, "SimpleX contact for agents, MCP, mcp. Info", "SimpleX contact for agents, MCP. Info"],
    [contact, "SimpleX contact for agents, daily, mcp. Info", "SimpleX contact for agents, mcp. Info"],
  ])("%s: %s is mended", (link, notes, mended) => {
    const text = file(notes, link);
    expect(afterFix(text, checkLlmsTxt(text)[0])).toBe(file(mended, link));
  });
});

describe("any text", () => {
  const texts = [
    example,
    example.replaceAll("\n", "\r\n"),
    `${top}- [*a*][r]: SimpleX contact for everyone, x\n  - <${contact}>: SimpleX\n\n[r]: ${contact}?a=&amp;`,
  ];

  it("ends in problems and spans inside the text", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          mutated(texts),
          fc.string({ unit: "binary" }).map((notes) => `${top}- [x](${contact}): SimpleX ${notes}`),
        ),
        (text) => {
          expectProblemsInside(text, checkLlmsTxt(text));
          for (const { title, link, notes } of entriesOf(text)) {
            for (const span of [title, link, notes?.network, notes?.type, notes?.audience, notes?.info]) {
              if (span) expect(text.slice(span.offset, span.offset + span.length)).toBe(span.text);
            }
          }
        },
      ),
      { numRuns: 1500 },
    );
  });

  it("of a plain item reads as the Markdown parser reads it", () => {
    const piece = fc.constantFrom(
      "a",
      " ",
      "*",
      "_",
      "!",
      "#",
      "?",
      "é",
      ":",
      "~",
      "'",
      '"',
      "/",
      "-",
      "**",
      "`",
      "(",
      ")",
      "<b>",
      "&amp;",
      "\\",
    );
    const words = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(words, words, words, (title, url, rest) => {
        const source = `- [${title}](${url})${rest}\n`;
        const plain = parsePlainItem(source, 0);
        if (plain) expect(plain).toEqual(parseItem(source, { range: { offset: 0, length: source.length } }, new Map()));
      }),
      { numRuns: 3000 },
    );
  });

  it("of a megabyte is checked without end", () => {
    const pieces = [
      "- [",
      "- ![a](",
      "[a]: b\n",
      "- [a][a]\n",
      "* a\n",
      "## Communications\n",
      "# communications\n",
      `- https://a.b/a#${key}\n`,
    ];
    for (const piece of pieces) checkLlmsTxt(top + piece.repeat(1e6 / piece.length));
  });
});
