import { parseArgs } from "node:util";
import { addressJson } from "../../discovery/addressJson.ts";
import { inspectAddress } from "../../discovery/inspectAddress.ts";
import { parseSimplexLink } from "../../protocol/link/parseSimplexLink.ts";
import { addressText } from "../addressText.ts";
import { type CliIo, exitCodes, UsageError } from "../io.ts";
import { openCore } from "../openCore.ts";
import { painter } from "../paint.ts";
import { visibleText } from "../visibleText.ts";

export const help = `Usage: simplex-agents inspect <link> [--core sandbox|ws://…] [--format text|json]

Reads the link data of one address, without connecting, and shows its declarations: checked, and as the core returned them.

  --core CORE      sandbox (default), or the WebSocket of a running core, such as ws://127.0.0.1:5225
  --format FORMAT  text (default), or json: one address, with "linkData" as returned

Exit: 0 the declarations are valid, 1 they are not, 2 the link is wrong or its link data could not be read.
`;

/** Prints one address with its link data. Throws a `UsageError` for a link that cannot be read or inspected. */
export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { core: { type: "string", default: "sandbox" }, format: { type: "string", default: "text" } },
  });
  const [link, ...others] = positionals;
  if (link === undefined || others.length > 0) throw new UsageError("Name one SimpleX link or name.");
  if (values.format !== "text" && values.format !== "json")
    throw new UsageError(`"${values.format}" is no format. Write text or json.`);
  const [problem] = parseSimplexLink(link).problems.filter(({ severity }) => severity === "error");
  if (problem) throw new UsageError(problem.message);
  const opened = await openCore(values.core, io);
  try {
    const inspection = await inspectAddress(link, opened.core, io.signal);
    if (inspection.kind === "failed") throw new UsageError(inspection.message);
    const { record, linkData } = inspection;
    io.writeOut(
      values.format === "json"
        ? `${JSON.stringify({ ...addressJson(record), linkData }, null, 2)}\n`
        : `${addressText(record, painter(io.hasColours))}\n${visibleText(JSON.stringify(linkData, null, 2))}\n`,
    );
    return record.problems.some(({ severity }) => severity === "error") ? exitCodes.failed : exitCodes.ok;
  } finally {
    await opened.close();
  }
}
