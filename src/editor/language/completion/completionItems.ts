import { boundProtocols, methodsOf } from "../../../protocol/binding/methods.ts";
import { requestBody } from "../../../protocol/binding/requestSkeleton.ts";
import { type CallFile, type CallRequest, directiveValue } from "../../../protocol/call/callFile.ts";
import { directiveKinds } from "../../../protocol/call/parse/directive.ts";
import { expectationOperators } from "../../../protocol/call/parse/expectation.ts";
import { builtInExpressions } from "../../../protocol/call/parse/variableExpression.ts";
import type { TextRange } from "../../../protocol/problem.ts";
import { slimParameters } from "../../../protocol/slimrpc/slimParameters.ts";
import { isSlimUrl } from "../../../protocol/slimrpc/slimTarget.ts";
import { smcpMethods } from "../../../protocol/smcp/describeSmcp.ts";
import { isSmcpUrl } from "../../../protocol/smcp/smcpTarget.ts";
import { definitionsOf, variableOccurrences } from "../call/variableOccurrences.ts";
import { type CompletionEntry, escapeSnippet, memberEntry, snippetEntry, valueEntry } from "./completionEntry.ts";
import { completionPlace, type PlaceOf } from "./completionPlace.ts";
import { describeMessage } from "./describeMessage.ts";
import { envelopeMembers } from "./envelopeMembers.ts";
import { messagePlace } from "./messagePlace.ts";

/** An address that can be called. */
export interface KnownTarget {
  readonly link: string;
  readonly title: string;
  /** Names of the members of a group that serve a protocol, as mentions spell them. */
  readonly members: readonly string[];
  readonly protocols: readonly string[];
}

/** What completion knows beyond the file. */
export interface CompletionWorld {
  readonly targets: readonly KnownTarget[];
  /** Variables of the environment in use and captured ones, each with where it comes from. */
  readonly variables: readonly { readonly name: string; readonly detail: string }[];
  readonly secrets: readonly string[];
  readonly signingKeys: readonly string[];
}

const durations = ["10s", "30s", "60s", "2m"];

/** What can be written at an offset of a request file. */
export function completionsAt(
  text: string,
  file: CallFile,
  offset: number,
  world: CompletionWorld,
): readonly CompletionEntry[] {
  const place = completionPlace(text, file, offset);
  switch (place?.kind) {
    case undefined:
      return [];
    case "variable":
      return variableEntries(file, place, world);
    case "directive-key":
      return directiveEntries(place);
    case "directive-value":
      return directiveValueEntries(place, world);
    case "variable-value":
      return targetEntries(place.range, world.targets);
    case "command-head":
      return place.isMention ? mentionEntries(place, world) : protocolEntries(place.range);
    case "json":
      return jsonEntries(place);
    case "request-start":
      return requestEntries(place);
  }
}

function variableEntries(file: CallFile, place: PlaceOf<"variable">, world: CompletionWorld): CompletionEntry[] {
  const occurrences = variableOccurrences(file);
  const own = [...new Set(occurrences.map(({ text }) => text))].flatMap((name) => {
    const [definition] = definitionsOf(occurrences, name);
    return definition ? [{ name, detail: definition.role === "capture" ? "captured in this file" : "this file" }] : [];
  });
  const others = world.variables.filter(({ name }) => !own.some((variable) => variable.name === name));
  const builtIns = builtInExpressions
    .filter(({ expression }) => !expression.startsWith("$secret"))
    .map(({ expression, summary }) => ({ name: expression, detail: summary }));
  const secrets = world.secrets.map((name) => ({ name: `$secret ${name}`, detail: "secret storage" }));
  const close = place.isClosed ? "" : "}}";
  return [...own, ...others, ...secrets, ...builtIns].map(({ name, detail }) => ({
    kind: "variable",
    label: name,
    detail,
    insert: `${name}${close}`,
    isSnippet: false,
    range: place.range,
  }));
}

function directiveEntries({ range, request }: PlaceOf<"directive-key">): CompletionEntry[] {
  const written = new Set(request?.directives.map(({ key }) => key.text));
  return directiveKinds
    .filter(({ key, isRepeatable }) => isRepeatable || !written.has(key))
    .map(({ key, value, summary, example }) => ({
      kind: "directive",
      label: `@${key}`,
      detail: example,
      documentation: summary,
      insert: value === "none" ? `@${key}` : `@${key} `,
      isSnippet: false,
      range,
      suggestsMore: value !== "none",
    }));
}

function directiveValueEntries(
  { key, range, request }: PlaceOf<"directive-value">,
  world: CompletionWorld,
): CompletionEntry[] {
  switch (key) {
    case "to":
      return targetEntries(range, world.targets);
    case "timeout":
    case "wait":
      return durations.map((duration) => valueEntry(duration, range));
    case "sign":
      return world.signingKeys.map((name) => valueEntry(name, range));
    case "param":
      return parameterEntries(range, request);
    case "expect":
      return expectationOperators
        .filter((operator) => operator !== "exists")
        .map((operator) => snippetEntry(`$.… ${operator} …`, `\\$.\${1:result} ${operator} \${2:value}`, range));
    case "set":
      return [snippetEntry("name = $.…", `\${1:name} = \\$.\${2:result}`, range)];
    default:
      return [];
  }
}

