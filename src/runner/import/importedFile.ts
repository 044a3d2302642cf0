import { hiddenCharacterClass } from "../../protocol/text/hiddenCharacters.ts";

/** What can be imported, in the order it is offered. */
export const importKinds = ["http", "curl", "mcp-json", "agent-card"] as const;

export type ImportKind = (typeof importKinds)[number];

/** A request taken over from elsewhere. No text in it holds a credential: `{{$secret name}}` stands in its place. */
export interface ImportedRequest {
  readonly name: string;
  /** What the reader should know, each a sentence. */
  readonly comments: readonly string[];
  /** Directives without `# @`, such as `param A2A-Version: 1.0`, the target among them. */
  readonly directives: readonly string[];
  /** `/_call <protocol> {…}`. */
  readonly body: string;
}

export interface ImportedVariable {
  readonly name: string;
  readonly value: string;
}

/** The parts of a request file that an import makes. */
export interface ImportedFile {
  readonly comments: readonly string[];
  readonly variables: readonly ImportedVariable[];
  readonly requests: readonly ImportedRequest[];
  /** What was not taken over, and why, each a sentence. */
  readonly leftOut: readonly string[];
}

export type ImportResult =
  | { readonly kind: "imported"; readonly text: string; readonly requests: number; readonly leftOut: readonly string[] }
  /** Nothing could be taken over; the message says why and what to do. */
  | { readonly kind: "failed"; readonly message: string };

/** More requests than a reader would go through are left out, and said to be. */
export const maxImportedRequests = 200;

/** The text of the request file. */
export function requestFileText({ comments, variables, requests, leftOut }: ImportedFile): string {
  const head = [...comments, ...leftOut.map((reason) => `Left out: ${reason}`)].map(commentLine);
  const definitions = variables.map(({ name, value }) => `@${name} = ${value}`.trimEnd());
  const blocks = requests.map(({ name, comments: about, directives, body }) =>
    [`### ${oneLine(name)}`, ...about.map(commentLine), ...directives.map((directive) => `# @${directive}`), body].join(
      "\n",
    ),
  );
  return `${[head.join("\n"), definitions.join("\n"), ...blocks].filter((block) => block !== "").join("\n\n")}\n`;
}

function commentLine(text: string): string {
  return `# ${oneLine(text)}`;
}

const longestLine = 300;
const spaceOrHidden = new RegExp(`(?:\\s|${hiddenCharacterClass})+`, "gu");

/**
 * Foreign text as a part of one line: a line break or a hidden character in it could begin a directive of its own or hide
 * what is said.
 */
export function oneLine(text: string): string {
  const line = text
    .replace(spaceOrHidden, " ")
    .replace(/^[\s@#]+/, "")
    .trim();
  return line.length > longestLine ? `${line.slice(0, longestLine)}…` : line;
}

/** Foreign text as a variable's name. */
export function variableName(text: string): string {
  const name = text.replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^(?![A-Za-z_])/, "_");
  return name.slice(0, 60);
}
