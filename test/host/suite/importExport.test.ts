import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { closeEditors, extensionApi, openCallFile, until } from "./host.ts";

const shop = "https://smp1.sandbox.invalid/a#5GRRPz9SYq1Qut1UiTxMdPuLRIHzXOW1jMoIyCVoFns";
const curl = `curl http://localhost:3000/a2a -H 'Authorization: Bearer planted-7f3a' -d '{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"messageId":"m","role":"user","parts":[{"kind":"text","text":"Hi"}]}}}'`;

describe("import and export", () => {
  before(async () => {
    await extensionApi();
  });
  afterEach(closeEditors);

  async function importedFrom(text: string): Promise<vscode.TextDocument> {
    await vscode.commands.executeCommand("simplexAgents.importRequests", text);
    return await until(() => vscode.window.activeTextEditor?.document, "an editor");
  }

  it("makes a request file of a curl line, without its credential", async () => {
    const document = await importedFrom(curl);
    assert.equal(document.languageId, "simplex-call");
    assert.ok(document.isUntitled);
    assert.match(document.getText(), /"method": "SendMessage"/);
    assert.match(document.getText(), /# @param Authorization: Bearer \{\{\$secret authorization\}\}/);
    assert.doesNotMatch(document.getText(), /planted-7f3a/);
  });

  it("writes what was imported as a program", async () => {
    const imported = await importedFrom(curl);
    await openCallFile(imported.getText().replace("@agent =", `@agent = ${shop}`));
    await vscode.commands.executeCommand("simplexAgents.exportRequest", "python");
    const program = await until(() => {
      const document = vscode.window.activeTextEditor?.document;
      return document?.languageId === "python" && document;
    }, "a program");
    assert.match(program.getText(), /secret\("authorization"\)/);
    assert.match(program.getText(), /client\.connect_to\(TARGET\)/);
  });
});
