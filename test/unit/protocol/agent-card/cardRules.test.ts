import { describe, expect, it } from "vitest";
import { checkAgentCard } from "../../../../src/protocol/agent-card/checkAgentCard.ts";
import { readAgentCard } from "../../../../src/protocol/agent-card/readAgentCard.ts";
import { listedCardRules } from "../../../../src/protocol/agent-card/rules.ts";
import { markedText, rangesOf } from "../kit/markedText.ts";
import { afterFix } from "../kit/textProperties.ts";

const key = "q0s8_wRzC7N5dZ1wEw5VQJ0s0aX8dYvR2k3mN4bTzFQ";
const contact = `https://smp12.simplex.im/a#${key}`;
const binding = "https://simplex.chat/protocol/a2a/v1";
const slimUri = "https://a2a-protocol.org/bindings/experimental-slimrpc/v1";

/** A card of 1.0 with interfaces, and what else it says. */
const card = (interfaces: string, others = ""): string => `{"supportedInterfaces": [${interfaces}]${others}}`;

const legacyRest = '"description": "", "version": "1", "defaultInputModes": [], "defaultOutputModes": []';

/** A card of 0.3, ended by what it says of its interfaces. */
const legacy = (interfaces: string): string =>
  `{"protocolVersion": "0.3.0", "skills": [], "capabilities": {}, ${interfaces}}`;

interface CardCase {
  readonly code: string;
  readonly text: string;
  readonly fixed?: string;
}

