import { type JsonNode, type JsonObjectNode, type JsonStringNode, memberOf } from "../json/jsonNode.ts";
import { insertMember, openingOf, replaceValue } from "../json/memberEdits.ts";
import { describeValue } from "../json-schema/describeValue.ts";
import { parseSimplexLink } from "../link/parseSimplexLink.ts";
import { addressIdentity, linkTypeWords } from "../link/simplexLink.ts";
import type { Problem } from "../problem.ts";
import { reporter } from "../rule.ts";
import { slimBindingSpelling, slimBindingUri } from "../slimrpc/slimBinding.ts";
import { isSlimUrl, parseSlimTarget } from "../slimrpc/slimTarget.ts";
import { nearestName } from "../text/nearestName.ts";
import { cardRules } from "./rules.ts";
import { isMeantAsSimplex, simplexBindingUri } from "./simplexBinding.ts";

const report = reporter(cardRules);

/** Checks each interface of a card of A2A 1.0 by the binding it is meant for. */
export function checkCardInterfaces(interfaces: JsonNode | undefined): Problem[] {
  if (interfaces?.kind !== "array") return [];
  const seen = new Set<string>();
  return interfaces.items.flatMap((item) => {
    if (item.kind !== "object") return [];
    const problems = checkInterface(item);
    const identity = [urlIdentity(item), ...["protocolBinding", "protocolVersion", "tenant"].map(textIn(item))].join(
      "\n",
    );
    if (seen.has(identity)) problems.push(report("agent-card/duplicate-interface", openingOf(item)));
    seen.add(identity);
    return problems;
  });
}

/** The two forms of one SimpleX address are one address. */
function urlIdentity(item: JsonObjectNode): string {
  const url = textIn(item)("url");
  const { link } = parseSimplexLink(url);
  return link ? addressIdentity(link) : url;
}

function textIn(item: JsonObjectNode): (name: string) => string {
  return (name) => stringMember(item, name)?.value ?? "";
}

/** True when the interface is one of SLIMRPC, however its binding is spelled. */
export function isMeantAsSlim(url: string | undefined, binding: string | undefined): boolean {
  return (url !== undefined && isSlimUrl(url)) || (binding !== undefined && slimBindingSpelling(binding) !== "none");
}

/** The same of an interface of a card of A2A 1.0. */
export function isSlimInterface(item: JsonObjectNode): boolean {
  return isMeantAsSlim(stringMember(item, "url")?.value, stringMember(item, "protocolBinding")?.value);
}

function checkInterface(item: JsonObjectNode): Problem[] {
  const url = stringMember(item, "url");
  const binding = stringMember(item, "protocolBinding");
  if (isMeantAsSimplex(binding?.value, url?.value)) return [...checkSimplex(url, binding), ...checkVersion(item, true)];
  if (isMeantAsSlim(url?.value, binding?.value)) {
    const missing = memberOf(item, "protocolVersion") ? [] : [missingSlimVersion(item)];
    return [...checkSlim(url, binding), ...missing, ...checkVersion(item, false)];
  }
  return [...checkCoreInterface(url, binding), ...checkVersion(item, false)];
}

function missingSlimVersion(item: JsonObjectNode): Problem {
  return report("agent-card/slim-version", openingOf(item), {}, [insertMember(item, "protocolVersion", '"1.0"')]);
}

/** Checks the address of a SimpleX interface and how it names its binding. */
export function checkSimplex(url: JsonStringNode | undefined, binding: JsonStringNode | undefined): Problem[] {
  const problems: Problem[] = [];
  if (binding && binding.value !== simplexBindingUri) {
    const fix = replaceValue(binding, JSON.stringify(simplexBindingUri));
    problems.push(report("agent-card/simplex-binding", binding.range, { found: describeValue(binding) }, [fix]));
  }
  if (url) problems.push(...checkContactLink(url));
  return problems;
}

