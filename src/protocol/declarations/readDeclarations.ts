import { boundProtocols, isBoundProtocol } from "../binding/methods.ts";
import { type JsonMember, type JsonNode, memberOf } from "../json/jsonNode.ts";
import { type JtdFinding, jtdCheck } from "../json/jtd.ts";
import { insertMember, removeMember, renameMember, replaceValue } from "../json/memberEdits.ts";
import { nodeOfValue } from "../json/nodeOfValue.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import { slipOf } from "../json-schema/slipOf.ts";
import { type Problem, textRange } from "../problem.ts";
import { correctedProtocolName, isProtocolName } from "../protocolName.ts";
import { reporter } from "../rule.ts";
import { nearestName } from "../text/nearestName.ts";
import { type ChangeFrequency, changeFrequencies, peerTypes } from "./peerTypes.ts";
import { declarationRules } from "./rules.ts";
import { versionProblem } from "./versions.ts";

/** A value as far as it can be read, and what is wrong with the rest. `undefined` means that nothing is declared. */
export interface Reading<Value> {
  readonly value: Value | undefined;
  readonly problems: readonly Problem[];
}

interface ProtocolDeclaration {
  readonly name: string;
  /** In the bot's order of preference. */
  readonly versions: readonly string[];
  /** An absent transport is false. */
  readonly transports: { readonly chat: boolean; readonly rpc: boolean };
}

export type ProtocolDeclarations = readonly ProtocolDeclaration[];

/** Whose preferences a declaration stands in: a profile's `preferences`, or the `groupPreferences` of a group. */
export type DeclarationHome = "profile" | "group";

const report = reporter(declarationRules);
const checkProtocols = jtdCheck("protocols");
const checkPublicGroup = jtdCheck("publicGroup");
const checkAddressData = jtdCheck("addressData");

/**
 * Reads the value of the key `protocols`, from a text or from a record of the core. A protocol whose declaration breaks
 * the schema is left out; unknown keys are ignored. Problems of a value that is no `JsonNode` have empty ranges.
 */
export function readProtocols(value: unknown, home: DeclarationHome = "profile"): Reading<ProtocolDeclarations> {
  return value === undefined ? nothing : readProtocolsNode(nodeOfValue(value), home);
}

/** Reads `audience` of a public group record. */
export function readAudience(value: unknown): Reading<readonly string[]> {
  return value === undefined ? nothing : readPeersNode(nodeOfValue({ audience: value }), "audience");
}

/** Reads `serves` of the data published with a contact address link. */
export function readServes(value: unknown): Reading<readonly string[]> {
  return value === undefined ? nothing : readPeersNode(nodeOfValue({ serves: value }), "serves");
}

/** Reads `changeFrequency` of a public group record. */
export function readChangeFrequency(value: unknown): Reading<ChangeFrequency> {
  return value === undefined ? nothing : readFrequencyNode(nodeOfValue({ changeFrequency: value }));
}

const nothing = { value: undefined, problems: [] };

/** As `readProtocols`, for a node of a text. */
export function readProtocolsNode(node: JsonNode, home: DeclarationHome): Reading<ProtocolDeclarations> {
  const findings = checkProtocols(node);
  const problems = findings.map((finding) => schemaProblem(finding, "protocols"));
  if (node.kind !== "object") return { value: undefined, problems };
  const broken = new Set(findings.map(({ path }) => path[0]));
  const declarations = new Map<string, ProtocolDeclaration>();
  for (const member of node.members) {
    problems.push(...nameProblems(member), ...declarationProblems(member, home));
    const declaration = broken.has(member.key.value) ? undefined : declarationOf(member);
    if (declaration) declarations.set(declaration.name, declaration);
  }
  return { value: [...declarations.values()], problems };
}

/** As `readAudience` and `readServes`, for the node of the record or the link data that has the member. */
export function readPeersNode(record: JsonNode, name: "audience" | "serves"): Reading<readonly string[]> {
  const list = memberOf(record, name)?.value;
  if (!list) return nothing;
  const findings = name === "audience" ? checkPublicGroup(record) : checkAddressData(record);
  const problems = findings.filter(({ path }) => path[0] === name).map((finding) => schemaProblem(finding, ""));
  if (list.kind !== "array") return { value: undefined, problems };
  if (list.items.length === 0) problems.push(report("declarations/no-peers", list.range));
  const values = list.items.flatMap((item) => (item.kind === "string" && !item.hasPlaceholder ? [item] : []));
  for (const item of values) {
    if (peerTypes.some((type) => type === item.value)) continue;
    const nearest = nearestName(item.value, peerTypes);
    const fixes = nearest ? [replaceValue(item, JSON.stringify(nearest))] : [];
    problems.push(report("declarations/unknown-peer-type", item.range, { value: describeValue(item) }, fixes));
  }
  problems.push(...repeatedValues(list));
  return { value: [...new Set(values.map(({ value }) => value))], problems };
}

