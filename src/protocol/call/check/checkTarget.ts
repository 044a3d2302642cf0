import { linkTypeWords } from "../../link/simplexLink.ts";
import type { Fix, Problem, Span } from "../../problem.ts";
import { reporter } from "../../rule.ts";
import {
  bodyHead,
  type CallBody,
  type CallFile,
  type CallRequest,
  directiveValue,
  type VariableDefinition,
} from "../callFile.ts";
import { type CallTarget, type CallTargetReading, chatOfTarget, readCallTarget } from "../callTarget.ts";
import { type BodyForm, convertBody } from "../convert.ts";
import { hasPlaceholder } from "../parse/placeholder.ts";
import { filledText } from "../sentText.ts";
import type { FileVariables } from "./fileVariables.ts";
import { callRules } from "./rules.ts";

const report = reporter(callRules);

export interface CheckedTarget {
  /** Undefined without `@to`, and where a variable has no value yet. */
  readonly target: CallTarget | undefined;
  readonly problems: readonly Problem[];
}

/** Checks the targets of a file's requests. A target defined as a variable is checked once, where it is defined. */
export class TargetChecks {
  readonly #file: CallFile;
  readonly #variables: FileVariables;
  readonly #readings = new Map<VariableDefinition, CallTargetReading>();

  constructor(file: CallFile, variables: FileVariables) {
    this.#file = file;
    this.#variables = variables;
  }

  check(request: CallRequest): CheckedTarget {
    const value = directiveValue(request, "to");
    if (!value || value.length === 0) return { target: undefined, problems: [] };
    const { target, problems } = this.#read(request, value);
    const mismatch = target && request.body ? formProblems(request, request.body, target, value) : [];
    return { target, problems: [...problems, ...mismatch] };
  }

  #read(request: CallRequest, value: Span): CheckedTarget {
    if (!hasPlaceholder(value.text)) return readCallTarget(value.text, value.offset);
    const definition = this.#definitionOf(request, value);
    if (definition) {
      const known = this.#readings.get(definition);
      if (known) return { target: known.target, problems: [] };
      const reading = readCallTarget(definition.value.text, definition.value.offset);
      this.#readings.set(definition, reading);
      return reading;
    }
    const filled = filledText(value, request.variableUses, this.#variables.fill);
    if (hasPlaceholder(filled)) return { target: undefined, problems: [] };
    const { target, problems } = readCallTarget(filled, value.offset);
    // The text is put together from several places: no single one of them can be marked or mended.
    return { target, problems: problems.map((problem) => ({ ...problem, range: value, fixes: [] })) };
  }

  /** The definition a value consists of, when it is one variable whose value is written out. */
  #definitionOf(request: CallRequest, value: Span): VariableDefinition | undefined {
    const use = request.variableUses.find(
      ({ range }) => range.offset === value.offset && range.length === value.length,
    );
    if (!use || this.#variables.fill(use) === undefined) return undefined;
    const definition = this.#file.variables.findLast(({ name }) => name.text === use.expression.text);
    return definition && !hasPlaceholder(definition.value.text) ? definition : undefined;
  }
}

/** Whether the body's form can be sent to such a target. */
function formProblems(request: CallRequest, body: CallBody, target: CallTarget, value: Span): Problem[] {
  if (target.kind === "invalid" || body.kind === "unknown") return [];
  const isSimplex = target.kind === "link" || target.kind === "conversation";
  if (!isSimplex) {
    if (body.kind === "json-rpc") return [];
    const transport = target.kind === "slim" ? "SLIM" : "SMCP";
    return [report("call/body-not-for-target", bodyHead(body), { transport }, conversions(request, ["message"]))];
  }
  switch (body.kind) {
    case "json-rpc":
      return [report("call/bare-message", bodyHead(body), {}, conversions(request, ["command", "envelope"]))];
    case "envelope":
      return envelopeProblems(request, target, value);
    case "command":
      return commandProblems(body, target, value);
  }
}

function envelopeProblems(request: CallRequest, target: CallTarget, value: Span): Problem[] {
  if (target.kind === "link" && target.link.type === "contact") {
    // A short link and a name do not tell.
    if (target.link.form !== "full" || target.link.hasRatchetKeys) return [];
    return [report("call/no-ratchet-keys", value, {}, conversions(request, ["command"]))];
  }
  const found = target.kind === "link" ? linkTypeWords[target.link.type] : "the name of a conversation";
  return [report("call/rpc-needs-contact", value, { found }, conversions(request, ["command"]))];
}

function commandProblems(body: CallBody & { readonly kind: "command" }, target: CallTarget, value: Span): Problem[] {
  const problems: Problem[] = [];
  const type = target.kind === "link" ? target.link.type : undefined;
  if (type === "channel") problems.push(report("call/channel-target", value));
  if (type === "relay") problems.push(report("call/relay-target", value));
  if (body.mention && type !== "relay" && chatOfTarget(target) !== "group") {
    const { offset, length } = body.mention;
    const edits = [{ range: { offset, length: length + 1 }, newText: "" }];
    const fix = { title: "Remove the mention", edits, isPreferred: false };
    problems.push(report("call/mention-needs-group", body.mention, {}, [fix]));
  }
  return problems;
}

const conversionTitles: Readonly<Record<BodyForm, string>> = {
  command: "Send as /_call in a conversation",
  envelope: "Send in an envelope over Service RPC",
  message: "Send the JSON-RPC message as it is",
};

function conversions(request: CallRequest, forms: readonly BodyForm[]): Fix[] {
  return forms.flatMap((form) => {
    const edits = convertBody(request, form);
    return edits ? [{ title: conversionTitles[form], edits, isPreferred: false }] : [];
  });
}