const cases: readonly CardCase[] = [
  { code: "agent-card/legacy-format", text: '«{»"protocolVersion": "0.3.0", "skills": [], "capabilities": {}}' },
  {
    code: "agent-card/older-format",
    text: '«{»"name": "a", "url": "https://a.example", "skills": [], "capabilities": {}}',
  },
  { code: "agent-card/foreign-format", text: '«{»"name": "a", "skills": [], "capabilities": ["x"]}' },
  { code: "agent-card/foreign-format", text: "«[»]" },
  {
    code: "agent-card/missing-member",
    text: `«{»"name": "a", "skills": [], "capabilities": {}, ${legacyRest}}`,
  },
  { code: "agent-card/wrong-type", text: '{"supportedInterfaces": «{}»}' },
  { code: "agent-card/legacy-member", text: card("", ', «"preferredTransport"»: "JSONRPC"') },
  { code: "agent-card/legacy-member", text: card("", ', "capabilities": {«"stateTransitionHistory"»: true}') },
  {
    code: "agent-card/legacy-scheme",
    text: card("", ', "securitySchemes": {"b": {«"type": "http"», "scheme": "bearer"}}'),
  },
  {
    code: "agent-card/legacy-requirement",
    text: card("", ', "securityRequirements": [«{"b": ["read"]}»]'),
    fixed: card("", ', "securityRequirements": [{"schemes":{"b":{"list":["read"]}}}]'),
  },
  {
    code: "agent-card/undeclared-scheme",
    text: card("", ', "securityRequirements": [{"schemes": {«"b"»: {"list": []}}}]'),
  },
  { code: "agent-card/snake-case", text: card("", ', «"icon_url"»: ""'), fixed: card("", ', "iconUrl": ""') },
  {
    code: "agent-card/simplex-binding",
    text: card(`{"url": "${contact}", "protocolBinding": «"https://simplex.chat/protocol/a2a/v1/"»}`),
    fixed: card(`{"url": "${contact}", "protocolBinding": "${binding}"}`),
  },
  { code: "agent-card/simplex-binding", text: card(`{"url": "${contact}", "protocolBinding": «"JSONRPC"»}`) },
  { code: "agent-card/simplex-binding", text: card(`{"url": "${contact}", "protocolBinding": "${binding}"}`) },
  {
    code: "agent-card/simplex-url",
    text: card(`{"url": «"https://smp12.simplex.im/g#${key}"», "protocolBinding": "${binding}"}`),
  },
  { code: "agent-card/simplex-url", text: card(`{"url": «"@acme.simplex"», "protocolBinding": "${binding}"}`) },
  {
    code: "agent-card/simplex-url",
    text: card(`{"url": «"https://acme.example/a2a"», "protocolBinding": "${binding}"}`),
  },
  {
    code: "agent-card/duplicate-interface",
    text: card(
      `{"url": "${contact}", "protocolBinding": "${binding}"}, «{»"url": "simplex:/a#${key}?h=smp12.simplex.im", "protocolBinding": "${binding}"}`,
    ),
  },
  {
    code: "agent-card/simplex-version",
    text: card(`{"url": "${contact}", "protocolBinding": "${binding}", "protocolVersion": «"0.3"»}`),
    fixed: card(`{"url": "${contact}", "protocolBinding": "${binding}", "protocolVersion": "1.0"}`),
  },
  {
    code: "agent-card/version-form",
    text: card('{"protocolVersion": «"1.0.1"»}'),
    fixed: card('{"protocolVersion": "1.0"}'),
  },
  {
    code: "agent-card/version-form",
    text: card('{"protocolVersion": «"v1"»}'),
    fixed: card('{"protocolVersion": "1.0"}'),
  },
  {
    code: "agent-card/slim-binding",
    text: card('{"url": "slim://a/b/c", "protocolBinding": «"slimrpc"»}'),
    fixed: card(`{"url": "slim://a/b/c", "protocolBinding": "${slimUri}"}`),
  },
  {
    code: "agent-card/slim-binding",
    text: card('{"url": "a/b/c", "protocolBinding": «"https://a2a-protocol.org/bindings/experimental-slimrpc"»}'),
  },
  { code: "agent-card/slim-binding", text: card('{"url": "slim://a/b/c", "protocolBinding": «"GRPC"»}') },
  {
    code: "agent-card/slim-version",
    text: card(`«{»"url": "slim://a/b/c", "protocolBinding": "${slimUri}"}`),
    fixed: card(`{"url": "slim://a/b/c", "protocolBinding": "${slimUri}", "protocolVersion": "1.0"}`),
  },
  {
    code: "agent-card/slim-authentication",
    text: card(
      `{"url": "https://a.example", "protocolBinding": "JSONRPC"}, «{»"url": "slim://a/b/c"}`,
      ', "description": "Slimming tips"',
    ),
  },
  {
    code: "agent-card/slim-authentication",
    text: card('{"url": "slim://a/b/c"}', ', "description": "Callers are authenticated by the SLIM network."'),
  },
  {
    code: "agent-card/slim-authentication",
    text: card('{"url": "slim://a/b/c"}', ', "securitySchemes": {"slim": {"mtlsSecurityScheme": {}}}'),
  },
  { code: "agent-card/slim-authentication", text: card('{"url": "https://a.example", "protocolBinding": "JSONRPC"}') },
  { code: "slimrpc/url", text: card(`{"url": "«slim://a/b»", "protocolBinding": "${slimUri}"}`) },
  {
    code: "agent-card/simplex-in-legacy-card",
    text: legacy(`"additionalInterfaces": [{"url": «"${contact}"», "transport": "${binding}"}]`),
  },
  {
    code: "agent-card/simplex-in-legacy-card",
    text: legacy(`"url": «"${contact}"», "preferredTransport": "${binding}"`),
    fixed: legacy(
      `"url": "${contact}", "preferredTransport": "${binding}", "supportedInterfaces": [{"url":"${contact}","protocolBinding":"${binding}","protocolVersion":"1.0"}]`,
    ),
  },
  {
    code: "agent-card/simplex-binding",
    text: legacy(`"additionalInterfaces": [{"url": "${contact}", "transport": «"JSONRPC"»}]`),
  },
  {
    code: "agent-card/simplex-url",
    text: legacy(`"additionalInterfaces": [{"url": «"https://smp12.simplex.im/c#${key}"», "transport": "${binding}"}]`),
  },
  {
    code: "agent-card/simplex-in-legacy-card",
    text: `{"name": "a", "url": «"${contact}"», "skills": [], "capabilities": {}}`,
  },
  { code: "agent-card/slim-in-legacy-card", text: legacy('"url": «"slim://a/b/c"», "preferredTransport": "slimrpc"') },
  { code: "slimrpc/url", text: legacy('"additionalInterfaces": [{"url": "«slim://a/b»", "transport": "slimrpc"}]') },
  {
    code: "agent-card/simplex-in-legacy-card",
    text: legacy(
      '"url": "https://a.example/a2a", "additionalInterfaces": [{"url": "https://a.example", "transport": "GRPC"}]',
    ),
  },
  {
    code: "agent-card/binding-name",
    text: card('{"protocolBinding": «"jsonrpc"»}'),
    fixed: card('{"protocolBinding": "JSONRPC"}'),
  },
  { code: "agent-card/binding-name", text: card('{"protocolBinding": "https://a.example/binding"}') },
  { code: "agent-card/interface-url", text: card('{"url": «"/a2a"», "protocolBinding": "JSONRPC"}') },
  {
    code: "agent-card/duplicate-interface",
    text: card('{"url": "https://a.example"}, «{»"url": "https://a.example"}'),
  },
  { code: "agent-card/duplicate-skill", text: card("", ', "skills": [{"id": "a"}, {"id": «"a"»}]') },
  {
    code: "agent-card/media-type",
    text: card("", ', "defaultInputModes": [«"text"», "text/plain"]'),
    fixed: card("", ', "defaultInputModes": ["text/plain", "text/plain"]'),
  },
  {
    code: "agent-card/push-over-simplex",
    text: card(`{"url": "${contact}"}`, ', "capabilities": {«"pushNotifications": true»}'),
  },
  {
    code: "agent-card/push-over-simplex",
    text: card(`{"url": "${contact}"}, {"url": "https://a.example"}`, ', "capabilities": {"pushNotifications": true}'),
  },
  {
    code: "agent-card/extended-card",
    text: card(`{"url": "${contact}"}`, ', «"capabilities"»: {}'),
    fixed: card(`{"url": "${contact}"}`, ', "capabilities": {"extendedAgentCard": true}'),
  },
  {
    code: "agent-card/missing-member",
    text: card("", ', "provider": «{»"url": ""}'),
  },
  { code: "agent-card/wrong-type", text: card("", ', "name": «5»') },
  { code: "agent-card/out-of-range", text: '{"supportedInterfaces": «[]»}' },
  { code: "agent-card/one-of", text: card("", ', "securitySchemes": {"b": «{»}}') },
  { code: "agent-card/unknown-member", text: card("", ', «"nmae"»: ""'), fixed: card("", ', "name": ""') },
  {
    code: "legacy-card/missing-member",
    text: `«{»"protocolVersion": "0.3.0", "name": "a", ${legacyRest}, "skills": [], "capabilities": {}}`,
  },
  { code: "legacy-card/wrong-type", text: '{"protocolVersion": «0.3», "skills": [], "capabilities": {}}' },
  {
    code: "legacy-card/unknown-value",
    text: '{"protocolVersion": "0.3", "skills": [], "capabilities": {}, "securitySchemes": {"b": {"type": «"apikey"»}}}',
  },
];

