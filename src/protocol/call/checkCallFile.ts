import type { Problem } from "../problem.ts";
import type { CallRequest } from "./callFile.ts";
import { checkBody } from "./checkBody.ts";
import { checkDirectives } from "./checkDirectives.ts";
import { TargetChecks } from "./checkTarget.ts";
import { checkVariables } from "./checkVariables.ts";
import { type FileVariables, fileVariables } from "./fileVariables.ts";
import { parseCallFile } from "./parseCallFile.ts";

export interface CallFileContext {
  /** Names that environments define. Without them a name that the file does not define may still have a value. */
  readonly environmentNames?: ReadonlySet<string>;
  /** False when the private environments are not among them, as where they are not checked out. True by default. */
  readonly hasPrivateNames?: boolean;
}

/** Every problem of a request file: its grammar, and each request's target, directives, body and size. Never throws. */
export function checkCallFile(text: string, context: CallFileContext = {}): Problem[] {
  const file = parseCallFile(text);
  const variables = fileVariables(file);
  const targets = new TargetChecks(file, variables);
  return [
    ...file.problems,
    ...checkVariables(file, variables, context),
    ...file.requests.flatMap((request) => checkRequest(request, targets, variables)),
  ];
}

function checkRequest(request: CallRequest, targets: TargetChecks, variables: FileVariables): Problem[] {
  const { target, problems } = targets.check(request);
  return [...problems, ...checkDirectives(request, target), ...checkBody(request, target, variables.fill)];
}
