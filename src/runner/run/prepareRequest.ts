import { answeredRequest } from "../../exchange/answeredRequest.ts";
import type { TransportKind } from "../../exchange/callEvent.ts";
import {
  type CallBody,
  type CallFile,
  type CallRequest,
  type Directive,
  directiveValue,
} from "../../protocol/call/callFile.ts";
import { sendRules } from "../../protocol/call/check/sendRules.ts";
import { isConnectionParameter } from "../../protocol/call/parse/connectionParameter.ts";
import { parseServiceParameter, type ServiceParameter } from "../../protocol/call/parse/directive.ts";
import { parseDuration } from "../../protocol/call/parse/duration.ts";
import { filledText, type SentText, sentText } from "../../protocol/call/sentText.ts";
import { checkText } from "../../protocol/check.ts";
import { isObject } from "../../protocol/json/jsonObject.ts";
import type { Problem, Span, TextRange } from "../../protocol/problem.ts";
import { reporter } from "../../protocol/rule.ts";
import { lineAt } from "../../protocol/text/linePositions.ts";
import type { PreparedRequest } from "../../transport/transport.ts";
import { type FilledVariables, fillVariables } from "../values/fillVariables.ts";
import type { KeyPair } from "../values/keyPair.ts";
import { createRedactor, type Redactor } from "../values/redactor.ts";
import type { BuiltIns, OuterScopes, SecretPart } from "../values/variables.ts";
import { requestName } from "./requestName.ts";
import { withServiceParameters } from "./serviceParameters.ts";
import { withRequestKey } from "./withRequestKey.ts";

/** What preparing needs beside the file. */
export interface PrepareContext {
  /** The text `file` was parsed from. */
  readonly text: string;
  /** The file's URI or path, for the header of the call. */
  readonly fileName?: string;
  readonly scopes: OuterScopes;
  readonly builtIns: BuiltIns;
  /** The stored signing key of that name. */
  readonly signingKey: (name: string) => Promise<KeyPair | undefined>;
  /** How long to wait for the answer to a request that does not say; `defaultTimeoutMs` when absent. */
  readonly timeoutMs?: number;
  /** Secrets of earlier requests of the window or the run: a reply may repeat one, whoever sent it. */
  readonly sentSecrets?: ReadonlySet<string>;
}

/** A request that may be sent, with what is known of it before. */
export interface PreparedCall {
  readonly request: PreparedRequest;
  /** The request's name, or its method, or its line. */
  readonly name: string;
  readonly fileName?: string;
  /** 1-based, of the request's start. */
  readonly line: number;
  readonly method?: string;
  /** The protocol's version the request names. */
  readonly version?: string;
  /** A directive's value with the variables filled in as in what is sent. */
  readonly filled: (value: Span) => string;
  /** Knows every secret that was filled in, and those of earlier requests. */
  readonly redactor: Redactor;
  /** The secrets that were filled in. */
  readonly secrets: readonly SecretPart[];
}

export type PrepareResult =
  /** `warnings` tell of a size at which the call may fail on its way though it may be sent. */
  | { readonly kind: "prepared"; readonly call: PreparedCall; readonly warnings: readonly Problem[] }
  /** Why nothing may be sent. Ranges are in the file's text; no message holds a secret. */
  | { readonly kind: "problems"; readonly problems: readonly Problem[] };

const defaultTimeoutMs = 30_000;
/** How long a broadcast collects when the request does not say. */
const defaultWaitMs = 10_000;

const report = reporter(sendRules);

/**
 * Makes a request of a file ready to be sent: checks its text, fills the variables, merges `@param`, fills `requestKey`, and
 * checks what came out. Any error stops it: nothing is ever sent that was not on screen and right.
 */
