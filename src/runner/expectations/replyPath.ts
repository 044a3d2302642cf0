import { type JSONValue, query as queryPath } from "json-p3";
import type { CallEnd, CallReply } from "../../exchange/callEvent.ts";
import { parseReply } from "../../exchange/jsonRpcReply.ts";
import { type NamedRoot, rootedPath } from "../../protocol/call/parse/jsonPath.ts";
import { nodeAt } from "../../protocol/json/jsonNode.ts";
import { parseJsonText } from "../../protocol/json/jsonText.ts";
import { errorMessage } from "../../protocol/text/errorMessage.ts";

/** What a finished call offers to expectations and captures. */
export interface CallEvidence {
  readonly replies: readonly CallReply[];
  readonly end: CallEnd;
}

/** A value that a path selects. */
export interface SelectedValue {
  readonly value: unknown;
  /** The value as JSON text; from a reply, with its digits as received. */
  readonly json: string;
}

export type Selection =
  | { readonly kind: "values"; readonly values: readonly SelectedValue[] }
  /** The path cannot be read, or there is nothing it could be asked of. */
  | { readonly kind: "failed"; readonly message: string };

/**
 * Selects values by an RFC 9535 path: of the final reply (`$`), of the list of all replies (`$replies[0].text`, each with
 * `sender`, `text`, `kind`, `json`, `elapsedMs` and `notes`), or of how the call ended: `$outcome`, `$error.code` (a number
 * where it is one), `$error.message` and `$elapsedMs`.
 */
export function selectValues(path: string, evidence: CallEvidence): Selection {
  const rooted = rootedPath(path);
  if (rooted.root !== undefined) return query(rooted.path, JSON.stringify(rootValue(rooted.root, evidence)));
  const final = evidence.replies.findLast((reply) => !reply.notes.includes("after-end"));
  if (final === undefined) return failed("No reply came.");
  if (parseReply(final.text).json === undefined) return failed("The final reply is not JSON.");
  return query(path, final.text.replace(/^\uFEFF/, ""));
}

/** True when the expectation is about how the call failed, so that an error answer can be what was wanted. */
export function isAboutFailure(path: string): boolean {
  const { root } = rootedPath(path);
  return root === "outcome" || root === "error" || /^\$(\.response)?\.error(?![\w-])/.test(path);
}

function rootValue(root: NamedRoot, { replies, end }: CallEvidence): unknown {
  switch (root) {
    case "replies":
      return replies;
    case "outcome":
      return end.outcome;
    case "elapsedMs":
      return end.elapsedMs;
    case "error": {
      if (end.failure === undefined) return null;
      const code = Number(end.failure.code);
      return { ...end.failure, code: Number.isNaN(code) ? end.failure.code : code };
    }
  }
}

function query(path: string, source: string): Selection {
  const input: JSONValue = JSON.parse(source);
  const { root } = parseJsonText(source);
  try {
    const values = queryPath(path, input).nodes.map(({ value, location }): SelectedValue => {
      const range = nodeAt(root, location)?.range;
      const written = range && source.slice(range.offset, range.offset + range.length);
      return { value, json: written ?? JSON.stringify(value) };
    });
    return { kind: "values", values };
  } catch (error) {
    const reason = errorMessage(error);
    return failed(`The path ${path} is not a JSONPath: ${reason}`);
  }
}

function failed(message: string): Selection {
  return { kind: "failed", message };
}
