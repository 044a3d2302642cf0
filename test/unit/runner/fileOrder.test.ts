import { describe, expect, it } from "vitest";
import { parseCallFile } from "../../../src/protocol/call/parse/parseCallFile.ts";
import { fileOrder } from "../../../src/runner/run/fileOrder.ts";

/** Files in a folder, each with the placeholders of its only request. */
function orderOf(files: Readonly<Record<string, string>>): readonly string[] {
  const list = Object.entries(files).map(([name, use]) => ({
    path: `requests/${name}.call`,
    file: parseCallFile(`### r\n# @to {{bot}}\n/_call mcp {"id": "${use}"}\n`),
  }));
  return fileOrder(list).map((position) => Object.keys(files)[position] ?? "");
}

describe("the order of files", () => {
  it.each([
    ["that use nothing of each other", { b: "", a: "" }, ["b", "a"]],
    ["that use a later one", { a: "{{c.id}}", b: "", c: "" }, ["c", "a", "b"]],
    ["in a chain", { a: "{{b.id}}", b: "{{c.id}}", c: "" }, ["c", "b", "a"]],
    ["in a circle", { a: "{{b.id}}", b: "{{a.id}}", c: "" }, ["b", "a", "c"]],
    ["that use themselves, or one that is not there", { a: "{{a.id}} {{gone.id}}", b: "" }, ["a", "b"]],
  ])("%s", (_, files, order) => {
    expect(orderOf(files)).toEqual(order);
  });
});
