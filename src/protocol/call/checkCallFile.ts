import type { Problem } from "../problem.ts";
import { checkBody } from "./checkBody.ts";
import { checkDirectives } from "./checkDirectives.ts";
import { checkSigningKeys } from "./checkSigningKeys.ts";
import { TargetChecks } from "./checkTarget.ts";
import { checkVariables } from "./checkVariables.ts";
import { fileVariables } from "./fileVariables.ts";
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
  const requests = file.requests.map((request) => ({ request, ...targets.check(request) }));
  return [
    ...file.problems,
    ...checkVariables(file, variables, context),
    ...checkSigningKeys(requests),
    ...requests.flatMap(({ request, target, problems }) => [
      ...problems,
      ...checkDirectives(request, target),
      ...checkBody(request, target, variables.fill),
    ]),
  ];
}
