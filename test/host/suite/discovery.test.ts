import * as assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as vscode from "vscode";
import type { SimplexAgentsApi } from "../../../src/editor/activation/extensionApi.ts";
import type { AddressNode } from "../../../src/editor/views/addressTree.ts";
import { closeEditors, codeOf, extensionApi, openCallFile, until } from "./host.ts";

const meta =
  '"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}';

describe("discovery and inspection", () => {
  let api: SimplexAgentsApi;
  let site: Server;
  let origin: string;
  /** What the site has, by path; a path that is `stalled` is never answered. */
  const documents = new Map<string, string>();
  const stalled = "stalled";
  let openRequests = 0;

  before(async () => {
    api = await extensionApi();
    const shop = await linkOf("Acme shop");
    documents.set("/llms.txt", llmsTxt("Shop of the site", shop));
    site = createServer((request, response) => {
      const text = documents.get(request.url ?? "");
      openRequests += 1;
      response.once("close", () => {
        openRequests -= 1;
      });
      if (text === undefined) response.writeHead(404).end();
      else if (text !== stalled) response.end(text);
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

  function llmsTxt(title: string, link: string): string {
    return `# Site\n\n## Communications\n\n- [${title}](${link}): SimpleX contact for people, MCP. Anvils.\n`;
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
    const contradiction = rows.find(({ label }) => String(label).includes(`llms.txt of ${new URL(origin).host} says`));
    assert.ok(contradiction, "a contradiction between the site and the link data");
    assert.match(String(rows.find(({ label }) => label === "Made for")?.tooltip), /link data|sandbox/);
    assert.ok(
      rows.some(({ contextValue }) => contextValue === "source"),
      "a row that opens the source",
    );
  });

  it("discovers again what has changed, and copies the link", async () => {
    const { host } = new URL(origin);
    const other = await linkOf("Quiet Bob");
    documents.set("/llms.txt", llmsTxt("Bob of the site", other));
    await vscode.commands.executeCommand("simplexAgents.discoverAgain", await groupNamed(host));
    const group = await groupNamed(host);
    assert.ok(group);
    const addresses = await api.addresses.getChildren(group);
    assert.deepEqual(
      addresses.map((node) => (node.kind === "address" ? node.record.link : node.kind)),
      [other],
    );
    await vscode.commands.executeCommand("simplexAgents.copyLink", addresses[0]);
    assert.equal(await vscode.env.clipboard.readText(), other);
  });

  it("is cancelled at once, and keeps what was found before", async () => {
    const { host } = new URL(origin);
    documents.set("/llms.txt", stalled);
    const source = new vscode.CancellationTokenSource();
    const again = withProgressToken(source.token, async () => {
      await vscode.commands.executeCommand("simplexAgents.discoverAgain", await groupNamed(host));
    });
    await until(() => openRequests > 0, "a request that is not answered");
    source.cancel();
    await again;
    await until(() => openRequests === 0, "the end of the request");
    const group = await groupNamed(host);
    assert.ok(group);
    assert.equal((await api.addresses.getChildren(group)).length, 1);
  });

  it("reads the Agent Card that the website publishes, and names a page in its place as one", async () => {
    const shop = await linkOf("Acme shop");
    documents.set("/llms.txt", llmsTxt("Shop of the site", shop));
    documents.set("/.well-known/agent-card.json", cardOf(shop));
    await vscode.commands.executeCommand("simplexAgents.discoverWebsite", origin);
    await vscode.commands.executeCommand("simplexAgents.inspectAddress", shop);
    await vscode.commands.executeCommand("simplexAgents.askCard", "site");
    const card = api.inspection.shown?.address.card;
    assert.ok(card?.kind === "answered", JSON.stringify(card));
    assert.equal(card.answer[0]?.from, `${origin}/.well-known/agent-card.json`);
    assert.match(api.inspection.html, /Card of the site/);

    documents.set("/.well-known/agent-card.json", "<!doctype html><title>Not found</title>");
    await vscode.commands.executeCommand("simplexAgents.askCard", "site");
    const page = api.inspection.shown?.address.card;
    assert.ok(page?.kind === "failed" && page.message.includes("HTML page"), JSON.stringify(page));
    documents.delete("/.well-known/agent-card.json");
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

function cardOf(link: string): string {
  return JSON.stringify({
    name: "Card of the site",
    description: "Sells anvils.",
    version: "1",
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
    supportedInterfaces: [
      { url: link, protocolBinding: "https://simplex.chat/protocol/a2a/v1", protocolVersion: "1.0" },
    ],
  });
}

/** Lets everything with progress be cancelled by `token` while `act` runs, as the button of a notification would. */
async function withProgressToken(token: vscode.CancellationToken, act: () => Promise<void>): Promise<void> {
  const window: { withProgress: typeof vscode.window.withProgress } = vscode.window;
  const real = window.withProgress;
  window.withProgress = (_, task) => task({ report: () => undefined }, token);
  try {
    await act();
  } finally {
    window.withProgress = real;
  }
}
