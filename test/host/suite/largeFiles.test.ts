import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { closeEditors, codeOf, extensionApi, openCallFile, ownDiagnostics, until } from "./host.ts";

const link = "https://smp12.simplex.im/a#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const meta =
  '"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}';
/** Far above what a busy machine takes, and far below what a loop over all requests for each request does. */
const perTestMs = 120_000;

describe("a request file of a megabyte", () => {
  const requests = Array.from(
    { length: 3_400 },
    (_, number) =>
      `### Request ${number}\n# @to {{bot}}\n/_call mcp {\n  "jsonrpc": "2.0", "id": ${number}, "method": "tools/call",\n  "params": {"name": "availability", "arguments": {"item": "brass bolt"}, ${meta}}\n}\n`,
  );
  const text = `@bot = ${link}\n\n${requests.join("\n")}`;

  before(async () => {
    await extensionApi();
  });
  afterEach(closeEditors);

  it("has its outline, folding, lenses and links, and is typed in and checked as any other", async function () {
    this.timeout(perTestMs);
    assert.ok(text.length > 990_000);
    const editor = await openCallFile(text);
    const { document } = editor;
    const [symbols, folding, lenses, links] = await Promise.all([
      vscode.commands.executeCommand<vscode.DocumentSymbol[]>("vscode.executeDocumentSymbolProvider", document.uri),
      vscode.commands.executeCommand<vscode.FoldingRange[]>("vscode.executeFoldingRangeProvider", document.uri),
      vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 20),
      vscode.commands.executeCommand<vscode.DocumentLink[]>("vscode.executeLinkProvider", document.uri),
    ]);
    assert.equal(symbols.length, 1 + requests.length);
    // The editor itself folds no more than that many ranges.
    assert.ok(folding.length >= 5_000);
    assert.ok(lenses.some(({ command }) => command?.title.includes("bytes")));
    assert.ok(links.length > 0);

    const place = document.positionAt(text.indexOf('"brass bolt"', text.length / 2));
    editor.selection = new vscode.Selection(place, place);
    for (const key of "12 ") await vscode.commands.executeCommand("type", { text: key });
    const wrong = await until(() => ownDiagnostics(document)[0], "a problem of what was typed", perTestMs);
    assert.equal(wrong.range.start.line, place.line, `${codeOf(wrong)} at line ${wrong.range.start.line}`);
  });
});
