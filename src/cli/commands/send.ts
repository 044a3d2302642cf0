import { parseArgs } from "node:util";
import { parseCallFile } from "../../protocol/call/parse/parseCallFile.ts";
import { createCaptureStore } from "../../runner/expectations/captures.ts";
import { requestOrder } from "../../runner/run/requestOrder.ts";
import { runFile } from "../../runner/run/runFile.ts";
import { worstExitCode } from "../callExit.ts";
import { readSendable } from "../callFileInput.ts";
import { eventText, troubleText, wholeTroubleText } from "../callOutput.ts";
import { callFormat, callOptions, callOptionsHelp, listenToEnd, runOptions } from "../callSession.ts";
import { chosenRequest } from "../chosenRequest.ts";
import { type CliIo, UsageError } from "../io.ts";
import { openCoreFor } from "../openCore.ts";
import { painter } from "../paint.ts";
import { writeTranscript } from "../transcripts.ts";
import { visibleText } from "../visibleText.ts";

export const help = `Usage: simplex-agents send <file.call> [--request NAME | --line N] [--transcript FILE] [--env NAME]
                      [--core sandbox|ws://…] [--format text|ndjson]

Sends one request of a file and prints each reply as it comes. "-" reads the file from standard input.
Requests whose captures it uses are sent before it, without being printed.

  --request NAME   the request of that name; --line N the one at that line. Not needed for a file with one request.
  --transcript FILE   write the record of the call, too, without its secrets: to open in the editor, or for "run --replay"
${callOptionsHelp}
Exit: 0 answered, 1 answered with an error or an expectation failed, 2 cannot run, not sendable or cancelled,
      3 no answer in time. A request that expects an error ($outcome, $error.code) and gets it is a success.
`;

/** `send`: one request, its events as they happen. */
export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...callOptions, request: { type: "string" }, line: { type: "string" }, transcript: { type: "string" } },
  });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new UsageError("Name one request file to send from.");
  const format = callFormat(values.format);
  const input = await readSendable(path, values.env, io);
  const file = parseCallFile(input.text);
  const index = chosenRequest(file, input.text, values);
  const sent = requestOrder(file, [index]).order.flatMap((position) => file.requests[position] ?? []);
  const opened = await openCoreFor(sent, values.core, io);
  const paint = painter(io.hasColours);
  try {
    const results = await runFile({
      ...runOptions(input, opened, { captures: createCaptureStore(), sentSecrets: new Set() }, io),
      requests: [index],
      onCall(position, call) {
        if (position !== index) return;
        listenToEnd(call, (event) => {
          io.writeOut(format === "ndjson" ? `${JSON.stringify(event)}\n` : eventText(event, paint));
        });
      },
    });
    // How the printed call ended was printed with it; of the others nothing was.
    const errorPaint = painter(io.hasErrorColours);
    for (const [position, result] of results.entries()) {
      const isPrinted = position === results.length - 1;
      const trouble = isPrinted ? troubleText : wholeTroubleText;
      const name = isPrinted || result.kind !== "finished" || result.isPassed ? "" : neededText(result.name);
      io.writeError(name + trouble(result, path, input.text, errorPaint));
    }
    const printed = results.at(-1);
    if (values.transcript !== undefined && printed?.kind === "finished") {
      await writeTranscript(values.transcript, printed.call, io);
    }
    return worstExitCode(results, io.signal.aborted);
  } finally {
    await opened?.close();
  }
}

function neededText(name: string): string {
  return `"${visibleText(name)}", which was sent first because its captures are used, did not pass:\n`;
}
