import type { CallFile } from "../../../protocol/call/callFile.ts";
import { parseSimplexLink } from "../../../protocol/link/parseSimplexLink.ts";
import type { Span, TextRange } from "../../../protocol/problem.ts";

export interface TargetLink {
  readonly range: TextRange;
  readonly address: string;
}

/** SimpleX links in `@to` and in variables that may be opened: those that parse without a problem, and nothing else. */
export function targetLinks(file: CallFile): TargetLink[] {
  const targets = file.requests.flatMap(({ directives }) =>
    directives.filter(({ key }) => key.text === "to").map(({ value }) => value),
  );
  return [...file.variables.map(({ value }) => value), ...targets].filter(isOpenable).map((span) => ({
    range: { offset: span.offset, length: span.length },
    address: span.text,
  }));
}

/** Names have no address to open, and a placeholder is not a link yet. */
function isOpenable(span: Span): boolean {
  const { link, problems } = parseSimplexLink(span.text);
  return link !== undefined && link.form !== "name" && problems.length === 0;
}
