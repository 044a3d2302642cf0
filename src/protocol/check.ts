import { checkAgentCard } from "./agent-card/checkAgentCard.ts";
import type { CallFileContext } from "./call/check/callFileContext.ts";
import { checkCallFile, nothingChecked, recheckCallFile } from "./call/check/checkCallFile.ts";
import { checkProfile } from "./declarations/checkProfile.ts";
import type { DocumentKind } from "./documentKind.ts";
import { checkRpcRequest, checkRpcResponse } from "./envelope/checkRpcFile.ts";
import { checkEnvironment } from "./environment/parseEnvironment.ts";
import { checkLlmsTxt } from "./llms-txt/checkLlmsTxt.ts";
import { type Problem, type Severity, textRange } from "./problem.ts";
import { reporter } from "./rule.ts";
import { textRules } from "./text/rules.ts";
import { checkWellKnown } from "./well-known/readWellKnown.ts";

const report = reporter(textRules);

/** What a check may know beyond the text. */
export type CheckContext = CallFileContext;

/** Every problem of a text that is checked as `kind`, sorted by offset. Never throws. */
export function checkText(kind: DocumentKind, text: string, context: CheckContext = {}): readonly Problem[] {
  return listed(checks[kind](text, context));
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
    return listed(last.problems);
  };
}

/** Problems listed for one text. Nobody reads more, and an editor shows fewer. */
export const maxProblems = 1000;

const severities: readonly Severity[] = ["error", "warning", "information", "hint"];

/** In the order of the text. Of too many the gravest are kept, so that what is left out is never worse than what is listed. */
function listed(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= maxProblems) return [...problems].sort(byPlace);
  const gravest = severities.flatMap((severity) =>
    problems.filter((problem) => problem.severity === severity).sort(byPlace),
  );
  const kept = gravest.slice(0, maxProblems).sort(byPlace);
  const range = kept.at(-1)?.range ?? textRange(0, 0);
  return [...kept, report("text/further-problems", range, { count: problems.length, limit: maxProblems })];
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
