import { type Problem, type Span, type TextRange, textRange } from "../problem.ts";

/** A request file (`*.call`) taken apart. Every span points into the text it was parsed from. */
export interface CallFile {
  readonly requests: readonly CallRequest[];
  /** `@name = value` lines, file wide. */
  readonly variables: readonly VariableDefinition[];
  /** Problems of the file's own grammar. Those of the bodies come from `checkCallFile`. */
  readonly problems: readonly Problem[];
}

export interface CallRequest {
  /** From the separator or `@name`; `undefined` when there is neither. */
  readonly name: Span | undefined;
  /** From the separator's start to the end of the body. */
  readonly range: TextRange;
  /** The `###` line, absent for a first request without one. */
  readonly separator: TextRange | undefined;
  readonly directives: readonly Directive[];
  readonly body: CallBody | undefined;
  /** `{{name}}` uses in directives and body. */
  readonly variableUses: readonly VariableUse[];
}

export interface Directive {
  /** The key without `@`, such as `to`. */
  readonly key: Span;
  readonly value: Span;
  readonly range: TextRange;
}

export interface VariableDefinition {
  readonly name: Span;
  readonly value: Span;
  readonly range: TextRange;
  /** `{{name}}` uses in the value. */
  readonly variableUses: readonly VariableUse[];
}

export interface VariableUse {
  /** The whole `{{…}}`. */
  readonly range: TextRange;
  /** What stands between the braces, trimmed: a name, `file.name`, or a built-in such as `$randomInt 1 6`. */
  readonly expression: Span;
  /** Inside a JSON string of the body, where a value is escaped when it is filled in. */
  readonly isInString: boolean;
}

/** The body's own form decides the transport. */
export type CallBody =
  | {
      readonly kind: "command";
      readonly range: TextRange;
      /** As written, with its `@`: `@acme` or `@'Acme bot'`. */
      readonly mention: Span | undefined;
      readonly protocol: Span | undefined;
      readonly json: Span | undefined;
    }
  | { readonly kind: "envelope"; readonly range: TextRange; readonly json: Span }
  | { readonly kind: "json-rpc"; readonly range: TextRange; readonly json: Span }
  | { readonly kind: "unknown"; readonly range: TextRange; readonly json: Span | undefined };

/** The request an offset stands in or after, or undefined before the first one. */
export function requestAt(file: CallFile, offset: number): CallRequest | undefined {
  return file.requests.findLast((request) => request.range.offset <= offset);
}

/** The value of a request's directive of that key, the last one when it stands twice. */
export function directiveValue(request: CallRequest, key: string): Span | undefined {
  return request.directives.findLast((directive) => directive.key.text === key)?.value;
}

/** The first characters of a body: enough to mark it without covering all of it. */
export function bodyHead(body: CallBody): TextRange {
  const length = body.kind === "command" ? "/_call".length : 1;
  return textRange(body.range.offset, Math.min(length, body.range.length));
}
