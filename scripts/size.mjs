// The size budget of what ships, in bytes after minification. Raise a number only with a reason in the commit.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { repository } from "./fresh-machine.mjs";

const dist = join(repository, "dist");
const budgets = [
  { name: "the extension when it activates", sizeBytes: closureBytes("extension.js"), budgetBytes: 30_000 },
  { name: "the command line before it runs a command", sizeBytes: closureBytes("cli.js"), budgetBytes: 10_000 },
  { name: "the panel's script", sizeBytes: statSync(join(dist, "panel.js")).size, budgetBytes: 150_000 },
  { name: "all of dist", sizeBytes: folderBytes(dist), budgetBytes: 3_350_000 },
];

for (const { name, sizeBytes, budgetBytes } of budgets) tell(name, sizeBytes, budgetBytes, "bytes");
// The packer of extensions advises against more.
tell(
  "scripts in dist",
  readdirSync(dist, { recursive: true }).filter((file) => file.endsWith(".js")).length,
  100,
  "files",
);

function tell(name, count, budget, unit) {
  const fits = count <= budget;
  if (!fits) process.exitCode = 1;
  console.log(`${fits ? "ok  " : "OVER"} ${name}: ${count} of ${budget} ${unit}`);
}

/** A file and all that it imports statically, without what it loads on first use. */
function closureBytes(file) {
  const seen = new Set();
  const visit = (path) => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = readFileSync(path, "utf8");
    for (const [, specifier] of text.matchAll(/(?:from|import)\s*"(\.[^"]+)"/g)) visit(join(dirname(path), specifier));
  };
  visit(join(dist, file));
  return [...seen].reduce((sum, path) => sum + statSync(path).size, 0);
}

function folderBytes(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
