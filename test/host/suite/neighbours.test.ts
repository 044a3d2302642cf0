import * as assert from "node:assert/strict";
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { type SmcpSandbox, startSmcpSandbox } from "../../../src/bots/smcp/smcpSandbox.ts";
import type { SimplexAgentsApi } from "../../../src/editor/activation/extensionApi.ts";
import type { CallEnd, CallReply } from "../../../src/exchange/callEvent.ts";
import type { LiveCall } from "../../../src/runner/run/liveCall.ts";
import { answerDialogs, closeEditors, extensionApi, openCallFile, until } from "./host.ts";

const slowMs = 600_000;

describe("sending over A2C-SMCP", () => {
  let api: SimplexAgentsApi;
  let office: SmcpSandbox;

  before(async () => {
    api = await extensionApi();
  });
  beforeEach(async () => {
    office = await startSmcpSandbox({ port: 0, slowMs });
  });
  afterEach(async () => {
    await closeEditors();
    await office.close();
  });

  function toolCall(name: string, directives = ""): string {
    return `### Call\n# @to ${office.target}\n${directives}{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "acme-desk__${name}", "arguments": {"text": "one two"}}}\n`;
  }

  it("asks before it joins the office, once, and shows and keeps what the computer answers", async () => {
    const { document } = await openCallFile(toolCall("count_words"));
    const first = await answered(/^Join$/, () => api.send(document.uri, 0));
    assert.match(first.asked.join(), /Join the office “acme-office” at http:\/\/127\.0\.0\.1:\d+ as its agent/);
    assert.equal(first.end.outcome, "answered");
    assert.deepEqual(
      replies(first.call).map(({ sender, kind }) => [sender, kind]),
      [["acme-desk", "response"]],
    );
    assert.match(replies(first.call)[0]?.text ?? "", /"text":"2"/);
    assert.equal(api.panel.shown?.id, first.call.header.id);

    const second = await answered(/^$/, () => api.send(document.uri, 0));
    assert.deepEqual(second.asked, []);
    assert.equal(second.end.outcome, "answered");

    const kept = await until(() => api.history.transcript(first.call.header.id), "the call in the history");
    assert.equal(kept.header.transport, "smcp");
    assert.equal(kept.events.length, first.call.events.length);
  });

  it("sends nothing when the user does not join, and keeps the draft", async () => {
    const { document } = await openCallFile(toolCall("count_words"));
    const text = document.getText();
    const { end, call, asked } = await answered(/^$/, () => api.send(document.uri, 0));
    assert.equal(asked.length, 1);
    assert.equal(end.failure?.code, "not-joined");
    assert.ok(call.events.every(({ event }) => event !== "sent"));
    assert.equal(document.getText(), text);
  });

  it("is cancelled while a tool is at work, which frees the agent's seat", async () => {
    const { document } = await openCallFile(toolCall("slow_report"));
    const { end } = await answered(/^Join$/, async () => {
      const call = await api.send(document.uri, 0);
      await until(() => call?.events.some(({ event }) => event === "sent"), "the call to be sent");
      await vscode.commands.executeCommand("simplexAgents.cancel", document.uri, 0);
      return call;
    });
    assert.equal(end.outcome, "cancelled");
    const next = await openCallFile(toolCall("count_words"));
    assert.equal((await answered(/^Join$/, () => api.send(next.document.uri, 0))).end.outcome, "answered");
  });

  it("ends in time when a tool takes longer", async () => {
    const { document } = await openCallFile(toolCall("slow_report", "# @timeout 1s\n"));
    const { end } = await answered(/^Join$/, () => api.send(document.uri, 0));
    assert.equal(end.outcome, "timeout");
    assert.match(end.failure?.nextStep ?? "", /@timeout/);
  });

  it("ends when the server goes away under it", async () => {
    const { document } = await openCallFile(toolCall("slow_report"));
    const { end } = await answered(/^Join$/, async () => {
      const call = await api.send(document.uri, 0);
      await until(() => call?.events.some(({ event }) => event === "sent"), "the call to be sent");
      await office.close();
      return call;
    });
    assert.equal(end.outcome, "connection-lost");
  });
});

describe("sending over SLIMRPC", () => {
  let api: SimplexAgentsApi;

  before(async () => {
    api = await extensionApi();
  });
  afterEach(closeEditors);

  function request(method: string, params: string): string {
    return `### Ask\n# @to slim://127.0.0.1:2/acme/demo/echo\n# @param slim.secret: not-secret-in-this-test-${"x".repeat(32)}\n# @param A2A-Version: 1.0\n{"jsonrpc": "2.0", "id": 1, "method": "${method}", "params": ${params}}\n`;
  }

  it("says how to install the library where it is missing, and keeps the draft", async () => {
    const { document } = await openCallFile(request("GetTask", '{"id": "t-1"}'));
    const text = document.getText();
    const { end, call, asked } = await answered(/^$/, () => api.send(document.uri, 0));
    assert.deepEqual(asked, []);
    assert.equal(end.failure?.code, "slim-missing");
    assert.match(end.failure?.nextStep ?? "", /npm install @agntcy\/slim-bindings@/);
    assert.equal(api.panel.shown?.id, call.header.id);
    assert.equal(document.getText(), text);
  });

  describe("with a stand-in for the library in the workspace", () => {
    const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
    const modules = join(workspace, "node_modules");

    before(async () => {
      const standIn = join(workspace, "..", "..", "fixtures", "standIn", "slimBindings");
      await mkdir(join(modules, "@agntcy"), { recursive: true });
      await cp(standIn, join(modules, "@agntcy", "slim-bindings"), { recursive: true });
    });
    after(() => rm(modules, { recursive: true, force: true }));

    it("gets a stream from the process it starts for the call", async () => {
      const message = '{"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "hi"}]}';
      const { document } = await openCallFile(request("SendStreamingMessage", `{"message": ${message}}`));
      const { end, call } = await answered(/^$/, () => api.send(document.uri, 0));
      assert.equal(end.outcome, "answered");
      assert.deepEqual(
        replies(call).map(({ kind }) => kind),
        ["task", "status"],
      );
    });

    it("is cancelled while the agent is at work", async () => {
      const { document } = await openCallFile(request("GetTask", '{"id": "never"}'));
      const { end } = await answered(/^$/, async () => {
        const call = await api.send(document.uri, 0);
        await until(() => call?.events.some(({ event }) => event === "sent"), "the call to be sent");
        await vscode.commands.executeCommand("simplexAgents.cancel", document.uri, 0);
        return call;
      });
      assert.equal(end.outcome, "cancelled");
    });
  });
});

interface Answered {
  readonly call: LiveCall;
  readonly end: CallEnd;
  readonly asked: readonly string[];
}

/** Sends, answers what is asked meanwhile, and waits for the call's end. */
async function answered(choice: RegExp, send: () => Promise<LiveCall | undefined>): Promise<Answered> {
  let result: Omit<Answered, "asked"> | undefined;
  const asked = await answerDialogs(choice, async () => {
    const call = await send();
    assert.ok(call);
    result = { call, end: await call.ended };
  });
  assert.ok(result);
  return { ...result, asked };
}

function replies(call: LiveCall): CallReply[] {
  return call.events.filter((event) => event.event === "reply");
}