export async function prepareRequest(
  file: CallFile,
  request: CallRequest,
  context: PrepareContext,
): Promise<PrepareResult> {
  const errors = textErrors(context.text, file, request);
  if (errors.length > 0) return problems(errors);
  const variables = await fillVariables(file, request, context.scopes, context.builtIns);
  if (variables.problems.length > 0) return problems(variables.problems);
  const sent = sentText(request, variables.fill);
  const { body } = request;
  // The check refuses a request without a body that can be read.
  if (sent?.requestJson === undefined || body === undefined) throw new Error("A checked request has no text to send.");
  const target = directiveText(request, "to", variables);
  if (target === undefined || target === "") return problems([report("send/no-target", request.range)]);
  const transport = transportOf(body, target);
  if (transport === undefined) return problems([report("send/no-transport", body.range)]);
  const redactor = createRedactor([...variables.secrets.map(({ text }) => text), ...(context.sentSecrets ?? [])]);
  const parameters = parametersOf(request, transport, variables);
  const final = await applyDirectives(
    request,
    { ...sent, requestJson: sent.requestJson },
    parameters.ofMessage,
    variables,
    context,
    redactor,
  );
  if (final.kind === "problems") return final;
  if (final.signKey !== undefined) redactor.add(final.signKey);
  const remaining = filledProblems(request, variables, final.text, transport, redactor);
  if (remaining.errors.length > 0) return problems(remaining.errors);
  const protocol = sent.protocol ?? (transport === "slimrpc" ? "a2a" : "mcp");
  const prepared: PreparedRequest = {
    transport,
    target,
    protocol,
    text: final.text,
    requestJson: final.requestJson,
    ...(sent.mention !== undefined && { mention: sent.mention }),
    timeoutMs: duration(request, "timeout", variables) ?? context.timeoutMs ?? defaultTimeoutMs,
    waitMs: duration(request, "wait", variables) ?? defaultWaitMs,
    ...(final.signKey !== undefined && { signKey: final.signKey }),
    incognito: request.directives.some((directive) => directive.key.text === "incognito"),
    ...(parameters.ofConnection.length > 0 && { connection: parameters.ofConnection }),
  };
  const call = describeCall(request, prepared, variables, context, redactor);
  return { kind: "prepared", call, warnings: remaining.sizeWarnings };
}

function problems(found: readonly Problem[]): PrepareResult & { readonly kind: "problems" } {
  return { kind: "problems", problems: found };
}

/** The errors of the text as it stands, from this request up to the next. Other requests of the file do not stop it. */
function textErrors(text: string, file: CallFile, request: CallRequest): readonly Problem[] {
  const start = request.range.offset;
  const next = file.requests.find((other) => other.range.offset > start)?.range.offset ?? text.length + 1;
  return checkText("call", text).filter(
    ({ severity, range }) => severity === "error" && range.offset < next && range.offset + range.length >= start,
  );
}

/** A body that is bare JSON-RPC goes where its target's scheme says. */
function transportOf(body: CallBody, target: string): TransportKind | undefined {
  if (body.kind === "command") return "chat";
  if (body.kind === "envelope") return "rpc";
  if (/^slim:/i.test(target)) return "slimrpc";
  return /^smcp\+https?:/i.test(target) ? "smcp" : undefined;
}

function directiveText(request: CallRequest, key: string, variables: FilledVariables): string | undefined {
  const value = directiveValue(request, key);
  return value && filled(value, request, variables);
}

function duration(request: CallRequest, key: string, variables: FilledVariables): number | undefined {
  const text = directiveText(request, key, variables);
  return text === undefined ? undefined : parseDuration(text);
}

type AppliedDirectives =
  | { readonly kind: "applied"; readonly text: string; readonly requestJson: string; readonly signKey?: string }
  | (PrepareResult & { readonly kind: "problems" });

/** What the `@param` directives of a request say, of its message and of its connection. */
function parametersOf(
  request: CallRequest,
  transport: TransportKind,
  variables: FilledVariables,
): { readonly ofMessage: readonly ServiceParameter[]; readonly ofConnection: readonly ServiceParameter[] } {
  const parameters = request.directives
    .filter((directive) => directive.key.text === "param")
    .flatMap(({ value }) => parseServiceParameter(filled(value, request, variables)) ?? []);
  return {
    ofMessage: parameters.filter(({ name }) => !isConnectionParameter(transport, name)),
    ofConnection: parameters.filter(({ name }) => isConnectionParameter(transport, name)),
  };
}

/** `@param` goes into the request, `@sign` into the envelope. */
async function applyDirectives(
  request: CallRequest,
  sent: SentText & { readonly requestJson: string },
  parameters: readonly ServiceParameter[],
  variables: FilledVariables,
  context: PrepareContext,
  redactor: Redactor,
): Promise<AppliedDirectives> {
  const requestJson = withServiceParameters(sent.requestJson, parameters);
  const text = replaceLast(sent.text, sent.requestJson, requestJson);
  const sign = directiveValue(request, "sign");
  return sign === undefined
    ? { kind: "applied", text, requestJson }
    : await signed(sign, text, requestJson, filled(sign, request, variables), context, redactor);
}

