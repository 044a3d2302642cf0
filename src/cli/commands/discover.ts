import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { addressJson } from "../../discovery/addressJson.ts";
import { fetchDocument } from "../../discovery/boundedFetch.ts";
import { type Discovery, discoverLink, discoverText, discoverWebsite, textKindOf } from "../../discovery/discover.ts";
import { looksLikeSimplexLink, parseSimplexLink } from "../../protocol/link/parseSimplexLink.ts";
import { addressText } from "../addressText.ts";
import { type CliIo, exitCodes, UsageError } from "../io.ts";
import { openCore } from "../openCore.ts";
import { painter } from "../paint.ts";
import { visibleText } from "../visibleText.ts";

export const help = `Usage: simplex-agents discover <website, llms.txt or link> [--core sandbox|ws://…] [--format text|json]

Finds the SimpleX addresses of a website (its link relations, /.well-known/simplex.json, /llms.txt and its Agent Card), of
a file of one of these kinds, or one link or name; reads the link data of each without connecting; and shows what each
address declares, with the source of every value and what contradicts it. What no source states is unknown, not absent.

  --core CORE      reads the link data: sandbox (default), or a running core's WebSocket, such as ws://127.0.0.1:5225
  --format FORMAT  text (default), or json: one array of addresses,
                   {link, title?, type?, business?, serves?, audience?, changeFrequency?, protocols?,
                    from, unknown, sources, contradictions, problems}:
                   "from" has the source of each value, "unknown" the members that no source states

Exit: 0 all agree, 1 contradictions, invalid declarations or an invalid document, 2 nothing could be read, the command is
wrong, or it was cancelled.
`;

/** Prints the addresses that were found to the output, and what was read in vain to the errors. */
export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { core: { type: "string", default: "sandbox" }, format: { type: "string", default: "text" } },
  });
  const [input, ...others] = positionals;
  if (input === undefined || others.length > 0) throw new UsageError("Name one website, file or link.");
  if (values.format !== "text" && values.format !== "json")
    throw new UsageError(`"${values.format}" is no format. Write text or json.`);
  const opened = await openCore(values.core, io);
  try {
    const discovery = await discover(input, { fetch: fetchDocument, core: opened.core }, io);
    io.writeOut(values.format === "json" ? jsonOf(discovery) : textOf(discovery, io));
    // What was read in vain is said too when nothing was found.
    const isFound = discovery.records.length > 0;
    for (const { outcome, message } of discovery.visits) {
      if (outcome !== "read" || !isFound) io.writeError(`${visibleText(message)}\n`);
    }
    return io.signal.aborted ? exitCodes.cannotRun : exitCodeOf(discovery);
  } finally {
    await opened.close();
  }
}

async function discover(input: string, services: Parameters<typeof discoverLink>[1], io: CliIo): Promise<Discovery> {
  if (looksLikeSimplexLink(input) || /^[#@]/.test(input)) {
    const [problem] = parseSimplexLink(input).problems.filter(({ severity }) => severity === "error");
    if (problem) throw new UsageError(problem.message);
    return discoverLink(input, services, io.signal);
  }
  if (URL.canParse(input) && /^https?:/i.test(input)) return discoverWebsite(input, services, io.signal);
  const kind = textKindOf(input);
  const text = await readFile(resolve(io.workingFolder, input), "utf8").catch(() => undefined);
  if (text === undefined)
    throw new UsageError(`"${input}" is neither a website, a SimpleX link nor a file that can be read.`);
  if (!kind)
    throw new UsageError(`${input} is not an llms.txt, a .well-known/simplex.json or an Agent Card, by its name.`);
  return discoverText(kind, text, input, services, io.signal);
}

function jsonOf(discovery: Discovery): string {
  return `${JSON.stringify(discovery.records.map(addressJson), null, 2)}\n`;
}

function textOf(discovery: Discovery, io: CliIo): string {
  if (discovery.records.length === 0) return "No SimpleX address was found.\n";
  return discovery.records.map((record) => addressText(record, painter(io.hasColours))).join("\n");
}

function exitCodeOf({ records, visits }: Discovery): number {
  const isInvalid = visits.some(({ outcome }) => outcome === "invalid");
  if (!isInvalid && !visits.some(({ outcome }) => outcome === "read")) return exitCodes.cannotRun;
  const isWrong = records.some(
    ({ contradictions, problems }) =>
      contradictions.length > 0 || problems.some(({ severity }) => severity === "error"),
  );
  return isInvalid || isWrong ? exitCodes.failed : exitCodes.ok;
}
