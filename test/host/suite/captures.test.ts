import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { closeEditors, extensionApi, openCallFile } from "./host.ts";

/** Uses what `tests/shop.call` of the workspace captures; that file is not opened. */
const user = `### Look
# @to {{bot}}
/_call mcp {"jsonrpc": "2.0", "id": "{{shop.tool}}", "method": "tools/list"}

### Again
# @to {{shop.tool}}
/_call mcp {"jsonrpc": "2.0", "id": "{{", "method": "tools/list"}
`;

describe("captures of another file", () => {
  before(async () => {
    await extensionApi();
  });
  afterEach(closeEditors);

  /** The place right after `before`. */
  function placeAfter({ document }: vscode.TextEditor, before: string): vscode.Position {
    return document.positionAt(document.getText().indexOf(before) + before.length);
  }

  function placesOf(locations: readonly vscode.Location[]): readonly string[] {
    return locations.map(({ uri, range }) => `${uri.path.split("/").at(-1)}:${range.start.line + 1}`).toSorted();
  }

  it("are completed, explained, and found in the file that captures them", async () => {
    const editor = await openCallFile(user);
    const { uri } = editor.document;
    const name = uri.path.slice(1);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      uri,
      placeAfter(editor, '"id": "{{"').translate(0, -1),
    );
    const item = list.items.find(({ label }) => label === "shop.tool");
    assert.equal(item?.detail, "captured in shop.call");
    const at = placeAfter(editor, "{{shop.to");
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", uri, at);
    const text = hovers.flatMap(({ contents }) => contents.map((one) => (typeof one === "string" ? one : one.value)));
    assert.match(text.join(), /Captured by the request `List tools` in `tests\/shop\.call:3`/);
    const definitions = await vscode.commands.executeCommand<vscode.Location[]>(
      "vscode.executeDefinitionProvider",
      uri,
      at,
    );
    assert.deepEqual(placesOf(definitions), ["shop.call:6"]);
    const references = await vscode.commands.executeCommand<vscode.Location[]>(
      "vscode.executeReferenceProvider",
      uri,
      at,
    );
    assert.deepEqual(placesOf(references), [`${name}:3`, `${name}:6`, "shop.call:6"]);
  });

  it("are renamed in all files by one edit, or not at all", async () => {
    const editor = await openCallFile(user);
    const rename = (newName: string) =>
      vscode.commands.executeCommand<vscode.WorkspaceEdit>(
        "vscode.executeDocumentRenameProvider",
        editor.document.uri,
        placeAfter(editor, "{{shop.to"),
        newName,
      );
    const edit = await rename("first");
    const edits = edit.entries().map(([uri, changes]) => {
      return [uri.path.split("/").at(-1), changes.map(({ newText, range }) => `${range.start.line + 1} ${newText}`)];
    });
    assert.deepEqual(edits.toSorted(), [
      [editor.document.uri.path.slice(1), ["3 first", "6 first"]],
      ["shop.call", ["6 first"]],
    ]);
    for (const name of ["shop", "not a name"]) await assert.rejects(async () => await rename(name));
  });
});
