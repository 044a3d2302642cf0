import { guessedProtocol } from "../../binding/guessedProtocol.ts";
import { checkProtocolName } from "../../envelope/checkProtocolName.ts";
import { checkRequestEnvelope, checkRequestMessage } from "../../envelope/checkRequestEnvelope.ts";
import type { JsonNode } from "../../json/jsonNode.ts";
import { parseJsonText } from "../../json/jsonText.ts";
import type { RequestContext } from "../../json-rpc/bindingContext.ts";
import { type Problem, type Span, type TextRange, textRange } from "../../problem.ts";
import { reporter } from "../../rule.ts";
import { checkCommandSize, checkServiceSize } from "../../size/checkSize.ts";
import { utf8Bytes } from "../../size/encodedSize.ts";
import { checkSmcpRequest } from "../../smcp/checkSmcpRequest.ts";
import { addedServiceParameters, addedText } from "../addedText.ts";
import { bodyHead, type CallBody, type CallRequest } from "../callFile.ts";
import { type CallTarget, chatOfTarget } from "../callTarget.ts";
import { hasPlaceholder } from "../parse/placeholder.ts";
import { stringWithLink } from "../parse/stringWithLink.ts";
import { type Fill, mentionedName, sentText } from "../sentText.ts";
import { callRules } from "./rules.ts";

const report = reporter(callRules);

type CommandBody = CallBody & { readonly kind: "command" };

/** Checks the body of a request: its parts, its JSON, the protocol's message in it, and the size it is sent with. */
export function checkBody(request: CallRequest, target: CallTarget | undefined, fill: Fill): Problem[] {
  const { body } = request;
  if (!body) return [];
  const spaced = body.kind === "command" ? spacedMention(body) : undefined;
  if (spaced) return [spaced];
  const parts = body.kind === "command" ? checkParts(body, request) : [];
  if (!body.json) return parts;
  const misplaced = body.kind === "command" ? misplacedMention(body, body.json) : undefined;
  if (misplaced) return [...parts, misplaced];
  const { root, problems } = parseJsonText(body.json.text, {
    offset: body.json.offset,
    allowComments: true,
    placeholders: request.variableUses.map((use) => use.range),
  });
  const found = [...parts, ...problems];
  if (!root) return found;
  found.push(...checkMessage(request, body, root, target, fill));
  const isReadable = !found.some((problem) => problem.severity === "error");
  return isReadable ? [...found, ...checkSize(request, body, root, target, fill)] : found;
}

/** What stands before the request of a command (agent-protocols#commands). */
function checkParts(body: CommandBody, request: CallRequest): Problem[] {
  const problems: Problem[] = [];
  const { mention, protocol, json } = body;
  if (mention && !/^@(?:'[^']+'|[^'\s]\S*)$/.test(mention.text) && !hasPlaceholder(mention.text)) {
    problems.push(report("call/invalid-mention", mention));
  }
  if (!protocol) problems.push(missingProtocol(body, request));
  else if (!hasPlaceholder(protocol.text)) problems.push(...checkProtocolName(protocol));
  if (!json) problems.push(report("call/no-request", bodyHead(body)));
  return problems;
}