/** What the target's transport takes, with a variable in the place of each secret. */
function parameterEntries(range: TextRange, request: CallRequest | undefined): CompletionEntry[] {
  const target = (request && directiveValue(request, "to")?.text) ?? "";
  const secret = (name: string): CompletionEntry => snippetEntry(name, `${name}: {{\\$secret \${1:name}\\}\\}`, range);
  if (isSmcpUrl(target)) return [secret("auth.token"), secret("Authorization")];
  const ofA2a = [valueEntry("A2A-Version: 1.0", range), valueEntry("A2A-Extensions: ", range)];
  if (!isSlimUrl(target)) return ofA2a;
  const ofSlim = slimParameters.filter((name) => name !== "secret").map((name) => valueEntry(`slim.${name}: `, range));
  return [secret("slim.secret"), ...ofSlim, ...ofA2a];
}

/** The addresses that are known, by their titles. */
export function targetEntries(range: TextRange, targets: readonly KnownTarget[]): CompletionEntry[] {
  return targets.map(({ link, title, protocols }) => ({
    kind: "target",
    label: title,
    detail: protocols.join(", "),
    documentation: `\`${link}\``,
    insert: link,
    isSnippet: false,
    range,
    filter: `${title} ${link}`,
  }));
}

function mentionEntries({ range, request }: PlaceOf<"command-head">, world: CompletionWorld): CompletionEntry[] {
  const target = directiveValue(request, "to")?.text;
  const named = world.targets.filter(({ link }) => link === target);
  const members = (named.length > 0 ? named : world.targets).flatMap((known) => known.members);
  // A name that a mention cannot hold is not offered: its owner chose it, and it must not become anything else.
  const writable = members.filter((name) => !/[\r\n']|\{\{/.test(name));
  return [...new Set(writable)].map((name) => ({
    kind: "mention",
    label: `@${name}`,
    insert: /\s/.test(name) ? `@'${name}' ` : `@${name} `,
    isSnippet: false,
    range,
    suggestsMore: true,
  }));
}

function protocolEntries(range: TextRange): CompletionEntry[] {
  return boundProtocols.map((name) => ({
    kind: "protocol",
    label: name,
    insert: `${name} `,
    isSnippet: false,
    range,
    suggestsMore: true,
  }));
}

/** Members, methods and values that the protocol, or the envelope, knows at a place of a body. */
export function jsonEntries(place: PlaceOf<"json">): CompletionEntry[] {
  const where = messagePlace(place.request, place.path);
  if (where.kind === "envelope") return envelopeEntries(place);
  if (!where.protocol) return [];
  if (place.isKey) {
    const described = describeMessage(where.protocol, where.method, where.path.slice(0, -1));
    return (described?.members ?? []).map((member) => ({
      ...memberEntry(member, place),
      documentation: member.description,
    }));
  }
  const isMethod = where.path.length === 1 && where.path[0] === "method";
  if (isMethod) return methodEntries(where.protocol, place.range);
  const values = describeMessage(where.protocol, where.method, where.path)?.values ?? [];
  return values.map((value) => valueEntry(value, place.range));
}

function methodEntries(protocol: string, range: TextRange): CompletionEntry[] {
  if (protocol === "smcp") {
    return smcpMethods().map(({ name, detail, summary }) => ({
      ...valueEntry(JSON.stringify(name), range),
      detail,
      documentation: summary,
    }));
  }
  return methodsOf(protocol).map(({ name, kind, summary, documentation }) => ({
    kind: "value",
    label: JSON.stringify(name),
    detail: kind,
    documentation: `${summary} [Documentation](${documentation})`,
    insert: JSON.stringify(name),
    isSnippet: false,
    range,
  }));
}

function envelopeEntries({ path, isKey, range, hasColon }: PlaceOf<"json">): CompletionEntry[] {
  if (isKey && path.length === 1) {
    return envelopeMembers.map(({ name, value, summary }) => ({
      kind: "member",
      label: name,
      documentation: summary,
      insert: hasColon ? JSON.stringify(name) : `${JSON.stringify(name)}: ${value}`,
      isSnippet: !hasColon,
      range,
      filter: JSON.stringify(name),
    }));
  }
  const isProtocol = path.length === 1 && path[0] === "protocol";
  return isProtocol ? boundProtocols.map((name) => valueEntry(JSON.stringify(name), range)) : [];
}

/** Whole requests. A section that has a body or a separator already gets no second one. */
function requestEntries({ range, request }: PlaceOf<"request-start">): CompletionEntry[] {
  const needsHead = !request || request.body !== undefined;
  const target = needsHead || !directiveValue(request, "to");
  return boundProtocols.flatMap((protocol) =>
    methodsOf(protocol).flatMap(({ name, summary, kind }) =>
      (kind === "unary" ? (["chat", "rpc"] as const) : (["chat"] as const)).flatMap((transport) => {
        const body = requestBody(protocol, name, transport);
        if (body === undefined) return [];
        const head = `${needsHead ? `### \${1:${name}}\n` : ""}${target ? "# @to $2\n" : ""}`;
        const over = transport === "chat" ? "in a conversation" : "over Service RPC";
        return [
          {
            kind: "request" as const,
            label: `${protocol} ${name} ${over}`,
            detail: summary,
            documentation: `\`\`\`simplex-call\n${body}\n\`\`\``,
            insert: `${head}${escapeSnippet(body)}\n$0`,
            isSnippet: true,
            range,
            filter: `/_call ${protocol} ${name} ${over}`,
          },
        ];
      }),
    ),
  );
}
