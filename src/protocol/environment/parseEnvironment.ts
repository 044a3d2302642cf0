import { isVariableName } from "../call/parse/variableExpression.ts";
import type { JsonMember, JsonNode } from "../json/jsonNode.ts";
import { parseJsonText } from "../json/jsonText.ts";
import { renameMember } from "../json/memberEdits.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import { type Problem, type Span, spanOf, type TextRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { nearestName } from "../text/nearestName.ts";
import { environmentRules } from "./rules.ts";

const report = reporter(environmentRules);

/** The environment whose values hold in every other one. */
export const sharedEnvironment = "$shared";

/** An environment file taken apart. */
export interface EnvironmentText {
  /** In the order of the file, `$shared` among them. */
  readonly environments: readonly Environment[];
  readonly problems: readonly Problem[];
}

export interface Environment {
  readonly name: string;
  /** Where the name stands, quotes included. */
  readonly nameSpan: Span;
  readonly values: readonly EnvironmentValue[];
}

export interface EnvironmentValue {
  readonly name: string;
  readonly nameSpan: Span;
  /** The value's JSON text, as written. */
  readonly value: Span;
}

/** Reads an environment file. Values of wrong types are left out. Never throws; no message holds a value. */
export function parseEnvironment(text: string): EnvironmentText {
  const { root, problems: jsonProblems } = parseJsonText(text);
  const problems = [...jsonProblems];
  if (root && root.kind !== "object") {
    problems.push(report("environment/not-an-object", root.range, { found: describeKind(root) }));
  }
  const members = root?.kind === "object" ? root.members : [];
  const environments = members.flatMap((member) => {
    problems.push(...reservedName(member));
    return environmentOf(text, member, problems);
  });
  return { environments, problems };
}

/** Checks the text of an environment file. */
export function checkEnvironment(text: string): readonly Problem[] {
  return parseEnvironment(text).problems;
}

/** Every name that a variable of some environment has. */
export function environmentNames(environments: readonly Environment[]): Set<string> {
  return new Set(environments.flatMap((environment) => environment.values.map((value) => value.name)));
}

function environmentOf(text: string, member: JsonMember, problems: Problem[]): Environment[] {
  const { key, value } = member;
  if (!value) return [];
  const name = key.value;
  if (value.kind !== "object") {
    problems.push(
      report("environment/environment-type", value.range, { name: shown(name), found: describeKind(value) }),
    );
    return [];
  }
  const values = value.members.flatMap((variable) => variableOf(text, variable, problems));
  return [{ name, nameSpan: sourceOf(text, key.range), values }];
}

function variableOf(text: string, variable: JsonMember, problems: Problem[]): EnvironmentValue[] {
  const { key, value } = variable;
  if (!isVariableName(key.value)) {
    problems.push(report("environment/variable-name", key.range, { name: key.value.slice(0, 60) }));
  }
  if (!value) return [];
  if (value.kind !== "string" && value.kind !== "number" && value.kind !== "boolean") {
    problems.push(report("environment/value-type", value.range, { found: describeKind(value) }));
    return [];
  }
  return [{ name: key.value, nameSpan: sourceOf(text, key.range), value: sourceOf(text, value.range) }];
}

function reservedName(member: JsonMember): Problem[] {
  const name = member.key.value;
  if (!name.startsWith("$") || name === sharedEnvironment) return [];
  const isNear = nearestName(name, [sharedEnvironment]) !== undefined;
  const suggestion = isNear ? " Did you mean $shared?" : "";
  const fixes = isNear ? [{ ...renameMember(member, sharedEnvironment), isPreferred: false }] : [];
  return [report("environment/reserved-name", member.key.range, { suggestion }, fixes)];
}

/** What a value is, without the value: an environment file may hold secrets. */
function describeKind(node: JsonNode): string {
  switch (node.kind) {
    case "string":
      return "a string";
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    default:
      return describeValue(node);
  }
}

function shown(name: string): string {
  return `"${name.slice(0, 60)}"`;
}

function sourceOf(text: string, range: TextRange): Span {
  return spanOf(text, range.offset, range.offset + range.length);
}
