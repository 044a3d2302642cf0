import { version } from "../../package.json";
import type { Problem, Severity } from "../protocol/problem.ts";
import { RULES } from "../protocol/rules.ts";
import type { CheckedFile } from "./checkedFile.ts";
import { visibleText } from "./visibleText.ts";

/** The values of `check --format`. */
export const checkFormats = ["text", "json", "sarif"] as const;

export type CheckFormat = (typeof checkFormats)[number];

/** What `check` prints for the files, ending with a line break. */
export function formatCheck(format: CheckFormat, files: readonly CheckedFile[], hasColours: boolean): string {
  switch (format) {
    case "text":
      return textOf(files, hasColours);
    case "json":
      return `${JSON.stringify(files.flatMap(jsonProblems), undefined, 2)}\n`;
    case "sarif":
      return `${JSON.stringify(sarifOf(files), undefined, 2)}\n`;
  }
}

function textOf(files: readonly CheckedFile[], hasColours: boolean): string {
  const paint = (code: string, text: string) => (hasColours ? `\u001b[${code}m${text}\u001b[0m` : text);
  const lines = files.flatMap((file) =>
    file.problems.map((problem) => {
      const { line, column } = file.positions.at(problem.range.offset);
      const severity = paint(severityColours[problem.severity], problem.severity);
      const place = paint("1", `${visibleText(file.path)}:${line}:${column}`);
      // Messages quote the file, and a terminal would obey what hides in it.
      return `${place}: ${severity}: ${visibleText(problem.message)} ${paint("2", `[${problem.code}]`)}`;
    }),
  );
  return [...lines, summaryOf(files)].map((line) => `${line}\n`).join("");
}

const severityColours: Readonly<Record<Severity, string>> = {
  error: "31",
  warning: "33",
  information: "36",
  hint: "2",
};

function summaryOf(files: readonly CheckedFile[]): string {
  const problems = files.flatMap((file) => file.problems);
  const count = (severity: Severity) => problems.filter((problem) => problem.severity === severity).length;
  const counts = [
    counted(count("error"), "error"),
    counted(count("warning"), "warning"),
    counted(count("information") + count("hint"), "note"),
  ].filter((text) => text !== undefined);
  return `${counted(files.length, "file") ?? "No file"} checked: ${counts.join(", ") || "no problems"}.`;
}

function counted(count: number, noun: string): string | undefined {
  return count === 0 ? undefined : `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function jsonProblems(file: CheckedFile): object[] {
  return file.problems.map(({ severity, code, message, section, range }) => {
    const { start, end } = file.positions.of(range);
    const { line, column } = start;
    return {
      file: file.path,
      line,
      column,
      endLine: end.line,
      endColumn: end.column,
      severity,
      code,
      message,
      rule: section,
    };
  });
}

/** SARIF 2.1.0, as code scanning services read it. */
function sarifOf(files: readonly CheckedFile[]): object {
  const codes = [...new Set(files.flatMap((file) => file.problems.map((problem) => problem.code)))].sort();
  const rules = codes.map((code) => {
    const rule = RULES[code];
    return {
      id: code,
      shortDescription: { text: rule?.summary ?? code },
      defaultConfiguration: { level: sarifLevels[rule?.severity ?? "error"] },
      properties: { section: rule?.section ?? "" },
    };
  });
  const driver = { name: "simplex-agents", version, rules };
  const results = files.flatMap((file) => file.problems.map((problem) => sarifResult(file, problem, codes)));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", results }],
  };
}

const sarifLevels: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  error: "error",
  warning: "warning",
  information: "note",
  hint: "note",
};

function sarifResult(file: CheckedFile, problem: Problem, codes: readonly string[]): object {
  const { start, end } = file.positions.of(problem.range);
  const region = { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
  return {
    ruleId: problem.code,
    ruleIndex: codes.indexOf(problem.code),
    level: sarifLevels[problem.severity],
    message: { text: problem.message },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file.path) }, region } }],
  };
}

/** A reference relative to where the command runs; a path from the root, of Windows too, is a URI of its own. */
function uriOf(path: string): string {
  if (path === "-") return "stdin";
  const root = /^(?:[A-Za-z]:)?\//.exec(path)?.[0] ?? "";
  const rest = path.slice(root.length).split("/").map(encodeURIComponent).join("/");
  if (root === "") return rest;
  return `file://${root.startsWith("/") ? "" : "/"}${root}${rest}`;
}
