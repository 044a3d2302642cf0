import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { createDemoSandbox, type DemoSandbox } from "../../../src/bots/demoSandbox.ts";
import { type SandboxServer, serveSandbox } from "../../../src/core/sandbox/webSocketServer.ts";
import type { SimplexAgentsApi } from "../../../src/editor/activation/extensionApi.ts";
import { answerDialogs, closeEditors, extensionApi, openCallFile, until } from "./host.ts";

const order = `/_call a2a {"jsonrpc": "2.0", "id": 2, "method": "SendStreamingMessage",
  "a2a-service-parameters": {"A2A-Version": "1.0"},
  "params": {"message": {"messageId": "m-1", "role": "ROLE_USER", "parts": [{"text": "Order two anvils"}]}}}`;

/** A core in a process of its own would speak the same frames: the sandbox behind its WebSocket stands for it. */
describe("a core outside the window", () => {
  let api: SimplexAgentsApi;
  let network: DemoSandbox;
  let server: SandboxServer | undefined;

  before(async () => {
    api = await extensionApi();
    network = await createDemoSandbox();
    server = await serveSandbox(network.profile, { port: 0 });
  });
  after(async () => {
    for (const key of ["core.mode", "core.endpoint", "core.binary"]) await set(key, undefined);
    await until(() => api.core.mode === "sandbox", "the sandbox again");
    await server?.close();
    await network.close();
  });
  afterEach(closeEditors);

  /** The endpoint and the program are the user's alone: no workspace can set them. */
  async function set(key: string, value: string | undefined): Promise<void> {
    await vscode.workspace.getConfiguration("simplexAgents").update(key, value, vscode.ConfigurationTarget.Global);
  }

  it("is used for requests; a call whose connection is lost and not made again in its time ends so", async () => {
    await set("core.endpoint", server?.url);
    await set("core.mode", "external");
    await until(() => api.core.mode === "external", "the external core");
    const ticker = network.addresses().find(({ title }) => title === "Endless ticker");
    assert.ok(ticker);
    const { document } = await openCallFile(`### Ticks\n# @to ${ticker.link}\n# @timeout 5s\n${order}\n`);
    let call: Awaited<ReturnType<SimplexAgentsApi["send"]>>;
    // Connecting is asked for: in a real network somebody sees the profile.
    const picked = vscode.window.showQuickPick;
    Object.assign(vscode.window, {
      showQuickPick: async (items: readonly vscode.QuickPickItem[]) => (await Promise.resolve(items))[0],
    });
    try {
      call = await api.send(document.uri, 0);
      await until(() => call?.events.some(({ event }) => event === "reply"), "a first reply");
    } finally {
      Object.assign(vscode.window, { showQuickPick: picked });
    }
    assert.ok(call);
    await server?.close();
    await until(() => api.core.state.kind === "retrying", "a new attempt");
    const end = await call.ended;
    assert.equal(end.outcome, "connection-lost");
    assert.ok(end.failure?.message);
  });

  it("cannot be chosen by a workspace", async () => {
    const settings = vscode.workspace.getConfiguration("simplexAgents");
    for (const key of ["core.endpoint", "core.binary"]) {
      await assert.rejects(
        Promise.resolve(settings.update(key, "ws://127.0.0.1:1", vscode.ConfigurationTarget.Workspace)),
        `${key} in a workspace`,
      );
    }
  });

  it("on another machine is refused in the clear, and asked about over TLS", async () => {
    const refused = await answerDialogs(/^nothing$/, async () => {
      await set("core.endpoint", "ws://core.example:5225");
      await vscode.commands.executeCommand("simplexAgents.reconnectCore");
      await until(() => api.core.state.kind === "stopped", "a refusal");
    });
    assert.ok(
      refused.some((text) => text.includes("in the clear")),
      refused.join("\n"),
    );
    const asked = await answerDialogs(/^nothing$/, async () => {
      await set("core.endpoint", "wss://core.example:5225");
      await until(() => api.core.state.kind === "idle", "the new endpoint");
      await vscode.commands.executeCommand("simplexAgents.startCore");
      await until(() => api.core.state.kind === "stopped", "a refusal");
    });
    assert.ok(
      asked.some((text) => text.includes("core.example") && text.includes("Connect")),
      asked.join("\n"),
    );
  });

  it("that is to be managed says where to get a program that is missing", async () => {
    const told = await answerDialogs(/^nothing$/, async () => {
      await set("core.binary", "/nowhere/simplex-chat");
      await set("core.mode", "managed");
      await until(() => api.core.mode === "managed", "the managed core");
      await vscode.commands.executeCommand("simplexAgents.startCore");
      await until(() => api.core.state.kind === "stopped", "the failure");
    });
    assert.ok(
      told.some(
        (text) =>
          text.includes("/nowhere/simplex-chat") && text.includes("releases") && text.includes("Get simplex-chat"),
      ),
      told.join("\n"),
    );
  });
});
