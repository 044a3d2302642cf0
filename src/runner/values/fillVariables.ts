import type { CallFile, CallRequest, VariableUse } from "../../protocol/call/callFile.ts";
import { sendRules } from "../../protocol/call/check/sendRules.ts";
import { parseVariableExpression } from "../../protocol/call/parse/variableExpression.ts";
import type { Fill } from "../../protocol/call/sentText.ts";
import type { Problem, TextRange } from "../../protocol/problem.ts";
import { reporter } from "../../protocol/rule.ts";
import { shortestSecret } from "./redactor.ts";
import { type BuiltIns, type OuterScopes, resolveVariable, type SecretPart, type VariableValue } from "./variables.ts";

/** The values of all placeholders of one request. */
export interface FilledVariables {
  readonly fill: Fill;
  /** Every secret among the values that is long enough to be told from other text. */
  readonly secrets: readonly SecretPart[];
  readonly problems: readonly Problem[];
}

const report = reporter(sendRules);

/** Where in a request a placeholder stands decides what its value may be. */
type Place = "json-string" | "json-token" | "word" | "line";

/** Finds the value of each placeholder of the request, with the problems of those that cannot be filled in. */
export async function fillVariables(
  file: CallFile,
  request: CallRequest,
  scopes: OuterScopes,
  builtIns: BuiltIns,
): Promise<FilledVariables> {
  const values = new Map<VariableUse, string>();
  const secrets: SecretPart[] = [];
  const problems: Problem[] = [];
  for (const use of request.variableUses) {
    const name = use.expression.text;
    const resolution = await resolveVariable(name, { ...scopes, definitions: file.variables }, builtIns);
    if (resolution.kind !== "value") {
      problems.push(unresolvedProblem(use, resolution));
      continue;
    }
    const { value } = resolution;
    // A private environment also holds short plain values; only a stored secret must be long enough to be removed.
    const tooShort = value.secrets.find((secret) => secret.isStored && secret.text.length < shortestSecret);
    if (tooShort) {
      problems.push(report("send/short-secret", use.range, { name: tooShort.name, limit: shortestSecret }));
      continue;
    }
    secrets.push(...value.secrets.filter(({ text }) => text.length >= shortestSecret));
    const filled = filledValue(use, value, placeOf(use.range, request, use.isInString));
    if (typeof filled === "string") values.set(use, filled);
    else problems.push(filled);
  }
  return { fill: (use) => values.get(use), secrets, problems };
}

function unresolvedProblem(
  use: VariableUse,
  resolution: { readonly kind: "unknown" | "cycle"; readonly name: string },
): Problem {
  const { kind, name } = resolution;
  if (kind === "cycle") return report("send/variable-cycle", use.range, { name });
  const expression = parseVariableExpression(name);
  if (expression?.kind === "captured") {
    return report("send/unknown-capture", use.range, { name, file: expression.file, variable: expression.name });
  }
  return report(name.startsWith("$") ? "send/unknown-built-in" : "send/unknown-variable", use.range, { name });
}

function placeOf(range: TextRange, request: CallRequest, isInString: boolean): Place {
  if (isInString) return "json-string";
  const { body } = request;
  if (body?.json && isWithin(range, body.json)) return "json-token";
  return body && isWithin(range, body.range) ? "word" : "line";
}

function isWithin(inner: TextRange, outer: TextRange): boolean {
  return inner.offset >= outer.offset && inner.offset + inner.length <= outer.offset + outer.length;
}

function filledValue(use: VariableUse, value: VariableValue, place: Place): string | Problem {
  const name = use.expression.text;
  switch (place) {
    case "json-string":
      return value.text;
    case "json-token":
      return value.json ?? report("send/bare-value-not-json", use.range, { name });
    case "word":
      return /\s/.test(value.text) ? report("send/value-with-space", use.range, { name }) : value.text;
    case "line":
      return /[\r\n\u2028\u2029]/.test(value.text)
        ? report("send/value-with-line-break", use.range, { name })
        : value.text;
  }
}
