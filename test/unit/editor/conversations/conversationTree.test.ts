import { describe, expect, it } from "vitest";
import type { Contact, Group, Member } from "../../../../src/core/records/records.ts";
import {
  type ConversationNode,
  conversationDraft,
  conversationSections,
  protocolRows,
  publishedLink,
} from "../../../../src/editor/conversations/conversationTree.ts";

const protocols = { mcp: { versions: ["2026-07-28"], transports: { chat: true, rpc: true } } };
const contact: Contact = {
  contactId: 3,
  displayName: "Acme shop",
  isReady: true,
  profile: { displayName: "Acme shop", contactLink: "https://smp1.sandbox.invalid/a#abc", preferences: { protocols } },
};
const group: Group = {
  groupId: 4,
  displayName: "Acme suppliers",
  isReady: true,
  groupProfile: { groupPreferences: {} },
};
const member: Member = {
  groupMemberId: 5,
  memberId: "m",
  displayName: "Iron Works",
  role: "member",
  status: "connected",
  profile: {},
};

function ofContact(change: Partial<Contact>): ConversationNode {
  return { kind: "contact", contact: { ...contact, ...change } };
}

describe("conversations in the view", () => {
  it("stand under contacts and groups, an empty section nowhere", () => {
    expect(conversationSections([contact], [])).toEqual([
      { kind: "section", section: "contacts", nodes: [{ kind: "contact", contact }] },
    ]);
  });

  it("declare protocols, or none, or are unknown where the profile came without the key", () => {
    expect(protocolRows(ofContact({}))).toEqual([{ kind: "protocol", name: "mcp", detail: "2026-07-28 · chat, rpc" }]);
    expect(protocolRows({ kind: "group", group })).toEqual([{ kind: "unknown", message: "Protocols unknown" }]);
    expect(protocolRows(ofContact({ profile: { preferences: { protocols: {} } } }))).toEqual([
      { kind: "unknown", message: "No protocols declared" },
    ]);
  });

  it("have the link that the other side published in its profile", () => {
    expect(publishedLink(ofContact({}))).toBe("https://smp1.sandbox.invalid/a#abc");
    const groupProfile = { publicGroup: { groupLink: "https://smp1.sandbox.invalid/g#abc" } };
    expect(publishedLink({ kind: "group", group: { ...group, groupProfile } })).toContain("/g#");
    expect(publishedLink({ kind: "group", group })).toBeUndefined();
  });
});

describe("a new request in a conversation", () => {
  it("names the contact, or the group and the member", () => {
    expect(conversationDraft(ofContact({}))).toMatch(/^### tools\/list: Acme shop\n# @to @Acme shop\n\/_call mcp \{/);
    expect(conversationDraft({ kind: "group", group })).toMatch(/\n# @to #Acme suppliers\n\/_call mcp \{/);
    expect(conversationDraft({ kind: "member", member, group })).toContain("/_call @'Iron Works' mcp {");
  });

  it.each(["{{$secret token}}", "a\n# @to @other"])("is not made for the hostile name %j", (displayName) => {
    expect(conversationDraft(ofContact({ displayName }))).toBeUndefined();
    expect(conversationDraft({ kind: "member", member: { ...member, displayName }, group })).toBeUndefined();
  });
});
