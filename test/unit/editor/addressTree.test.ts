import { describe, expect, it } from "vitest";
import { mergeClaims } from "../../../src/discovery/addressRecord.ts";
import type { AddressClaim } from "../../../src/discovery/claim.ts";
import {
  addressGroups,
  childrenOf,
  isCallable,
  protocolDetail,
  sandboxClaim,
} from "../../../src/editor/views/addressTree.ts";
import { requestDraft } from "../../../src/editor/views/requestDraft.ts";

const link = "https://smp1.sandbox.invalid/a#key";
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
    expect(rowsOf(silent)[0]).toMatchObject({ kind: "fact", fact: "protocols", isUnknown: true });
    expect(rowsOf({ ...silent, protocols: [] })[0]).toMatchObject({ fact: "protocols", isUnknown: false });
  });

  it("shows where its sources contradict each other, and the file it comes from", () => {
    const rows = rowsOf(published, declared);
    expect(rows.map(({ kind }) => kind)).toEqual(["protocol", "fact", "contradiction", "source"]);
    expect(rows[0]).toMatchObject({ protocol: { name: "mcp", versions: ["2026-07-28"] } });
  });

  it("stands in the workspace when a file names it, else in the sandbox", () => {
    const records = mergeClaims([published, declared, { ...declared, link: "other" }], (text) => text);
    expect(addressGroups(records).map(({ source, records: { length } }) => `${source} ${length}`)).toEqual([
      "workspace 1",
      "sandbox 1",
    ]);
    expect(addressGroups([])).toEqual([]);
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
});
