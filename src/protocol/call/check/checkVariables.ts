import { type Fix, type Problem, type TextRange, textRange } from "../../problem.ts";
import { reporter } from "../../rule.ts";
import { nearestName } from "../../text/nearestName.ts";
import type { CallFile, VariableUse } from "../callFile.ts";
import { captureUses } from "../captureUses.ts";
import { parseVariableExpression } from "../parse/variableExpression.ts";
import type { CallFileContext } from "./callFileContext.ts";
import type { FileVariables } from "./fileVariables.ts";
import { callRules } from "./rules.ts";

const report = reporter(callRules);

/** Variables that need themselves and, when the environments' names are known, those that are defined nowhere. */
export function checkVariables(file: CallFile, variables: FileVariables, context: CallFileContext): Problem[] {
  const problems = [
    ...variables.cycles.map(({ name }) => report("call/variable-cycle", name, { name: name.text })),
    ...unknownCaptures(file, context),
  ];
  const { environmentNames, hasPrivateNames = true } = context;
  if (!environmentNames) return problems;
  const code = hasPrivateNames ? "call/unknown-variable" : "call/variable-not-here";
  const known = [...variables.names, ...environmentNames];
  const isKnown = new Set(known);
  const uses = [
    ...file.variables.flatMap((definition) => definition.variableUses),
    ...file.requests.flatMap((request) => request.variableUses),
  ];
  for (const use of uses) {
    const expression = parseVariableExpression(use.expression.text);
    if (expression?.kind !== "name" || isKnown.has(expression.name)) continue;
    const { fixes, suggestion } = variableFixes(use, expression.name, known, firstOffset(file));
    problems.push(report(code, use.range, { name: expression.name, suggestion }, fixes));
  }
  return problems;
}

/** Uses of what a file beside this one does not capture. Of a file elsewhere nothing is known here. */
function unknownCaptures(file: CallFile, { capturesBeside }: CallFileContext): Problem[] {
  if (!capturesBeside) return [];
  return captureUses(file).flatMap(({ range, file: other, name }) => {
    const captured = capturesBeside.get(other.text);
    if (!captured || captured.has(name.text)) return [];
    const near = captured.size <= mostNamesCompared ? nearestName(name.text, [...captured]) : undefined;
    const fixes = near === undefined ? [] : [renaming(name, near)];
    const suggestion = near === undefined ? "" : ` Did you mean ${other.text}.${near}?`;
    return [report("call/unknown-capture", range, { file: other.text, name: name.text, suggestion }, fixes)];
  });
}

/** More names than a person keeps apart; comparing with each would take long. */
const mostNamesCompared = 300;

function variableFixes(
  use: VariableUse,
  name: string,
  known: readonly string[],
  start: number,
): { readonly fixes: readonly Fix[]; readonly suggestion: string } {
  const near = known.length <= mostNamesCompared ? nearestName(name, known) : undefined;
  const edits = [{ range: textRange(start, 0), newText: `@${name} = \n` }];
  const define = { title: `Define ${name} at the start of the file`, edits, isPreferred: false };
  if (near === undefined) return { fixes: [define], suggestion: "" };
  return { fixes: [renaming(use.expression, near), define], suggestion: ` Did you mean ${near}?` };
}

function renaming(written: TextRange, name: string): Fix {
  return { title: `Change to ${name}`, edits: [{ range: written, newText: name }], isPreferred: false };
}

/** Where the file's variables stand, or its first request: in the first line a byte order mark may come before it. */
function firstOffset(file: CallFile): number {
  return file.variables[0]?.range.offset ?? file.requests[0]?.range.offset ?? 0;
}
