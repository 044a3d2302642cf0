import type { JsonNode, JsonStringNode } from "../json/jsonNode.ts";
import { memberOf } from "../json/jsonNode.ts";
import { parseJsonText } from "../json/jsonText.ts";
import { spanInString } from "../json/spanInString.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import { looksLikeSimplexLink, parseSimplexLink } from "../link/parseSimplexLink.ts";
import { addressIdentity, linkTypeWords, type SimplexLink } from "../link/simplexLink.ts";
import { type Problem, type Span, textRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { wellKnownRules } from "./rules.ts";

/** A SimpleX link of the document. */
interface WellKnownAddress {
  /** Where the link stands; the text is the link with JSON's escapes resolved. */
  readonly link: Span;
  /** Undefined when the link does not parse. */
  readonly address: SimplexLink | undefined;
  /** A `title` or `name` beside the link, if there is one. The format is not public: a guess for people to read. */
  readonly title: string | undefined;
  /** Member names and item indices from the root to the link. */
  readonly path: readonly (string | number)[];
}

export interface WellKnownDocument {
  readonly addresses: readonly WellKnownAddress[];
  readonly problems: readonly Problem[];
}

const report = reporter(wellKnownRules);

/**
 * Finds the SimpleX links of `/.well-known/simplex.json`, in whichever members they stand: the document's specification is
 * not public yet. Problems of the JSON are errors, all others are provisional.
 */
export function readWellKnown(text: string): WellKnownDocument {
  const { root, problems: jsonProblems } = parseJsonText(text);
  if (!root) return { addresses: [], problems: jsonProblems };
  const problems: Problem[] = [...jsonProblems];
  if (root.kind !== "object")
    problems.push(report("well-known/not-an-object", root.range, { found: describeValue(root) }));
  const addresses: WellKnownAddress[] = [];
  const identities = new Set<string>();
  for (const { node, path, owner } of stringsWithin(root)) {
    if (!looksLikeSimplexLink(node.value)) continue;
    const { link: address, problems: linkProblems } = parseSimplexLink(node.value);
    const range = spanInString(text, node, 0, node.value.length);
    problems.push(...linkProblems.map((problem) => provisional(problem, text, node)));
    if (address) problems.push(...addressProblems(address, identities).map((problem) => ({ ...problem, range })));
    addresses.push({ link: { ...range, text: node.value }, address, title: titleIn(owner), path });
  }
  if (addresses.length === 0 && root.kind === "object") {
    problems.push(report("well-known/no-addresses", textRange(root.range.offset, Math.min(root.range.length, 1))));
  }
  return { addresses, problems };
}

/** All problems of a `/.well-known/simplex.json` document. */
export function checkWellKnown(text: string): Problem[] {
  return [...readWellKnown(text).problems];
}

interface LocatedString {
  readonly node: JsonStringNode;
  readonly path: readonly (string | number)[];
  /** The object whose member the string is. */
  readonly owner: JsonNode | undefined;
}

/** The strings of a document in its order, without recursion. */
function* stringsWithin(root: JsonNode): Generator<LocatedString> {
  type Waiting = { node: JsonNode; path: readonly (string | number)[]; owner: JsonNode | undefined };
  const waiting: Waiting[] = [{ node: root, path: [], owner: undefined }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, path, owner } = next;
    if (node.kind === "string") yield { node, path, owner };
    else if (node.kind === "array") {
      for (const [index, item] of [...node.items.entries()].reverse()) {
        waiting.push({ node: item, path: [...path, index], owner });
      }
    } else if (node.kind === "object") {
      for (const { key, value } of node.members.toReversed()) {
        if (value) waiting.push({ node: value, path: [...path, key.value], owner: node });
      }
    }
  }
}

function titleIn(owner: JsonNode | undefined): string | undefined {
  const node = memberOf(owner, "title")?.value ?? memberOf(owner, "name")?.value;
  return node?.kind === "string" ? node.value : undefined;
}

function addressProblems(address: SimplexLink, identities: Set<string>): Problem[] {
  const nowhere = textRange(0, 0);
  if (address.type === "relay" || address.type === "invitation") {
    return [report("well-known/not-for-publication", nowhere, { type: linkTypeWords[address.type] })];
  }
  const identity = addressIdentity(address);
  if (identities.has(identity)) return [report("well-known/duplicate-address", nowhere)];
  identities.add(identity);
  return [];
}

/** A problem of a link as one of the document: at its place in the JSON text, and no error. */
function provisional(problem: Problem, text: string, node: JsonStringNode): Problem {
  const range = spanInString(text, node, problem.range.offset, problem.range.offset + problem.range.length);
  const fixes = problem.fixes.map((fix) => ({
    ...fix,
    edits: fix.edits.map((edit) => ({
      range: spanInString(text, node, edit.range.offset, edit.range.offset + edit.range.length),
      newText: JSON.stringify(edit.newText).slice(1, -1),
    })),
  }));
  if (problem.severity !== "error")
    return { ...problem, range, fixes, message: `Provisional check: ${problem.message}` };
  return report("well-known/link", range, { reason: problem.message }, fixes);
}
