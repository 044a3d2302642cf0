import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { decodeText } from "../../protocol/text/decodeText.ts";
import { type ImportKind, importKinds } from "../../runner/import/importedFile.ts";
import { importText } from "../../runner/import/importText.ts";
import { reasonOf } from "../findFiles.ts";
import { type CliIo, exitCodes, UsageError } from "../io.ts";
import { visibleText } from "../visibleText.ts";

export const help = `Usage: simplex-agents import <file> [--as http|curl|mcp-json|agent-card]

Makes a request file of another tool's text and prints it. "-" reads standard input. What the text is is guessed unless
--as says so:

  http        an .http file whose requests post JSON-RPC to an MCP or A2A endpoint; its variables are carried over
  curl        such a request as curl commands
  mcp-json    the server entries of an mcp.json, of VS Code or MCP Inspector
  agent-card  an A2A Agent Card: a request for each skill

Methods of earlier versions become those of MCP 2026-07-28 and A2A 1.0; what has no place over SimpleX is left out, and a
comment says so. Credentials are never carried over: {{$secret name}} stands in their place. Write the SimpleX address
after the variable that the file begins with, unless an Agent Card names one.

Exit: 0 a request file was printed, 2 nothing could be imported.
`;

/** `import`: prints a request file. */
export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { as: { type: "string" } },
  });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new UsageError("Name one file to import.");
  const kind = values.as === undefined ? undefined : importKind(values.as);
  const { text, problems } = decodeText(await bytesOf(path, io));
  const [problem] = problems;
  if (problem) throw new UsageError(`${path} cannot be imported: ${problem.message}`);
  const result = importText(text, kind);
  if (result.kind === "failed") throw new UsageError(visibleText(result.message));
  io.writeOut(result.text);
  for (const reason of result.leftOut) io.writeError(`Left out: ${visibleText(reason)}\n`);
  return exitCodes.ok;
}

function importKind(name: string): ImportKind {
  const kind = importKinds.find((known) => known === name);
  if (kind === undefined) throw new UsageError(`"${name}" cannot be imported. Write ${importKinds.join(", ")}.`);
  return kind;
}

async function bytesOf(path: string, io: CliIo): Promise<Uint8Array> {
  if (path === "-") return await io.readInput();
  try {
    return await readFile(resolve(io.workingFolder, path));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}