/** As `readChangeFrequency`, for the node of the public group record. */
export function readFrequencyNode(record: JsonNode): Reading<ChangeFrequency> {
  const node = memberOf(record, "changeFrequency")?.value;
  if (!node) return nothing;
  const findings = checkPublicGroup(record).filter(({ path }) => path[0] === "changeFrequency");
  const problems = findings.map((finding) => schemaProblem(finding, ""));
  const value = changeFrequencies.find((frequency) => node.kind === "string" && frequency === node.value);
  return { value, problems };
}

function declarationOf(member: JsonMember): ProtocolDeclaration | undefined {
  const name = member.key.value;
  const versions = memberOf(member.value, "versions")?.value;
  const transports = memberOf(member.value, "transports")?.value;
  if (!isProtocolName(name) || versions?.kind !== "array" || !transports) return undefined;
  return {
    name,
    versions: versions.items.flatMap((item) => (item.kind === "string" ? [item.value] : [])),
    transports: { chat: isTrue(transports, "chat"), rpc: isTrue(transports, "rpc") },
  };
}

function isTrue(transports: JsonNode, name: "chat" | "rpc"): boolean {
  const node = memberOf(transports, name)?.value;
  return node?.kind === "boolean" && node.value;
}

function nameProblems({ key }: JsonMember): Problem[] {
  const name = key.value;
  if (key.hasPlaceholder || isBoundProtocol(name)) return [];
  if (!isProtocolName(name)) {
    const corrected = correctedProtocolName(name);
    const fixes = corrected === undefined ? [] : [replaceValue(key, JSON.stringify(corrected))];
    return [report("declarations/invalid-protocol-name", key.range, { name: describeValue(key) }, fixes)];
  }
  const nearest = nearestName(name, boundProtocols);
  // Another protocol may well have a name like one of these.
  const fixes = nearest ? [{ ...replaceValue(key, JSON.stringify(nearest)), isPreferred: false }] : [];
  return [report("declarations/unknown-protocol", key.range, { name: describeValue(key) }, fixes)];
}

function declarationProblems(member: JsonMember, home: DeclarationHome): Problem[] {
  const problems: Problem[] = [];
  const versions = memberOf(member.value, "versions")?.value;
  const place = JSON.stringify(member.key.value);
  if (versions?.kind === "array") {
    if (versions.items.length === 0) problems.push(report("declarations/no-versions", versions.range, { place }));
    for (const item of versions.items) problems.push(...versionProblem(member.key.value, item));
    problems.push(...repeatedValues(versions));
  }
  const transports = memberOf(member.value, "transports")?.value;
  if (transports?.kind !== "object") return problems;
  const known = transports.members.filter(({ key }) => key.value === "chat" || key.value === "rpc");
  if (known.every(({ value }) => value?.kind === "boolean" && !value.value)) {
    problems.push(report("declarations/no-transport", transports.range, { place }));
  }
  for (const transport of transports.members) {
    if (transport.key.value === "rpc" && home === "group") {
      problems.push(report("declarations/rpc-in-group", transport.range, {}, [removeMember(transports, transport)]));
    }
    if (known.includes(transport) || transport.key.hasPlaceholder) continue;
    const nearest = nearestName(transport.key.value, ["chat", "rpc"]);
    const fixes = nearest ? [replaceValue(transport.key, JSON.stringify(nearest))] : [];
    const name = describeValue(transport.key);
    problems.push(report("declarations/unknown-transport", transport.key.range, { name }, fixes));
  }
  return problems;
}

function repeatedValues(list: JsonNode): Problem[] {
  if (list.kind !== "array") return [];
  const seen = new Set<string>();
  return list.items.flatMap((item) => {
    if (item.kind !== "string" || item.hasPlaceholder) return [];
    if (seen.has(item.value))
      return [report("declarations/repeated-value", item.range, { value: describeValue(item) })];
    seen.add(item.value);
    return [];
  });
}

/** `root` is the name of the value the schema describes; empty where a path always begins with a member's name. */
function schemaProblem(finding: JtdFinding, root: string): Problem {
  const { node, path, expected } = finding;
  const place = [root, ...path].filter((step) => step !== "").join(".");
  switch (finding.kind) {
    case "missing-member": {
      const { member } = finding;
      if (node.kind !== "object") return report("declarations/missing-member", node.range, { place, member });
      const slip = slipOf(node, member, ["versions", "transports"]);
      const range = slip?.key.range ?? textRange(node.range.offset, Math.min(1, node.range.length));
      const fix = slip
        ? renameMember(slip, member)
        : { ...insertMember(node, member, member === "versions" ? "[]" : "{}"), isPreferred: false };
      return report("declarations/missing-member", range, { place, member }, [fix]);
    }
    case "not-in-enum": {
      const nearest = node.kind === "string" ? nearestName(node.value, finding.allowed) : undefined;
      const fixes = nearest ? [replaceValue(node, JSON.stringify(nearest))] : [];
      return report("declarations/invalid-frequency", node.range, { value: describeValue(node) }, fixes);
    }
    case "wrong-type":
      return report("declarations/wrong-type", node.range, { place, found: describeValue(node), expected });
  }
}
