import { describe, expect, it } from "vitest";
import { hoverAt } from "../../../../src/editor/language/completion/hoverText.ts";
import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";

/** The hover at the `‸` of the text: what it covers and what it says. */
async function hover(marked: string) {
  const offset = marked.indexOf("‸");
  const text = marked.replace("‸", "");
  const found = await hoverAt(parseCallFile(text), offset, (expression) => Promise.resolve(`value of ${expression}`));
  if (!found) return undefined;
  const { offset: start, length } = found.range;
  return { over: text.slice(start, start + length), says: found.markdown };
}

describe("the hover", () => {
  it.each([
    ["# @tim‸eout 5s\n/_call mcp {}", "timeout", /how long to wait/i],
    ["# @to {{b‸ot}}\n/_call mcp {}", "{{bot}}", /^value of bot$/],
    ["@a = {{b‸}}", "{{b}}", /^value of b$/],
    ["/_call m‸cp {}", "mcp", /Model Context Protocol/],
    ["/_c‸all mcp {}", "/_call", /one space.*Specification: Commands/s],
    ["/_call @ac‸me mcp {}", "@acme", /member of the group/],
    ['{"protocol": "mcp", "request‸Key": "x", "request": {}}', '"requestKey"', /MUST be signed/],
    ['{"pro‸tocol": "mcp", "request": {}}', '"protocol"', /Specification: Service RPC, Request/],
    ['/_call mcp {"method": "tools/l‸ist"}', '"tools/list"', /Lists the tools/],
    ['/_call mcp {"met‸hod": "tools/list"}', '"method"', /`method`/],
    ['/_call a2a {"method": "SendMessage", "params": {"message": {"ro‸le": 1}}}', '"role"', /`role`/],
    ["# @expect $.error.code == -32‸602\n/_call mcp {}", "-32602", /Invalid params/],
    ['{"protocol": "mcp", "request": {"method": "tools/ca‸ll"}}', '"tools/call"', /Calls a tool/],
    ['# @to smcp+http://a?office=o\n{"method": "tools/ca‸ll"}', '"tools/call"', /A2C-SMCP: client:tool_call/],
    [
      '# @to smcp+http://a?office=o\n{"method": "client:get_skill", "params": {"rel_p‸ath": "x"}}',
      '"rel_path"',
      /file/,
    ],
    ["# @to smcp+http://a?office=o\n# @expect $error.code == 40‸01\n{}", "4001", /Tool not found/],
    ['# @to slim://a/b/c\n{"method": "GetTa‸sk"}', '"GetTask"', /task/],
  ])("%s", async (marked, over, says) => {
    const found = await hover(marked);
    expect(found?.over).toBe(over);
    expect(found?.says).toMatch(says);
  });

  it.each(["# a com‸ment\n/_call mcp {}", '/_call mcp {"nobody knows ‸this": 1}', "‸"])(
    "says nothing: %s",
    async (marked) => {
      expect(await hover(marked)).toBeUndefined();
    },
  );
});
