import { movedProblems, type Problem } from "../../problem.ts";
import type { CallRequest } from "../callFile.ts";
import type { CallTarget } from "../callTarget.ts";
import type { CallSection } from "../parse/callSection.ts";
import { callFileOf, parseSections } from "../parse/parseCallFile.ts";
import type { Fill } from "../sentText.ts";
import type { CallFileContext } from "./callFileContext.ts";
import { checkBody } from "./checkBody.ts";
import { checkDirectives } from "./checkDirectives.ts";
import { checkSigningKeys } from "./checkSigningKeys.ts";
import { TargetChecks } from "./checkTarget.ts";
import { checkVariables } from "./checkVariables.ts";
import { fileVariables } from "./fileVariables.ts";

/** What a check found, for the check of the text's next version. */
export interface CallFileCheck {
  readonly problems: readonly Problem[];
  readonly sections: readonly CallSection[];
  /** By the section's id. */
  readonly bodies: ReadonlyMap<symbol, CheckedBody>;
}

/** What the directives and the body of a section bring with them, as long as the variables they use keep their values. */
interface CheckedBody {
  readonly values: readonly (string | undefined)[];
  /** Where the section stood. */
  readonly start: number;
  readonly problems: readonly Problem[];
}

/** Every problem of a request file: its grammar, and each request's target, directives, body and size. Never throws. */
export function checkCallFile(text: string, context: CallFileContext = {}): readonly Problem[] {
  return recheckCallFile(text, nothingChecked, context).problems;
}

export const nothingChecked: CallFileCheck = { problems: [], sections: [], bodies: new Map() };

/**
 * The same for a file of which an earlier version was checked: only what differs from it is parsed, and only the requests
 * there and those whose variables have other values are checked anew.
 */
export function recheckCallFile(text: string, earlier: CallFileCheck, context: CallFileContext = {}): CallFileCheck {
  const sections = parseSections(text, earlier.sections);
  const file = callFileOf(sections);
  const variables = fileVariables(file);
  const targets = new TargetChecks(file, variables);
  const bodies = new Map<symbol, CheckedBody>();
  const requests = sections.flatMap(({ id, start, request }) => {
    if (!request) return [];
    const { target, problems } = targets.check(request);
    const body = recheckBody(earlier.bodies.get(id), start, request, target, variables.fill);
    bodies.set(id, body);
    return [{ request, target, problems: [...problems, ...body.problems] }];
  });
  const problems = [
    ...file.problems,
    ...checkVariables(file, variables, context),
    ...checkSigningKeys(requests),
    ...requests.flatMap((checked) => checked.problems),
  ];
  return { problems, sections, bodies };
}

/** The values decide what the target is, too. */
function recheckBody(
  earlier: CheckedBody | undefined,
  start: number,
  request: CallRequest,
  target: CallTarget | undefined,
  fill: Fill,
): CheckedBody {
  const values = request.variableUses.map(fill);
  if (earlier?.values.every((value, index) => value === values[index])) {
    return { values, start, problems: movedProblems(earlier.problems, start - earlier.start) };
  }
  return { values, start, problems: [...checkDirectives(request, target), ...checkBody(request, target, fill)] };
}
