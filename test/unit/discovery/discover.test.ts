import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDemoSandbox, type DemoSandbox } from "../../../src/bots/demoSandbox.ts";
import { addressJson } from "../../../src/discovery/addressJson.ts";
import { mergeClaims } from "../../../src/discovery/addressRecord.ts";
import type { FetchResult } from "../../../src/discovery/boundedFetch.ts";
import { discoverLink, discoverText, discoverWebsite, identifyAddress } from "../../../src/discovery/discover.ts";
import { at } from "../core/sandbox/sandboxKit.ts";

const never = new AbortController().signal;
const examples = join(import.meta.dirname, "../../../examples");
const llmsTxt = readFileSync(join(examples, "llms.txt"), "utf8");

let sandbox: DemoSandbox;
let links: ReadonlyMap<string, string>;

beforeAll(async () => {
  sandbox = await createDemoSandbox();
  links = new Map(sandbox.addresses().map(({ title, link }) => [title, link]));
});
afterAll(() => sandbox.close());

function linkOf(title: string): string {
  return links.get(title) ?? "";
}

function site(
  documents: Readonly<
    Record<string, { readonly text: string; readonly isHtml?: boolean; readonly linkHeader?: string }>
  >,
) {
  const asked: string[] = [];
  const fetch = (url: string): Promise<FetchResult> => {
    asked.push(url);
    const document = documents[new URL(url).pathname];
    if (!document)
      return Promise.resolve({ kind: "failed", url, reason: "not-found", message: "The site has no such document." });
    const { text, isHtml = false, linkHeader = "" } = document;
    return Promise.resolve({ kind: "document", url, contentType: "", text, linkHeader, isHtml });
  };
  return { services: { fetch, core: sandbox.core }, asked };
}

describe("discovering a website", () => {
  it("reads its four documents and the link data of each address once, whatever form its link has", async () => {
    const shop = linkOf("Acme shop");
    const key = shop.slice(shop.indexOf("#") + 1);
    const simplexForm = `simplex:/a#${key}?h=${new URL(shop).hostname}`;
    const { services, asked } = site({
      "/": {
        text: `<html><link rel="contact" href="${shop}">`,
        isHtml: true,
        linkHeader: `<${simplexForm}>; rel=contact`,
      },
      "/.well-known/simplex.json": { text: JSON.stringify({ contacts: [{ name: "Shop", link: simplexForm }] }) },
      "/llms.txt": { text: llmsTxt },
    });
    const { records, visits } = await discoverWebsite("https://acme.example", services, never);
    expect(asked.map((url) => new URL(url).pathname)).toEqual([
      "/",
      "/.well-known/simplex.json",
      "/llms.txt",
      "/.well-known/agent-card.json",
    ]);
    const record = records.find(({ title }) => title?.value === "Acme shop");
    expect(record?.claims.map(({ source }) => source.kind)).toEqual([
      "link-data",
      "well-known",
      "link-relation",
      "link-relation",
      "llms-txt",
    ]);
    expect(record?.contradictions).toEqual([]);
    expect(visits.filter(({ where }) => where === shop || where === simplexForm)).toHaveLength(1);
    expect(visits.find(({ outcome }) => outcome === "not-found")?.where).toBe(
      "https://acme.example/.well-known/agent-card.json",
    );
  });

  it("reads an Agent Card at whichever address it is given", async () => {
    const card = {
      name: "Shop by card",
      supportedInterfaces: [
        {
          url: linkOf("Acme shop"),
          protocolBinding: "https://simplex.chat/protocol/a2a/v1",
          protocolVersion: "1.0",
        },
      ],
    };
    const { services } = site({ "/agents/shop": { text: JSON.stringify(card) } });
    const { records } = await discoverWebsite("https://acme.example/agents/shop", services, never);
    expect(records.map(({ link }) => link)).toEqual([linkOf("Acme shop")]);
    expect(records[0]?.claims.map(({ source }) => source)).toContainEqual({
      kind: "agent-card",
      where: "https://acme.example/agents/shop",
    });
  });

  it("names an HTML page answered in place of a document, and reads no address from it", async () => {
    const { services } = site({
      "/llms.txt": { text: `<html><a rel="contact" href="${linkOf("Acme shop")}">`, isHtml: true },
    });
    const { records, visits } = await discoverWebsite("https://acme.example/llms.txt", services, never);
    expect(records).toEqual([]);
    expect(visits).toMatchObject([{ outcome: "failed", message: expect.stringContaining("HTML page") }]);
  });
});

describe("a document with errors at no address", () => {
  it.each([
    ["well-known", "/.well-known/simplex.json", "{not json"],
    ["agent-card", "/.well-known/agent-card.json", '{"name": '],
    [
      "llms-txt",
      "/llms.txt",
      "# Acme\n\n## Communications\n\n- https://smp1.simplex.im/a#5GRRPz9SYq1Qut1UiTxMdPuLRIHzXOW1jMoIyCVoFns: SimpleX contact\n",
    ],
  ] as const)("%s is told as invalid, with the line of the first one", async (kind, path, text) => {
    const { services } = site({ [path]: { text } });
    const { visits } = await discoverWebsite("https://acme.example", services, never);
    const visit = visits.find(({ where }) => where.endsWith(path));
    expect(visit).toMatchObject({ outcome: "invalid", message: expect.stringMatching(/ is invalid at line \d: /) });
    const file = await discoverText(kind, text, "file", services, never);
    expect(file.visits).toMatchObject([{ where: "file", outcome: "invalid" }]);
  });

  it("is not what an Agent Card is that has no SimpleX interface", async () => {
    const { visits } = await discoverText("agent-card", '{"name": "Other"}', "card.json", site({}).services, never);
    expect(visits).toMatchObject([{ outcome: "read", message: "card.json names 0 addresses." }]);
  });
});

