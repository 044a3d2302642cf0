import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { inertJson } from "../json/inertJson.ts";
import { type JsonNode, memberOf, nodeAt, plainValue } from "../json/jsonNode.ts";
import { insertMember, openingOf, renameMember, replaceValue } from "../json/memberEdits.ts";
import { hasVariableKey, isOpen } from "../json/openValue.ts";
import { alternatives, describePathText, describeType, describeValue } from "../json-schema/describeValue.ts";
import type { Problem, TextRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { nearestName } from "../text/nearestName.ts";
import { shorten } from "../text/shorten.ts";
import { skeletonText } from "./argumentSkeleton.ts";
import { propertiesOf, type SchemaObject, schemaObstacle, schemasAt } from "./inputSchema.ts";
import type { Tool } from "./toolList.ts";
import { toolRules } from "./toolRules.ts";

/**
 * Does work that a hostile schema can make endless, and ends it after a time: undefined then. Regular expressions and
 * references that multiply are the server's choice, so nothing shorter of running them tells how long they take.
 */
export type TimeBound = <Result extends object | string>(work: () => Result) => Result | undefined;

/** Checks the arguments of one tool. */
export interface ArgumentCheck {
  /** `params` is the member of that name of a `tools/call`. */
  check(params: JsonNode): readonly Problem[];
}

/** Errors of a schema looked at, and problems listed, for one call. */
const maxErrors = 500;
const maxProblems = 50;
/** Longest message of a schema's own that is shown. */
const maxMessageLength = 200;

const report = reporter(toolRules);

/** Finds the tool that a `tools/call` names among those a server listed. Open names are not judged. */
export function checkToolName(tools: readonly Tool[], params: JsonNode): readonly Problem[] {
  const name = memberOf(params, "name")?.value;
  if (name?.kind !== "string" || isOpen(name) || tools.some((tool) => tool.name === name.value)) return [];
  const names = tools.map((tool) => tool.name);
  const nearest = nearestName(name.value, names);
  const fixes = nearest === undefined ? [] : [replaceValue(name, inertJson(nearest))];
  const listed = names.length === 0 ? "none" : alternatives(names, "and");
  return [report("mcp/unknown-tool", name.range, { found: describeValue(name), names: listed }, fixes)];
}

/**
 * Compiles a tool's `inputSchema` (JSON Schema 2020-12) once for many checks. Formats are not checked: they are
 * annotations. A schema that cannot be used, or takes too long, makes a check say so instead of judging.
 */
export function compileArgumentCheck(tool: Tool, withinTime: TimeBound): ArgumentCheck {
  const compiled = compile(tool.inputSchema, withinTime);
  let obstacle = typeof compiled === "string" ? compiled : undefined;
  return {
    check(params) {
      const written = memberOf(params, "arguments");
      const value = written?.value;
      if (written && value?.kind !== "object") return [];
      const place = value?.range ?? params.range;
      if (typeof compiled === "string" || obstacle !== undefined) return [notChecked(place, obstacle ?? "")];
      const plain: unknown = value ? plainValue(value) : {};
      const errors = withinTime(() => errorsOf(compiled, plain));
      if (!Array.isArray(errors)) {
        // Not tried again: each try would hold up the editor as long.
        obstacle = errors ?? tooSlow;
        return [notChecked(place, obstacle)];
      }
      const home = { tool, params, root: value };
      const problems = ownFindings(errors.slice(0, maxErrors)).flatMap((error) => problemsOf(error, home));
      return withoutRepeats(problems).slice(0, maxProblems);
    },
  };
}

const tooSlow = "takes too long to check";

function notChecked(range: TextRange, reason: string): Problem {
  return report("mcp/arguments-not-checked", { offset: range.offset, length: Math.min(1, range.length) }, { reason });
}

type Validate = ReturnType<Ajv2020["compile"]>;

/** The compiled schema, or why there is none. */
function compile(schema: SchemaObject, withinTime: TimeBound): Validate | string {
  const obstacle = schemaObstacle(schema);
  if (obstacle !== undefined) return obstacle;
  const { $schema: _dialect, $id: _id, ...own } = schema;
  const compiled = withinTime((): Validate | string => {
    try {
      // References stay functions: written out in place, those that multiply would make code without end.
      return new Ajv2020({
        allErrors: true,
        strict: false,
        validateFormats: false,
        inlineRefs: false,
        logger: false,
        messages: true,
      }).compile(own);
    } catch {
      // Its message can be long, and repeats the server's text.
      return "is not a valid JSON Schema";
    }
  });
  return compiled ?? tooSlow;
}

/** The errors of a value, or why it was not judged. */
function errorsOf(validate: Validate, value: unknown): ErrorObject[] | string {
  try {
    return validate(value) ? [] : (validate.errors ?? []);
  } catch {
    return "refers to itself without end";
  }
}

/** Keywords that report what they ask for as a whole, after what each of their branches lacks. */
const combinations: ReadonlySet<string> = new Set(["anyOf", "oneOf", "contains"]);

/** Without the errors of branches, which contradict each other: the error of the whole combination follows them. */
function ownFindings(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  return errors.filter(({ keyword, instancePath }, index) => {
    if (keyword === "if") return false;
    return !errors
      .slice(index + 1)
      .some((later) => combinations.has(later.keyword) && isAtOrBelow(instancePath, later.instancePath));
  });
}

function isAtOrBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}/`);
}

interface Home {
  readonly tool: Tool;
  readonly params: JsonNode;
  /** The arguments; absent when the call has none. */
  readonly root: JsonNode | undefined;
}

function problemsOf(error: ErrorObject, home: Home): readonly Problem[] {
  const path = pathOf(error.instancePath, home.root);
  const node = nodeAt(home.root, path);
  const place = describePathText(["arguments", ...path], "");
  switch (error.keyword) {
    case "required":
      return missing(textParameter(error, "missingProperty"), path, place, node, home);
    case "additionalProperties":
      return unknown(textParameter(error, "additionalProperty"), path, node, home);
    case "unevaluatedProperties":
      return unknown(textParameter(error, "unevaluatedProperty"), path, node, home);
    case "type":
      return node && !isOpen(node) ? [wrongType(error, place, node)] : [];
    default:
      return node && !isOpen(node) && !holdsOpenValue(node) ? [wrongValue(error, place, node)] : [];
  }
}

function missing(name: string, path: Path, place: string, node: JsonNode | undefined, home: Home): readonly Problem[] {
  // Without any arguments, only the call itself can be marked.
  if (node === undefined) return [report("mcp/missing-argument", markOf(home.params), { place: "The call", name })];
  if (node.kind !== "object" || memberOf(node, name) || hasVariableKey(node)) return [];
  const value = skeletonText(home.tool.inputSchema, [...path, name]);
  const fixes = isInert(name) ? [insertMember(node, name, value)] : [];
  return [report("mcp/missing-argument", openingOf(node), { place, name: shorten(name, maxMessageLength) }, fixes)];
}

function unknown(name: string, path: Path, node: JsonNode | undefined, home: Home): readonly Problem[] {
  const member = memberOf(node, name);
  if (!member || member.key.hasPlaceholder) return [];
  const nearest = nearestName(name, [...propertiesOf(schemasAt(home.tool.inputSchema, path)).keys()]);
  const isNew = nearest !== undefined && isInert(nearest) && !memberOf(node, nearest);
  const fixes = isNew ? [renameMember(member, nearest)] : [];
  return [report("mcp/unknown-argument", member.key.range, { name: shorten(name, maxMessageLength) }, fixes)];
}

function wrongType(error: ErrorObject, place: string, node: JsonNode): Problem {
  const type: unknown = error.params["type"];
  const types = Array.isArray(type) ? type.map(String) : [String(type)];
  const expected = alternatives(types.map(describeType));
  return report("mcp/argument-type", markOf(node), { place, expected, found: describeValue(node) });
}

function wrongValue(error: ErrorObject, place: string, node: JsonNode): Problem {
  const allowed: unknown = error.keyword === "enum" ? error.params["allowedValues"] : undefined;
  const values: readonly unknown[] = Array.isArray(allowed) ? allowed : [];
  const names = values.filter((value) => typeof value === "string");
  const nearest = node.kind === "string" ? nearestName(node.value, names) : undefined;
  const fixes = nearest === undefined ? [] : [replaceValue(node, inertJson(nearest))];
  const texts = values.map((value) => shorten(JSON.stringify(value), maxMessageLength));
  const expected =
    texts.length > 0 ? `must be ${alternatives(texts)}` : shorten(error.message ?? "is refused", maxMessageLength);
  return report("mcp/argument-value", markOf(node), { place, expected }, fixes);
}

/** False for a name that would be read as a variable where it is written as a key. */
function isInert(name: string): boolean {
  return !name.includes("{{");
}

/** An object or an array is marked at its opening, so that the mark does not cover what is right in it. */
function markOf(node: JsonNode): TextRange {
  const isContainer = node.kind === "object" || node.kind === "array";
  return isContainer ? { offset: node.range.offset, length: 1 } : node.range;
}

/** True when a variable stands anywhere in a value, so that nothing can be said of it as a whole. */
function holdsOpenValue(node: JsonNode): boolean {
  if (node.kind === "object")
    return node.members.some(
      ({ key, value }) => key.hasPlaceholder || (value && (isOpen(value) || holdsOpenValue(value))),
    );
  return node.kind === "array" && node.items.some((item) => isOpen(item) || holdsOpenValue(item));
}

type Path = readonly (string | number)[];

/** The steps of Ajv's pointer; the tree tells an item's index from a member's name. */
function pathOf(pointer: string, root: JsonNode | undefined): Path {
  const path: (string | number)[] = [];
  for (const step of pointer.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(nodeAt(root, path)?.kind === "array" ? Number(name) : name);
  }
  return path;
}

function textParameter(error: ErrorObject, name: string): string {
  return String(error.params[name] ?? "");
}

function withoutRepeats(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ message, range }) => {
    const key = `${range.offset} ${message}`;
    return !seen.has(key) && seen.add(key);
  });
}
