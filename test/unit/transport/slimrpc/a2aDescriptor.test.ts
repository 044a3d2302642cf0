import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

it("the descriptor of A2A is what its protocol definition compiles to", () => {
  const cwd = join(import.meta.dirname, "../../../..");
  const { status, stderr } = spawnSync(process.execPath, ["scripts/compile-proto.mjs", "--check"], {
    cwd,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
