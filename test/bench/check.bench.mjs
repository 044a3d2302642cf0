// How fast the checks are, as ratios within this run: against the JSON language service of VS Code with the official schema,
// against parsing the whole Markdown file, and against themselves at a quarter of the size and after an edit.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { fromMarkdown } from "mdast-util-from-markdown";
import jsonLanguageService from "vscode-json-languageservice";
import { compare, printRatio } from "./measure.mjs";

const repository = join(import.meta.dirname, "..", "..");
const { checkOfVersions, checkText } = await bundled("src/protocol/check.ts");

const request = requestOfSize(15_000);
const service = languageService();
if ((await service(request.replace('"tools/call"', "{}"))).length === 0)
  throw new Error("The language service finds nothing in an invalid request, so it is no measure.");
printRatio({
  name: `check a Service RPC request of ${request.length} bytes, all rules, against vscode-json-languageservice with the official schema`,
  limit: 0.5,
  ...(await compare(
    () => checkText("rpc-request", request),
    () => service(request),
  )),
});

const llmsTxt = llmsTxtOfSize(50_000);
printRatio({
  name: `check an llms.txt of ${llmsTxt.length} bytes, against parsing it whole with mdast-util-from-markdown`,
  limit: 1 / 20,
  ...(await compare(
    () => checkText("llms-txt", llmsTxt),
    () => fromMarkdown(llmsTxt),
  )),
});

for (const [kind, ofSize] of [
  ["rpc-request", requestOfSize],
  ["llms-txt", llmsTxtOfSize],
  ["llms-txt", llmsTxtOfAddresses],
  ["call", callFileOfSize],
]) {
  const quarter = ofSize(256_000);
  const whole = ofSize(1_024_000);
  printRatio({
    name: `check a ${kind} of 1 MB (${ofSize.name}), against four times a quarter of it`,
    limit: 1.5,
    ...(await compare(
      () => checkText(kind, whole),
      () => {
        for (let part = 0; part < 4; part += 1) checkText(kind, quarter);
      },
      { rounds: 9 },
    )),
  });
}

const callFile = callFileOfSize(1_024_000);
const middle = callFile.indexOf("anvil", callFile.length / 2);
const editedFile = `${callFile.slice(0, middle)}x${callFile.slice(middle)}`;
const checkVersion = checkOfVersions();
let isEdited = false;
printRatio({
  name: "check a call file of 1 MB after one key press, against checking it whole",
  limit: 0.1,
  ...(await compare(
    () => {
      isEdited = !isEdited;
      checkVersion("call", isEdited ? editedFile : callFile);
    },
    () => checkText("call", callFile),
  )),
});

async function bundled(entry) {
  const folder = mkdtempSync(join(tmpdir(), "simplex-bench-"));
  const outfile = join(folder, "bundle.mjs");
  try {
    await build({
      ...{ absWorkingDir: repository, entryPoints: [entry], outfile, bundle: true, format: "esm", platform: "node" },
      // Some CommonJS packages ask for node's own modules.
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
      mainFields: ["module", "main"],
      logLevel: "error",
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Validates the whole envelope by the official definition of a call, as the editor's own JSON support would. */
function languageService() {
  const { getLanguageService, TextDocument } = jsonLanguageService;
  const mcp = JSON.parse(readFileSync(join(repository, "src/protocol/vendor/mcp/mcp-2026-07-28.schema.json"), "utf8"));
  const schema = {
    type: "object",
    properties: { protocol: { type: "string" }, request: { $ref: "#/$defs/CallToolRequest" } },
    required: ["protocol", "request"],
    $defs: mcp.$defs,
  };
  const validator = getLanguageService({});
  // Registered, so that the service resolves the schema once and not at each validation.
  validator.configure({ validate: true, schemas: [{ uri: "mcp://schema", fileMatch: ["*.rpc.json"], schema }] });
  return async (text) => {
    const document = TextDocument.create("file:///request.rpc.json", "json", 1, text);
    return await validator.doValidation(document, validator.parseJSONDocument(document));
  };
}

function requestOfSize(sizeBytes) {
  const item = { item: "anvil", quantity: 2, note: "delivered to Lisbon, by Friday", tags: ["iron", "heavy"] };
  const items = [];
  const text = () =>
    JSON.stringify(
      {
        protocol: "mcp",
        request: {
          ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
          params: {
            ...{ name: "quote", arguments: { items } },
            _meta: {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {},
            },
          },
        },
      },
      null,
      2,
    );
  const emptySize = text().length;
  items.push(item);
  const itemSize = text().length - emptySize;
  while (items.length * itemSize + emptySize < sizeBytes) items.push(item);
  return text();
}

function llmsTxtOfSize(sizeBytes) {
  const prose = "- [Guide](https://docs.acme.example/guide.html.md): How to order, with *examples* and `code`.\n";
  const count = Math.ceil((sizeBytes - 600) / prose.length);
  return `# Acme\n\n> Anvils.\n\n## Docs\n\n${prose.repeat(count)}\n${communications(4)}`;
}

function llmsTxtOfAddresses(sizeBytes) {
  return `# Acme\n\n${communications(Math.ceil(sizeBytes / 140))}`;
}

function communications(count) {
  const entries = Array.from({ length: count }, (_, index) => {
    const key = `${String(index).padStart(8, "0")}Xb7T9JN4U32Ote1ZkhoBvZQTeLjb7EP0xeI0aA`.slice(0, 42);
    return `- [Ask Acme ${index}](https://smp12.simplex.im/a#${key}A): SimpleX contact for agents, MCP, A2A. Orders.`;
  });
  return `## Communications\n\n${entries.join("\n")}\n`;
}

function callFileOfSize(sizeBytes) {
  const request = `### Request
# @to @shop
/_call mcp ${requestOfSize(2_000)
    .replace(/^[\s\S]*?"request": /, "")
    .replace(/\}\s*$/, "")}

`;
  return Array.from({ length: Math.ceil(sizeBytes / request.length) }, (_, index) =>
    request.replace("### Request", `### Request ${index}`),
  ).join("");
}
