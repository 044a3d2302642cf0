// Bundles the suite that runs inside a real extension host, Mocha included: nothing is resolved at run time.
import { join } from "node:path";
import { build } from "esbuild";
import { repository } from "./fresh-machine.mjs";

await build({
  absWorkingDir: repository,
  entryPoints: [join("test", "host", "index.ts")],
  outfile: join("dist-test", "host.cjs"),
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  mainFields: ["module", "main"],
  external: ["vscode"],
  sourcemap: "linked",
  logLevel: "info",
  logOverride: { "require-resolve-not-external": "silent" },
});