describe("an address with several sources", () => {
  it("keeps each value with its source, and the link data counts where they contradict", async () => {
    const { records } = await discoverText("llms-txt", llmsTxt, "llms.txt", site({}).services, never);
    const record = records.find(({ title }) => title?.value === "Contradictor");
    expect(record?.peers).toMatchObject({ value: ["human"], source: { kind: "link-data" } });
    expect(record?.contradictions.map(({ field, message }) => [field, message])).toEqual([
      ["peers", "llms.txt says that the address is for agent, but it is for human. The link data counts."],
      ["protocols", "llms.txt names a2a, which the address does not declare. The link data counts."],
    ]);
    expect(record?.contradictions[0]?.contradicts.source).toEqual({
      kind: "llms-txt",
      where: "llms.txt",
      line: expect.any(Number),
    });
  });

  it("names the site whose document contradicts, where several have one", async () => {
    const llmsTxtAt = { "/llms.txt": { text: llmsTxt } };
    const claims = [];
    for (const host of ["one.example", "two.example"])
      claims.push(...(await discoverWebsite(`https://${host}/llms.txt`, site(llmsTxtAt).services, never)).claims);
    const record = mergeClaims(claims, identifyAddress).find(({ title }) => title?.value === "Contradictor");
    const messages = record?.contradictions.filter(({ field }) => field === "peers").map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringContaining("llms.txt of one.example says"),
      expect.stringContaining("llms.txt of two.example says"),
    ]);
  });

  it("of the sandbox breaks no rule of declarations: a group declares no rpc", async () => {
    const { records } = await discoverText("llms-txt", llmsTxt, "llms.txt", site({}).services, never);
    const suppliers = records.find(({ title }) => title?.value === "Acme suppliers");
    expect(suppliers?.protocols?.value).toEqual([
      { name: "mcp", versions: ["2026-07-28"], transports: { chat: true, rpc: false } },
    ]);
    expect(records.flatMap(({ problems }) => problems.map(({ code }) => code))).toEqual([]);
  });

  it.each([
    ["a", "contact"],
    ["g", "group"],
    ["c", "channel"],
    ["r", undefined],
  ])(
    "of a link with the letter %s that nobody keeps is of the type %s, and nothing else is known",
    async (letter, type) => {
      const link = linkOf("Acme shop").replace("/a#", `/${letter}#`).replace(/#.{4}/, "#AAAA");
      const { records, visits } = await discoverLink(link, site({}).services, never);
      expect(records).toHaveLength(1);
      expect(records[0]?.type?.value).toBe(type);
      expect(records[0]?.title).toBeUndefined();
      expect(visits).toMatchObject([
        { outcome: "failed", message: expect.stringContaining("does not keep this address") },
      ]);
    },
  );

  it("of the profile itself is told by what its link publishes, the invalid too", async () => {
    const own = sandbox.addProfile({ displayName: "Own bot" });
    await own.command("/_address 1 pq_ratchet=on");
    const protocols = { mcp: { versions: "2026-07-28", transports: {} } };
    await own.command(
      `/_profile 1 ${JSON.stringify({ displayName: "Own bot", fullName: "", preferences: { protocols } })}`,
    );
    const settings = { businessAddress: true, serves: ["agent"] };
    const shown = await own.command(`/_address_settings 1 ${JSON.stringify(settings)}`);
    const link = at(shown, "response.contactLink.connLinkContact.connShortLink");
    const { records } = await discoverLink(String(link), { ...site({}).services, core: own }, never);
    expect(records[0]).toMatchObject({
      title: { value: "Own bot", source: { kind: "stored-profile" } },
      isBusiness: { value: true },
      peers: { value: ["agent"] },
      problems: [{ code: "declarations/wrong-type" }, { code: "declarations/no-transport" }],
    });
  });

  it("has what no source states as unknown, not as absent", async () => {
    const { records } = await discoverLink(linkOf("Quiet Bob"), site({}).services, never);
    const json = records.map(addressJson)[0];
    expect(json).toMatchObject({ title: "Quiet Bob", type: "contact", unknown: ["serves", "protocols"] });
    expect(json).not.toHaveProperty("protocols");
  });

  it("counts an Agent Card's version against the declaration, and not the protocols a card has no place for", async () => {
    const card = {
      name: "Acme shop",
      supportedInterfaces: [
        { url: linkOf("Acme shop"), protocolBinding: "https://simplex.chat/protocol/a2a/v1", protocolVersion: "2.0" },
      ],
    };
    const { records } = await discoverText(
      "agent-card",
      JSON.stringify(card),
      "agent-card.json",
      site({}).services,
      never,
    );
    expect(records[0]?.contradictions.map(({ message }) => message)).toEqual([
      "The Agent Card names a2a 2.0, which the address does not serve. The link data counts.",
    ]);
  });
});

it("a link whose data cannot be read stays unknown, with the reason", async () => {
  const link = `https://smp1.sandbox.invalid/a#${"A".repeat(43)}`;
  const { records, visits } = await discoverLink(link, site({}).services, never);
  expect(records.map(addressJson)[0]).toMatchObject({
    link,
    unknown: ["title", "business", "serves", "protocols"],
  });
  expect(visits).toMatchObject([{ where: link, outcome: "failed" }]);
});
