import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { closeEditors, codeOf, diagnosticsOf, extensionApi, openCallFile, ownDiagnostics, until } from "./host.ts";

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
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      unknown.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const fix = actions.find(({ title }) => title === "Change to @timeout");
    assert.ok(fix?.edit, `the fix is among: ${actions.map(({ title }) => title).join(", ") || "none"}`);
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
      vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri),
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
});
