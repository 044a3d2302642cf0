import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { SimplexAgentsApi } from "../../../src/editor/activation/extensionApi.ts";
import type { RequestName, RequestTable } from "../../../src/panel/messages.ts";
import type { Transcript } from "../../../src/runner/record/transcript.ts";
import type { LiveCall } from "../../../src/runner/run/liveCall.ts";
import { closeEditors, extensionApi, openCallFile, pause, until } from "./host.ts";

const meta =
  '"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}}';
const listTools = `/_call mcp {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {${meta}}}`;
const orderAnvils = `/_call a2a {"jsonrpc": "2.0", "id": 2, "method": "SendStreamingMessage",
  "a2a-service-parameters": {"A2A-Version": "1.0"},
  "params": {"message": {"messageId": "m-1", "role": "ROLE_USER", "parts": [{"text": "Order two anvils"}]}}}`;

/** What the panel's buttons do, asked as the page asks it, against the sandbox. */
describe("from a reply to the next request", () => {
  let api: SimplexAgentsApi;
  let shop: string;
  let requestId = 0;

  before(async () => {
    api = await extensionApi();
    const address = (await api.core.addresses()).find(({ title }) => title === "Acme shop");
    assert.ok(address);
    shop = address.link;
  });
  afterEach(closeEditors);

  async function send(
    name: string,
    body: string,
    directives = "",
  ): Promise<{ call: LiveCall; editor: vscode.TextEditor }> {
    const editor = await openCallFile(`### ${name}\n# @to ${shop}\n${directives}${body}\n`);
    const call = await api.send(editor.document.uri, 0);
    assert.ok(call);
    return { call, editor };
  }

  function ask<Name extends RequestName>(name: Name, params: RequestTable[Name]["params"]): Promise<void> {
    requestId += 1;
    return api.panel.receive({ kind: "request", id: requestId, name, params });
  }

  /** The call that the panel shows after `act`, once it has ended and is in the history. */
  async function nextCall(before: string, act: Promise<void>): Promise<Transcript> {
    await act;
    const id = await until(() => api.panel.shown?.id !== before && api.panel.shown?.id, "another call in the panel");
    return await until(() => api.history.transcript(id), "the call in the history");
  }

  function repliesOf({ events }: Pick<Transcript, "events">) {
    return events.filter((event) => event.event === "reply");
  }

  function outcomeOf({ events }: Transcript): string | undefined {
    const end = events.at(-1);
    return end?.event === "end" ? end.outcome : undefined;
  }

  async function endedTask(): Promise<{ call: LiveCall; taskId: string; contextId: string }> {
    const { call } = await send("Order", orderAnvils);
    await call.ended;
    const text = repliesOf(call)
      .map((reply) => reply.text)
      .join("\n");
    const taskId = /"taskId":"([^"]+)"/.exec(text)?.[1];
    const contextId = /"contextId":"([^"]+)"/.exec(text)?.[1];
    assert.ok(taskId && contextId, text);
    return { call, taskId, contextId };
  }

  it("gets the task of a call", async () => {
    const { call, taskId } = await endedTask();
    const got = await nextCall(call.header.id, ask("get-task", { taskId }));
    assert.equal(got.header.method, "GetTask");
    assert.equal(outcomeOf(got), "answered");
    assert.match(repliesOf(got)[0]?.text ?? "", new RegExp(taskId));
  });

  it("resumes the stream of a task and cancels it", async () => {
    const { call } = await send("Order", orderAnvils);
    const taskId = await until(
      () =>
        /"taskId":"([^"]+)"|"task":\{"id":"([^"]+)"/
          .exec(repliesOf(call)[0]?.text ?? "")
          ?.slice(1)
          .find(Boolean),
      "the id of a task under way",
    );
    const subscribed = nextCall(call.header.id, ask("subscribe-task", { taskId }));
    const id = await until(
      () => api.panel.shown?.method === "SubscribeToTask" && api.panel.shown.id,
      "the resumed stream",
    );
    const cancelled = await nextCall(id, ask("cancel-task", { taskId }));
    assert.equal(cancelled.header.method, "CancelTask");
    assert.match(repliesOf(cancelled)[0]?.text ?? "", /TASK_STATE_CANCELED|-32002/);
    await subscribed;
    await call.ended;
  });

  it("drafts the next message of a context, which is not sent", async () => {
    const { call, contextId } = await endedTask();
    await ask("continue-context", { contextId });
    const editor = await until(() => vscode.window.activeTextEditor, "a draft");
    assert.equal(editor.document.languageId, "simplex-call");
    assert.ok(editor.document.getText().includes(`"contextId": "${contextId}"`));
    assert.equal(api.panel.shown?.id, call.header.id);
    const next = await api.send(editor.document.uri, 0);
    assert.equal((await next?.ended)?.outcome, "answered");
  });

  it("answers what a tool asks for as a new request", async () => {
    const { call } = await send(
      "Buy",
      `/_call mcp {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "order", "arguments": {"item": "anvil"}, ${meta}}}`,
    );
    await call.ended;
    const reply = repliesOf(call).at(-1);
    assert.match(reply?.text ?? "", /"input_required"/);
    const [key = ""] = /"inputRequests":\{"([^"]+)"/.exec(reply?.text ?? "")?.slice(1) ?? [];
    const answer = JSON.stringify({ [key]: { action: "accept", content: { address: "Lisbon", express: false } } });
    const answered = await nextCall(call.header.id, ask("answer-input", { reply: reply?.sequence ?? 0, answer }));
    assert.equal(outcomeOf(answered), "answered");
    assert.match(repliesOf(answered).at(-1)?.text ?? "", /"resultType":"complete"/);
  });

  it("drafts the call of another tool that the server listed", async () => {
    const { call } = await send("Tools", listTools);
    await call.ended;
    const asked = ask("call-tool", {});
    await pause(500);
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await asked;
    const editor = await until(() => vscode.window.activeTextEditor, "a draft");
    assert.match(editor.document.getText(), /"method": "tools\/call"[\s\S]*"name": "availability"/);
    assert.ok(editor.document.getText().includes(`# @to ${shop}`));
    const next = await api.send(editor.document.uri, 0);
    assert.equal((await next?.ended)?.outcome, "answered");
  });

  it("writes an expectation on a value into the request, which then holds", async () => {
    const { call, editor } = await send("Tools", listTools);
    await call.ended;
    await ask("add-expectation", { reply: 1, path: "$.result.tools[0].name", valueText: '"availability"' });
    assert.match(
      editor.document.getText(),
      /# @to .*\n# @expect \$\.result\.tools\[0\]\.name == "availability"\n\/_call/,
    );
    await call.ended;
    const again = await api.send(editor.document.uri, 0);
    await again?.ended;
    await pause(200);
    const found = vscode.languages
      .getDiagnostics(editor.document.uri)
      .filter(({ source }) => source?.includes("last run"));
    assert.deepEqual(
      found.map(({ message }) => message),
      [],
    );
  });

  it("writes the path of an earlier reply from the list of replies", async () => {
    const { call, editor } = await send("Order", orderAnvils);
    await call.ended;
    await ask("add-expectation", { reply: 1, path: "$.id", valueText: "2" });
    assert.match(editor.document.getText(), /# @expect \$replies\[0\]\.json\.id == 2\n/);
  });

  it("writes a captured variable under the name that is chosen", async () => {
    const { call, editor } = await send("Tools", listTools);
    await call.ended;
    const asked = ask("add-capture", { reply: 1, path: "$.result.tools[0].name" });
    await pause(500);
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await asked;
    assert.match(editor.document.getText(), /# @set name = \$\.result\.tools\[0\]\.name\n/);
  });

  it("sends again from the file, or as it was sent when the file is gone", async () => {
    const { call, editor } = await send("Tools", listTools);
    await call.ended;
    const again = await nextCall(call.header.id, ask("resend", {}));
    assert.equal(again.header.file, editor.document.uri.toString());
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await until(() => editor.document.isClosed, "the document to close");
    const third = await nextCall(again.header.id, ask("resend", {}));
    assert.equal(outcomeOf(third), "answered");
    assert.equal(third.header.target, shop);
  });
});