describe("Agent Cards", () => {
  it.each(cases)("$code: $text", ({ code, text: marked, fixed }) => {
    const { text, ranges } = markedText(marked);
    const problems = checkAgentCard(text);
    const found = rangesOf(problems, code);
    // A card cut down to one member lacks the others: those are not what this row is about.
    if (code === "agent-card/missing-member") expect(found).toEqual(expect.arrayContaining([...ranges]));
    else expect(found).toEqual(ranges);
    if (fixed !== undefined) {
      const problem = problems.find((one) => one.code === code);
      expect(afterFix(text, problem)).toBe(fixed);
    }
  });

  it("bring nothing when they are right", () => {
    const text = JSON.stringify({
      name: "Ask Acme",
      description: "Orders and availability. The SLIM network authenticates its callers.",
      supportedInterfaces: [
        { url: contact, protocolBinding: binding, protocolVersion: "1.0" },
        { url: "https://acme.example/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
        { url: "slim://node.example:46357/acme/shop/ask", protocolBinding: slimUri, protocolVersion: "1.0" },
      ],
      version: "2.1.0",
      capabilities: { streaming: true, extendedAgentCard: true },
      defaultInputModes: ["text/plain"],
      defaultOutputModes: ["text/plain", "application/json"],
      securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "bearer" } } },
      securityRequirements: [{ schemes: { bearer: { list: [] } } }],
      skills: [{ id: "stock", name: "Stock", description: "What is in stock.", tags: ["shop"] }],
    });
    expect(checkAgentCard(text)).toEqual([]);
  });

  it("bring one information and nothing else when they are foreign", () => {
    const problems = checkAgentCard('{"identity": {"name": "x"}, "skills": ["a"], "url": 5}');
    expect(problems.map((problem) => [problem.code, problem.severity])).toEqual([
      ["agent-card/foreign-format", "information"],
    ]);
  });

  it("show every rule here", () => {
    const shown = new Set(cases.map((one) => one.code));
    expect(Object.keys(listedCardRules).filter((code) => !shown.has(code))).toEqual([]);
  });
});

