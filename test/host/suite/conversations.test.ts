import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { SimplexAgentsApi } from "../../../src/editor/activation/extensionApi.ts";
import type { ConversationNode } from "../../../src/editor/conversations/conversationTree.ts";
import { answerDialogs, closeEditors, extensionApi, until } from "./host.ts";

describe("the view of conversations", () => {
  let api: SimplexAgentsApi;

  before(async () => {
    api = await extensionApi();
  });
  afterEach(closeEditors);

  async function conversation(title: string): Promise<ConversationNode | undefined> {
    for (const section of await api.conversations.getChildren()) {
      const nodes = await api.conversations.getChildren(section);
      const found = nodes.find((node) => api.conversations.getTreeItem(node).label === title);
      if (found) return found;
    }
    return undefined;
  }

  async function connect(title: string, choice: RegExp): Promise<readonly string[]> {
    const address = (await api.core.addresses()).find((candidate) => candidate.title === title);
    assert.ok(address, `the sandbox has ${title}`);
    return await answerDialogs(choice, () =>
      Promise.resolve(vscode.commands.executeCommand("simplexAgents.connectAddress", address.link)),
    );
  }

  it("connects only after the user agreed, naming the profile and offering incognito", async () => {
    const before = await conversation("Acme suppliers");
    if (before)
      await answerDialogs(/Leave/, () =>
        Promise.resolve(vscode.commands.executeCommand("simplexAgents.leaveConversation", before)),
      );
    const asked = await connect("Acme suppliers", /^nothing$/);
    assert.ok(
      asked.some((text) => text.includes("sandbox-user") && text.includes("Connect Incognito")),
      asked.join("\n"),
    );
    assert.equal(await conversation("Acme suppliers"), undefined);
    await connect("Acme suppliers", /Incognito/);
    assert.ok(await conversation("Acme suppliers"));
  });

  it("lists members, who serve what is unknown, and drafts a request to one", async () => {
    const group = await conversation("Acme suppliers");
    assert.ok(group);
    const rows = await api.conversations.getChildren(group);
    assert.ok(
      rows.some((row) => row.kind === "protocol" && row.name === "mcp"),
      "what the owners declare",
    );
    const member = rows.find((row) => row.kind === "member" && row.member.displayName === "Iron Works");
    assert.ok(member);
    assert.match(String(api.conversations.getTreeItem(member).description), /protocols unknown/);
    await vscode.commands.executeCommand("simplexAgents.requestInConversation", member);
    const editor = await until(() => vscode.window.activeTextEditor, "a draft");
    assert.match(editor.document.getText(), /# @to #Acme suppliers\n\/_call @'Iron Works' mcp/);
    const call = await api.send(editor.document.uri, 0);
    assert.equal((await call?.ended)?.outcome, "answered");
  });

  it("copies the link it was connected by", async () => {
    await vscode.commands.executeCommand("simplexAgents.copyConversationLink", await conversation("Acme suppliers"));
    assert.match(await vscode.env.clipboard.readText(), /^https:\/\/.*sandbox\.invalid\//);
  });

  it("leaves and deletes only after the user agreed", async () => {
    const leave = (choice: RegExp) =>
      answerDialogs(choice, async () => {
        await vscode.commands.executeCommand("simplexAgents.leaveConversation", await conversation("Acme suppliers"));
      });
    await leave(/^nothing$/);
    assert.ok(await conversation("Acme suppliers"));
    await leave(/Leave and Delete/);
    assert.equal(await conversation("Acme suppliers"), undefined);
  });

  it("deletes a contact only after the user agreed, and says when there is none to delete any more", async () => {
    await connect("Old address", /Connect as/);
    const contact = await conversation("Old address");
    assert.equal(contact?.kind, "contact");
    const remove = (choice: RegExp) =>
      answerDialogs(choice, async () => {
        await vscode.commands.executeCommand("simplexAgents.leaveConversation", contact);
      });
    const asked = await remove(/^nothing$/);
    assert.ok(
      asked.some((text) => /Delete the contact “Old address”.*cannot be undone.*Delete/.test(text)),
      asked.join("\n"),
    );
    assert.ok(await conversation("Old address"));
    await remove(/^Delete$/);
    assert.equal(await conversation("Old address"), undefined);
    const told = await remove(/^Delete$/);
    assert.ok(
      told.some((text) => text.includes("no such contact")),
      told.join("\n"),
    );
  });
});
