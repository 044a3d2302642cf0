import { type JsonNode, type JsonObjectNode, memberOf, nodeAt, plainValue } from "../json/jsonNode.ts";
import { parseJsonText } from "../json/jsonText.ts";
import { insertMember, renameMember, replaceValue } from "../json/memberEdits.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import { definitionOf } from "../json-schema/jsonSchema.ts";
import { a2aSchemas, legacyCardSchemas } from "../json-schema/protocolSchemas.ts";
import { type SchemaCheck, schemaProblems } from "../json-schema/schemaProblems.ts";
import type { SchemaFinding } from "../json-schema/validateNode.ts";
import { type Problem, textRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { cardFormatOf } from "./cardFormat.ts";
import { checkCardInterfaces, isSlimInterface } from "./checkCardInterfaces.ts";
import { checkLegacyInterfaces } from "./checkLegacyInterfaces.ts";
import { checkSlimAuthentication } from "./checkSlimAuthentication.ts";
import { type AgentCardReading, readAgentCard } from "./readAgentCard.ts";
import { cardRules, cardSchemaRules, legacyCardSchemaRules } from "./rules.ts";

const report = reporter(cardRules);

/** Checks the text of an Agent Card: first its format, then its members by that format only. Never throws. */
export function checkAgentCard(text: string): Problem[] {
  const { root, problems } = parseJsonText(text);
  return root ? [...problems, ...checkAgentCardNode(root)] : [...problems];
}

/** Checks a parsed card, which may stand inside another document, such as the result of `GetExtendedAgentCard`. */
function checkAgentCardNode(root: JsonNode): Problem[] {
  if (root.kind === "placeholder") return [];
  const card = plainValue(root);
  const start = textRange(root.range.offset, 1);
  switch (cardFormatOf(card)) {
    case "1.0":
      return checkCurrentCard(root, readAgentCard(card));
    case "0.3":
      return [report("agent-card/legacy-format", start), ...checkLegacyCard(root), ...checkLegacyInterfaces(root)];
    case "older":
      return [report("agent-card/older-format", start), ...checkLegacyInterfaces(root)];
    case "foreign":
      return [report("agent-card/foreign-format", start)];
  }
}

function checkLegacyCard(root: JsonNode): Problem[] {
  const schema = definitionOf(legacyCardSchemas(), "AgentCard");
  return schema ? schemaProblems(legacyCheck, schema, root, [], "The card") : [];
}

const legacyCheck: SchemaCheck<"legacy-card"> = {
  area: "legacy-card",
  rules: legacyCardSchemaRules,
  library: legacyCardSchemas,
};

function checkCurrentCard(root: JsonNode, reading: AgentCardReading): Problem[] {
  const schema = definitionOf(a2aSchemas(), "AgentCard");
  return [
    ...(schema ? schemaProblems(currentCheck, schema, root, [], "The card") : []),
    ...checkCardInterfaces(memberOf(root, "supportedInterfaces")?.value),
    ...checkSlimAuthentication(root),
    ...checkRequirements(root),
    ...checkSkillIds(root),
    ...checkModes(root),
    ...checkCapabilities(root, reading),
  ];
}

const currentCheck: SchemaCheck<"agent-card"> = {
  area: "agent-card",
  rules: cardSchemaRules,
  library: a2aSchemas,
  special: (finding) => {
    if (finding.path[0] === "securitySchemes") return explainScheme(finding);
    if (finding.kind === "missing" && finding.name === "protocolVersion" && isSlimInterface(finding.object)) return [];
    return finding.kind === "unknown" ? explainUnknown(finding) : undefined;
  },
};

/** `checkCardInterfaces` says what such an interface lacks. */
/** A scheme of 0.3 has `type` and lacks every member of 1.0: one problem says so. */
function explainScheme(finding: SchemaFinding): readonly Problem[] | undefined {
  const scheme = "object" in finding ? finding.object : undefined;
  const type = memberOf(scheme, "type");
  if (!type || finding.path.length > 3) return undefined;
  if (finding.kind === "unknown") return [];
  if (finding.kind !== "one-of" || finding.present.length > 0) return undefined;
  const written = type.value?.kind === "string" ? type.value.value : "";
  const kind = Object.hasOwn(schemeMembers, written) ? schemeMembers[written] : undefined;
  return [report("agent-card/legacy-scheme", type.range, { example: kind ? `, here \`${kind}\`` : "" })];
}

const schemeMembers: Readonly<Record<string, string>> = {
  apiKey: "apiKeySecurityScheme",
  http: "httpAuthSecurityScheme",
  oauth2: "oauth2SecurityScheme",
  openIdConnect: "openIdConnectSecurityScheme",
  mutualTLS: "mtlsSecurityScheme",
};

function explainUnknown(finding: SchemaFinding & { kind: "unknown" }): readonly Problem[] | undefined {
  const { member, object, known } = finding;
  const name = member.key.value;
  const camel = name.replaceAll(/_([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());
  if (camel !== name && known.includes(camel)) {
    const fixes = memberOf(object, camel) ? [] : [renameMember(member, camel)];
    return [report("agent-card/snake-case", member.key.range, { name, current: camel }, fixes)];
  }
  const isInCapabilities = finding.path[0] === "capabilities";
  const isAtTop = finding.path.length === 1;
  if ((isAtTop || isInCapabilities) && Object.hasOwn(legacyMembers, name)) {
    return [report("agent-card/legacy-member", member.key.range, { name, instead: legacyMembers[name] ?? "" })];
  }
  // `checkRequirements` explains a requirement of 0.3.
  return isRequirement(object, known) ? [] : undefined;
}

const legacyMembers: Readonly<Record<string, string>> = {
  url: "In 1.0 each address stands in `supportedInterfaces`.",
  protocolVersion: "In 1.0 each interface has its own `protocolVersion`.",
  preferredTransport: "In 1.0 the first of `supportedInterfaces` is preferred.",
  additionalInterfaces: "In 1.0 all interfaces stand in `supportedInterfaces`.",
  supportsAuthenticatedExtendedCard: "In 1.0 it is `capabilities.extendedAgentCard`.",
  security: "In 1.0 it is `securityRequirements`, each with its schemes in `schemes`.",
  authentication: "In 1.0 it is `securitySchemes` with `securityRequirements`.",
  stateTransitionHistory: "1.0 has no such capability.",
};

function isRequirement(object: JsonObjectNode, known: readonly string[]): boolean {
  return known.length === 1 && known[0] === "schemes" && !memberOf(object, "schemes");
}

function checkRequirements(root: JsonNode): Problem[] {
  const schemes = memberOf(root, "securitySchemes")?.value;
  const declared = schemes?.kind === "object" ? schemes.members.map((member) => member.key.value) : [];
  const skills = memberOf(root, "skills")?.value;
  const holders = [root, ...(skills?.kind === "array" ? skills.items : [])];
  return holders.flatMap((holder) => {
    const requirements = memberOf(holder, "securityRequirements")?.value;
    if (requirements?.kind !== "array") return [];
    return requirements.items.flatMap((item) => (item.kind === "object" ? checkRequirement(item, declared) : []));
  });
}

function checkRequirement(requirement: JsonObjectNode, declared: readonly string[]): Problem[] {
  const required = memberOf(requirement, "schemes");
  if (!required) {
    if (requirement.members.length === 0 || requirement.members.some((member) => member.value?.kind !== "array"))
      return [];
    const schemes = Object.fromEntries(
      requirement.members.map((member) => [member.key.value, { list: member.value ? plainValue(member.value) : [] }]),
    );
    const current = JSON.stringify({ schemes });
    const fix = replaceValue(requirement, current);
    return [report("agent-card/legacy-requirement", requirement.range, { current }, [fix])];
  }
  if (required.value?.kind !== "object") return [];
  return required.value.members.flatMap((member) => {
    const name = member.key.value;
    return declared.includes(name) ? [] : [report("agent-card/undeclared-scheme", member.key.range, { name })];
  });
}

function checkSkillIds(root: JsonNode): Problem[] {
  const skills = memberOf(root, "skills")?.value;
  if (skills?.kind !== "array") return [];
  const seen = new Set<string>();
  return skills.items.flatMap((skill) => {
    const id = memberOf(skill, "id")?.value;
    if (id?.kind !== "string") return [];
    const isDuplicate = seen.has(id.value);
    seen.add(id.value);
    return isDuplicate ? [report("agent-card/duplicate-skill", id.range, { id: describeValue(id) })] : [];
  });
}

const mediaTypeOf: Readonly<Record<string, string>> = {
  text: "text/plain",
  json: "application/json",
  data: "application/json",
  html: "text/html",
  markdown: "text/markdown",
};

/** Modes of the card only: its skills repeat them, and one place is enough to learn from. */
function checkModes(root: JsonNode): Problem[] {
  return ["defaultInputModes", "defaultOutputModes"].flatMap((name) => {
    const modes = memberOf(root, name)?.value;
    if (modes?.kind !== "array") return [];
    return modes.items.flatMap((mode) => {
      if (mode.kind !== "string" || /^[\w.+-]+\/[\w.+*-]+(\s*;.*)?$|^\*\/\*$/.test(mode.value)) return [];
      const type = Object.hasOwn(mediaTypeOf, mode.value) ? mediaTypeOf[mode.value] : undefined;
      const fixes = type ? [replaceValue(mode, JSON.stringify(type))] : [];
      return [report("agent-card/media-type", mode.range, { found: describeValue(mode) }, fixes)];
    });
  });
}

function checkCapabilities(root: JsonNode, reading: AgentCardReading): Problem[] {
  const capabilities = memberOf(root, "capabilities");
  if (reading.simplexInterfaces.length === 0 || capabilities?.value?.kind !== "object") return [];
  const problems: Problem[] = [];
  const push = memberOf(capabilities.value, "pushNotifications");
  const isOnlySimplex = reading.simplexInterfaces.length === reading.interfaces.length;
  if (push && reading.capabilities.pushNotifications && isOnlySimplex)
    problems.push(report("agent-card/push-over-simplex", push.range));
  const extended = nodeAt(capabilities.value, ["extendedAgentCard"]);
  if (!extended) {
    const fix = insertMember(capabilities.value, "extendedAgentCard", "true");
    problems.push(report("agent-card/extended-card", capabilities.key.range, {}, [{ ...fix, isPreferred: false }]));
  }
  return problems;
}
