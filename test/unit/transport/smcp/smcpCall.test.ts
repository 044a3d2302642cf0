import { describe, expect, it } from "vitest";
import { smcpCallOf } from "../../../../src/transport/smcp/smcpCall.ts";

function callOf(method: string, params: unknown, computer: string | undefined = "pc", timeoutMs = 30_000) {
  const result = smcpCallOf(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), computer, timeoutMs);
  return result.kind === "call"
    ? [result.call.event.name, result.call.payload, result.call.waitMs]
    : result.ending.failure.code;
}

describe("the event of a request", () => {
  it.each([
    ["tools/list", {}, "client:get_tools", { computer: "pc" }, 30_000],
    [
      "tools/call",
      { name: "a__b", arguments: { n: 1 } },
      "client:tool_call",
      { computer: "pc", tool_name: "a__b", params: { n: 1 }, timeout: 25 },
      30_000,
    ],
    [
      "tools/call",
      { name: "a__b" },
      "client:tool_call",
      { computer: "pc", tool_name: "a__b", params: {}, timeout: 25 },
      30_000,
    ],
    [
      "resources/list",
      { mcp_server: "acme", cursor: "2" },
      "client:get_resources",
      { computer: "pc", mcp_server: "acme", cursor: "2" },
      30_000,
    ],
    ["client:get_config", { computer: "other" }, "client:get_config", { computer: "other" }, 30_000],
    ["server:list_room", {}, "server:list_room", {}, 30_000],
  ])("of %s %j is %s", (method, params, event, payload, waitMs) => {
    expect(callOf(method, params)).toEqual([event, payload, waitMs]);
  });

  it.each([
    [24, 30_000],
    [25, 30_000],
    [26, 31_000],
    [86_394, 86_399_000],
    [86_396, 86_400_000],
    [Number.MAX_SAFE_INTEGER, 86_400_000],
  ])("waits for a tool's own timeout of %d s and its answer", (timeout, waitMs) => {
    expect(callOf("client:tool_call", { tool_name: "a__b", params: {}, timeout })).toEqual([
      "client:tool_call",
      { computer: "pc", tool_name: "a__b", params: {}, timeout },
      waitMs,
    ]);
  });

  it.each([
    ["prompts/list", {}, "smcp-no-event"],
    ["resources/list", {}, "smcp-missing-member"],
    ["tools/call", {}, "smcp-missing-member"],
  ])("refuses %s %j", (method, params, code) => {
    expect(callOf(method, params)).toBe(code);
  });

  it("refuses a call to no computer", () => {
    const result = smcpCallOf('{"method":"tools/list"}', undefined, 1000);
    expect(result.kind === "refused" && result.ending.failure.code).toBe("smcp-no-computer");
  });
});
