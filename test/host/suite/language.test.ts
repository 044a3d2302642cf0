import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  closeEditors,
  codeOf,
  diagnosticsOf,
  extensionApi,
  openCallFile,
  openText,
  ownDiagnostics,
  pause,
  until,
} from "./host.ts";

const link = "https://smp12.simplex.im/a#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const request = `@bot = ${link}

### List tools
# @to {{bot}}
/_call mcp {
  "jsonrpc": "2.0", "id": 1, "method": "tools/list",
  "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}
}
`;

describe("request files in the editor", () => {
  before(async () => {
    await extensionApi();
  });
  afterEach(closeEditors);

  it("shows a problem of an untitled document at its range, with a page about the rule", async () => {
    const { document } = await openCallFile("### One\n# @tp nowhere\n/_call mcp {}\n");
    const diagnostics = await diagnosticsOf(document);
    const unknown = diagnostics.find((diagnostic) => codeOf(diagnostic) === "call/unknown-directive");
    assert.ok(unknown, `no call/unknown-directive among ${diagnostics.map(codeOf).join(", ")}`);
    assert.equal(unknown.range.start.line, 1);
    assert.ok(typeof unknown.code === "object");
    const page = await vscode.workspace.openTextDocument(unknown.code.target);
    assert.match(page.getText(), /^# call\/unknown-directive/);
  });

  it("applies a quick fix, and the problem goes", async () => {
    const { document } = await openCallFile(`### One\n# @timeuot 5s\n# @to ${link}\n/_call mcp {}\n`);
    const diagnostics = await diagnosticsOf(document);
    const unknown = diagnostics.find((diagnostic) => codeOf(diagnostic) === "call/unknown-directive");
    assert.ok(unknown);
    // The editor asks for actions with the markers it has by now, which follow the diagnostics.
    const fix = await until(async () => {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        document.uri,
        unknown.range,
        vscode.CodeActionKind.QuickFix.value,
      );
      return actions.find(({ title }) => title === "Change to @timeout");
    }, "the fix");
    assert.ok(fix.edit);
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    assert.match(document.getText(), /# @timeout 5s/);
    await until(
      () => !ownDiagnostics(document).some((one) => codeOf(one) === "call/unknown-directive") && true,
      "the problem to go",
    );
  });

  it("completes members of the protocol where they belong", async () => {
    const { document } = await openCallFile(`# @to ${link}\n/_call mcp {"method": ""}`);
    const position = document.positionAt(document.getText().length - 2);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      position,
    );
    assert.ok(list.items.some(({ label }) => label === '"tools/list"'));
  });

  it("outlines, finds, renames and explains", async () => {
    const { document } = await openCallFile(request);
    const use = document.positionAt(document.getText().indexOf("{{bot}}") + 3);
    const [symbols, locations, hovers, lenses] = await Promise.all([
      vscode.commands.executeCommand<vscode.DocumentSymbol[]>("vscode.executeDocumentSymbolProvider", document.uri),
      vscode.commands.executeCommand<vscode.Location[]>("vscode.executeDefinitionProvider", document.uri, use),
      vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, use),
      vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 100),
    ]);
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ["bot", "List tools"],
    );
    assert.equal(locations[0]?.range.start.line, 0);
    assert.ok(hovers.length > 0);
    assert.ok(lenses.some(({ command }) => command?.title.includes("Send")));
    const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
      "vscode.executeDocumentRenameProvider",
      document.uri,
      use,
      "shop",
    );
    assert.equal(edit.get(document.uri).length, 2);
  });

  it("offers the members of a group that the core is in, for a mention", async () => {
    const api = await extensionApi();
    const group = (await api.core.addresses()).find(({ type }) => type === "group");
    const broadcast = request.replace(link, group?.link ?? "").replace("# @to", "# @timeout 5s\n# @wait 1s\n# @to");
    const sent = await openCallFile(broadcast);
    const call = await api.send(sent.document.uri, broadcast.indexOf("###"));
    await call?.ended;
    const { document } = await openCallFile(`# @to ${group?.link}\n/_call @`);
    const members = await until(async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        document.positionAt(document.getText().length),
      );
      const labels = list.items.map(({ label }) => String(label)).filter((label) => label.startsWith("@"));
      return labels.length > 0 && labels;
    }, "members to mention");
    assert.ok(members.includes("@steelmill") && members.includes("@Iron Works"), members.join(", "));
  });

  it("formats white space only", async () => {
    const { document } = await openCallFile(request);
    const edits = await vscode.commands.executeCommand<vscode.TextEdit[]>(
      "vscode.executeFormatDocumentProvider",
      document.uri,
      { tabSize: 2, insertSpaces: true },
    );
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits);
    assert.ok(edits.length > 0 && (await vscode.workspace.applyEdit(edit)));
    assert.equal(document.getText().replace(/\s/g, ""), request.replace(/\s/g, ""));
  });

  it("checks an llms.txt while it keeps its own language", async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, "broken", "llms.txt"));
    const [wrong] = await diagnosticsOf(document);
    assert.notEqual(document.languageId, "simplex-call");
    assert.equal(wrong?.range.start.line, 4);
  });

  it("completes and explains an llms.txt", async () => {
    const item = `- [News](https://smp12.simplex.im/c#${"A".repeat(43)}): SimpleX `;
    const { document } = await openText("llms.txt", `# Acme\n\n## Communications\n\n${item}`);
    assert.deepEqual(await completionsAtEnd(document, 0), ["updates"]);
    assert.match(await hoverTextAt(document, document.getText().indexOf("/c#")), /Link to a channel.*Canonical form/s);
  });

  it("completes and explains the request in a file of an envelope, and leaves its members to the schema", async () => {
    const { document } = await openText("stock.rpc.json", '{"protocol": "mcp", "request": {"method": ""}}');
    const labels = await completionsAtEnd(document, 3);
    assert.ok(labels.includes('"tools/list"'), labels.join(", "));
    assert.match(await hoverTextAt(document, document.getText().indexOf("method")), /`method`/);
    assert.doesNotMatch(await hoverTextAt(document, document.getText().indexOf("protocol")), /The protocol's name/);
  });

  it("checks any document as what the user chooses", async () => {
    const text =
      "# Acme\n\n## Communications\n\n- [Ask](https://smp12.simplex.im/x#abc): SimpleX contact for agents. Ask.\n";
    const document = await vscode.workspace.openTextDocument({ language: "plaintext", content: text });
    await vscode.window.showTextDocument(document);
    assert.deepEqual(ownDiagnostics(document), []);
    const checking = vscode.commands.executeCommand("simplexAgents.checkAs");
    await pause(500);
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await checking;
    const [wrong] = await diagnosticsOf(document);
    assert.equal(wrong?.range.start.line, 4);
  });

  it("checks a selection as what the user chooses, its problems at their place in the document", async () => {
    const text = `Notes.\n\n\`\`\`\n${request}\`\`\`\n`.replace('"id": 1,', '"id": 1 2,');
    const document = await vscode.workspace.openTextDocument({ language: "plaintext", content: text });
    const editor = await vscode.window.showTextDocument(document);
    const start = text.indexOf("@bot");
    editor.selection = new vscode.Selection(document.positionAt(start), document.positionAt(text.lastIndexOf("```")));
    const checking = vscode.commands.executeCommand("simplexAgents.checkAs");
    await pause(500);
    await vscode.commands.executeCommand("workbench.action.quickOpenSelectNext");
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await checking;
    const found = await diagnosticsOf(document);
    const line = document.positionAt(text.indexOf('"id": 1 2')).line;
    assert.ok(
      found.some(({ range }) => range.start.line === line),
      found.map(({ message }) => message).join("\n"),
    );
  });

  it("explains, completes and renames in a document that was never saved", async () => {
    const document = await vscode.workspace.openTextDocument({ language: "simplex-call", content: request });
    await vscode.window.showTextDocument(document);
    const use = document.positionAt(request.indexOf("{{bot}}") + 3);
    const [hovers, list, edit] = await Promise.all([
      vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, use),
      vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        document.positionAt(request.indexOf("# @to") + 3),
      ),
      vscode.commands.executeCommand<vscode.WorkspaceEdit>(
        "vscode.executeDocumentRenameProvider",
        document.uri,
        use,
        "shop",
      ),
    ]);
    assert.ok(hovers.length > 0);
    assert.ok(list.items.some(({ label }) => label === "@expect"));
    assert.equal(edit.get(document.uri).length, 2);
  });

  it("converts a command to an envelope and back, its request untouched", async () => {
    const editor = await openCallFile(request);
    editor.selection = new vscode.Selection(4, 0, 4, 0);
    await vscode.commands.executeCommand("simplexAgents.convertToEnvelope");
    assert.match(editor.document.getText(), /"protocol": "mcp"/);
    await vscode.commands.executeCommand("simplexAgents.convertToCommand");
    assert.equal(editor.document.getText(), request);
  });

  it("copies the request as it would be sent", async () => {
    const editor = await openCallFile(request);
    editor.selection = new vscode.Selection(4, 0, 4, 0);
    await vscode.commands.executeCommand("simplexAgents.copyFilledRequest");
    assert.match(await vscode.env.clipboard.readText(), /^\/_call mcp \{"jsonrpc":"2\.0","id":1,/);
  });
});

/** The labels of what is offered that many characters before the end. */
async function completionsAtEnd(document: vscode.TextDocument, before: number): Promise<readonly string[]> {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    "vscode.executeCompletionItemProvider",
    document.uri,
    document.positionAt(document.getText().length - before),
  );
  return list.items.map(({ label }) => (typeof label === "string" ? label : label.label));
}

async function hoverTextAt(document: vscode.TextDocument, offset: number): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    "vscode.executeHoverProvider",
    document.uri,
    document.positionAt(offset),
  );
  const contents = hovers.flatMap((hover) => hover.contents);
  return contents.map((content) => (typeof content === "string" ? content : content.value)).join("\n");
}
