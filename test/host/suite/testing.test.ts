import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { SimplexAgentsApi } from "../../../src/extension.ts";
import type { RequestResult } from "../../../src/runner/runRequest.ts";
import { closeEditors, extensionApi, openCallFile, pause, until } from "./host.ts";

const shop = "https://smp1.sandbox.invalid/a#5GRRPz9SYq1Qut1UiTxMdPuLRIHzXOW1jMoIyCVoFns";
const meta =
  '"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}';
const listTools = `/_call mcp {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {${meta}}}`;

describe("the Testing view", () => {
  let api: SimplexAgentsApi;

  before(async () => {
    api = await extensionApi();
  });
  afterEach(closeEditors);

  /**
   * The results that a command of the Testing view brings, once there are as many as expected. The view learns of tests a
   * moment after the extension: a command that found none is given again.
   */
  async function resultsOf(command: string, count: number, ms?: number): Promise<readonly RequestResult[]> {
    const results: RequestResult[] = [];
    const subscription = api.tests.onResult((result) => results.push(result));
    let isOver = false;
    const running = (async () => {
      while (!isOver && results.length === 0) {
        await vscode.commands.executeCommand(command);
        await pause(250);
      }
    })();
    try {
      await until(() => results.length >= count, `${count} results, ${results.length} came`, ms);
    } finally {
      isOver = true;
      subscription.dispose();
    }
    await running;
    return results;
  }

  function testsOf(document: vscode.TextDocument): readonly string[] | undefined {
    const name = document.uri.path.replace(/^\//, "");
    return api.tests.outline.find(({ file }) => file === name)?.tests;
  }

  it("runs the workspace's requests in order, and tells why one fails", async () => {
    const [list, wrong, unknown] = await resultsOf("testing.runAll", 3);
    assert.equal(list?.name, "List tools");
    assert.ok(list.kind === "finished" && list.isPassed);
    assert.ok(wrong?.kind === "finished" && !wrong.isPassed);
    const [expectation] = wrong.expectations;
    assert.deepEqual([expectation?.expected, expectation?.actual], ['"Lisbon"', '"availability"']);
    assert.equal(unknown?.kind, "not-sent");
  });

  for (const [name, count] of [
    ["mcp.call", 6],
    ["a2a.call", 3],
    ["variables.call", 3],
  ] as const) {
    it(`passes the example ${name}`, async function () {
      this.timeout(60_000);
      const extension = vscode.extensions.getExtension("simplex-agent-protocols.simplex-agent-protocols");
      assert.ok(extension);
      const document = await vscode.workspace.openTextDocument(
        vscode.Uri.joinPath(extension.extensionUri, "examples", name),
      );
      await vscode.window.showTextDocument(document);
      const results = await resultsOf("testing.runCurrentFile", count, 50_000);
      for (const result of results) {
        assert.ok(result.kind === "finished" && result.isPassed, `${name}: ${result.name} ${JSON.stringify(result)}`);
        assert.ok(result.end.elapsedMs >= 0);
      }
      assert.equal(results.length, count);
    });
  }

  it("lists the tests of a document that is in no file, as it is edited, until it is closed", async () => {
    const { document } = await openCallFile(`### One\n# @to ${shop}\n${listTools}\n`);
    await until(() => testsOf(document)?.join() === "One", "the test One");
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), `### Zero\n# @to ${shop}\n${listTools}\n\n`);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until(() => testsOf(document)?.join() === "Zero,One", "the tests Zero and One");
    const results = await resultsOf("testing.runCurrentFile", 2);
    assert.deepEqual(
      results.map(({ name, kind }) => [name, kind]),
      [
        ["Zero", "finished"],
        ["One", "finished"],
      ],
    );
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await until(() => testsOf(document) === undefined, "the suite to go");
  });

  it("skips what cannot run, with the reason, and runs the rest", async () => {
    const circle = (name: string, uses: string) =>
      `### ${name}\n# @to ${shop}\n# @set ${name} = $.result\n${listTools.replace('"id": 1', `"id": "{{${uses}}}"`)}\n\n`;
    const failing = `### Failing\n# @to ${shop}\n# @set gone = $.result.nothing\n${listTools}\n\n`;
    const after = `### After\n# @to ${shop}\n${listTools.replace('"id": 1', '"id": "{{gone}}"')}\n\n`;
    const last = `### Last\n# @to ${shop}\n${listTools}\n`;
    const { document } = await openCallFile(circle("a", "b") + circle("b", "a") + failing + after + last);
    await until(() => testsOf(document)?.length === 5, "five tests");
    const results = await resultsOf("testing.runCurrentFile", 5);
    const reasons = Object.fromEntries(
      results.map((result) => [result.name, result.kind === "skipped" ? result.reason : result.kind]),
    );
    assert.match(String(reasons["a"]), /circle/);
    assert.match(String(reasons["b"]), /circle/);
    assert.equal(reasons["Failing"], "finished");
    assert.match(String(reasons["After"]), /uses a value of "Failing", which did not give it/);
    assert.equal(reasons["Last"], "finished");
  });

  it("cancels a run: what is under way ends, and what is left is skipped", async () => {
    const bob = (await api.core.addresses()).find(({ title }) => title === "Quiet Bob");
    assert.ok(bob);
    const { document } = await openCallFile(
      `### Silence\n# @to ${bob.link}\n# @timeout 60s\n${listTools}\n\n### Next\n# @to ${shop}\n${listTools}\n`,
    );
    await until(() => testsOf(document)?.length === 2, "two tests");
    const running = resultsOf("testing.runCurrentFile", 2);
    await pause(1_500);
    await vscode.commands.executeCommand("testing.cancelRun");
    const [silence, next] = await running;
    assert.ok(silence?.kind === "finished");
    assert.equal(silence.end.outcome, "cancelled");
    assert.ok(next?.kind === "skipped" && /cancelled/.test(next.reason));
  });
});
