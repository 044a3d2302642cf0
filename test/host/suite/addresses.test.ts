import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { SimplexAgentsApi } from "../../../src/editor/activation/extensionApi.ts";
import type { AddressNode } from "../../../src/editor/views/addressTree.ts";
import { closeEditors, extensionApi, until } from "./host.ts";

describe("the view of addresses", () => {
  let api: SimplexAgentsApi;

  before(async () => {
    api = await extensionApi();
  });
  afterEach(closeEditors);

  async function addressNamed(group: "workspace" | "sandbox", title: string): Promise<AddressNode> {
    const groups = await api.addresses.getChildren();
    const found = groups.find((node) => node.kind === "group" && node.source === group);
    assert.ok(found, `a group ${group}`);
    const node = (await api.addresses.getChildren(found)).find(
      (candidate) => candidate.kind === "address" && candidate.record.title?.value === title,
    );
    assert.ok(node, `an address ${title}`);
    return node;
  }

  it("shows the sandbox's addresses with protocols, versions and transports", async () => {
    const shop = await addressNamed("sandbox", "Acme shop");
    const rows = (await api.addresses.getChildren(shop)).map((node) => api.addresses.getTreeItem(node));
    const mcp = rows.find(({ label }) => label === "mcp");
    assert.match(String(mcp?.description), /2026-07-28 · chat, rpc/);
  });

  it("shows what the workspace's llms.txt publishes, and opens it at its line", async () => {
    const node = await addressNamed("workspace", "Ask Acme");
    assert.match(api.addresses.getTreeItem(node).contextValue ?? "", /\bsource\b/);
    await vscode.commands.executeCommand("simplexAgents.openSource", node);
    const editor = await until(() => vscode.window.activeTextEditor, "an editor");
    assert.match(editor.document.uri.path, /llms\.txt$/);
    assert.match(editor.document.lineAt(editor.selection.active.line).text, /Ask Acme/);
  });

  it("drafts a request to an address, which is not sent", async () => {
    await vscode.commands.executeCommand("simplexAgents.newRequest", await addressNamed("sandbox", "Acme shop"));
    const editor = await until(() => vscode.window.activeTextEditor, "an editor");
    assert.equal(editor.document.languageId, "simplex-call");
    assert.match(editor.document.getText(), /# @to https:\/\/.*sandbox\.invalid/);
  });
});
