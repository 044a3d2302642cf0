import { isObject } from "../json/jsonObject.ts";
import { slimBindingSpelling } from "../slimrpc/slimBinding.ts";
import { isSlimUrl } from "../slimrpc/slimTarget.ts";
import { type CardFormat, cardFormatOf } from "./cardFormat.ts";
import { isMeantAsSimplex } from "./simplexBinding.ts";

/** One way to reach the agent, in the card's order of preference. */
interface CardInterface {
  readonly url: string;
  /** `protocolBinding` of 1.0, `transport` of 0.3. */
  readonly binding: string | undefined;
  /** Of the A2A protocol. */
  readonly version: string | undefined;
  readonly tenant: string | undefined;
  /** Its place in `supportedInterfaces`; undefined for the interfaces of formats before 1.0. */
  readonly index: number | undefined;
}

interface CardSkill {
  readonly id: string | undefined;
  readonly name: string;
  readonly description: string | undefined;
  readonly tags: readonly string[];
}

/** What an Agent Card says, as far as it can be read, whatever its faults. */
export interface AgentCardReading {
  readonly format: CardFormat;
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** The agent's own version. */
  readonly version: string | undefined;
  readonly interfaces: readonly CardInterface[];
  readonly simplexInterfaces: readonly CardInterface[];
  readonly slimrpcInterfaces: readonly CardInterface[];
  readonly skills: readonly CardSkill[];
  readonly capabilities: {
    readonly streaming: boolean;
    readonly pushNotifications: boolean;
    readonly extendedAgentCard: boolean;
  };
}

/** More than any honest card lists; the rest of a longer list is not read. */
const maxEntries = 200;

/** Reads an Agent Card of any format out of parsed JSON. Never throws; what is not there or strange is left out. */
export function readAgentCard(card: unknown): AgentCardReading {
  const record = isObject(card) ? card : {};
  const format = cardFormatOf(card);
  const interfaces = format === "1.0" ? currentInterfaces(record) : legacyInterfaces(record, format);
  const capabilities = isObject(record["capabilities"]) ? record["capabilities"] : {};
  return {
    format,
    name: textOf(record["name"]),
    description: textOf(record["description"]),
    version: textOf(record["version"]),
    interfaces,
    simplexInterfaces: interfaces.filter((one) => isMeantAsSimplex(one.binding, one.url)),
    slimrpcInterfaces: interfaces.filter(
      (one) => isSlimUrl(one.url) || (one.binding !== undefined && slimBindingSpelling(one.binding) !== "none"),
    ),
    skills: format === "foreign" ? [] : skillsOf(record["skills"]),
    capabilities: {
      streaming: capabilities["streaming"] === true,
      pushNotifications: capabilities["pushNotifications"] === true,
      extendedAgentCard:
        capabilities["extendedAgentCard"] === true || record["supportsAuthenticatedExtendedCard"] === true,
    },
  };
}

function currentInterfaces(card: Readonly<Record<string, unknown>>): CardInterface[] {
  return entriesOf(card["supportedInterfaces"]).flatMap((entry, index) => {
    const url = isObject(entry) ? textOf(entry["url"]) : undefined;
    if (!isObject(entry) || url === undefined) return [];
    return [
      {
        url,
        binding: textOf(entry["protocolBinding"]),
        version: textOf(entry["protocolVersion"]),
        tenant: textOf(entry["tenant"]),
        index,
      },
    ];
  });
}

/** Before 1.0 the first interface is the card's own `url` with `preferredTransport`. */
function legacyInterfaces(card: Readonly<Record<string, unknown>>, format: CardFormat): CardInterface[] {
  if (format === "foreign") return [];
  const version = textOf(card["protocolVersion"]);
  const others = entriesOf(card["additionalInterfaces"]).filter(isObject);
  const own = { url: card["url"], transport: card["preferredTransport"] ?? (format === "0.3" ? "JSONRPC" : undefined) };
  const interfaces = [own, ...others].flatMap((entry): CardInterface[] => {
    const url = textOf(entry["url"]);
    return url === undefined
      ? []
      : [{ url, binding: textOf(entry["transport"]), version, tenant: undefined, index: undefined }];
  });
  // The list often repeats the card's own interface.
  return interfaces.filter(
    (one, index) => interfaces.findIndex((other) => other.url === one.url && other.binding === one.binding) === index,
  );
}

function skillsOf(skills: unknown): CardSkill[] {
  return entriesOf(skills).flatMap((skill) => {
    if (typeof skill === "string") return [{ id: skill, name: skill, description: undefined, tags: [] }];
    if (!isObject(skill)) return [];
    const id = textOf(skill["id"]);
    const name = textOf(skill["name"]) ?? id;
    if (name === undefined) return [];
    const tags = entriesOf(skill["tags"]).flatMap((tag) => textOf(tag) ?? []);
    return [{ id, name, description: textOf(skill["description"]), tags }];
  });
}

function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, maxEntries) : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
