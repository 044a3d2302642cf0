import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { SimplexAgentsApi } from "../../../src/editor/activation/extensionApi.ts";
import type { LiveCall } from "../../../src/runner/run/liveCall.ts";
import type { RequestResult } from "../../../src/runner/run/runRequest.ts";
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
    const calls: LiveCall[] = [];
    const subscription = api.tests.onCall((call) => calls.push(call));
    const running = resultsOf("testing.runCurrentFile", 2, 60_000);
    await until(() => calls.some(({ events }) => events.length > 0), "the first request to be sent");
    subscription.dispose();
    await vscode.commands.executeCommand("testing.cancelRun");
    const [silence, next] = await running;
    assert.ok(silence?.kind === "finished");
    assert.equal(silence.end.outcome, "cancelled");
    assert.ok(next?.kind === "skipped" && /cancelled/.test(next.reason));
  });

  it("keeps of each test the last call that passed and the last that did not, and shows one in the panel", async () => {
    const text = (expected: string) =>
      `### Kept call\n# @to ${shop}\n# @expect $.result.tools[0].name == ${expected}\n${listTools}\n`;
    const { document } = await openCallFile(text("availability"));
    await until(() => testsOf(document)?.join() === "Kept call", "the test");
    /** The ids in the history, newest first, once they are as many, and not the one that was there before. */
    const keptIds = (count: number, before?: string) =>
      until(async () => {
        const kept = (await api.history.entries()).filter(({ header }) => header.name === "Kept call");
        const ids = kept.map(({ header }) => header.id);
        return ids.length === count && ids[0] !== before && ids;
      }, `${count} calls in the history`);
    await resultsOf("testing.runCurrentFile", 1);
    const [first] = await keptIds(1);
    await resultsOf("testing.runCurrentFile", 1);
    const [second] = await keptIds(1, first);
    await replaceText(document, text("nothing"));
    await resultsOf("testing.runCurrentFile", 1);
    const [failed, passed] = await keptIds(2);
    assert.equal(passed, second);
    const item = { id: "Kept call", label: "Kept call", parent: { id: document.uri.toString() } };
    await vscode.commands.executeCommand("simplexAgents.showTestCall", { test: item, message: {} });
    await until(() => api.panel.shown?.id === failed, "the failed call in the panel");
  });

  describe("at each save", () => {
    const folder = () => {
      const [root] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(root);
      return vscode.Uri.joinPath(root.uri, "continuous");
    };
    const write = (name: string, text: string) =>
      vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder(), name), new TextEncoder().encode(text));

    afterEach(async () => {
      await vscode.commands.executeCommand("testing.stopContinuousRun");
      await vscode.workspace.saveAll();
      await closeEditors();
      await vscode.workspace.fs.delete(folder(), { recursive: true });
    });

    it("runs the saved file again, and what depends on a saved environment file", async function () {
      this.timeout(60_000);
      await write("simplex.env.json", '{"$shared": {"mark": "first"}}');
      await write(
        "saved.call",
        `### Saved\n# @to ${shop}\n# @expect $.id == {{mark}}\n${listTools.replace('"id": 1', '"id": "first"')}\n`,
      );
      const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder(), "saved.call"));
      await vscode.window.showTextDocument(document);
      await until(() => api.tests.outline.some(({ file }) => file.endsWith("continuous/saved.call")), "the suite");
      const results: RequestResult[] = [];
      const subscription = api.tests.onResult((result) => results.push(result));
      const verdicts = () => results.map((result) => result.kind === "finished" && result.isPassed);
      try {
        await vscode.commands.executeCommand("testing.startContinuousRun");
        // The run begins a moment after the command: what was saved before it is saved again.
        await savedUntil(document, () => verdicts().includes(true), "the saved file to run");
        const environment = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder(), "simplex.env.json"));
        const before = results.length;
        await replaceText(environment, '{"$shared": {"mark": "second"}}');
        assert.ok(await environment.save());
        await until(() => verdicts().slice(before).includes(false), "the dependent file to run and fail");
        assert.ok(results.every(({ name }) => name === "Saved"));
      } finally {
        subscription.dispose();
      }
    });
  });
});

async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** Changes and saves a request file, again every second, until there is evidence that the save was seen. */
async function savedUntil(document: vscode.TextDocument, isSeen: () => boolean, what: string): Promise<void> {
  let saves = 0;
  await until(
    async () => {
      if (isSeen()) return true;
      await replaceText(document, `${document.getText().replace(/# save \d+\n$/, "")}# save ${++saves}\n`);
      assert.ok(await document.save());
      for (let polls = 0; polls < 40 && !isSeen(); polls++) await pause(25);
      return isSeen();
    },
    what,
    30_000,
  );
}
