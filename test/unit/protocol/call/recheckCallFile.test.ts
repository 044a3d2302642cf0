import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { checkBody } from "../../../../src/protocol/call/check/checkBody.ts";
import { checkCallFile, nothingChecked, recheckCallFile } from "../../../../src/protocol/call/check/checkCallFile.ts";
import { callFileOf, parseCallFile, parseSections } from "../../../../src/protocol/call/parse/parseCallFile.ts";
import { mutated } from "../kit/textProperties.ts";

// Counts, and checks all the same.
vi.mock("../../../../src/protocol/call/check/checkBody.ts", { spy: true });

const meta =
  '"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}';

function request(name: string, target: string): string {
  return `### ${name}
# @to ${target}
/_call mcp {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "{{tool}}", ${meta}}}

`;
}

const file = `@tool = quote
@shop = @shop

${request("One", "{{shop}}")}${request("Two", "@acme")}### Three
# @to {{shop}}
# @param A2A-Version: 1.0
{"protocol": "mcp", "request": {"jsonrpc": "2.0", "id": {{$uuid}}, "method": "tool/list", "x": {{tool}}}} // draft

${request("Two", "#{{tool}}")}`;

function requestsChecked(before: string, after: string): (string | undefined)[] {
  const earlier = recheckCallFile(before, nothingChecked);
  vi.mocked(checkBody).mockClear();
  recheckCallFile(after, earlier);
  return vi.mocked(checkBody).mock.calls.map(([{ name }]) => name?.text);
}

beforeEach(() => {
  vi.mocked(checkBody).mockClear();
});

describe("after a change", () => {
  it("only the changed request is checked anew", () => {
    expect(requestsChecked(file, file)).toEqual([]);
    expect(requestsChecked(file, file.replace("tool/list", "tools/list"))).toEqual(["Three"]);
    expect(requestsChecked(file, file.replace("tool/list", "tool/lists"))).toEqual(["Three"]);
    expect(requestsChecked(file, `${file}\n`)).toEqual(["Two"]);
  });

  it("of a variable, those that use it are", () => {
    expect(requestsChecked(file, file.replace("= @shop", "= #shop"))).toEqual(["One", "Three"]);
    expect(requestsChecked(file, file.replace("= @shop", "= @shop\n@more = 1"))).toEqual([]);
  });

  it("of the requests' number, the new ones are", () => {
    expect(requestsChecked(file, file.replace("### Three", `${request("New", "@acme")}### Three`))).toEqual(["New"]);
    expect(requestsChecked(file, file.replace(request("Two", "@acme"), ""))).toEqual([]);
  });

  it("one request of many is parsed", () => {
    const many = (edited: string) =>
      Array.from({ length: 50 }, (_, index) => request(`${index}`, index === 20 ? edited : "@acme")).join("");
    const earlier = parseSections(many("@a"), []);
    const ids = new Set(earlier.map(({ id }) => id));
    expect(parseSections(many("@bot"), earlier).filter(({ id }) => !ids.has(id))).toHaveLength(1);
  });
});

describe("whatever the changes", () => {
  const versions = fc.array(fc.oneof(mutated([file]), mutated([file, "", "\ufeff"]), fc.constant(file)), {
    maxLength: 4,
  });

  it("the problems are those of the text alone", () => {
    fc.assert(
      fc.property(versions, (texts) => {
        let last = nothingChecked;
        for (const text of texts) {
          last = recheckCallFile(text, last);
          expect(last.problems).toEqual(checkCallFile(text));
        }
      }),
      { numRuns: 400 },
    );
  });

  it("the file is that of the text alone", () => {
    fc.assert(
      fc.property(versions, (texts) => {
        let last = parseSections(file, []);
        for (const text of texts) {
          last = parseSections(text, last);
          expect(callFileOf(last)).toEqual(parseCallFile(text));
        }
      }),
      { numRuns: 400 },
    );
  });
});
