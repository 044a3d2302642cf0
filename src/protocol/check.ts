import { checkAgentCard } from "./agent-card/checkAgentCard.ts";
import type { CallFileContext } from "./call/callFileContext.ts";
import { checkCallFile, nothingChecked, recheckCallFile } from "./call/checkCallFile.ts";
import { checkProfile } from "./declarations/checkProfile.ts";
import type { DocumentKind } from "./documentKind.ts";
import { checkRpcRequest, checkRpcResponse } from "./envelope/checkRpcFile.ts";
import { checkEnvironment } from "./environment/parseEnvironment.ts";
import { checkLlmsTxt } from "./llms-txt/checkLlmsTxt.ts";
import type { Problem } from "./problem.ts";
import { checkWellKnown } from "./well-known/readWellKnown.ts";

/** What a check may know beyond the text. */
export type CheckContext = CallFileContext;

/** Every problem of a text that is checked as `kind`, sorted by offset. Never throws. */
export function checkText(kind: DocumentKind, text: string, context: CheckContext = {}): readonly Problem[] {
  return [...checks[kind](text, context)].sort(byPlace);
}

export type CheckText = typeof checkText;

/**
 * A check for the versions of one text, one after another, as while it is edited: it keeps what it found in the last one,
 * and of a request file checks only what has changed.
 */
export function checkOfVersions(): CheckText {
  let last = nothingChecked;
  return (kind, text, context = {}) => {
    if (kind !== "call") return checkText(kind, text, context);
    last = recheckCallFile(text, last, context);
    return [...last.problems].sort(byPlace);
  };
}

/** The order of problems: by where they begin, the shorter first. */
export function byPlace(a: Problem, b: Problem): number {
  return a.range.offset - b.range.offset || a.range.length - b.range.length;
}

const checks: { readonly [kind in DocumentKind]: (text: string, context: CheckContext) => readonly Problem[] } = {
  "llms-txt": checkLlmsTxt,
  call: checkCallFile,
  "rpc-request": checkRpcRequest,
  "rpc-response": checkRpcResponse,
  "agent-card": checkAgentCard,
  profile: checkProfile,
  "well-known": checkWellKnown,
  environment: checkEnvironment,
};
