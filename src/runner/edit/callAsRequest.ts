import { serviceParametersMember } from "../../protocol/a2a/serviceParameters.ts";
import { type CallFile, type CallRequest, directiveValue } from "../../protocol/call/callFile.ts";
import { parseServiceParameter } from "../../protocol/call/parse/directive.ts";
import { parseCallFile } from "../../protocol/call/parse/parseCallFile.ts";
import { inertText } from "../../protocol/json/inertJson.ts";
import type { JsonMember } from "../../protocol/json/jsonNode.ts";
import { memberOf } from "../../protocol/json/jsonNode.ts";
import { parseJsonText } from "../../protocol/json/jsonText.ts";
import { redactionMark } from "../values/redactor.ts";

/** A call to be sent once more, or another that follows from it. */
export interface CallToSend {
  readonly name: string;
  readonly target: string;
  readonly timeoutMs: number;
  /** `/_call …`, an envelope or a bare message, as it was sent; it may hold a peer's text. */
  readonly body: string;
}

/** The request in a file that a call came from, where it still is. */
export interface CallSource {
  readonly file: CallFile;
  readonly request: CallRequest;
}

export type RequestText =
  | { readonly kind: "request"; readonly text: string }
  /** Why it cannot be sent, as a sentence for the user. */
  | { readonly kind: "impossible"; readonly message: string };

/** Directives that say how a request is sent and leave nothing in its text. */
const keptDirectives = new Set(["sign", "incognito"]);

/**
 * Writes a call as a request of its own. Nothing of the call is read as a `{{variable}}` or a directive: its text may be a
 * peer's or a stranger's transcript. Secrets were removed from it; those of service parameters come again from the
 * directives of `source`, and then go only to the target that `source` names. Any other removed secret makes it impossible.
 */
export function callAsRequest(call: CallToSend, source?: CallSource): RequestText {
  const { body, removed } = withoutRemovedParameters(inertText(call.body));
  if (body.includes(redactionMark) || call.target.includes(redactionMark)) return impossible(secretIsGone);
  const parameters = source?.request.directives.filter((directive) => {
    const parameter = directive.key.text === "param" ? parseServiceParameter(directive.value.text) : undefined;
    return parameter !== undefined && removed.has(parameter.name.toLowerCase());
  });
  if (removed.size > 0 && (parameters === undefined || parameters.length < removed.size))
    return impossible(secretIsGone);

  const own = requestLines(call, body);
  if (!isInert(own)) return impossible(notOneRequest);
  if (source === undefined) return { kind: "request", text: own };
  const kept = source.request.directives.filter(({ key }) => keptDirectives.has(key.text));
  const needsSource = removed.size > 0;
  const to = needsSource ? directiveValue(source.request, "to")?.text : undefined;
  const added = [...kept, ...(parameters ?? [])].map(({ key, value }) => `# @${key.text} ${value.text}`.trimEnd());
  const variables = source.file.variables.map(({ name, value }) => `@${name.text} = ${value.text}`);
  const usesVariables = added.some((line) => line.includes("{{")) || to?.includes("{{");
  const text = requestLines({ ...call, target: to ?? call.target }, body, added);
  return { kind: "request", text: usesVariables ? [...variables, "", text].join("\n") : text };
}

const secretIsGone =
  "A secret was removed from this call when it was kept, so it cannot be sent from here. Send it from its request file.";
const notOneRequest = "This call cannot be written as one request, so it was not sent. Send it from its request file.";

function requestLines(call: CallToSend, body: string, directives: readonly string[] = []): string {
  const name = call.name.replace(/\s+/g, " ").trim();
  const head = [`### ${name}`, `# @to ${call.target}`, `# @timeout ${durationText(call.timeoutMs)}`, ...directives];
  return [...head, body, ""].join("\n");
}

function durationText(durationMs: number): string {
  return durationMs % 1000 === 0 ? `${durationMs / 1000}s` : `${durationMs}ms`;
}

/** True when the text is one request whose meaning depends on nothing outside of it. */
function isInert(text: string): boolean {
  const { requests, variables } = parseCallFile(text);
  const [request] = requests;
  if (requests.length !== 1 || request?.body === undefined || variables.length > 0) return false;
  return request.variableUses.length === 0 && request.directives.length === 2;
}

/** The body without the service parameters whose value held a secret, and their names in lower case. */
function withoutRemovedParameters(body: string): { readonly body: string; readonly removed: ReadonlySet<string> } {
  const start = body.indexOf("{");
  if (start === -1 || !body.includes(redactionMark)) return { body, removed: new Set() };
  const root = parseJsonText(body.slice(start), { offset: start }).root;
  const message = memberOf(root, "request")?.value ?? root;
  const parameters = memberOf(message, serviceParametersMember)?.value;
  if (parameters?.kind !== "object") return { body, removed: new Set() };
  const isRemoved = ({ value }: JsonMember) => value?.kind === "string" && value.value.includes(redactionMark);
  const members = parameters.members.filter((member) => !isRemoved(member));
  const kept = members.map(({ range }) => body.slice(range.offset, range.offset + range.length)).join(",");
  const { offset, length } = parameters.range;
  return {
    body: `${body.slice(0, offset)}{${kept}}${body.slice(offset + length)}`,
    removed: new Set(parameters.members.filter(isRemoved).map(({ key }) => key.value.toLowerCase())),
  };
}

function impossible(message: string): RequestText {
  return { kind: "impossible", message };
}