async function signed(
  directive: Span,
  text: string,
  requestJson: string,
  keyName: string,
  context: PrepareContext,
  redactor: Redactor,
): Promise<AppliedDirectives> {
  const key = await context.signingKey(keyName);
  if (key === undefined) return problems([report("send/unknown-key", directive, { name: redactor.text(keyName) })]);
  const envelope = withRequestKey(text, key.publicKey);
  if (envelope === undefined) return problems([report("send/other-request-key", directive)]);
  return { kind: "applied", text: envelope, requestJson, signKey: key.privateKey };
}

function filled(value: Span, request: CallRequest, variables: FilledVariables): string {
  return filledText(value, request.variableUses, variables.fill).trim();
}

/** The request stands last in a command, and in an envelope whose other members do not repeat it. */
function replaceLast(text: string, part: string, replacement: string): string {
  if (part === replacement) return text;
  const start = text.lastIndexOf(part);
  return text.slice(0, start) + replacement + text.slice(start + part.length);
}

/** Directives that a check of the filled text needs; a `@param` of the message is already in the body. */
const checkedDirectives: ReadonlySet<string> = new Set(["to", "timeout", "wait", "sign", "incognito"]);

function isCheckedAgain(directive: Directive, transport: TransportKind): boolean {
  if (checkedDirectives.has(directive.key.text)) return true;
  const name = directive.key.text === "param" ? parseServiceParameter(directive.value.text)?.name : undefined;
  return name !== undefined && isConnectionParameter(transport, name);
}

/** The filled request, checked as a file of its own: values can break what the placeholders left open. */
function filledProblems(
  request: CallRequest,
  variables: FilledVariables,
  text: string,
  transport: TransportKind,
  redactor: Redactor,
): { readonly errors: readonly Problem[]; readonly sizeWarnings: readonly Problem[] } {
  const directives = request.directives
    .filter((directive) => isCheckedAgain(directive, transport))
    .map(({ key, value }) => `# @${key.text} ${filled(value, request, variables)}\n`);
  const range: TextRange = request.body?.range ?? request.range;
  const found = checkText("call", `${directives.join("")}${text}\n`);
  const errors = found.filter(({ severity }) => severity === "error");
  const sizeWarnings = found.filter(({ severity, code }) => severity === "warning" && code.startsWith("size/"));
  return {
    errors: errors.map(({ message }) => report("send/filled-text-problem", range, { problem: redactor.text(message) })),
    sizeWarnings: sizeWarnings.map((problem) => ({ ...problem, range, fixes: [] })),
  };
}

function describeCall(
  request: CallRequest,
  prepared: PreparedRequest,
  variables: FilledVariables,
  context: PrepareContext,
  redactor: Redactor,
): PreparedCall {
  const { method } = answeredRequest(prepared.requestJson);
  const version = requestVersion(prepared.requestJson);
  const line = lineAt(context.text, request.range.offset);
  return {
    request: prepared,
    name: requestName(request, line),
    ...(context.fileName !== undefined && { fileName: context.fileName }),
    line,
    ...(method !== undefined && { method }),
    ...(version !== undefined && { version }),
    filled: (value) => filled(value, request, variables),
    redactor,
    secrets: variables.secrets,
  };
}

/** `A2A-Version` of the service parameters, or the MCP revision in `_meta`. */
function requestVersion(requestJson: string): string | undefined {
  const request: unknown = JSON.parse(requestJson);
  if (!isObject(request)) return undefined;
  const parameters = request["a2a-service-parameters"];
  if (isObject(parameters)) {
    const entry = Object.entries(parameters).find(([name]) => name.toLowerCase() === "a2a-version");
    if (typeof entry?.[1] === "string") return entry[1];
  }
  const params = request["params"];
  const meta = isObject(params) ? params["_meta"] : undefined;
  const revision = isObject(meta) ? meta["io.modelcontextprotocol/protocolVersion"] : undefined;
  return typeof revision === "string" ? revision : undefined;
}
