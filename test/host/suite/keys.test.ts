import * as assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import * as vscode from "vscode";
import type { SimplexAgentsApi } from "../../../src/editor/activation/extensionApi.ts";
import { answerDialogs, closeEditors, extensionApi, openCallFile, withAnswers } from "./host.ts";

const meta =
  '"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}';
const body = `{"protocol": "mcp", "request": {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {${meta}}}}`;

describe("signing keys", () => {
  let api: SimplexAgentsApi;

  before(async () => {
    api = await extensionApi();
  });
  afterEach(closeEditors);

  async function linkOf(title: string): Promise<string> {
    const address = (await api.core.addresses()).find((candidate) => candidate.title === title);
    assert.ok(address, `the sandbox has ${title}`);
    return address.link;
  }

  function run(command: string): () => Promise<unknown> {
    return () => Promise.resolve(vscode.commands.executeCommand(`simplexAgents.${command}`));
  }

  it("are made, renamed, and sign a request that fills requestKey; the private key is in no history", async () => {
    const shop = await linkOf("Acme shop");
    await openCallFile(`### Tools\n# @to ${shop}\n# @sign host-test\n${body}\n`);
    const suggested = await withAnswers({ showInputBox: (options) => options.value }, () =>
      answerDialogs(/Copy Public Key/, run("createSigningKey")),
    );
    assert.ok(
      suggested.some((text) => text.includes("host-test")),
      suggested.join(),
    );
    const publicKey = await vscode.env.clipboard.readText();
    assert.match(publicKey, /^MCowBQYDK2VwAyEA/);

    const { document } = await openCallFile(`### Tools\n# @to ${shop}\n# @sign host-test\n${body}\n`);
    const call = await api.send(document.uri, 0);
    assert.ok(call);
    const end = await call.ended;
    assert.equal(end.outcome, "answered");
    assert.ok(end.sent.includes(publicKey), "requestKey is filled");
    assert.ok(!JSON.stringify(call.events).includes("MC4CAQAwBQYDK2Vw"), "no private key in what is kept");
  });

  it("are asked about before they sign for another target, and nothing is sent when declined", async () => {
    const other = await linkOf("Endless ticker");
    const { document } = await openCallFile(`### Other\n# @to ${other}\n# @sign host-test\n${body}\n`);
    let call: unknown;
    const asked = await answerDialogs(/^nothing$/, async () => {
      call = await api.send(document.uri, 0);
    });
    assert.equal(call, undefined);
    assert.ok(
      asked.some((text) => /another address.*Sign Anyway/.test(text)),
      asked.join("\n"),
    );
  });

  it("are renamed, copied and deleted by name", async () => {
    await withAnswers({ showQuickPick: "host-test", showInputBox: () => "renamed" }, run("renameSigningKey"));
    await withAnswers({ showQuickPick: "renamed" }, run("copyPublicKey"));
    assert.match(await vscode.env.clipboard.readText(), /^MCowBQYDK2VwAyEA/);
    await withAnswers({ showQuickPick: "renamed" }, () => answerDialogs(/Delete/, run("deleteSigningKey")));
    await withAnswers({ showQuickPick: "renamed" }, run("copyPublicKey"));
    const { document } = await openCallFile(`### Gone\n# @to ${await linkOf("Acme shop")}\n# @sign renamed\n${body}\n`);
    assert.equal(await api.send(document.uri, 0), undefined);
  });

  it("are imported in each form a private key has, shown nowhere, and refused when they are no key", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const der = privateKey.export({ type: "pkcs8", format: "der" });
    const forms = [String(privateKey.export({ type: "pkcs8", format: "pem" })), der.toString("base64url")];
    for (const [index, form] of forms.entries()) {
      const answer = (options: vscode.InputBoxOptions): string => {
        if (!options.password) return `imported-${index}`;
        for (const wrong of ["", "planted-secret", form.slice(0, -10)]) {
          const problem = options.validateInput?.(wrong);
          assert.ok(typeof problem === "string" && problem !== "" && !problem.includes("planted-secret"));
        }
        assert.equal(options.validateInput?.(form), undefined);
        return form;
      };
      const told = await withAnswers({ showInputBox: answer }, () =>
        answerDialogs(/Copy Public Key/, run("importSigningKey")),
      );
      assert.ok(told.some((text) => text.includes(`imported-${index}`)) && !told.join().includes(form.slice(30, 50)));
      const requestKey = publicKey.export({ type: "spki", format: "der" }).toString("base64url");
      assert.equal(unpadded(await vscode.env.clipboard.readText()), requestKey);
    }
    const { document } = await openCallFile(
      `### Tools\n# @to ${await linkOf("Acme shop")}\n# @sign imported-0\n${body}\n`,
    );
    const call = await api.send(document.uri, 0);
    const end = await call?.ended;
    assert.equal(end?.outcome, "answered");
    assert.ok(!JSON.stringify(call?.events).includes(der.toString("base64url").slice(20)));
    for (const name of ["imported-0", "imported-1"])
      await withAnswers({ showQuickPick: name }, () => answerDialogs(/Delete/, run("deleteSigningKey")));
  });
});

function unpadded(key: string): string {
  return key.replace(/=+$/, "");
}
