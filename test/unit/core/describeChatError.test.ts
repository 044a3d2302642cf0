import { describe, expect, it } from "vitest";
import type { CoreErrorDescription, ErrorContext } from "../../../src/core/errors/coreErrorWords.ts";
import { describeChatError } from "../../../src/core/errors/describeChatError.ts";
import { sandboxHasNoNetwork } from "../../../src/core/sandboxNetwork.ts";
import { tagsOf } from "./kit/apiTypes.ts";
import { frameShapes, readFrames } from "./kit/frames.ts";

const agent = (agentError: object): object => ({ type: "errorAgent", agentError, agentConnId: "" });
const chat = (errorType: object): object => ({ type: "error", errorType });
const store = (type: string): object => ({ type: "errorStore", storeError: { type } });
const broker = (type: string): object =>
  agent({ type: "BROKER", brokerAddress: "smp://abc=@smp15.simplex.im,onion", brokerErr: { type } });
const smp = (smpErr: object): object => agent({ type: "SMP", serverAddress: "smp://abc@smp8.simplex.im", smpErr });

/** Every situation of the reference's tables: its error, where it came from, its tag, and a word that only its message has. */
const situations: readonly [string, object, ErrorContext["command"], string, RegExp][] = [
  ["no profile", chat({ type: "noActiveUser" }), "plan", "noActiveUser", /no profile/],
  ["chat not started", chat({ type: "chatNotStarted" }), "send", "chatNotStarted", /not started/],
  ["no parse", chat({ type: "commandError", message: "Failed reading: empty" }), "other", "commandError", /understand/],
  ["invalid link", chat({ type: "invalidConnReq" }), "plan", "invalidConnReq", /link or a name/],
  ["unsupported link", chat({ type: "unsupportedConnReq" }), "plan", "unsupportedConnReq", /not how to connect/],
  [
    "name without link",
    chat({ type: "simplexDomainNotReady", simplexDomainError: { type: "noValidLink" } }),
    "plan",
    "simplexDomainNotReady.noValidLink",
    /no link/,
  ],
  [
    "name not claimed",
    chat({ type: "simplexDomainNotReady", simplexDomainError: { type: "unknownDomain" } }),
    "plan",
    "simplexDomainNotReady.unknownDomain",
    /does not claim/,
  ],
  ["contact not ready", chat({ type: "contactNotReady" }), "send", "contactNotReady", /not complete/],
  ["contact deleted", chat({ type: "contactNotActive" }), "send", "contactNotActive", /deleted/],
  ["too large", store("largeMsg"), "send", "largeMsg", /15,602/],
  ["wrong quote", store("invalidQuote"), "send", "invalidQuote", /quoted/],
  ["wrong mention", store("invalidMention"), "send", "invalidMention", /mention/],
  ["no address", store("userContactLinkNotFound"), "other", "userContactLinkNotFound", /no address/],
  [
    "router silent",
    broker("TIMEOUT"),
    "send",
    "BROKER.TIMEOUT",
    /smp15\.simplex\.im did not answer.*may still be sent/,
  ],
  ["router away", broker("NETWORK"), "plan", "BROKER.NETWORK", /cannot be reached/],
  ["router unknown", broker("HOST"), "plan", "BROKER.HOST", /host address/],
  ["link deleted", smp({ type: "AUTH" }), "plan", "SMP.AUTH", /does not keep this address/],
  ["queue deleted", smp({ type: "AUTH" }), "send", "SMP.AUTH", /does not keep this queue/],
  ["no such name", smp({ type: "NAME", nameErr: { type: "NOT_FOUND" } }), "plan", "NAME.NOT_FOUND", /registered/],
  ["no names router", agent({ type: "NO_NAME_SERVERS" }), "plan", "NO_NAME_SERVERS", /resolves names/],
  [
    "feature not allowed",
    chat({ type: "commandError", message: "feature not allowed SimpleX links" }),
    "send",
    "commandError",
    /does not allow/,
  ],
  [
    "large compressed",
    chat({ type: "exception", message: "large compressed message" }),
    "send",
    "exception",
    /too large to be delivered/,
  ],
  ["id of nothing", agent({ type: "CMD", cmdErr: { type: "PROHIBITED" } }), "service-response", "CMD.PROHIBITED", /id/],
];

const farFromCalls: readonly string[] = [
  "cantDeleteActiveUser",
  "cantDeleteLastUser",
  "cantHideLastUser",
  "hiddenUserAlwaysMuted",
  "emptyUserPassword",
  "userNotHidden",
  "groupMemberInitialRole",
  "contactIncognitoCantInvite",
  "groupIncognitoCantInvite",
  "groupContactRole",
  "cantBlockMemberForSelf",
  "groupCantResendInvitation",
  "hasCurrentCall",
  "noCurrentCall",
  "callContact",
  "connectionUserChangeProhibited",
  "relayTestError",
  "noGroupSndStatus",
];

function isUnexplained({ message, likelyCause, nextStep }: CoreErrorDescription): boolean {
  return message.includes("has no explanation") || (likelyCause === undefined && nextStep === undefined);
}