describe("reading a card", () => {
  it("finds the interfaces of SimpleX and SLIMRPC, in order, whatever the card's faults", () => {
    const reading = readAgentCard({
      name: "Acme",
      supportedInterfaces: [
        { url: "https://acme.example", protocolBinding: "JSONRPC", protocolVersion: "1.0", tenant: "t" },
        { protocolBinding: "GRPC" },
        { url: contact, protocolBinding: binding, protocolVersion: "1.0" },
        { url: "a/b/c", protocolBinding: "SLIMRPC" },
        { url: "slim://a/b/d" },
      ],
      skills: [{ id: "s", name: "S", tags: ["x", 5] }, "bare", 7],
      capabilities: { streaming: true, pushNotifications: "yes" },
    });
    expect(reading.format).toBe("1.0");
    expect(reading.interfaces.map((one) => one.index)).toEqual([0, 2, 3, 4]);
    expect(reading.simplexInterfaces.map((one) => one.url)).toEqual([contact]);
    expect(reading.slimrpcInterfaces.map((one) => one.url)).toEqual(["a/b/c", "slim://a/b/d"]);
    expect(reading.skills.map((skill) => skill.name)).toEqual(["S", "bare"]);
    expect(reading.capabilities).toEqual({ streaming: true, pushNotifications: false, extendedAgentCard: false });
  });

  it("takes a card of 0.3 for its own address and the others, each once", () => {
    const reading = readAgentCard({
      protocolVersion: "0.3.0",
      url: "https://acme.example",
      additionalInterfaces: [
        { url: "https://acme.example", transport: "JSONRPC" },
        { url: "https://acme.example/rest", transport: "HTTP+JSON" },
      ],
      capabilities: {},
      skills: [],
    });
    expect(reading.interfaces.map((one) => `${one.binding} ${one.url} ${one.version}`)).toEqual([
      "JSONRPC https://acme.example 0.3.0",
      "HTTP+JSON https://acme.example/rest 0.3.0",
    ]);
  });

  it.each([undefined, null, 5, [], "x", { supportedInterfaces: 5 }])("takes %j for foreign or empty", (value) => {
    expect(readAgentCard(value).interfaces).toEqual([]);
  });
});
