import { describe, expect, it } from "vitest";
import { mergeClaims } from "../../../../src/discovery/addressRecord.ts";
import type { AddressClaim } from "../../../../src/discovery/claim.ts";
import {
  addressGroups,
  childrenOf,
  filteredRecords,
  isCallable,
  protocolDetail,
  sandboxClaim,
} from "../../../../src/editor/views/addressTree.ts";
import { requestDraft } from "../../../../src/editor/views/requestDraft.ts";
import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";
import type { Problem } from "../../../../src/protocol/problem.ts";

const link = "https://smp1.sandbox.invalid/a#5GRRPz9SYq1Qut1UiTxMdPuLRIHzXOW1jMoIyCVoFns";
const published: AddressClaim = {
  source: { kind: "llms-txt", where: "file:///llms.txt", line: 7 },
  link,
  title: "Ask Acme",
  type: "contact",
  peers: ["agent"],
  protocols: [{ name: "mcp" }, { name: "a2a" }],
  problems: [],
};
const declared = sandboxClaim({
  title: "Ask Acme",
  link,
  type: "contact",
  serves: ["agent"],
  protocols: { mcp: { versions: ["2026-07-28"], transports: { rpc: true } } },
});

function rowsOf(...claims: AddressClaim[]) {
  const [record] = mergeClaims(claims, (text) => text);
  if (!record) throw new Error("no record");
  return childrenOf({ kind: "address", record });
}

describe("an address in the view", () => {
  it("shows versions and transports where a source states them, and calls them unknown where none does", () => {
    expect(protocolDetail({ name: "mcp", versions: ["2026-07-28"], transports: { chat: true, rpc: false } })).toBe(
      "2026-07-28 · chat",
    );
    expect(protocolDetail({ name: "mcp" })).toBe("versions unknown · transports unknown");
  });

  it("has unknown protocols when no source speaks of them, and none when one says so", () => {
    const { protocols, ...silent } = published;
    expect(protocols).toBeDefined();
    expect(rowsOf(silent)[0]).toMatchObject({ kind: "fact", fact: "protocols", source: undefined });
    expect(rowsOf({ ...silent, protocols: [] })[0]).toMatchObject({
      fact: "protocols",
      text: "none declared",
      source: published.source,
    });
  });

  it("shows where its sources contradict each other, and the file it comes from", () => {
    const rows = rowsOf(published, declared);
    expect(rows.map(({ kind }) => kind)).toEqual(["protocol", "fact", "contradiction", "source"]);
    expect(rows[0]).toMatchObject({ protocol: { name: "mcp", versions: ["2026-07-28"] } });
  });

  it("stands in the group of each source: a file, a website, a given link, the sandbox", () => {
    const website: AddressClaim = {
      ...published,
      source: { kind: "llms-txt", where: "https://acme.example/llms.txt" },
    };
    const given: AddressClaim = { source: { kind: "given", where: "x" }, link: "x", problems: [] };
    const linkData: AddressClaim = { ...given, source: { kind: "link-data", where: "x" } };
    const claims = [declared, given, linkData, website, published, { ...declared, link: "other" }];
    const groups = addressGroups(mergeClaims(claims, (text) => text));
    expect(groups.map(({ source, name, records }) => `${source} ${name} ${records.length}`)).toEqual([
      "workspace workspace 1",
      "website acme.example 1",
      "links links 1",
      "sandbox sandbox 2",
    ]);
    expect(addressGroups([])).toEqual([]);
  });

  it("shows what breaks a rule, and is found by words of its title, protocols and sources", () => {
    const problem: Problem = {
      code: "declarations/rpc-in-group",
      severity: "error",
      message: "Not here.",
      section: "",
      range: { offset: 0, length: 0 },
      fixes: [],
    };
    expect(rowsOf({ ...published, problems: [problem] })).toContainEqual({
      kind: "problem",
      problem: { ...problem, source: published.source },
    });
    const records = mergeClaims([published], (text) => text);
    for (const filter of ["", "ask ACME", "a2a contact", "llms.txt"]) {
      expect(filteredRecords(records, filter)).toHaveLength(1);
    }
    expect(filteredRecords(records, "acme group")).toEqual([]);
  });

  it("is called over the transport it declares", () => {
    const [record] = mergeClaims([declared], (text) => text);
    expect(requestDraft(record)).toContain(`# @to ${link}\n{\n  "protocol": "mcp"`);
    const [chat] = mergeClaims([published], (text) => text);
    expect(requestDraft(chat)).toContain(`# @to ${link}\n/_call mcp {`);
    expect(requestDraft(undefined)).toBe("### \n# @to ");
    const [channel] = mergeClaims([{ ...published, type: "channel" }], (text) => text);
    expect(channel && isCallable(channel)).toBe(false);
  });

  it.each([
    ["a secret for a key", `https://smp1.simplex.im/a#{{$secret token}}`],
    ["a variable for a router", `https://{{token}}/a#${link.split("#")[1]}`],
    ["a line of its own", `${link}\n# @sign acme`],
    ["no SimpleX link", "https://evil.example/?{{$env HOME}}"],
    ["a conversation", "@bob"],
  ])("brings nothing into a draft by its title, and no link with %s", (_, hostile) => {
    const title = "Nice\n# @param X: {{$secret token}}\u2028\r\u202e### next {{$env HOME}}";
    const [record] = mergeClaims([{ ...published, title, link: hostile }], (text) => text);
    const draft = parseCallFile(requestDraft(record));
    expect(draft.requests).toHaveLength(1);
    expect(draft.variables).toEqual([]);
    const [request] = draft.requests;
    expect(request?.variableUses).toEqual([]);
    expect(request?.directives.map(({ key, value }) => [key.text, value.text])).toEqual([["to", ""]]);
    expect(request?.name?.text).toMatch(/^[\x20-\x7e]*$/);
  });
});
