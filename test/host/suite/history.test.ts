import * as assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { SimplexAgentsApi } from "../../../src/editor/activation/extensionApi.ts";
import type { HistoryEntry } from "../../../src/runner/record/history.ts";
import { transcriptText } from "../../../src/runner/record/transcriptFile.ts";
import type { LiveCall } from "../../../src/runner/run/liveCall.ts";
import { closeEditors, extensionApi, openCallFile, until } from "./host.ts";

const order = `/_call a2a {"jsonrpc": "2.0", "id": 2, "method": "SendStreamingMessage",
  "a2a-service-parameters": {"A2A-Version": "1.0"},
  "params": {"message": {"messageId": "{{$uuid}}", "role": "ROLE_USER", "parts": [{"text": "Order two anvils"}]}}}`;

describe("the history", () => {
  let api: SimplexAgentsApi;
  let shop: string;

  before(async () => {
    api = await extensionApi();
    shop = (await api.core.addresses()).find(({ title }) => title === "Acme shop")?.link ?? "";
  });
  afterEach(closeEditors);

  async function sent(uri: vscode.Uri): Promise<{ call: LiveCall; entry: HistoryEntry }> {
    const call = await api.send(uri, 0);
    assert.ok(call);
    await call.ended;
    const find = async () => (await api.history.entries()).find(({ header }) => header.id === call.header.id);
    return { call, entry: await until(find, "the call in the history") };
  }

  /** The two texts of the diff editor in front. */
  async function comparedTexts(): Promise<[string, string]> {
    const input = await until(() => {
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
      return tab?.input instanceof vscode.TabInputTextDiff && tab.input;
    }, "a diff editor");
    const [left, right] = await Promise.all(
      [input.original, input.modified].map(async (uri) => (await vscode.workspace.openTextDocument(uri)).getText()),
    );
    return [left ?? "", right ?? ""];
  }

  it("keeps a call with its target's title, shows it in the panel and as a document", async () => {
    const { document } = await openCallFile(`### Kept\n# @to ${shop}\n${order}\n`);
    const { call, entry } = await sent(document.uri);
    assert.equal(entry.header.targetTitle, "Acme shop");
    assert.equal(entry.header.core, "sandbox");
    const transcript = await api.history.transcript(call.header.id);
    assert.equal(transcript?.events.length, call.events.length);
    const node = { kind: "call", entry };
    await vscode.commands.executeCommand("simplexAgents.openCall", node);
    assert.equal(api.panel.shown?.id, call.header.id);
    await vscode.commands.executeCommand("simplexAgents.openCallText", node);
    const text = await until(() => vscode.window.activeTextEditor?.document.getText(), "the transcript's text");
    assert.deepEqual(JSON.parse(text), JSON.parse(transcriptText(transcript ?? assert.fail())));
    await api.history.remove(call.header.id);
    assert.equal(await api.history.transcript(call.header.id), undefined);
  });

  it("compares with the previous run: the same but for ids and times, which are shown on wish", async () => {
    const { document } = await openCallFile(`### Twice\n# @to ${shop}\n${order}\n`);
    await sent(document.uri);
    const { entry } = await sent(document.uri);
    await vscode.commands.executeCommand("simplexAgents.compareWithPrevious", { kind: "call", entry });
    const [left, right] = await comparedTexts();
    assert.equal(left, right);
    assert.match(left, /"TASK_STATE_COMPLETED"/);
    await vscode.commands.executeCommand("simplexAgents.showVolatile");
    await until(async () => {
      const [before, after] = await comparedTexts();
      return before !== after && after.includes(entry.header.startedAt);
    }, "ids and times to show");
    await vscode.commands.executeCommand("simplexAgents.hideVolatile");
  });

  it("sends and compares in one command, and compares two selected calls", async () => {
    const { document } = await openCallFile(`### Compared\n# @to ${shop}\n${order}\n`);
    const { entry } = await sent(document.uri);
    await vscode.commands.executeCommand("simplexAgents.sendAndCompare", document.uri, 0);
    const [left, right] = await comparedTexts();
    assert.equal(left, right);
    await closeEditors();
    const newest = await until(
      async () =>
        (await api.history.entries()).find(({ header }) => header.name === "Compared" && header.id !== entry.header.id),
      "the second call",
    );
    await vscode.commands.executeCommand("simplexAgents.selectForCompare", { kind: "call", entry: newest });
    await vscode.commands.executeCommand("simplexAgents.compareWithSelected", { kind: "call", entry });
    assert.equal((await comparedTexts())[0], left);
  });

  it("shows a transcript file, and tells why another file is none", async () => {
    const folder = await mkdtemp(join(tmpdir(), "simplex-transcript-"));
    try {
      const { document } = await openCallFile(`### Exported\n# @to ${shop}\n${order}\n`);
      const { entry } = await sent(document.uri);
      const transcript = await api.history.transcript(entry.header.id);
      assert.ok(transcript);
      const id = "from-a-file";
      const file = join(folder, "call.transcript.json");
      await writeFile(file, transcriptText({ ...transcript, header: { ...transcript.header, id } }));
      await vscode.commands.executeCommand("simplexAgents.openTranscript", vscode.Uri.file(file));
      assert.equal(api.panel.shown?.id, id);
      const hostile = join(folder, "hostile.transcript.json");
      await writeFile(hostile, '{"format": "simplex-agents-transcript", "version": 1, "header": {"id": {}}}');
      void vscode.commands.executeCommand("simplexAgents.openTranscript", vscode.Uri.file(hostile));
      void vscode.commands.executeCommand("simplexAgents.openTranscript", vscode.Uri.file(join(folder, "gone")));
      await until(() => api.panel.shown?.id === id, "the panel to stay");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("does not open a file outside the workspace because a transcript names it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "simplex-outside-"));
    try {
      const outside = join(folder, "outside.call");
      await writeFile(outside, `### Exported\n# @to ${shop}\n${order}\n`);
      const [entry] = await api.history.entries();
      const transcript = entry && (await api.history.transcript(entry.header.id));
      assert.ok(transcript);
      const header = { ...transcript.header, id: "outside", file: vscode.Uri.file(outside).toString() };
      const file = join(folder, "call.transcript.json");
      await writeFile(file, transcriptText({ ...transcript, header }));
      await vscode.commands.executeCommand("simplexAgents.openTranscript", vscode.Uri.file(file));
      await api.panel.receive({ kind: "request", id: 1, name: "reveal-request", params: {} });
      assert.ok(vscode.workspace.textDocuments.every(({ uri }) => uri.fsPath !== outside));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
