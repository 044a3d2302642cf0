import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  closeEditors,
  codeOf,
  extensionApi,
  openCallFile,
  openText,
  ownDiagnostics,
  until,
  writeText,
} from "./host.ts";

const key = "A".repeat(43);
const contact = `https://smp12.simplex.im/a#${key}`;
const channel = `https://smp12.simplex.im/c#${key}`;
const meta =
  '"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}';
const listTools = `{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {${meta}}}`;
const sendMessage =
  '{"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": {"messageId": "1", "role": "ROLE_USER", "parts": [{"text": "Hi"}]}}}';
const llmsTxt = "# Acme\n\n> Anvils.\n\n## Communications\n\n";

describe("editing", () => {
  before(async () => {
    await extensionApi();
  });
  afterEach(closeEditors);

  describe("completes", () => {
    /** A document with the cursor at `|`, and a label that is offered there. */
    const places: readonly [what: string, name: string, written: string, label: string][] = [
      ["directives", "a.call", "### One\n# @|", "@expect"],
      ["link targets", "a.call", "### One\n# @to |", "Ask Acme"],
      ["variables", "a.call", `@bot = ${contact}\n\n### One\n# @to {{|`, "bot"],
      ["built-in variables", "a.call", "### One\n# @to {{|", "$uuid"],
      ["protocol names", "a.call", `# @to ${contact}\n/_call |`, "a2a"],
      ["whole requests", "a.call", "|", "mcp tools/list in a conversation"],
      ["methods", "a.call", `# @to ${contact}\n/_call a2a {"method": "|"}`, '"SendStreamingMessage"'],
      ["members", "a.call", `# @to ${contact}\n/_call mcp {"method": "tools/call", "params": {"|"}}`, "arguments"],
      [
        "enum values",
        "a.call",
        `# @to ${contact}\n/_call a2a {"method": "SendMessage", "params": {"message": {"role": "|"}}}`,
        '"ROLE_USER"',
      ],
      [
        "versions",
        "a.call",
        `# @to ${contact}\n/_call mcp {"method": "tools/list", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "|"}}}`,
        '"2026-07-28"',
      ],
      ["members of an envelope", "a.call", `# @to ${contact}\n{"protocol": "mcp", "request": {}, "|"}`, "requestKey"],
      [
        "the request in a file of an envelope",
        "a.rpc.json",
        '{"protocol": "a2a", "request": {"method": "|"}}',
        '"GetTask"',
      ],
      ["the members of an envelope, from a schema", "b.rpc.json", '{"|"}', "protocol"],
      ["error codes of a response, from a schema", "a.rpc-response.json", '{"error": {"code": "|"}}', '"rate_limited"'],
      [
        "declarations, from a schema",
        "a.simplex-profile.json",
        '{"publicGroup": {"changeFrequency": "|"}}',
        '"weekly"',
      ],
      [
        "versions of a declaration, from a schema",
        "b.simplex-profile.json",
        '{"preferences": {"protocols": {"mcp": {"versions": ["|"]}}}}',
        '"2026-07-28"',
      ],
      [
        "bindings of an Agent Card, from a schema",
        "agent-card.json",
        '{"supportedInterfaces": [{"protocolBinding": "|"}]}',
        '"https://simplex.chat/protocol/a2a/v1"',
      ],
      ["addresses of an Agent Card", "agent-card.json", '{"supportedInterfaces": [{"url": "|"}]}', "Ask Acme"],
      ["addresses of the well-known document", ".well-known/simplex.json", '{"contacts": ["|"]}', "Ask Acme"],
      ["environments, from a schema", "simplex.env.json", '{"|"}', "$shared"],
      ["the section of an llms.txt", "llms.txt", "# Acme\n\n## |", "## Communications"],
      ["items of an llms.txt", "llms.txt", `${llmsTxt}- |`, "SimpleX business contact"],
      ["the addresses of its links", "llms.txt", `${llmsTxt}- [Ask](|)`, "Ask Acme"],
      ["the parts of its notes", "llms.txt", `${llmsTxt}- [Ask](${contact}): SimpleX contact for agents, |`, "MCP"],
    ];
    for (const [index, [what, name, written, label]] of places.entries()) {
      it(what, async () => {
        const offset = written.indexOf("|");
        const document = await writeText(`completes${index}/${name}`, written.replace("|", ""));
        const items = await until(async () => {
          const list = await vscode.commands.executeCommand<vscode.CompletionList>(
            "vscode.executeCompletionItemProvider",
            document.uri,
            document.positionAt(offset),
          );
          const found = list.items.filter((item) => labelOf(item) === label);
          // The editor's JSON support reads a contributed schema in its own time.
          return found.length > 0 && found;
        }, `${label} at ${written}`);
        const inserted = items.map(({ insertText }) =>
          typeof insertText === "string" ? insertText : insertText?.value,
        );
        assert.deepEqual(inserted, [...new Set(inserted)], "each is offered once");
      });
    }
  });

  describe("explains", () => {
    const places: readonly [what: string, name: string, written: string, text: RegExp][] = [
      ["a directive", "a.call", `### One\n# @ti|meout 5s\n# @to ${contact}\n/_call mcp {}`, /@timeout.*Example/s],
      ["a command, with its section", "a.call", `# @to ${contact}\n/_ca|ll mcp {}`, /Specification: Commands/],
      ["a protocol, with its section", "a.call", `# @to ${contact}\n/_call m|cp {}`, /MCP binding/],
      ["a method", "a.call", `# @to ${contact}\n/_call mcp {"method": "tools|/list"}`, /tools\/list.*Documentation/s],
      [
        "a member",
        "a.call",
        `# @to ${contact}\n/_call mcp {"method": "tools/call", "params": {"argu|ments": {}}}`,
        /arguments/,
      ],
      [
        "an expected error",
        "a.call",
        `# @to ${contact}\n# @expect $.error.code == "rate_|limited"\n{"protocol": "mcp", "request": {}}`,
        /retryAfter/,
      ],
      ["an error of an envelope", "a.rpc-response.json", '{"error": {"code": "too_|large"}}', /11,106 bytes/],
      [
        "an error of a protocol",
        "a.rpc-response.json",
        '{"response": {"jsonrpc": "2.0", "id": 1, "error": {"code": -320|22, "message": ""}}}',
        /UnsupportedProtocolVersion/,
      ],
      [
        "a link of an Agent Card",
        "agent-card.json",
        `{"supportedInterfaces": [{"url": "${contact.replace("/a#", "/|a#")}"}]}`,
        /Link to a contact address/,
      ],
      [
        "a link of the well-known document",
        ".well-known/simplex.json",
        `{"channels": ["${channel.replace("/c#", "/|c#")}"]}`,
        /Link to a channel/,
      ],
      [
        "an audience of llms.txt, with its section",
        "llms.txt",
        `${llmsTxt}- [Ask](${contact}): SimpleX contact for peo|ple. Ask.`,
        /Specification: .*addresses-in-llmstxt/,
      ],
    ];
    for (const [index, [what, name, written, expected]] of places.entries()) {
      it(what, async () => {
        const offset = written.indexOf("|");
        const document = await writeText(`explains${index}/${name}`, written.replace("|", ""));
        const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
          "vscode.executeHoverProvider",
          document.uri,
          document.positionAt(offset),
        );
        const contents = hovers.flatMap((hover) => hover.contents);
        const text = contents.map((content) => (typeof content === "string" ? content : content.value)).join("\n");
        assert.match(text, expected);
      });
    }
  });

  describe("fixes", () => {
    const fixes: readonly [what: string, name: string, before: string, code: string, title: RegExp, after: string][] = [
      [
        "a bare message by wrapping it as /_call",
        "a.call",
        `### One\n# @to ${contact}\n${listTools}\n`,
        "call/bare-message",
        /_call/,
        `### One\n# @to ${contact}\n/_call mcp ${listTools}\n`,
      ],
      [
        "a bare message by wrapping it in an envelope",
        "a.call",
        `### One\n# @to ${contact}\n${listTools}\n`,
        "call/bare-message",
        /envelope/i,
        `### One\n# @to ${contact}\n{\n  "protocol": "mcp",\n  "request": ${listTools}\n}\n`,
      ],
      [
        "a missing service parameter",
        "a.call",
        `### One\n# @to ${contact}\n/_call a2a ${sendMessage}\n`,
        "a2a/missing-version",
        /A2A-Version|a2a-service-parameters/,
        `### One\n# @to ${contact}\n/_call a2a ${sendMessage.slice(0, -1)}, "a2a-service-parameters": {"A2A-Version": "1.0"}}\n`,
      ],
      [
        "a missing member",
        "a.rpc-response.json",
        '{"error": {"code": "rate_limited"}}',
        "envelope/missing-retry-after",
        /retryAfter/,
        '{"error": {"code": "rate_limited", "retryAfter": 60}}',
      ],
      [
        "the type word that does not suit the link",
        "llms.txt",
        `${llmsTxt}- [News](${channel}): SimpleX group for people. News.\n`,
        "llms-txt/type-mismatch",
        /updates/,
        `${llmsTxt}- [News](${channel}): SimpleX updates for people. News.\n`,
      ],
      [
        "an invisible character in a link",
        "llms.txt",
        `${llmsTxt}- [News](${channel.replace("/c#", "/c\u200b#")}): SimpleX updates for people. News.\n`,
        "link/hidden-character",
        /Remove/,
        `${llmsTxt}- [News](${channel}): SimpleX updates for people. News.\n`,
      ],
    ];
    for (const [index, [what, name, before, code, title, after]] of fixes.entries()) {
      it(what, async () => {
        const { document } = await openText(`fixes${index}/${name}`, before);
        const wrong = await until(
          () => ownDiagnostics(document).find((found) => codeOf(found) === code),
          `${code}; there is ${ownDiagnostics(document).map(codeOf).join(", ")}`,
        );
        // The editor asks for actions with the markers it has by now, which follow the diagnostics.
        const fix = await until(async () => {
          const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
            "vscode.executeCodeActionProvider",
            document.uri,
            wrong.range,
            vscode.CodeActionKind.QuickFix.value,
          );
          return actions.find((action) => title.test(action.title));
        }, `the fix of ${code}`);
        assert.ok(fix.edit);
        assert.ok(await vscode.workspace.applyEdit(fix.edit));
        assert.equal(document.getText(), after);
        await until(() => ownDiagnostics(document).every((found) => codeOf(found) !== code), `${code} to go`);
      });
    }
  });

  it("folds requests, links targets, finds their references and colours variables", async () => {
    const text = `@bot = ${contact}\n\n### One\n# @to {{bot}}\n/_call mcp {\n  "id": 1\n}\n\n### Two\n# @to ${contact}\n/_call mcp {}\n`;
    const { document } = await openCallFile(text);
    const { uri } = document;
    const folding = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      "vscode.executeFoldingRangeProvider",
      uri,
    );
    assert.ok(
      folding.some(({ start, end }) => start === 2 && end >= 6),
      JSON.stringify(folding),
    );
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>("vscode.executeLinkProvider", uri);
    assert.ok(links.some(({ range }) => range.start.line === 0) && links.some(({ range }) => range.start.line === 9));
    const references = await vscode.commands.executeCommand<vscode.Location[]>(
      "vscode.executeReferenceProvider",
      uri,
      new vscode.Position(9, 20),
    );
    assert.deepEqual(references.map(({ range }) => range.start.line).sort(), [0, 9]);
    const legend = await vscode.commands.executeCommand<vscode.SemanticTokensLegend>(
      "vscode.provideDocumentSemanticTokensLegend",
      uri,
    );
    const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens>(
      "vscode.provideDocumentSemanticTokens",
      uri,
    );
    assert.ok(legend.tokenTypes.includes("variable"));
    // The definition in the first line, its use three lines below.
    assert.deepEqual([tokens.data[0], tokens.data[5]], [0, 3]);
  });

  it("goes to the next request and to the one before, and around", async () => {
    const editor = await openCallFile("### One\n\n### Two\n\n### Three\n");
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    const lines: number[] = [0];
    for (const command of ["next", "next", "next", "previous", "previous"]) {
      await vscode.commands.executeCommand(`simplexAgents.${command}Request`);
      // The host's own view of the selection follows the editor's.
      await until(() => lines.at(-1) !== editor.selection.active.line, "the cursor to move");
      lines.push(editor.selection.active.line);
    }
    assert.deepEqual(lines, [0, 2, 4, 0, 4, 2]);
  });

  it("shows each fault of a JSON document once: the contributed schemas find none", async () => {
    const documents = await Promise.all([
      writeText("once/a.rpc.json", '{"protocol": 5}'),
      writeText("once/a.rpc-response.json", '{"error": {"code": 5, "retryAfter": -1}}'),
      writeText("once/agent-card.json", '{"name": 5, "supportedInterfaces": [{"url": 1}]}'),
      writeText("once/a.simplex-profile.json", '{"publicGroup": {"changeFrequency": "often"}}'),
    ]);
    for (const document of documents) {
      await until(() => ownDiagnostics(document).length > 0, `problems of ${document.uri.path}`);
      const others = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source !== "SimpleX Agents");
      assert.deepEqual(
        others.map(({ message }) => message),
        [],
        document.uri.path,
      );
    }
  });
});

function labelOf({ label }: vscode.CompletionItem): string {
  return typeof label === "string" ? label : label.label;
}
