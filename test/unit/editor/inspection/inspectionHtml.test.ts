import { Parser } from "htmlparser2";
import { describe, expect, it } from "vitest";
import type { AddressClaim } from "../../../../src/discovery/claim.ts";
import { type InspectedAddress, uninspected } from "../../../../src/editor/inspection/inspectedAddress.ts";
import { inspectionPage } from "../../../../src/editor/inspection/inspectionHtml.ts";
import { checkAgentCard } from "../../../../src/protocol/agent-card/checkAgentCard.ts";
import { readAgentCard } from "../../../../src/protocol/agent-card/readAgentCard.ts";

const link = "https://smp1.sandbox.invalid/a#key";
const commands = {
  refresh: "x.refresh",
  newRequest: "x.newRequest",
  copyLink: "x.copyLink",
  askMcp: "x.askMcp",
  askCard: "x.askCard",
  newToolRequest: "x.newToolRequest",
};

interface Page {
  readonly text: string;
  readonly links: readonly string[];
  readonly tags: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
  readonly html: string;
}

/** The page as a parser of its own sees it. */
function pageOf(address: InspectedAddress, site?: string): Page {
  const html = inspectionPage(address, {
    styleUri: "style.css",
    cspSource: "https://host",
    language: "en",
    isSandbox: true,
    site,
    translate: (message, ...values) => message.replace(/\{(\d)\}/g, (_, index) => values[Number(index)] ?? ""),
    sourceLabel: ({ kind }) => kind,
    commands,
  });
  const links: string[] = [];
  const tags = new Set<string>();
  const attributes = new Set<string>();
  let text = "";
  const parser = new Parser({
    onopentag: (name, given) => {
      if (/^t[hdr]$|^li$/.test(name)) text += " ";
      tags.add(name);
      for (const attribute of Object.keys(given)) attributes.add(attribute);
      if (name === "a") links.push(decodeURIComponent(given["href"] ?? ""));
    },
    ontext: (piece) => {
      text += piece;
    },
  });
  parser.end(html);
  return { text: text.replace(/\s+/g, " "), links, tags, attributes, html };
}

const declared: AddressClaim = {
  source: { kind: "link-data", where: link },
  link,
  title: "Acme shop",
  type: "contact",
  peers: ["agent"],
  protocols: [{ name: "mcp", versions: ["2026-07-28"], transports: { chat: true, rpc: true } }],
  problems: [],
};

