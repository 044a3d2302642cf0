import { boundVersion } from "../../protocol/a2a/serviceParameters.ts";
import { isRecord } from "../../protocol/agent-card/cardFormat.ts";
import { readAgentCard } from "../../protocol/agent-card/readAgentCard.ts";
import { requestSkeleton } from "../../protocol/binding/requestSkeleton.ts";
import { looksLikeSimplexLink } from "../../protocol/link/parseSimplexLink.ts";
import { secretPlaceholder } from "./credentials.ts";
import { type ImportedFile, type ImportedRequest, maxImportedRequests, oneLine } from "./importedFile.ts";

/** A request for each skill of an Agent Card, and for what else the card says the agent can do. */
export function importAgentCard(card: unknown): ImportedFile {
  const { name, interfaces, simplexInterfaces, skills, capabilities } = readAgentCard(card);
  const link = simplexInterfaces.map(({ url }) => url).find((url) => looksLikeSimplexLink(url) && !/\s|\{\{/.test(url));
  const parameters = [`param A2A-Version: ${boundVersion}`, ...credentialParameters(card)];
  const directives = ["to {{agent}}", ...parameters];
  const examples = skillExamples(card);
  const asked = skills.slice(0, maxImportedRequests).map((skill): ImportedRequest => {
    const text = examples.get(skill.id ?? skill.name) ?? skill.description ?? skill.name;
    return { name: skill.name, comments: [], directives, body: messageBody("SendMessage", text) };
  });
  const first = asked.length > 0 ? asked : [helloRequest(directives)];
  const streamed = { name: "Streamed", comments: ["The card declares streaming."], directives };
  const extended = { name: "Extended Agent Card", comments: [], directives };
  const others = interfaces.filter((one) => !simplexInterfaces.includes(one)).length;
  return {
    comments: [
      `Requests to ${name ?? "an agent"}, from its Agent Card.`,
      ...(link === undefined ? ["The card names no SimpleX address: write the agent's link after the variable."] : []),
    ],
    variables: [{ name: "agent", value: link ?? "" }],
    requests: [
      ...first,
      ...(capabilities.streaming
        ? [{ ...streamed, body: messageBody("SendStreamingMessage", firstText(examples, "Hello")) }]
        : []),
      ...(capabilities.extendedAgentCard ? [{ ...extended, body: skeletonBody("GetExtendedAgentCard") }] : []),
    ],
    leftOut: others > 0 && link !== undefined ? [`${others} interfaces of the card that are not SimpleX's.`] : [],
  };
}

function helloRequest(directives: readonly string[]): ImportedRequest {
  return {
    name: "First message",
    comments: ["The card lists no skills."],
    directives,
    body: messageBody("SendMessage", "Hello"),
  };
}

function firstText(examples: ReadonlyMap<string, string>, otherwise: string): string {
  return [...examples.values()][0] ?? otherwise;
}

/** The first example of each skill that gives one, by the skill's id or name. */
function skillExamples(card: unknown): ReadonlyMap<string, string> {
  const skills = isRecord(card) && Array.isArray(card["skills"]) ? card["skills"] : [];
  const entries = skills.filter(isRecord).flatMap((skill): [string, string][] => {
    const key = skill["id"] ?? skill["name"];
    const [example] = Array.isArray(skill["examples"]) ? skill["examples"] : [];
    return typeof key === "string" && typeof example === "string" ? [[key, example]] : [];
  });
  return new Map(entries);
}

function messageBody(method: string, text: string): string {
  const empty = '"text": ""';
  // A card is a stranger's text: braces in it must not become a variable, least of all a secret.
  const safe = JSON.stringify(oneLine(text)).replaceAll("{{", "\\u007b\\u007b");
  return skeletonBody(method)
    .replace(empty, () => `"text": ${safe}`)
    .replace('"m-1"', '"{{$uuid}}"');
}

/** The request without service parameters: `@param` gives them. */
function skeletonBody(method: string): string {
  const json = requestSkeleton("a2a", method, "chat") ?? "";
  return `/_call a2a ${json.replace(/\n {2}"a2a-service-parameters": \{[^}]*\},/, "")}`;
}

/** What the card's security schemes ask for, as service parameters whose values are secrets. */
function credentialParameters(card: unknown): string[] {
  const schemes = isRecord(card) && isRecord(card["securitySchemes"]) ? card["securitySchemes"] : {};
  const parameters = Object.values(schemes)
    .filter(isRecord)
    .flatMap((scheme) => {
      // 1.0 wraps each scheme in a member that names its kind; 0.3 had a `type`.
      const [inner] = Object.values(scheme).filter(isRecord);
      const header = headerOf(inner ?? scheme);
      return header ? [header] : [];
    });
  return [...new Set(parameters)];
}

function headerOf(scheme: Readonly<Record<string, unknown>>): string | undefined {
  const { scheme: http, name } = scheme;
  const place = scheme["in"] ?? scheme["location"];
  if (typeof http === "string" && /^(bearer|basic)$/i.test(http)) {
    return `param Authorization: ${/^bearer$/i.test(http) ? "Bearer" : "Basic"} ${secretPlaceholder("authorization")}`;
  }
  if (place === "header" && typeof name === "string" && /^[A-Za-z0-9-]{1,60}$/.test(name)) {
    return `param ${name}: ${secretPlaceholder(name)}`;
  }
  return undefined;
}
