import { describe, expect, it } from "vitest";
import { quotedCommand } from "../../../src/panel/quotedCommand.ts";

describe("quotedCommand", () => {
  it.each([
    ['/_call a2a {"jsonrpc": "2.0", "id": 2, "method": "SendMessage", "params": {', "/_call a2a SendMessage"],
    ['/_call @ada mcp {"method":"tools/call"}', "/_call @ada mcp tools/call"],
    ['/_call mcp\n{"jsonrpc": "2.0", "method": "tools/li', "/_call mcp tools/li…"],
    ['/_call mcp {"jsonrpc": "2.0", "id"', '/_call mcp {"jsonrpc": "2.0", "id"'],
    ["How much\n is it?", "How much is it?"],
    ["x".repeat(80), "x".repeat(80)],
    ["x".repeat(81), `${"x".repeat(79)}…`],
    ["", ""],
  ])("shortens %j", (quote, short) => {
    expect(quotedCommand(quote)).toBe(short);
  });
});
