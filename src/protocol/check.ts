import { checkAgentCard } from "./agent-card/checkAgentCard.ts";
import { type CallFileContext, checkCallFile } from "./call/checkCallFile.ts";
import { checkProfile } from "./declarations/checkProfile.ts";
import type { DocumentKind } from "./documentKind.ts";
import { checkRpcRequest, checkRpcResponse } from "./envelope/checkRpcFile.ts";
import { checkEnvironment } from "./environment/parseEnvironment.ts";
import type { Problem } from "./problem.ts";

/** What a check may know beyond the text. */
export type CheckContext = CallFileContext;

/** Every problem of a text that is checked as `kind`, sorted by offset. Never throws. */
export function checkText(kind: DocumentKind, text: string, context: CheckContext = {}): readonly Problem[] {
  const problems = checks[kind]?.(text, context) ?? [];
  return [...problems].sort((a, b) => a.range.offset - b.range.offset || a.range.length - b.range.length);
}

const checks: { readonly [kind in DocumentKind]?: (text: string, context: CheckContext) => readonly Problem[] } = {
  call: checkCallFile,
  "rpc-request": checkRpcRequest,
  "rpc-response": checkRpcResponse,
  "agent-card": checkAgentCard,
  profile: checkProfile,
  environment: checkEnvironment,
};
