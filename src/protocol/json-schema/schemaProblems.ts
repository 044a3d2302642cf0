import type { JsonNode } from "../json/jsonNode.ts";
import { insertMemberEdit, openingOf, renameMember, replaceValue } from "../json/memberEdits.ts";
import type { Fix, Problem, TextRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { nearestName } from "../text/nearestName.ts";
import { alternatives, describePathText, describeType, describeValue } from "./describeValue.ts";
import { branchesOf, type JsonSchema, memberSchema, resolveSchema, type SchemaLibrary } from "./jsonSchema.ts";
import type { SchemaRuleName, SchemaRules } from "./schemaRules.ts";
import { type JsonPath, type SchemaFinding, validateNode } from "./validateNode.ts";

/** What one room needs to report the findings of its official schema. */
export interface SchemaCheck<Area extends string> {
  readonly area: Area;
  readonly rules: SchemaRules<Area>;
  /** Called when a text is checked: a library is made at its first use. */
  readonly library: () => SchemaLibrary;
  /** Takes over findings that another rule explains better: its problem is reported instead, or nothing for `[]`. */
  readonly special?: (finding: SchemaFinding) => readonly Problem[] | undefined;
}

/**
 * Problems of `node` against a definition of the room's schema. `path` is where the node stands in its message, for the
 * messages; `root` names a node at the top.
 */
export function schemaProblems<Area extends string>(
  check: SchemaCheck<Area>,
  schema: JsonSchema,
  node: JsonNode,
  path: JsonPath,
  root = "The message",
): Problem[] {
  return validateNode(check.library(), schema, node).flatMap((finding) => {
    const special = check.special?.(finding);
    if (special) return special;
    return [schemaProblem(check, schema, finding, path, root)];
  });
}

function schemaProblem<Area extends string>(
  check: SchemaCheck<Area>,
  schema: JsonSchema,
  finding: SchemaFinding,
  base: JsonPath,
  root: string,
): Problem {
  const tell = reporter(check.rules);
  const report = (
    name: SchemaRuleName,
    range: TextRange,
    values: Readonly<Record<string, string>>,
    fixes: readonly Fix[] = [],
  ): Problem => tell(`${check.area}/${name}`, range, values, fixes);
  const path = describePathText([...base, ...finding.path], root);
  switch (finding.kind) {
    case "missing": {
      const place = [...base, ...finding.path, finding.name];
      const missing = schemaAt(check.library(), schema, [...finding.path, finding.name]);
      const edit = insertMemberEdit(finding.object, finding.name, emptyValue(check.library(), missing));
      const fixes = [{ title: `Add "${finding.name}"`, edits: [edit], isPreferred: false }];
      const values = { path: describePathText(place, root), about: about(check.library(), missing) };
      return report("missing-member", openingOf(finding.object), values, fixes);
    }
    case "type": {
      const expected = alternatives(finding.expected.map(describeType));
      const values = { path, expected, found: describeValue(finding.node), about: aboutPath(check, schema, finding) };
      return report("wrong-type", finding.node.range, values);
    }
    case "value":
      return valueProblem(report, finding, path);
    case "format":
      return report(formatRules[finding.format], finding.node.range, { path });
    case "range": {
      const values = { path, limit: finding.limit, about: aboutPath(check, schema, finding) };
      return report("out-of-range", finding.node.range, values);
    }
    case "one-of": {
      const names = finding.present.map((member) => `\`${member.key.value}\``);
      const present = names.length === 0 ? "none of them" : alternatives(names, "and");
      const group = alternatives(finding.group.map((name) => `\`${name}\``));
      const range = finding.present[1]?.key.range ?? openingOf(finding.object);
      return report("one-of", range, { path, group, present });
    }
    case "unknown": {
      const written = finding.member.key.value;
      const nearest = nearestName(written, finding.known);
      const name = written.length <= 60 ? `\`${written}\`` : "of this name";
      const fixes = nearest ? [{ ...renameMember(finding.member, nearest), isPreferred: false }] : [];
      const suggestion = nearest ? ` Did you mean \`${nearest}\`?` : "";
      return report("unknown-member", finding.member.key.range, { name, suggestion }, fixes);
    }
  }
}

const formatRules = {
  "date-time": "not-a-timestamp",
  byte: "not-base64",
  uri: "not-a-uri",
  pattern: "unknown-value",
} as const;

type ReportFinding = (
  name: SchemaRuleName,
  range: TextRange,
  values: Readonly<Record<string, string>>,
  fixes?: readonly Fix[],
) => Problem;

function valueProblem(report: ReportFinding, finding: SchemaFinding & { kind: "value" }, path: string): Problem {
  const { node } = finding;
  const fixes: Fix[] = [];
  let suggestion = "";
  if (finding.allowed.length === 1 && finding.allowed[0]) fixes.push(replaceValue(node, finding.allowed[0]));
  else if (node.kind === "string") {
    const nearest = nearestName(
      node.value,
      finding.allowed.map((value) => value.replaceAll('"', "")),
    );
    if (nearest) {
      fixes.push({ ...replaceValue(node, JSON.stringify(nearest)), isPreferred: false });
      suggestion = ` Did you mean "${nearest}"?`;
    }
  }
  const values = { path, allowed: alternatives(finding.allowed), found: describeValue(node), suggestion };
  return report("unknown-value", node.range, values, fixes);
}

/** The schema at a path below `schema`, as far as it can be told without the text. */
export function schemaAt(library: SchemaLibrary, schema: JsonSchema, path: JsonPath): JsonSchema | undefined {
  let current: JsonSchema | undefined = schema;
  for (const step of path) {
    if (current === undefined) return undefined;
    const branches: readonly JsonSchema[] = branchesOf(library, current);
    current =
      typeof step === "number"
        ? branches.find((branch) => branch.items)?.items
        : branches.map((branch) => memberSchema(library, branch, step) ?? valueSchema(branch)).find((found) => found);
  }
  return current;
}

function valueSchema(schema: JsonSchema): JsonSchema | undefined {
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

function aboutPath<Area extends string>(check: SchemaCheck<Area>, schema: JsonSchema, finding: SchemaFinding): string {
  return about(check.library(), schemaAt(check.library(), schema, finding.path));
}

/** The first sentence of a schema's description that says something, to follow another sentence. */
function about(library: SchemaLibrary, schema: JsonSchema | undefined): string {
  // A2A's proto begins many a description by what its table of required members says already.
  const description = schema && cleanDescription(library, schema).replace(/^(?:(?:Optional|Required)\.\s*)+/i, "");
  const sentence = description && /^.{1,160}?(?<!\b(?:e\.g|i\.e))[.!](?=\s|$)/s.exec(description)?.[0];
  return sentence ? ` Its description: “${sentence.replaceAll(/\s+/g, " ")}”` : "";
}

/** A schema's description as plain text: its own, or that of the definition it refers to. */
export function cleanDescription(library: SchemaLibrary, schema: JsonSchema): string {
  const text = schema.description ?? resolveSchema(library, schema).description ?? "";
  return text
    .replaceAll(/\{@link ([^}]*)\}/g, (_whole, link: string) => {
      // The published schema runs the link's target and its text together: `ListToolsRequesttools/list`.
      const target = Object.keys(library.definitions)
        .filter((name) => link.startsWith(name))
        .reduce((longest, name) => (name.length > longest.length ? name : longest), "");
      return link.slice(target.length).replace(/^[\s|]+/, "") || link;
    })
    .replaceAll(/\n +/g, "\n")
    .trim();
}

/** JSON text to start from: the empty value of the schema's type. */
export function emptyValue(library: SchemaLibrary, schema: JsonSchema | undefined): string {
  const branch = schema && branchesOf(library, schema)[0];
  if (branch?.const !== undefined) return JSON.stringify(branch.const);
  const values = schema ? branchesOf(library, schema).flatMap((one) => one.enum ?? []) : [];
  if (values.length > 0) return JSON.stringify(values[0]);
  const type = typeof branch?.type === "string" ? branch.type : branch?.type?.[0];
  switch (type) {
    case "object":
      return "{}";
    case "array":
      return "[]";
    case "integer":
    case "number":
      return "0";
    case "boolean":
      return "false";
    default:
      return '""';
  }
}
