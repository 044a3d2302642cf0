import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { SimplexAgentsApi } from "../../../src/editor/activation/extensionApi.ts";
import type { CallReply } from "../../../src/exchange/callEvent.ts";
import type { LiveCall } from "../../../src/runner/run/liveCall.ts";
import { answerDialogs, closeEditors, extensionApi, openCallFile, until } from "./host.ts";

const meta =
  '"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}';
const listTools = `/_call mcp {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {${meta}}}`;
const order = `/_call a2a {"jsonrpc": "2.0", "id": 2, "method": "SendStreamingMessage",
  "a2a-service-parameters": {"A2A-Version": "1.0"},
  "params": {"message": {"messageId": "m-1", "role": "ROLE_USER", "parts": [{"text": "Order two anvils"}]}}}`;

describe("sending to the sandbox", () => {
  let api: SimplexAgentsApi;

  before(async () => {
    api = await extensionApi();
  });
  afterEach(closeEditors);

  async function addressOf(title: string): Promise<string> {
    const address = (await api.core.addresses()).find((candidate) => candidate.title === title);
    assert.ok(address, `the sandbox has ${title}`);
    return address.link;
  }

  async function send(text: string): Promise<LiveCall | undefined> {
    const { document } = await openCallFile(text);
    return await api.send(document.uri, 0);
  }

  function repliesOf(call: LiveCall): CallReply[] {
    return call.events.filter((event) => event.event === "reply");
  }

  it("sends by the lens and gets the tools, with the focus still in the editor", async () => {
    const editor = await openCallFile(`### Tools\n# @to ${await addressOf("Acme shop")}\n${listTools}\n`);
    const lenses = await until(async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        "vscode.executeCodeLensProvider",
        editor.document.uri,
        100,
      );
      return found.length > 0 && found;
    }, "code lenses");
    const lens = lenses.find(({ command }) => command?.title.includes("Send"));
    assert.ok(lens?.command);
    const call = await vscode.commands.executeCommand<LiveCall>(
      lens.command.command,
      ...(lens.command.arguments ?? []),
    );
    const end = await call.ended;
    assert.equal(end.outcome, "answered");
    assert.match(repliesOf(call)[0]?.text ?? "", /"tools"/);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), editor.document.uri.toString());
    assert.ok(!editor.document.isClosed);
  });

  it("receives a streamed task reply by reply, each quoting the command", async () => {
    const call = await send(`### Order\n# @to ${await addressOf("Acme shop")}\n${order}\n`);
    assert.ok(call);
    const end = await call.ended;
    assert.equal(end.outcome, "answered");
    const replies = repliesOf(call);
    assert.ok(replies.length > 1, `${replies.length} replies`);
    assert.ok(replies.every(({ quote }) => quote?.startsWith("/_call a2a")));
  });

  it("cancels, and the text stays", async () => {
    const editor = await openCallFile(`### Order\n# @to ${await addressOf("Acme shop")}\n${order}\n`);
    const text = editor.document.getText();
    const call = await api.send(editor.document.uri, 0);
    assert.ok(call);
    await vscode.commands.executeCommand("simplexAgents.cancel", editor.document.uri, 0);
    assert.equal((await call.ended).outcome, "cancelled");
    assert.equal(editor.document.getText(), text);
  });

  it("ends an unknown target with a reason and a next step", async () => {
    const unknown = (await addressOf("Acme shop")).replace(/#.{4}/, "#AAAA");
    const call = await send(`### Nobody\n# @to ${unknown}\n${listTools}\n`);
    assert.ok(call);
    const end = await call.ended;
    assert.equal(end.outcome, "core-error");
    assert.ok(end.failure?.message);
  });

  it("ends in time when a bot never answers", async () => {
    const call = await send(`### Silence\n# @to ${await addressOf("Quiet Bob")}\n# @timeout 3s\n${listTools}\n`);
    assert.ok(call);
    assert.equal((await call.ended).outcome, "timeout");
  });

  it("sends nothing when the text has an error or a variable is unknown", async () => {
    assert.equal(await send(`### Broken\n# @to ${await addressOf("Acme shop")}\n/_call mcp {"id": }\n`), undefined);
    assert.equal(await send(`### Unknown\n# @to {{nobody}}\n${listTools}\n`), undefined);
  });

  it("asks before it sends a request again that is under way, and sends another one beside it", async () => {
    const ticks = `### Ticks\n# @to ${await addressOf("Endless ticker")}\n${order}\n`;
    const text = `${ticks}### Tools\n# @to ${await addressOf("Acme shop")}\n${listTools}\n`;
    const { document } = await openCallFile(text);
    const first = await api.send(document.uri, 0);
    assert.ok(first);
    await until(() => repliesOf(first).length > 0, "a first reply");

    const beside = await api.send(document.uri, text.indexOf("### Tools"));
    assert.equal((await beside?.ended)?.outcome, "answered");

    const asked = await answerDialogs(/^$/, async () => {
      assert.equal(await api.send(document.uri, 0), undefined);
    });
    assert.match(asked.join(), /Ticks.*still under way/);

    let second: LiveCall | undefined;
    await answerDialogs(/Send Again/, async () => {
      second = await api.send(document.uri, 0);
    });
    assert.equal((await first.ended).outcome, "cancelled");
    second?.cancel();
    assert.equal((await second?.ended)?.outcome, "cancelled");
    assert.equal(document.getText(), text);
  });

  it("ends a call whose sandbox is closed under it", async () => {
    const call = await send(`### Ticks\n# @to ${await addressOf("Endless ticker")}\n${order}\n`);
    assert.ok(call);
    await until(() => repliesOf(call).length > 0, "a first reply");
    await vscode.commands.executeCommand("simplexAgents.reconnectCore");
    assert.equal((await call.ended).outcome, "connection-lost");
  });
});
