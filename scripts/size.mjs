// The size budget: what ships, in bytes after minification. Raise a number only with a reason in the commit.
import { statSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./fresh-machine.mjs";

const budgets = {
  "dist/extension.cjs": 300_000,
  "dist/panel.js": 150_000,
  "dist/cli.cjs": 500_000,
  "dist/sandbox.cjs": 1_500_000,
};

let isOver = false;
for (const [file, budgetBytes] of Object.entries(budgets)) {
  const sizeBytes = statSync(join(repository, file)).size;
  const fits = sizeBytes <= budgetBytes;
  isOver ||= !fits;
  console.log(`${fits ? "ok  " : "OVER"} ${file}: ${sizeBytes} of ${budgetBytes} bytes`);
}
process.exitCode = isOver ? 1 : 0;
