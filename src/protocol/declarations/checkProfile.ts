import { type JsonMember, type JsonNode, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { parseJsonText } from "../json/jsonText.ts";
import { removeMember, renameMember } from "../json/memberEdits.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import { slipOf } from "../json-schema/slipOf.ts";
import { type Problem, textRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { type DeclarationHome, readFrequencyNode, readPeersNode, readProtocolsNode } from "./readDeclarations.ts";
import { declarationRules } from "./rules.ts";

const report = reporter(declarationRules);

/** Records the core computes: declarations are not read from them. */
const computed = new Set(["mergedPreferences", "userPreferences", "fullPreferences", "fullGroupPreferences"]);

/**
 * Checks the declarations in a profile, a group profile, link data or a connection plan of the core, wherever in the text
 * they stand. The members themselves may also be the root: preferences, a public group record or address data.
 */
export function checkProfile(text: string): Problem[] {
  const { root, problems } = parseJsonText(text);
  if (!root) return [...problems];
  if (root.kind !== "object") {
    const values = { place: "The text", found: describeValue(root), expected: "an object" };
    return [...problems, report("declarations/wrong-type", root.range, values)];
  }
  const found = [...objectsWithin(root)].map((object) => checkObject(object, object === root));
  const hasDeclarations = found.some((check) => check.hasDeclarations);
  return [
    ...problems,
    ...found.flatMap((check) => check.problems),
    ...(hasDeclarations ? [] : [report("declarations/not-declarations", textRange(root.range.offset, 1))]),
  ];
}

/** The object and all objects within it, except in what the core computes. Without recursion. */
function* objectsWithin(root: JsonNode): Generator<JsonObjectNode> {
  const waiting: JsonNode[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.kind === "array") waiting.push(...node.items.toReversed());
    if (node.kind !== "object") continue;
    yield node;
    for (const member of node.members.toReversed()) {
      if (member.value && !computed.has(member.key.value)) waiting.push(member.value);
    }
  }
}

interface ObjectCheck {
  readonly problems: readonly Problem[];
  readonly hasDeclarations: boolean;
}

function checkObject(object: JsonObjectNode, isRoot: boolean): ObjectCheck {
  const owner: Owner = { object, isRoot, isProfile: memberOf(object, "displayName") !== undefined };
  const checked = object.members.flatMap((member) => {
    const problems = member.value && checkMember(member, member.value, owner);
    return problems ? [problems] : [];
  });
  return { problems: checked.flat(), hasDeclarations: checked.length > 0 };
}

interface Owner {
  readonly object: JsonObjectNode;
  readonly isRoot: boolean;
  /** A profile or a group profile: both have a `displayName`. */
  readonly isProfile: boolean;
}

/** Problems of a member that declares something; undefined for any other member. */
function checkMember(member: JsonMember, value: JsonNode, owner: Owner): Problem[] | undefined {
  const { object, isRoot, isProfile } = owner;
  switch (member.key.value) {
    case "preferences":
      return preferencesProblems(value, "profile");
    case "groupPreferences":
      return preferencesProblems(value, "group");
    case "publicGroup":
      return publicGroupProblems(value);
    case "serves":
      if (isProfile) return [misplaced(member, homes.serves)];
      return readPeersNode(object, "serves").problems.slice();
    case "protocols":
      if (isProfile) return [misplaced(member, isGroupProfile(object) ? "groupPreferences" : "preferences")];
      return isRoot ? readProtocolsNode(value, "profile").problems.slice() : undefined;
    case "audience":
      if (isProfile) return [misplaced(member, homes.audience)];
      return isRoot ? readPeersNode(object, "audience").problems.slice() : undefined;
    case "changeFrequency":
      if (isProfile) return [misplaced(member, homes.audience)];
      return isRoot ? frequencyProblems(object) : undefined;
    default:
      return undefined;
  }
}

function isGroupProfile(object: JsonObjectNode): boolean {
  return memberOf(object, "groupPreferences") !== undefined || memberOf(object, "publicGroup") !== undefined;
}

function preferencesProblems(preferences: JsonNode, home: DeclarationHome): Problem[] | undefined {
  const protocols = memberOf(preferences, "protocols")?.value;
  const problems = [...callCommands(preferences), ...misplacedInPreferences(preferences)];
  if (protocols) return [...readProtocolsNode(protocols, home).problems, ...problems];
  return problems.length > 0 ? problems : undefined;
}

/** What is declared of a group or an address, and not of its preferences. */
function misplacedInPreferences(preferences: JsonNode): Problem[] {
  return (["audience", "changeFrequency", "serves"] as const).flatMap((name) => {
    const member = memberOf(preferences, name);
    return member ? [misplaced(member, homes[name])] : [];
  });
}

const homes = {
  audience: "publicGroup of the group profile",
  changeFrequency: "publicGroup of the group profile",
  serves: "the address link data, beside profile and business",
} as const;

/** Names of the public group record that are nearly those of the specification. */
function misspelledMembers(record: JsonObjectNode): Problem[] {
  const known = ["audience", "changeFrequency"];
  return known.flatMap((near) => {
    const member = slipOf(record, near, known);
    if (!member) return [];
    const values = { name: member.key.value, near };
    return [report("declarations/misspelled-member", member.key.range, values, [renameMember(member, near)])];
  });
}

function publicGroupProblems(record: JsonNode): Problem[] {
  if (record.kind !== "object") {
    const values = { place: "publicGroup", found: describeValue(record), expected: "an object" };
    return record.kind === "placeholder" ? [] : [report("declarations/wrong-type", record.range, values)];
  }
  return [...readPeersNode(record, "audience").problems, ...frequencyProblems(record), ...misspelledMembers(record)];
}

function frequencyProblems(record: JsonObjectNode): Problem[] {
  const problems = [...readFrequencyNode(record).problems];
  const frequency = memberOf(record, "changeFrequency");
  const groupType = memberOf(record, "groupType")?.value;
  if (frequency && groupType?.kind === "string" && groupType.value !== "channel") {
    const values = { found: `of the type ${describeValue(groupType)}` };
    const fixes = [removeMember(record, frequency)];
    problems.push(report("declarations/frequency-outside-channel", frequency.range, values, fixes));
  }
  return problems;
}

function misplaced(member: JsonMember, home: string): Problem {
  return report("declarations/misplaced", member.key.range, { name: member.key.value, home });
}

/** Entries of the command menu, and of its submenus, whose keyword is that of `/_call`. */
function callCommands(preferences: JsonNode): Problem[] {
  const menu = memberOf(preferences, "commands")?.value;
  if (!menu) return [];
  return [...objectsWithin(menu)].flatMap((command) => {
    const keyword = memberOf(command, "keyword")?.value;
    const isCall = keyword?.kind === "string" && /^\/?_call$/.test(keyword.value);
    return isCall ? [report("declarations/call-in-commands", keyword.range)] : [];
  });
}
