import { describe, expect, it } from "vitest";
import { answersAnother, smcpResponseOf } from "../../../../src/transport/smcp/smcpAnswer.ts";

describe("the response an acknowledgement stands for", () => {
  it("gives tools and pages in MCP's names", () => {
    const tool = {
      name: "a__b",
      bundle_id: "a",
      params_schema: { type: "object" },
      return_schema: null,
      meta: { x: 1 },
    };
    expect(smcpResponseOf({ tools: [tool], req_id: "r" }, 7, "tools/list")).toEqual({
      jsonrpc: "2.0",
      id: 7,
      result: { tools: [{ name: "a__b", bundle_id: "a", inputSchema: { type: "object" }, _meta: { x: 1 } }] },
    });
    expect(smcpResponseOf({ resources: [], next_cursor: "2", req_id: "r" }, 7, "resources/list")).toMatchObject({
      result: { resources: [], nextCursor: "2" },
    });
  });

  it("gives the acknowledgement of an event as it is", () => {
    const ack = { tools: [{ name: "a__b", params_schema: {} }], req_id: "r" };
    expect(smcpResponseOf(ack, "1", undefined)).toEqual({ jsonrpc: "2.0", id: "1", result: ack });
  });

  it("tells a result from an error by its content", () => {
    const result = { content: [], isError: true, code: 4003, message: "x" };
    expect(smcpResponseOf(result, 1, "tools/call")).toEqual({ jsonrpc: "2.0", id: 1, result });
    expect(smcpResponseOf({ code: 4001, message: "no", details: { name: "x" } }, 1, "tools/call")).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: { code: 4001, message: "no", data: { details: { name: "x" } } },
    });
  });

  it("takes an error in a member, as the protocol's first text has it", () => {
    const error = { code: 404, message: "Requested tool not found", details: { toolId: "x" } };
    expect(smcpResponseOf({ error }, 1, "tools/call")).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: { code: 404, message: "Requested tool not found", data: { details: { toolId: "x" } } },
    });
    expect(smcpResponseOf({ error: "no" }, 1, undefined)).toHaveProperty("result");
  });

  it("is noticed when it answers another request", () => {
    expect(answersAnother({ req_id: "other" }, "mine")).toBe(true);
    expect([{ req_id: "mine" }, {}, null, [], "other"].map((ack) => answersAnother(ack, "mine"))).not.toContain(true);
  });

  it.each([undefined, null, "text", 5, []])("does not fail at %j", (ack) => {
    expect(smcpResponseOf(ack, 1, "tools/list")).toEqual({ jsonrpc: "2.0", id: 1, result: ack ?? null });
  });
});
