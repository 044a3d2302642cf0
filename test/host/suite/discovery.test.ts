import * as assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as vscode from "vscode";
import type { AddressNode } from "../../../src/editor/views/addressTree.ts";
import type { SimplexAgentsApi } from "../../../src/extension.ts";
import { closeEditors, codeOf, extensionApi, openCallFile, until } from "./host.ts";

const meta =
  '"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}';

describe("discovery and inspection", () => {
  let api: SimplexAgentsApi;
  let site: Server;
  let origin: string;

  before(async () => {
    api = await extensionApi();
    const shop = await linkOf("Acme shop");
    const llms = `# Site\n\n## Communications\n\n- [Shop of the site](${shop}): SimpleX contact for people, MCP. Anvils.\n`;
    site = createServer((request, response) => {
      if (request.url === "/llms.txt") response.setHeader("content-type", "text/plain").end(llms);
      else response.writeHead(404).end();
    });
    await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  after(() => {
    site.closeAllConnections();
    site.close();
  });
  afterEach(closeEditors);

  async function linkOf(title: string): Promise<string> {
    const address = (await api.core.addresses()).find((candidate) => candidate.title === title);
    assert.ok(address, `the sandbox has ${title}`);
    return address.link;
  }

  async function groupNamed(name: string): Promise<AddressNode | undefined> {
    return (await api.addresses.getChildren()).find((node) => node.kind === "group" && node.name === name);
  }

  async function rowsOf(group: string): Promise<vscode.TreeItem[]> {
    const node = await until(() => groupNamed(group), `a group ${group}`);
    const [address] = await api.addresses.getChildren(node);
    assert.ok(address);
    return (await api.addresses.getChildren(address)).map((row) => api.addresses.getTreeItem(row));
  }

  it("discovers a website's addresses with the source of each value and what contradicts them", async () => {
    await vscode.commands.executeCommand("simplexAgents.discoverWebsite", origin);
    const rows = await rowsOf(new URL(origin).host);
    const contradiction = rows.find(({ label }) => String(label).includes("llms.txt says"));
    assert.ok(contradiction, "a contradiction between the site and the link data");
    assert.match(String(rows.find(({ label }) => label === "Made for")?.tooltip), /link data|sandbox/);
    assert.ok(
      rows.some(({ contextValue }) => contextValue === "source"),
      "a row that opens the source",
    );
  });

  it("filters, forgets and discovers from a link", async () => {
    const group = await groupNamed(new URL(origin).host);
    assert.ok(group);
    await vscode.commands.executeCommand("simplexAgents.forgetDiscovery", group);
    assert.equal(await groupNamed(new URL(origin).host), undefined);
    await vscode.commands.executeCommand("simplexAgents.discoverLink", await linkOf("Quiet Bob"));
    const rows = await rowsOf("links");
    assert.equal(rows.find(({ label }) => label === "Made for")?.description, "unknown");
    api.addresses.filter("no such address");
    assert.deepEqual(await api.addresses.getChildren(), []);
    await vscode.commands.executeCommand("simplexAgents.clearAddressFilter");
    assert.ok((await api.addresses.getChildren()).length > 0);
  });

  it("discovers from a file of the workspace", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, "llms.txt");
    await vscode.commands.executeCommand("simplexAgents.discoverFile", file);
    assert.ok(await groupNamed("workspace"));
  });

  it("inspects an address: declarations, tools and Agent Card", async () => {
    await vscode.commands.executeCommand("simplexAgents.inspectAddress", await linkOf("Acme shop"));
    await until(() => api.inspection.shown?.address.linkData.kind === "answered", "link data");
    assert.match(api.inspection.html, /2026-07-28/);
    await vscode.commands.executeCommand("simplexAgents.askMcp", "rpc");
    assert.equal(api.inspection.shown?.address.mcp.kind, "answered");
    assert.match(api.inspection.html, /availability[\s\S]*inputSchema/);
    await vscode.commands.executeCommand("simplexAgents.askCard", "agent");
    const card = api.inspection.shown?.address.card;
    assert.equal(card?.kind, "answered", JSON.stringify(card));
    assert.match(api.inspection.html, /Skills/);
  });

  it("says why link data or an answer is missing", async () => {
    const nobody = (await linkOf("Acme shop")).replace(/#.{4}/, "#AAAA");
    await vscode.commands.executeCommand("simplexAgents.inspectAddress", nobody);
    await vscode.commands.executeCommand("simplexAgents.askMcp", "rpc");
    const shown = api.inspection.shown?.address;
    assert.ok(shown?.linkData.kind === "failed" && shown.linkData.message.includes("could not be read"));
    assert.equal(shown.mcp.kind, "failed");
  });

  it("drafts a call to a tool, whose arguments are checked and completed by its schema", async () => {
    const shop = await linkOf("Acme shop");
    await vscode.commands.executeCommand("simplexAgents.inspectAddress", shop);
    await vscode.commands.executeCommand("simplexAgents.askMcp", "rpc");
    await vscode.commands.executeCommand("simplexAgents.newToolRequest", 1);
    const draft = await until(() => vscode.window.activeTextEditor, "a draft");
    assert.match(draft.document.getText(), /"name": "quote"[\s\S]*"quantity": 1/);
    assert.match(draft.document.getText(), /"protocol": "mcp"/);

    const call = `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "quote", "arguments": {"quantity": 0}, ${meta}}}`;
    const { document } = await openCallFile(`### Quote\n# @to ${shop}\n/_call mcp ${call}\n`);
    const codes = await until(() => {
      const found = vscode.languages.getDiagnostics(document.uri).map(codeOf);
      return found.includes("mcp/missing-argument") && found;
    }, "problems of the arguments");
    assert.ok(codes.includes("mcp/argument-value"), codes.join());
    const at = document.positionAt(document.getText().indexOf('{"quantity"') + 1);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      at,
    );
    assert.ok(list.items.some(({ label }) => (typeof label === "string" ? label : label.label) === "item"));
  });
});
