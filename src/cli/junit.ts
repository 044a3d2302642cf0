import { isPassed } from "../runner/run/runFile.ts";
import type { RequestResult } from "../runner/run/runRequest.ts";

/** The results of one file, as `run` reports them. */
export interface FileResults {
  /** As the user named it, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly results: readonly RequestResult[];
}

/** JUnit XML of a run: a suite for each file, a case for each request. `trouble` says what did not come out. */
export function junitXml(
  files: readonly FileResults[],
  trouble: (file: FileResults, result: RequestResult) => string,
): string {
  const all = files.flatMap((file) => file.results);
  const suites = files.map((file) => suiteXml(file, trouble));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="simplex-agents" ${countsOf(all)}>\n${suites.join("")}</testsuites>\n`;
}

function suiteXml(file: FileResults, trouble: (file: FileResults, result: RequestResult) => string): string {
  const cases = file.results.map((result) => caseXml(file, result, trouble(file, result)));
  return `  <testsuite name="${escaped(file.path)}" ${countsOf(file.results)}>\n${cases.join("")}  </testsuite>\n`;
}

function countsOf(results: readonly RequestResult[]): string {
  const count = (matches: (result: RequestResult) => boolean): number => results.filter(matches).length;
  const failures = count((result) => result.kind === "finished" && !isPassed(result));
  const errors = count((result) => result.kind === "not-sent");
  const skipped = count((result) => result.kind === "skipped");
  const time = results.reduce((sum, result) => sum + durationMs(result), 0);
  return `tests="${results.length}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${seconds(time)}"`;
}

function caseXml(file: FileResults, result: RequestResult, trouble: string): string {
  const head = `    <testcase name="${escaped(result.name)}" classname="${escaped(file.path)}" file="${escaped(file.path)}" line="${result.line}" time="${seconds(durationMs(result))}"`;
  if (isPassed(result)) return `${head}/>\n`;
  return `${head}>\n      ${troubleXml(result, trouble)}\n    </testcase>\n`;
}

function troubleXml(result: RequestResult, trouble: string): string {
  const message = `message="${escaped(trouble.split("\n")[0] ?? "")}"`;
  switch (result.kind) {
    case "skipped":
      return `<skipped message="${escaped(result.reason)}"/>`;
    case "not-sent":
      return `<error ${message} type="not-sent">${escaped(trouble)}</error>`;
    case "finished":
      return `<failure ${message} type="${result.end.outcome}">${escaped(trouble)}</failure>`;
  }
}

/** How long the call of a request took; 0 when none was made. */
export function durationMs(result: RequestResult): number {
  return result.kind === "finished" ? result.end.elapsedMs : 0;
}

function seconds(duration: number): string {
  return (duration / 1000).toFixed(3);
}

/** Characters that XML 1.0 cannot hold, not even as references. */
const unwritable =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escaped(text: string): string {
  return text
    .replace(unwritable, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;")
    .replaceAll("\n", "&#10;");
}
