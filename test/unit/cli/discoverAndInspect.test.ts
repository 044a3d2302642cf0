import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exitCodes } from "../../../src/cli/io.ts";
import { runCli } from "../../../src/cli/runCli.ts";
import { fakeIo } from "./kit/fakeIo.ts";

const examples = join(import.meta.dirname, "../../../examples");
let folder: string;
let links: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "discover-"));
  const io = fakeIo(".");
  await runCli(["sandbox", "--list", "--format", "json"], io);
  const addresses: readonly { readonly title: string; readonly link: string }[] = JSON.parse(io.out());
  links = new Map(addresses.map(({ title, link }) => [title, link]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(args: readonly string[], workingFolder = folder) {
  const io = fakeIo(workingFolder);
  const exit = await runCli(args, io);
  return { exit, out: io.out(), errors: io.errors() };
}

function llmsTxt(title: string, notes: string): string {
  return `# Acme\n\n## Communications\n\n- [${title}](${links.get(title)}): ${notes}\n`;
}

describe("discover", () => {
  it("tells contradictions by its exit code, each value with its source", async () => {
    const { exit, out } = await run(["discover", "llms.txt", "--format", "json"], examples);
    expect(exit).toBe(exitCodes.failed);
    const records: readonly Record<string, unknown>[] = JSON.parse(out);
    const shop = records.find(({ title }) => title === "Acme shop");
    expect(shop).toMatchObject({ from: { protocols: { kind: "link-data" } }, contradictions: [] });
    expect(records.find(({ title }) => title === "Contradictor")?.["contradictions"]).not.toEqual([]);
  });

  it("ends well when all sources agree, and shows the unknown as unknown", async () => {
    writeFileSync(join(folder, "llms.txt"), llmsTxt("Quiet Bob", "SimpleX contact for people."));
    const { exit, out } = await run(["discover", "llms.txt"]);
    expect(exit).toBe(exitCodes.ok);
    expect(out).toContain("Quiet Bob");
    expect(out).toMatch(/protocols\s+unknown/);
  });

  it("tells an invalid document by its exit code, and where the error is", async () => {
    writeFileSync(join(folder, "agent-card.json"), '{"name": ');
    const { exit, out, errors } = await run(["discover", "agent-card.json", "--format", "json"]);
    expect(exit).toBe(exitCodes.failed);
    expect(JSON.parse(out)).toEqual([]);
    expect(errors).toContain("agent-card.json is invalid at line 1");
  });

  it("cannot run where no document of a site and no link data can be read", async () => {
    const nobody = (links.get("Acme shop") ?? "").replace(/#.{4}/, "#AAAA");
    expect(await run(["discover", nobody])).toMatchObject({ exit: exitCodes.cannotRun });
    expect(await run(["discover", "http://127.0.0.1:1"])).toMatchObject({
      exit: exitCodes.cannotRun,
      errors: expect.stringContaining("http://127.0.0.1:1/llms.txt cannot be reached"),
    });
  });

  it.each([
    [["discover"], "Name one website, file or link."],
    [["discover", "a", "b"], "Name one website, file or link."],
    [["discover", "missing.txt"], "neither a website, a SimpleX link nor a file"],
    [["discover", "x", "--format", "xml"], `"xml" is no format`],
    [["discover", "https://smp1.sandbox.invalid/a#short"], ""],
    [["inspect"], "Name one SimpleX link or name."],
    [["inspect", "not a link"], ""],
  ])("%j cannot run, and says why", async (args, message) => {
    const { exit, errors } = await run(args);
    expect(exit).toBe(exitCodes.cannotRun);
    expect(errors).toContain(message);
    expect(errors.length).toBeGreaterThan(0);
  });
});

describe("inspect", () => {
  it("shows the declarations of one address and its link data as returned", async () => {
    const { exit, out } = await run(["inspect", links.get("Acme shop") ?? "", "--format", "json"]);
    expect(exit).toBe(exitCodes.ok);
    expect(JSON.parse(out)).toMatchObject({
      type: "contact",
      protocols: { mcp: { versions: ["2026-07-28"], transports: { chat: true, rpc: true } } },
      linkData: { profile: { displayName: "Acme shop" } },
    });
  });

  it("says that link data cannot be read of an address that is not there", async () => {
    const nobody = (links.get("Acme shop") ?? "").replace(/#.{4}/, "#AAAA");
    const { exit, errors } = await run(["inspect", nobody]);
    expect(exit).toBe(exitCodes.cannotRun);
    expect(errors).toContain("could not be read");
  });
});
