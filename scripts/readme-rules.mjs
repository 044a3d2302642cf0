// Writes the table of problem codes into the README, between its markers.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { ruleTests } from "./ruleTests.mjs";

const source =
  'export { RULES } from "./src/protocol/rules.ts"; export { withRulesTable } from "./src/protocol/rulesTable.ts";';
const { outputFiles } = await build({
  stdin: { contents: source, resolveDir: process.cwd(), loader: "ts" },
  bundle: true,
  format: "esm",
  write: false,
});
const code = Buffer.from(outputFiles[0].contents).toString("base64");
const { RULES, withRulesTable } = await import(`data:text/javascript;base64,${code}`);
const readme = readFileSync("README.md", "utf8");
const updated = withRulesTable(readme, RULES, ruleTests(join("test", "unit")));
if (updated === undefined) throw new Error("README.md has no markers for the table of problem codes.");
writeFileSync("README.md", updated);
