// `npm run bench`: every benchmark, one after the other. Each prints ratios within its own run.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { installChromium, installPackages, repository, runOrExit } from "./fresh-machine.mjs";

installPackages();
process.env.CHROMIUM = installChromium();
runOrExit("Building", process.execPath, ["scripts/build.mjs"]);

const folder = join(repository, "test", "bench");
for (const file of readdirSync(folder).filter((name) => name.endsWith(".bench.mjs"))) {
  console.log(`\n--- ${file} ---`);
  const { status } = spawnSync(process.execPath, [join(folder, file)], { cwd: repository, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
