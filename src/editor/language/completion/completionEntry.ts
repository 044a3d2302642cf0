import type { DescribedMember } from "../../../protocol/json-schema/describedPlace.ts";
import type { TextRange } from "../../../protocol/problem.ts";
import type { PlaceOf } from "./completionPlace.ts";

/** One choice of a completion. */
export interface CompletionEntry {
  readonly kind: "directive" | "variable" | "target" | "protocol" | "member" | "value" | "mention" | "request";
  readonly label: string;
  readonly detail?: string;
  /** Markdown. */
  readonly documentation?: string;
  /** A text of a peer, shown as it is. */
  readonly plainDocumentation?: string;
  readonly insert: string;
  /** True when `insert` is a snippet with places to fill. */
  readonly isSnippet: boolean;
  readonly range: TextRange;
  /** What the editor compares with the typed text; the label when absent. */
  readonly filter?: string;
  /** True when another list of choices follows at once. */
  readonly suggestsMore?: boolean;
}

/** A member of an object, required ones marked: its key, and a value to begin with where no colon follows yet. */
export function memberEntry(
  { name, type, isRequired, values, insertText }: DescribedMember,
  { range, hasColon }: PlaceOf<"json">,
): CompletionEntry {
  const key = JSON.stringify(name);
  const value = values.length > 1 ? "$1" : `\${1:${escapeSnippet(insertText)}}`;
  return {
    kind: "member",
    label: name,
    detail: isRequired ? `${type}, required` : type,
    insert: hasColon ? key : `${escapeSnippet(key)}: ${value}`,
    isSnippet: !hasColon,
    range,
    filter: key,
    suggestsMore: values.length > 1,
  };
}

/** A value that is inserted as it is shown. */
export function valueEntry(value: string, range: TextRange): CompletionEntry {
  return { kind: "value", label: value, insert: value, isSnippet: false, range };
}

/** A value with places to fill in; `insert` is a snippet. */
export function snippetEntry(label: string, insert: string, range: TextRange): CompletionEntry {
  return { kind: "value", label, insert, isSnippet: true, range };
}

/** Text that stands for itself inside a snippet. */
export function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}