describe("the page of an inspected address", () => {
  it("shows each declaration with its source, and what no source says as unknown", () => {
    const { text } = pageOf({ ...uninspected(link), claims: [declared] });
    expect(text).toContain("Declaration link-data");
    expect(text).toContain("mcp 2026-07-28 · chat, rpc");
    expect(text).toContain("serves agent");
    expect(text).toContain("business unknown");
    expect(text).not.toContain("changeFrequency");
  });

  it("shows contradictions and problems", () => {
    const published: AddressClaim = {
      source: { kind: "llms-txt", where: "llms.txt" },
      link,
      peers: ["human"],
      problems: [
        {
          code: "declarations/no-peers",
          severity: "error",
          message: "Nobody.",
          section: "",
          range: { offset: 0, length: 0 },
          fixes: [],
        },
      ],
    };
    const { text } = pageOf({ ...uninspected(link), claims: [declared, published] });
    expect(text).toContain("Declaration link-data llms-txt");
    expect(text).toContain("Title Acme shop not stated");
    expect(text).toContain("serves agent human contradicts");
    expect(text).toContain("llms.txt says that the address is for human, but it is for agent.");
    expect(text).toContain("Nobody. declarations/no-peers");
  });

  it("compares an Agent Card that was read with the other sources", () => {
    const from = "https://acme.example/.well-known/agent-card.json";
    const source = { kind: "agent-card", where: from } as const;
    const claims = [
      { source, link, protocols: [{ name: "a2a", versions: ["1.0"] }], hasOtherProtocols: true, problems: [] },
    ];
    const card = { from, card: readAgentCard({}), json: { text: "{}", problems: [] }, claims };
    const { text } = pageOf({
      ...uninspected(link),
      claims: [declared, { source, link, problems: [] }],
      card: { kind: "answered", answer: [card] },
    });
    expect(text).toContain("Declaration link-data agent-card Title");
    expect(text).toContain("The Agent Card of acme.example names a2a, which the address does not declare");
  });

  it.each([
    ["contact", [`command:x.askMcp?["rpc"]`, `command:x.askMcp?["chat"]`]],
    ["group", [`command:x.askMcp?["chat"]`]],
    ["channel", []],
  ] as const)("offers the transports that a %s has", (type, expected) => {
    const { links } = pageOf({ ...uninspected(link), claims: [{ ...declared, type }] });
    expect(links.filter((one) => one.startsWith("command:x.askMcp"))).toEqual(expected);
  });

  it("reads the card of a website only where a website names the address", () => {
    expect(pageOf(uninspected(link)).links).not.toContain(`command:x.askCard?["site"]`);
    expect(pageOf(uninspected(link), "https://acme.example").links).toContain(`command:x.askCard?["site"]`);
  });

  it("shows every state of a question", () => {
    expect(pageOf({ ...uninspected(link), mcp: { kind: "asking" } }).text).toContain("Asking server/discover");
    expect(pageOf({ ...uninspected(link), mcp: { kind: "failed", message: "No answer." } }).text).toContain(
      "No answer.",
    );
  });

  it("numbers the tools of all members through, so that a link says which one", () => {
    const tool = (name: string) => ({ name, inputSchema: { type: "object" } });
    const { links, text } = pageOf({
      ...uninspected(link),
      mcp: {
        kind: "answered",
        answer: {
          transport: "chat",
          servers: [],
          tools: [
            { sender: "steelmill", tools: [tool("quote"), tool("stock")], unreadable: 1, isCut: false },
            { sender: "Iron Works", tools: [tool("quote")], unreadable: 0, isCut: true },
          ],
        },
      },
    });
    expect(links.filter((one) => one.includes("newToolRequest"))).toEqual(
      [0, 1, 2].map((index) => `command:x.newToolRequest?[${index}]`),
    );
    expect(text).toContain("1 entries of the list are no tools");
    expect(text).toContain("longer than what was asked for");
  });
});

describe("hostile text on the page", () => {
  const hostile = `"><script>alert(1)</script><img src=x onerror=alert(2)><a href="command:workbench.action.quit">\u202e`;

  it("stays text: no element, attribute or link comes from it", () => {
    const card = {
      name: hostile,
      description: hostile,
      skills: [{ id: hostile, name: hostile }],
      supportedInterfaces: [{ url: hostile, protocolBinding: hostile }],
    };
    const cardText = JSON.stringify(card, null, 2);
    const page = pageOf(
      {
        link: hostile,
        claims: [
          {
            ...declared,
            link: hostile,
            title: hostile,
            protocols: [{ name: hostile, versions: [hostile] }],
            peers: [hostile],
          },
        ],
        linkData: { kind: "answered", answer: { text: hostile, problems: [] } },
        mcp: {
          kind: "answered",
          answer: {
            transport: "chat",
            failure: hostile,
            servers: [{ sender: hostile, text: hostile }],
            tools: [
              {
                sender: hostile,
                tools: [{ name: hostile, title: hostile, description: hostile, inputSchema: { [hostile]: hostile } }],
                unreadable: 0,
                isCut: false,
              },
            ],
          },
        },
        card: {
          kind: "answered",
          answer: [
            {
              from: hostile,
              card: readAgentCard(card),
              json: { text: cardText, problems: checkAgentCard(cardText) },
              claims: [],
            },
          ],
        },
      },
      "https://acme.example",
    );
    for (const tag of ["script", "img", "iframe", "form", "style"]) expect(page.tags).not.toContain(tag);
    expect([...page.attributes].filter((name) => name.startsWith("on"))).toEqual([]);
    for (const one of page.links) expect(one).toMatch(/^command:x\.\w+\?\[(?:\d+|"[\w-]+")\]$/);
    expect(page.html).not.toContain("\u202e");
    expect(page.text).toContain("U+202E");
    expect(page.html).toContain("default-src &#39;none&#39;");
  });

  it("is cut when it is long, and says so", () => {
    const { html } = pageOf({ ...uninspected(link), linkData: { kind: "failed", message: "x".repeat(2_000_000) } });
    expect(html.length).toBeLessThan(50_000);
    expect(html).toContain("… (2000000)");
  });
});
