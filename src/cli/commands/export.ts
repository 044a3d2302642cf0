import { parseArgs } from "node:util";
import { parseCallFile } from "../../protocol/call/parse/parseCallFile.ts";
import { LinePositions } from "../../protocol/text/linePositions.ts";
import { type ExportKind, exportKinds } from "../../runner/export/exportKinds.ts";
import { exportRequest } from "../../runner/export/exportRequest.ts";
import { readSendable } from "../callFileInput.ts";
import { prepareContext } from "../callSession.ts";
import { chosenRequest } from "../chosenRequest.ts";
import { type CliIo, exitCodes, UsageError } from "../io.ts";
import { visibleText } from "../visibleText.ts";

export const help = `Usage: simplex-agents export <file.call> --as core|typescript|python [--request NAME | --line N] [--env NAME]

Writes one request for use without this program. "-" reads the file from standard input. Nothing is sent.

  --as core        the core's own commands (/_service_request, /_send), for the terminal of simplex-chat
  --as typescript  a program for the npm package simplex-chat
  --as python      a program for the PyPI package simplex-chat
  --request NAME   the request of that name; --line N the one at that line. Not needed for a file with one request.
  --env NAME       the environment of simplex.env.json to take variables from

Secrets, values of simplex.private.env.json and environment variables are never written: a program reads them from the
environment variables of their names when it runs.

Exit: 0 written, 2 the request cannot be sent as it is, so it cannot be exported.
`;

/** `export`: prints a request in another form. */
export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      as: { type: "string" },
      env: { type: "string" },
      request: { type: "string" },
      line: { type: "string" },
    },
  });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new UsageError("Name one request file to export from.");
  const kind = exportKind(values.as);
  const input = await readSendable(path, values.env, io);
  const file = parseCallFile(input.text);
  const request = file.requests[chosenRequest(file, input.text, values)];
  if (request === undefined) throw new UsageError("The file has no request.");
  const result = await exportRequest(file, request, prepareContext(input, io), kind);
  if (result.kind === "problems") {
    const positions = new LinePositions(input.text);
    for (const { range, message } of result.problems) {
      const { line, column } = positions.at(range.offset);
      io.writeError(`${path}:${line}:${column}: error: ${visibleText(message)}\n`);
    }
    return exitCodes.cannotRun;
  }
  io.writeOut(result.text);
  for (const note of result.notes) io.writeError(`${visibleText(note)}\n`);
  return exitCodes.ok;
}

function exportKind(name: string | undefined): ExportKind {
  const kind = exportKinds.find((known) => known === name);
  if (kind !== undefined) return kind;
  const wanted = `Write --as ${exportKinds.join(", --as ")}.`;
  throw new UsageError(name === undefined ? wanted : `"${name}" is no form to export to. ${wanted}`);
}
