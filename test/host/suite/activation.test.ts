import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { SimplexAgents } from "../../../src/extension.ts";
import { closeEditors, codeOf, openText, ownDiagnostics, until, writeText } from "./host.ts";

const link = "https://smp12.simplex.im/a#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

describe("an extension that loads its parts on first use", () => {
  let extension: vscode.Extension<SimplexAgents>;

  before(async () => {
    const found = vscode.extensions.getExtension<SimplexAgents>("simplex-agent-protocols.simplex-agent-protocols");
    assert.ok(found);
    extension = found;
    await extension.activate();
  });
  afterEach(closeEditors);

  it("has every command of the manifest once it is active", async () => {
    const { commands } = extension.packageJSON.contributes as { readonly commands: readonly { command: string }[] };
    const known = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      commands.map(({ command }) => command).filter((id) => !known.has(id)),
      [],
    );
  });

  it("checks many documents that open at once, without the user doing anything", async function () {
    this.timeout(60_000);
    const kinds: readonly [name: string, text: string, code: string][] = [
      ["first.call", `### One\n# @tp nowhere\n# @to ${link}\n/_call mcp {}\n`, "call/unknown-directive"],
      [
        "llms.txt",
        "# A\n\n## Communications\n\n- [A](https://smp12.simplex.im/x#abc): SimpleX contact for agents. A.\n",
        "link/",
      ],
      ["one.rpc.json", '{"protocol": "mcp"}', "envelope/missing-member"],
      ["one.rpc-response.json", "{}", "envelope/"],
      ["one.simplex-profile.json", '{"preferences": {"protocols": {"mcp": {"versions": []}}}}', "declarations/"],
      ["agent-card.json", '{"name": 5, "supportedInterfaces": []}', "agent-card/"],
    ];
    const opened = await Promise.all(
      kinds.flatMap(([name, text, code]) =>
        [1, 2].map(async (copy) => ({ code, document: await writeText(`copy${copy}/${name}`, text) })),
      ),
    );
    for (const { code, document } of opened) {
      // A document begins empty, and may be checked as that first.
      await until(
        () => ownDiagnostics(document).some((found) => codeOf(found)?.startsWith(code)),
        `${code} in ${document.uri.path}`,
      );
    }
  });

  it("has lenses, symbols and tests of a request file that was opened before they were loaded", async () => {
    const { document } = await openText("second.call", `### One\n# @to ${link}\n/_call mcp {}\n`);
    const lenses = await until(async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        "vscode.executeCodeLensProvider",
        document.uri,
        100,
      );
      return found.length > 0 && found;
    }, "lenses");
    assert.ok(lenses.some(({ command }) => command?.title.includes("Send")));
  });

  it("gives everything to who asks for it", async () => {
    const api = await extension.exports.load();
    assert.equal(api.core.mode, "sandbox");
    assert.ok((await api.addresses.getChildren()).length > 0);
  });
});
