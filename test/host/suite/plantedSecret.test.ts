import * as assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { SimplexAgentsApi } from "../../../src/editor/activation/extensionApi.ts";
import { closeEditors, extensionApi, openCallFile, until } from "./host.ts";

const shop = "https://smp1.sandbox.invalid/a#5GRRPz9SYq1Qut1UiTxMdPuLRIHzXOW1jMoIyCVoFns";
// Made at run time, so that it stands in no file of the suite that the host might have read.
const planted = ["planted", Date.now().toString(36), "secret"].join("-");
const meta =
  '"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}';
// The shop repeats the item's name in its answer, so the secret comes back in a reply.
const request = `### Availability
# @to ${shop}
# @expect $.result.content[0].text == "{{password}}"
# @set echo = $.result.content[0].text
/_call mcp {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "availability", "arguments": {"item": "{{password}}"}, ${meta}}}
`;

describe("a planted secret", () => {
  let api: SimplexAgentsApi;
  let file: vscode.Uri;

  before(async () => {
    api = await extensionApi();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    file = vscode.Uri.joinPath(folder.uri, "simplex.private.env.json");
    const content = JSON.stringify({ $shared: { password: planted } });
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(content));
  });
  after(async () => {
    await vscode.workspace.fs.delete(file);
    await closeEditors();
  });

  function assertClean(text: string, where: string): void {
    assert.ok(!text.includes(planted) && !text.includes(btoa(planted).slice(0, -3)), `the secret is in ${where}`);
  }

  it("is in no call, history, transcript, copy, export, test result, finding or hover", async () => {
    const editor = await openCallFile(request);
    const { document } = editor;
    const call = await api.send(document.uri, 0);
    assert.ok(call);
    const end = await call.ended;
    assert.equal(end.outcome, "answered");
    assertClean(JSON.stringify([call.header, call.events, end]), "the call");

    const entry = await until(
      async () => (await api.history.entries()).find(({ header }) => header.name === "Availability"),
      "the call in the history",
    );
    assertClean(JSON.stringify([entry, await api.history.transcript(entry.header.id)]), "the history");

    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("simplexAgents.copyFilledRequest");
    const copied = await until(() => vscode.env.clipboard.readText(), "a copy");
    assertClean(copied, "the clipboard");
    assert.match(copied, /"item":"\{\{password\}\}"/);

    const use = document.positionAt(request.indexOf("{{password}}") + 3);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      document.uri,
      use,
    );
    assert.ok(hovers.length > 0);
    assert.match(textOf(hovers), /private environment/);
    assertClean(textOf(hovers), "a hover");
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), "@again = {{echo}}\n");
    assert.ok(await vscode.workspace.applyEdit(edit));
    const captured = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      document.uri,
      new vscode.Position(0, 13),
    );
    assert.match(textOf(captured), /Captured from a reply/);
    assertClean(textOf(captured), "the hover of a captured value");
    assertClean(JSON.stringify(vscode.languages.getDiagnostics()), "a finding");

    const results: unknown[] = [];
    const subscription = api.tests.onResult((result) => results.push(result));
    void vscode.commands.executeCommand("testing.runCurrentFile");
    await until(() => results.length > 0, "a result");
    subscription.dispose();
    assertClean(JSON.stringify(results), "a test result");

    for (const form of ["core", "typescript", "python"]) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("simplexAgents.exportRequest", form);
      const exported = await until(() => {
        const shown = vscode.window.activeTextEditor?.document;
        return shown !== undefined && shown !== document && shown.getText();
      }, "an export");
      assertClean(exported, `the export as ${form}`);
    }
  });

  it("is in nothing that the host has written, logs included, and in no command line", () => {
    const folder = process.env["HOST_DATA_FOLDER"];
    assert.ok(folder, "the harness names the host's folder");
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    assert.ok(files.length > 10, `${files.length} files`);
    for (const { parentPath, name } of files) {
      const path = join(parentPath, name);
      assertClean(readFileSync(path, "latin1"), path);
    }
    for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      try {
        assertClean(readFileSync(join("/proc", id, "cmdline"), "latin1"), `the command line of process ${id}`);
      } catch (error) {
        // A process may have ended meanwhile.
        if (error instanceof assert.AssertionError) throw error;
      }
    }
  });
});

function textOf(hovers: readonly vscode.Hover[]): string {
  const contents = hovers.flatMap((hover) => hover.contents);
  return contents.map((content) => (typeof content === "string" ? content : content.value)).join("\n");
}
