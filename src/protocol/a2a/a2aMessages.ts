import { type JsonNode, memberOf } from "../json/jsonNode.ts";
import { removeMember, renameMember, replaceValue } from "../json/memberEdits.ts";
import { describePathText, describeValue } from "../json-schema/describeValue.ts";
import { definitionOf } from "../json-schema/jsonSchema.ts";
import { a2aSchemas } from "../json-schema/protocolSchemas.ts";
import { type SchemaCheck, schemaProblems } from "../json-schema/schemaProblems.ts";
import type { JsonPath, SchemaFinding } from "../json-schema/validateNode.ts";
import type { Fix, Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { a2aRules, a2aSchemaRules } from "./rules.ts";
import { currentSpelling } from "./taskState.ts";

const report = reporter(a2aRules);

/**
 * Problems of a value against a message of A2A 1.0. Marks of 0.3, snake_case members and the URL-safe alphabet of base64
 * are told as what they are. `path` is where the value stands in its message.
 */
export function checkA2aMessage(definition: string, node: JsonNode, path: JsonPath): Problem[] {
  const schema = definitionOf(a2aSchemas(), definition);
  return schema ? schemaProblems(a2aCheck(path), schema, node, path) : [];
}

function a2aCheck(path: JsonPath): SchemaCheck<"a2a"> {
  return {
    area: "a2a",
    rules: a2aSchemaRules,
    library: a2aSchemas,
    special: (finding) => {
      const problem = explainFinding(finding, path);
      if (problem) return [problem];
      return isConsequence(finding) ? [] : undefined;
    },
  };
}

function explainFinding(finding: SchemaFinding, path: JsonPath): Problem | undefined {
  if (finding.kind === "unknown") return explainUnknownMember(finding);
  if (finding.kind === "value" && finding.node.kind === "string") {
    const current = currentSpelling(finding.node.value);
    if (!current || !finding.allowed.includes(JSON.stringify(current))) return undefined;
    const values = { found: describeValue(finding.node), current };
    return report("a2a/legacy-value", finding.node.range, values, [
      replaceValue(finding.node, JSON.stringify(current)),
    ]);
  }
  if (finding.kind === "format" && finding.format === "byte") {
    const { value, range } = finding.node;
    if (!/[_-]/.test(value) || !/^[A-Za-z0-9_-]+={0,2}$/.test(value)) return undefined;
    const standard = value.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
    if (standard.length % 4 === 1) return undefined;
    const padded = standard.padEnd(Math.ceil(standard.length / 4) * 4, "=");
    const fix: Fix = {
      title: "Use the standard alphabet",
      edits: [{ range, newText: JSON.stringify(padded) }],
      isPreferred: true,
    };
    const values = { path: describePathText([...path, ...finding.path], "The value") };
    return report("a2a/url-safe-base64", range, values, [fix]);
  }
  return undefined;
}

function explainUnknownMember(finding: SchemaFinding & { kind: "unknown" }): Problem | undefined {
  const { member, object, known } = finding;
  const name = member.key.value;
  const camel = camelCase(name);
  if (camel !== name && known.includes(camel)) {
    const fixes = memberOf(object, camel) ? [] : [renameMember(member, camel)];
    return report("a2a/snake-case", member.key.range, { name, current: camel }, fixes);
  }
  const legacy = Object.hasOwn(legacyMembers, name) ? legacyMembers[name] : undefined;
  if (!legacy || (legacy.beside && !known.includes(legacy.beside))) return undefined;
  const fixes: Fix[] = [];
  if (legacy.renameTo && !memberOf(object, legacy.renameTo)) fixes.push(renameMember(member, legacy.renameTo));
  else if (legacy.isRemovable) fixes.push(removeMember(object, member));
  return report("a2a/legacy-member", member.key.range, { name, instead: legacy.instead }, fixes);
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());
}

interface LegacyMember {
  readonly instead: string;
  /** A member that objects of the kind have in 1.0, where the name alone does not tell. */
  readonly beside?: string;
  readonly renameTo?: string;
  readonly isRemovable?: boolean;
}

const legacyMembers: Readonly<Record<string, LegacyMember>> = {
  kind: { instead: "In 1.0 the members themselves tell what an object is: remove it.", isRemovable: true },
  final: { instead: "In 1.0 a stream ends with the task's state: remove it.", beside: "status", isRemovable: true },
  file: {
    instead: "In 1.0 a file's bytes are `raw`, its address is `url`, with `filename` and `mediaType` beside it.",
  },
  blocking: {
    instead: "In 1.0 `SendMessage` waits, unless `returnImmediately` is true.",
    beside: "returnImmediately",
    isRemovable: true,
  },
  pushNotificationConfig: {
    instead: "In 1.0 it is `taskPushNotificationConfig`.",
    beside: "taskPushNotificationConfig",
    renameTo: "taskPushNotificationConfig",
  },
  mimeType: { instead: "In 1.0 it is `mediaType`.", beside: "mediaType", renameTo: "mediaType" },
};

/**
 * What another finding says already: a part of 0.3 with `file` has no content of 1.0, and a member in snake_case is the one
 * that seems to be missing.
 */
function isConsequence(finding: SchemaFinding): boolean {
  if (finding.kind === "missing")
    return finding.object.members.some(({ key }) => camelCase(key.value) === finding.name);
  return (
    finding.kind === "one-of" &&
    finding.present.length === 0 &&
    finding.object.members.some((member) => member.key.value === "file" || member.key.hasPlaceholder)
  );
}
