import { parseArgs } from "node:util";
import type { CallFile } from "../protocol/call/callFile.ts";
import { parseCallFile } from "../protocol/call/parseCallFile.ts";
import { createCaptureStore } from "../runner/captures.ts";
import { runFile } from "../runner/runFile.ts";
import { requestIdentity } from "../runner/runRequest.ts";
import { worstExitCode } from "./callExit.ts";
import { readCallFile } from "./callFileInput.ts";
import { callFormat, callOptions, callOptionsHelp, runOptions } from "./callSession.ts";
import { eventText, painter, troubleText } from "./callText.ts";
import { type CliIo, UsageError } from "./io.ts";
import { LinePositions } from "./linePositions.ts";
import { openCore } from "./openCore.ts";

export const help = `Usage: simplex-agents send <file.call> [--request NAME | --line N] [--env NAME]
                      [--core sandbox|ws://…] [--format text|ndjson]

Sends one request of a file and prints each reply as it comes. "-" reads the file from standard input.
Requests whose captures it uses are sent before it, without being printed.

  --request NAME   the request of that name; --line N the one at that line. Not needed for a file with one request.
${callOptionsHelp}
Exit: 0 answered, 1 answered with an error or an expectation failed, 2 cannot run, not sendable or cancelled,
      3 no answer in time. A request that expects an error ($outcome, $error.code) and gets it is a success.
`;

/** `send`: one request, its events as they happen. */
export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...callOptions, request: { type: "string" }, line: { type: "string" } },
  });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new UsageError("Name one request file to send from.");
  const format = callFormat(values.format);
  const input = await readCallFile(path, values.env, io);
  const index = chosenRequest(parseCallFile(input.text), input.text, values);
  const opened = await openCore(values.core, io);
  const paint = painter(io.hasColours);
  try {
    const results = await runFile({
      ...runOptions(input, opened, createCaptureStore(), io),
      requests: [index],
      onCall(position, call) {
        if (position !== index) return;
        call.onEvent((event) => {
          io.writeOut(format === "ndjson" ? `${JSON.stringify(event)}\n` : eventText(event, paint));
        });
      },
    });
    for (const result of results) io.writeError(troubleText(result, path, input.text, paint));
    return worstExitCode(results, io.signal.aborted);
  } finally {
    await opened.close();
  }
}

/** The position of the request that the options name, or of the only one. */
function chosenRequest(
  file: CallFile,
  text: string,
  options: { readonly request?: string; readonly line?: string },
): number {
  const requests = file.requests.map((request) => ({ ...requestIdentity(request, text), range: request.range }));
  if (requests.length === 0) throw new UsageError("The file has no request. Nothing was sent.");
  const list = requests.map(({ name, line }) => `  line ${line}: ${name}`).join("\n");
  if (options.request !== undefined && options.line !== undefined) {
    throw new UsageError("--request and --line both choose a request. Write one of them.");
  }
  if (options.request !== undefined) {
    const index = requests.findIndex(({ name }) => name === options.request);
    if (index === -1) throw new UsageError(`No request is named "${options.request}". The file has:\n${list}`);
    return index;
  }
  if (options.line !== undefined) return requestAtLine(requests, text, options.line, list);
  if (requests.length > 1)
    throw new UsageError(`The file has several requests. Choose one with --request or --line:\n${list}`);
  return 0;
}

/** The last request that begins at the line or before it, as the cursor in an editor means it. */
function requestAtLine(
  requests: readonly { readonly line: number }[],
  text: string,
  option: string,
  list: string,
): number {
  const line = Number(option);
  const lines = new LinePositions(text).at(text.length).line;
  if (!Number.isInteger(line) || line < 1 || line > lines) {
    throw new UsageError(`--line takes a line of the file, 1 to ${lines}. The file has:\n${list}`);
  }
  const index = requests.findLastIndex((request) => request.line <= line);
  if (index === -1) throw new UsageError(`No request begins at line ${line} or before. The file has:\n${list}`);
  return index;
}
