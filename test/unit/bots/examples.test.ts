import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDemoSandbox, type DemoSandbox } from "../../../src/bots/demoSandbox.ts";
import { checkText } from "../../../src/protocol/check.ts";
import { documentKindOf } from "../../../src/protocol/documentKind.ts";

const folder = join(import.meta.dirname, "../../../examples");
const files = readdirSync(folder).filter((name) => documentKindOf(`examples/${name}`) !== undefined);

describe("the example workspace", () => {
  let sandbox: DemoSandbox;
  beforeAll(async () => {
    sandbox = await createDemoSandbox();
  });
  afterAll(() => sandbox.close());

  it("has files of every kind a newcomer starts with", () => {
    expect(files.sort()).toEqual([
      "a2a.call",
      "agent-card.json",
      "llms.txt",
      "mcp.call",
      "simplex.env.json",
      "variables.call",
    ]);
  });

  it.each(files)("%s has no problems", (name) => {
    const kind = documentKindOf(`examples/${name}`);
    expect(kind && checkText(kind, readFileSync(join(folder, name), "utf8"))).toEqual([]);
  });

  it.each(files)("%s names addresses that the sandbox has", (name) => {
    const links =
      readFileSync(join(folder, name), "utf8").match(/https:\/\/[\w.]+\.sandbox\.invalid\/[a-z]#[\w-]+/g) ?? [];
    const known = sandbox.addresses().map((address) => address.link);
    expect(links.filter((link) => !known.includes(link))).toEqual([]);
  });
});