describe("errors of the core in words", () => {
  it.each(situations)("%s", (_situation, chatError, command, tag, message) => {
    const description = describeChatError(chatError, { command });
    expect(description.tag).toBe(tag);
    expect(description.message).toMatch(message);
    expect(description.nextStep ?? "").toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    ["timeout", "A_SERVICE.timeout", /service requests off.*another program on its core.*service_requests=on/],
    ["notDRAddress", "A_SERVICE.notDRAddress", /pq_ratchet/],
    ["rejected", "A_SERVICE.rejected", /synthetic/],
    ["noPendingRequest", "A_SERVICE.noPendingRequest", /180 seconds/],
    ["large", "CMD.LARGE", /11,106/],
    ["invalidResponse", "commandError", /not a JSON object/],
    ["groupName", "commandError", /group or a channel/],
    ["nameWithoutContactLink", "simplexDomainNotReady.noValidLink", /no link/],
  ])("service error %s", (name, tag, words) => {
    for (const shape of frameShapes) {
      const record = readFrames(shape).record(`error.service.${name}`);
      const description = describeChatError(record["chatError"], { command: "service-request" });
      expect(description.tag).toBe(tag);
      expect(JSON.stringify(description)).toMatch(words);
    }
  });

  it.each([
    ["an unknown chat error", chat({ type: "somethingNew" }), "somethingNew"],
    ["an unknown kind", { type: "errorOther", x: 1 }, "errorOther"],
    ["an unknown inner tag", agent({ type: "NEW_ONE", inner: { type: "X" } }), "NEW_ONE"],
    ["a name of every object", chat({ type: "constructor" }), "constructor"],
    ["no object", "text", "unreadable"],
    ["nothing", undefined, "unreadable"],
  ])("%s is named as unknown", (_name, chatError, tag) => {
    const description = describeChatError(chatError, { command: "other" });
    expect(description.tag).toBe(tag);
    expect(description.message).toMatch(/has no explanation/);
  });

  it("every error that the core's API documents has a message, and a cause or a next step", () => {
    const errors = [
      ...tagsOf("ChatErrorType").map((type) => chat({ type })),
      ...tagsOf("StoreError").map((type) => store(type)),
      ...tagsOf("AgentErrorType").map((type) => agent({ type })),
      ...tagsOf("BrokerErrorType").map((type) => broker(type)),
      ...tagsOf("ErrorType").map((type) => smp({ type })),
      ...tagsOf("CommandErrorType").map((type) => agent({ type: "CMD", cmdErr: { type } })),
      ...tagsOf("ConnectionErrorType").map((type) => agent({ type: "CONN", connErr: { type } })),
      ...tagsOf("SMPAgentError").map((type) => agent({ type: "AGENT", agentErr: { type } })),
      ...tagsOf("XFTPErrorType").map((type) => agent({ type: "XFTP", xftpErr: { type } })),
      ...tagsOf("ProxyError").map((type) => smp({ type: "PROXY", proxyErr: { type } })),
    ];
    expect(errors.length).toBeGreaterThan(200);
    const unexplained = errors.map((error) => describeChatError(error, { command: "other" })).filter(isUnexplained);
    // About accounts, calls and groups that this product neither has nor changes.
    expect(unexplained.map(({ tag }) => tag)).toEqual(farFromCalls);
  });

  it.each([
    ["the router beyond the one that forwards", { type: "BROKER", brokerErr: { type: "TIMEOUT" } }, "BROKER.TIMEOUT"],
    ["the forwarding router itself", { type: "BASIC_AUTH" }, "PROXY.BASIC_AUTH"],
  ])("an error by way of a forwarding router is that of %s", (_of, proxyErr, tag) => {
    const direct = smp({ type: "PROXY", proxyErr });
    const relayed = agent({
      type: "PROXY",
      proxyServer: "smp://abc@smp1.simplex.im",
      relayServer: "smp://abc@smp2.simplex.im",
      proxyErr: { type: "protocolError", protocolErr: { type: "PROXY", proxyErr } },
    });
    expect(describeChatError(direct, { command: "send" }).tag).toBe(tag);
    const description = describeChatError(relayed, { command: "send" });
    expect(description.tag).toBe(tag);
    if (tag.startsWith("BROKER")) expect(description.message).toContain("smp2.simplex.im");
  });

  it("tells the sandbox, which has no network, and its addresses, which the network does not have", () => {
    const atSandbox = { type: "NETWORK", networkError: { type: "connectError", connectError: sandboxHasNoNetwork } };
    expect(
      describeChatError(agent({ type: "BROKER", brokerAddress: "smp1.simplex.im", brokerErr: atSandbox }), {
        command: "plan",
      }).likelyCause,
    ).toContain("sandbox, which reaches its own addresses only");
    for (const type of ["NETWORK", "HOST"]) {
      const error = agent({ type: "BROKER", brokerAddress: "smp://a@smp1.sandbox.invalid", brokerErr: { type } });
      expect(describeChatError(error, { command: "plan" }).likelyCause).toContain("address of the sandbox");
    }
  });

  it("ends with an error that is nested without end", () => {
    const nested = Array.from({ length: 1_000 }).reduce<object>((inner) => ({ type: "PROXY", proxyErr: inner }), {
      type: "BASIC_AUTH",
    });
    expect(describeChatError(agent(nested), { command: "send" }).message).toMatch(/^The router that forwards/);
  });

  it("an unknown error of a known family keeps both tags", () => {
    expect(describeChatError(broker("NO_SERVICE"), { command: "plan" })).toMatchObject({
      tag: "BROKER.NO_SERVICE",
      message: expect.stringContaining("smp15.simplex.im"),
    });
  });

  it("repeats no signing key and no endless text", () => {
    const secret = "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp-K06_nwoy_HU--CXqI9EdVhC";
    const chatError = chat({
      type: "commandError",
      message: `Failed reading: /_service_request 1 x sign_key=${secret} {} ${"x".repeat(5000)}`,
    });
    const text = JSON.stringify(describeChatError(chatError, { command: "service-request" }));
    expect(text).not.toContain(secret.slice(20));
    expect(text.length).toBeLessThan(1000);
  });
});
