import { boundVersion } from "../../protocol/a2a/serviceParameters.ts";
import { readAgentCard } from "../../protocol/agent-card/readAgentCard.ts";
import { requestBody } from "../../protocol/binding/requestSkeleton.ts";
import { isObject } from "../../protocol/json/jsonObject.ts";
import { looksLikeSimplexLink } from "../../protocol/link/parseSimplexLink.ts";
import { secretPlaceholder } from "./credentials.ts";
import { type ImportedFile, type ImportedRequest, maxImportedRequests, oneLine } from "./importedFile.ts";

/** A request for each skill of an Agent Card, and for what else the card says the agent can do. */
export function importAgentCard(card: unknown): ImportedFile {
  const { name, interfaces, simplexInterfaces, skills, capabilities } = readAgentCard(card);
  const link = simplexInterfaces.map(({ url }) => url).find((url) => looksLikeSimplexLink(url) && !/\s|\{\{/.test(url));
  const schemes = securitySchemes(card);
  const credentials = schemes.flatMap(({ parameter }) => parameter ?? []);
  const parameters = [`param A2A-Version: ${boundVersion}`, ...new Set(credentials)];
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
    leftOut: [
      ...(others > 0 && link !== undefined ? [`${others} interfaces of the card that are not SimpleX's.`] : []),
      ...schemes
        .filter(({ parameter }) => parameter === undefined)
        .map(({ name: scheme }) => `the security scheme "${scheme}", which no header carries. Ask the agent's owner.`),
      ...(declaresPush(card) ? ["push notifications: over SimpleX, updates arrive in the conversation."] : []),
    ],
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
  const skills = isObject(card) && Array.isArray(card["skills"]) ? card["skills"] : [];
  const entries = skills.filter(isObject).flatMap((skill): [string, string][] => {
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
  const body = requestBody("a2a", method, "chat") ?? "";
  return body.replace(/\n {2}"a2a-service-parameters": \{[^}]*\},/, "");
}

function declaresPush(card: unknown): boolean {
  const capabilities = isObject(card) ? card["capabilities"] : undefined;
  return isObject(capabilities) && capabilities["pushNotifications"] === true;
}

interface SecurityScheme {
  readonly name: string;
  /** The directive with a secret in the place of the credential; undefined for a scheme that no header carries. */
  readonly parameter: string | undefined;
}

/** What the card's security schemes ask for. */
function securitySchemes(card: unknown): SecurityScheme[] {
  const schemes = isObject(card) && isObject(card["securitySchemes"]) ? card["securitySchemes"] : {};
  return Object.entries(schemes).flatMap(([name, scheme]): SecurityScheme[] => {
    if (!isObject(scheme)) return [];
    // 1.0 wraps each scheme in a member that names its kind; 0.3 had a `type`.
    const [inner] = Object.values(scheme).filter(isObject);
    return [{ name, parameter: headerOf(scheme) ?? (inner && headerOf(inner)) }];
  });
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