function checkContactLink(url: JsonStringNode): Problem[] {
  const { link, problems } = parseSimplexLink(url.value, url.range.offset + 1);
  const faults = problems.map((problem) => placeIn(url, problem));
  if (!link) {
    const isLink = faults.every((problem) => problem.code !== "link/not-simplex");
    return isLink ? faults : [report("agent-card/simplex-url", url.range, { found: "no SimpleX link" })];
  }
  if (link.form === "name") {
    return [
      ...faults,
      report("agent-card/simplex-url", url.range, { found: "a name, which the binding does not take" }),
    ];
  }
  if (link.type === "contact") return faults;
  return [...faults, report("agent-card/simplex-url", url.range, { found: `the link of ${linkTypeWords[link.type]}` })];
}

/** Checks the address of a SLIMRPC interface and how it names its binding. */
export function checkSlim(url: JsonStringNode | undefined, binding: JsonStringNode | undefined): Problem[] {
  const problems: Problem[] = [];
  const spelling = binding && slimBindingSpelling(binding.value);
  if (binding && spelling !== "exact") {
    const consequence =
      spelling === "none"
        ? "A `slim://` address is reached over SLIMRPC only."
        : "Some clients know this spelling, others only the URI.";
    const fix = { ...replaceValue(binding, JSON.stringify(slimBindingUri)), isPreferred: spelling !== "short" };
    const values = { found: describeValue(binding), consequence };
    problems.push(report("agent-card/slim-binding", binding.range, values, [fix]));
  }
  const target = url && parseSlimTarget(url.value, url.range.offset + 1);
  if (url && target && !target.ok) problems.push(...target.problems.map((problem) => placeIn(url, problem)));
  return problems;
}

const coreBindings = ["JSONRPC", "GRPC", "HTTP+JSON"];

function checkCoreInterface(url: JsonStringNode | undefined, binding: JsonStringNode | undefined): Problem[] {
  const problems: Problem[] = [];
  const isUri = binding && /^[A-Za-z][A-Za-z0-9+.-]*:\S/.test(binding.value);
  if (binding && !isUri && !coreBindings.includes(binding.value)) {
    const nearest = nearestName(binding.value.replace("-", ""), coreBindings);
    const fixes = nearest ? [replaceValue(binding, JSON.stringify(nearest))] : [];
    const suggestion = nearest ? ` Did you mean ${nearest}?` : "";
    problems.push(
      report("agent-card/binding-name", binding.range, { found: describeValue(binding), suggestion }, fixes),
    );
  }
  // A gRPC interface is often a bare `host:port`, and a custom binding has addresses of its own.
  const needsUrl = binding?.value === "JSONRPC" || binding?.value === "HTTP+JSON" || binding === undefined;
  if (url && needsUrl && !/^https?:\/\/[^/\s]/i.test(url.value))
    problems.push(report("agent-card/interface-url", url.range, { found: describeValue(url) }));
  return problems;
}

function checkVersion(item: JsonObjectNode, isSimplex: boolean): Problem[] {
  const version = stringMember(item, "protocolVersion");
  if (!version) return [];
  const values = { found: describeValue(version) };
  if (!/^\d{1,4}\.\d{1,4}$/.test(version.value)) {
    const form = /^v?(\d{1,4}\.\d{1,4})(\.\d+)?$/i.exec(version.value)?.[1] ?? "1.0";
    return [report("agent-card/version-form", version.range, values, [replaceValue(version, JSON.stringify(form))])];
  }
  if (!isSimplex || version.value.startsWith("1.")) return [];
  return [report("agent-card/simplex-version", version.range, values, [replaceValue(version, '"1.0"')])];
}

/** A member that is a string without a variable in it. */
export function stringMember(object: JsonObjectNode, name: string): JsonStringNode | undefined {
  const value = memberOf(object, name)?.value;
  return value?.kind === "string" && !value.hasPlaceholder ? value : undefined;
}

/** A problem inside a string's text. Escapes shift its places, so such a string is marked as a whole, without a fix. */
function placeIn(node: JsonStringNode, problem: Problem): Problem {
  return node.range.length === node.value.length + 2 ? problem : { ...problem, range: node.range, fixes: [] };
}
