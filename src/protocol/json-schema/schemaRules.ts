import type { Rule, RuleTable } from "../rule.ts";

/** What an official schema can find wrong, as rules of one room. */
export type SchemaRuleName =
  | "missing-member"
  | "wrong-type"
  | "unknown-value"
  | "out-of-range"
  | "not-base64"
  | "not-a-timestamp"
  | "not-a-uri"
  | "one-of"
  | "unknown-member";

export type SchemaRules<Area extends string> = Readonly<Record<`${Area}/${SchemaRuleName}`, Rule>>;

/** The rules by which a room reports what an official schema finds. `source` names the schema in messages. */
export function schemaRules<Area extends string>(area: Area, section: string, source: string): SchemaRules<Area> {
  const rules: Record<SchemaRuleName, Rule> = {
    "missing-member": {
      severity: "error",
      section,
      summary: `A member that ${source} requires is missing.`,
      message: `{path} is missing, and ${source} requires it.{about}`,
      fix: "Adds the member, its value still to be written.",
    },
    "wrong-type": {
      severity: "error",
      section,
      summary: "A value has another type than the schema says.",
      message: `{path} must be {expected} in ${source}, and this is {found}.{about}`,
    },
    "unknown-value": {
      severity: "error",
      section,
      summary: "A value is not among those the schema lists.",
      message: `{path} must be {allowed} in ${source}, and this is {found}.{suggestion}`,
      fix: "Puts the nearest allowed value in its place.",
    },
    "out-of-range": {
      severity: "error",
      section,
      summary: "A number or the length of an array is outside what the schema allows.",
      message: `{path} must {limit} in ${source}.{about}`,
    },
    "not-base64": {
      severity: "error",
      section,
      summary: "A string that holds bytes is not base64.",
      message: "{path} holds bytes in base64, and this is not base64, so the receiver cannot read it. Encode it again.",
    },
    "not-a-timestamp": {
      severity: "error",
      section,
      summary: "A time is not in the form of RFC 3339.",
      message: "{path} must be a time such as 2026-07-28T10:00:00.000Z, and this cannot be read as one.",
    },
    "not-a-uri": {
      severity: "warning",
      section,
      summary: "A string that should be a URI has no scheme.",
      message: "{path} should be a URI with a scheme, such as https://…, and this has none.",
    },
    "one-of": {
      severity: "error",
      section,
      summary: "An object has none, or several, of members that exclude each other.",
      message: `{path} has exactly one of {group} in ${source}, and this one has {present}. Keep or add one.`,
    },
    "unknown-member": {
      severity: "hint",
      section,
      summary: "A member that the schema does not know; receivers ignore it.",
      message: `${source} knows no member {name} here, and receivers ignore it.{suggestion}`,
      fix: "Renames a misspelled member.",
    },
  };
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [`${area}/${name}`, rule]),
  ) as SchemaRules<Area>;
}

/** The rules of a room for the table of codes: those its schema can break, without the `unused` ones. */
export function listedSchemaRules<Area extends string>(
  area: Area,
  rules: SchemaRules<Area>,
  unused: readonly SchemaRuleName[],
): RuleTable {
  const left = new Set<string>(unused.map((name) => `${area}/${name}`));
  return Object.fromEntries(Object.entries<Rule>(rules).filter(([code]) => !left.has(code)));
}