/** A mention whose name has spaces and no quotes: its next word is taken for the protocol, and the protocol for the request. */
function spacedMention({ mention, protocol, json }: CommandBody): Problem | undefined {
  const words = json && /^(?:[^\s{}[\]"]+\s+){0,9}?([A-Za-z0-9-]+)\s*(?=[{[])/.exec(json.text);
  if (!mention || !protocol || !words || hasPlaceholder(json.text.slice(0, words[0].length))) return undefined;
  const passed = words[0].trimEnd().length - (words[1]?.length ?? 0);
  const rest = json.text.slice(0, passed).trimEnd();
  const name = `${mention.text.slice(1)} ${protocol.text} ${rest}`.replaceAll("'", "").replace(/\s+/g, " ").trim();
  const last = rest === "" ? protocol : { offset: json.offset, length: rest.length };
  const written = `@${name.includes(" ") ? `'${name}'` : name}`;
  const edits = [{ range: spanBetween(mention, json.offset + passed), newText: `${written} ` }];
  const fixes = name.includes("@") ? [] : [{ title: `Write ${written}`, edits, isPreferred: false }];
  return report("call/invalid-mention", spanBetween(mention, last.offset + last.length), {}, fixes);
}

/** A mention after the protocol, where the request is expected. */
function misplacedMention(body: CommandBody, json: Span): Problem | undefined {
  const mention = /^@(?:'[^']*'|\S+)/.exec(json.text)?.[0];
  const { protocol } = body;
  if (mention === undefined || !protocol || body.mention) return undefined;
  const edits = [
    { range: spanBetween(protocol, json.offset + mention.length), newText: `${mention} ${protocol.text}` },
  ];
  const fix = { title: "Put the mention first", edits, isPreferred: true };
  return report("call/mention-place", textRange(json.offset, mention.length), {}, [fix]);
}

function spanBetween(start: Span, end: number): TextRange {
  return textRange(start.offset, end - start.offset);
}

function missingProtocol(body: CommandBody, request: CallRequest): Problem {
  const { json } = body;
  const tree = json && parseJsonText(json.text, { allowComments: true }).root;
  if (!json || !tree || request.variableUses.length > 0) return report("call/no-protocol", bodyHead(body));
  const protocol = guessedProtocol(tree);
  const edits = [{ range: textRange(json.offset, 0), newText: `${protocol} ` }];
  return report("call/no-protocol", bodyHead(body), {}, [{ title: `Insert ${protocol}`, edits, isPreferred: false }]);
}

function checkMessage(
  request: CallRequest,
  body: CallBody,
  root: JsonNode,
  target: CallTarget | undefined,
  fill: Fill,
): Problem[] {
  const added = addedServiceParameters(request, fill).map((parameter) => parameter.name);
  switch (body.kind) {
    case "command": {
      if (!body.protocol || hasPlaceholder(body.protocol.text)) return [];
      const context = chatContext(body, target, added);
      return [...checkRequestMessage(body.protocol.text, root, context), ...linkInGroup(root, context)];
    }
    case "envelope": {
      const isSigned = request.directives.some((directive) => directive.key.text === "sign");
      return checkRequestEnvelope(root, { isSigned, addedServiceParameters: added });
    }
    case "json-rpc": {
      if (target?.kind === "smcp") return checkSmcpRequest(root, target.target);
      // What a bare message for a SimpleX address is, is decided when it is wrapped.
      if (target?.kind !== "slim") return [];
      return checkRequestMessage("a2a", root, { transport: "slimrpc", addedServiceParameters: added });
    }
    case "unknown":
      return [];
  }
}

/** A group's preference can forbid SimpleX links to its members, and the core then refuses the whole message. */
function linkInGroup(root: JsonNode, context: RequestContext): Problem[] {
  const isGroup = context.chat === "group" || (context.hasMention === true && context.chat === undefined);
  const node = isGroup ? stringWithLink(root) : undefined;
  return node ? [report("call/link-in-group", node.range)] : [];
}

function chatContext(body: CommandBody, target: CallTarget | undefined, added: readonly string[]): RequestContext {
  const chat = chatOfTarget(target);
  return {
    transport: "chat",
    ...(chat && { chat }),
    ...(body.mention && { hasMention: true }),
    addedServiceParameters: added,
  };
}

/** Values that are not known yet count as nothing, so that what is reported is certain. */
function checkSize(
  request: CallRequest,
  body: CallBody,
  root: JsonNode,
  target: CallTarget | undefined,
  fill: Fill,
): Problem[] {
  const sent = sentText(request, (use) => fill(use) ?? "");
  if (!sent) return [];
  const text = sent.text + addedText(request, root, fill);
  if (body.kind === "envelope") return checkServiceSize(utf8Bytes(text), "request", root);
  if (body.kind !== "command") return [];
  const chat = body.mention ? "group" : (chatOfTarget(target) ?? "direct");
  return checkCommandSize(text, chat, body.mention && mentionedName(body.mention.text), root);
}
