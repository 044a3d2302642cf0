import { describe, expect, it } from "vitest";
import { parseCallFile } from "../../../src/protocol/call/parse/parseCallFile.ts";
import { requestOrder } from "../../../src/runner/run/requestOrder.ts";

/** A file of requests written as `sets<-uses`, such as `a<-b`: captures `a` and uses `{{b}}`. */
function order(requests: readonly string[], variables = "", wanted?: readonly number[]) {
  const text = requests.map((one) => {
    const [sets = "", uses = ""] = one.split("<-");
    return `###\n${sets && `# @set ${sets} = $.x\n`}/_call mcp {"v": "${uses && `{{${uses}}}`}"}\n`;
  });
  return requestOrder(parseCallFile(`${variables}\n${text.join("\n")}`), wanted);
}

describe("the order of requests", () => {
  it.each([
    ["is that of the file", ["<-", "<-", "<-"], "", [0, 1, 2]],
    ["puts a capture before its use", ["<-a", "a<-"], "", [1, 0]],
    ["follows chains", ["<-c", "c<-b", "b<-"], "", [2, 1, 0]],
    ["takes the nearest capture before a use", ["a<-", "<-a", "a<-"], "", [0, 1, 2]],
    ["follows variables of the file", ["<-v", "a<-"], "@v = {{a}}", [1, 0]],
    ["needs no capture from below for a variable that is defined", ["<-a", "a<-"], "@a = 1", [0, 1]],
    ["ignores its own capture", ["a<-a"], "", [0]],
  ])("%s", (_, requests, variables, expected) => {
    expect(order(requests, variables)).toMatchObject({ order: expected, circles: new Map() });
  });

  it("adds what a wanted request needs, and nothing else", () => {
    expect(order(["<-", "<-a", "a<-", "<-"], "", [1]).order).toEqual([2, 1]);
  });

  it("names the circles, and orders what is outside of them", () => {
    const { order: positions, circles } = order(["a<-b", "b<-a", "<-"]);
    expect([...positions].sort()).toEqual([0, 1, 2]);
    expect([...circles.keys()].sort()).toEqual([0, 1]);
    expect([...(circles.get(0) ?? [])].sort()).toEqual(["a", "b"]);
  });
});
