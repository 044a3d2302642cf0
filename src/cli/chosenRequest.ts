import type { CallFile } from "../protocol/call/callFile.ts";
import { LinePositions } from "../protocol/text/linePositions.ts";
import { requestIdentity } from "../runner/run/runRequest.ts";
import { UsageError } from "./io.ts";

/** The position of the request that the options name, or of the only one. */
export function chosenRequest(
  file: CallFile,
  text: string,
  options: { readonly request?: string; readonly line?: string },
): number {
  const requests = file.requests.map((request) => ({ ...requestIdentity(request, text), range: request.range }));
  if (requests.length === 0) throw new UsageError("The file has no request.");
  const list = requests.map(({ name, line }) => `  line ${line}: ${name}`).join("\n");
  if (options.request !== undefined && options.line !== undefined) {
    throw new UsageError("--request and --line both choose a request. Write one of them.");
  }
  if (options.request !== undefined) {
    const index = requests.findIndex(({ name }) => name === options.request);
    if (index !== requests.findLastIndex(({ name }) => name === options.request)) {
      throw new UsageError(
        `Several requests are named "${options.request}". Choose one with --line. The file has:\n${list}`,
      );
    }
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
