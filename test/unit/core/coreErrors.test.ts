import { describe, expect, it } from "vitest";
import { describeChatError, type ErrorContext } from "../../../src/core/coreErrors.ts";
import { frameShapes, readFrames } from "./frames.ts";

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

describe("errors of the core in words", () => {
  it.each(situations)("%s", (_situation, chatError, command, tag, message) => {
    const description = describeChatError(chatError, { command });
    expect(description.tag).toBe(tag);
    expect(description.message).toMatch(message);
    expect(description.nextStep ?? "").toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    ["timeout", "A_SERVICE.timeout", /service requests off/],
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
    expect(description.message).toMatch(/does not know/);
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
