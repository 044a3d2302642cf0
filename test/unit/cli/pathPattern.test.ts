import { describe, expect, it } from "vitest";
import { isPathPattern, readPathPattern } from "../../../src/cli/pathPattern.ts";

describe("a pattern of paths", () => {
  it.each([
    ["*.call", ".", ["a.call"], ["r/a.call", "a.txt"]],
    ["./?b.call", ".", ["ab.call"], ["b.call", "aab.call"]],
    ["r/*/x*.call", "r", ["r/s/x.call", "r/s/x1.call"], ["r/x.call", "r/s/t/x.call"]],
    ["r/**/*.call", "r", ["r/a.call", "r/s/t/a.call"], ["a.call", "r/a.calls"]],
    ["r/**", "r", ["r/a.call", "r/s/a.call"], ["ra.call"]],
    ["/r/*.call", "/r", ["/r/a.call"], ["/s/a.call"]],
    ["r/{a,b}.call", "r", ["r/a.call", "r/b.call"], ["r/c.call"]],
    ["r/[ab].call", "r", ["r/a.call"], ["r/c.call"]],
  ])("%s", (pattern, folder, matching, other) => {
    const read = readPathPattern(pattern);
    expect(read.folder).toBe(folder);
    for (const path of matching) expect([path, read.matches(path)]).toEqual([path, true]);
    for (const path of other) expect([path, read.matches(path)]).toEqual([path, false]);
  });

  it("is what a shell would fill in", () => {
    const patterns = ["a*.call", "a?.call", "{a,b}.call", "[a].call"];
    expect([...patterns, "a.call", "a b.call"].map(isPathPattern)).toEqual([true, true, true, true, false, false]);
  });
});
