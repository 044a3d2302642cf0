// Which test shows a rule: the first test file that names its code.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** `folder` holds the unit tests. The answer is a file name with `/`, relative to it. */
export function ruleTests(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts") && !file.endsWith("rules.test.ts"))
    .map((file) => ({ name: file.replaceAll("\\", "/"), text: readFileSync(join(folder, file), "utf8") }))
    // A rule's own room comes before the rooms that meet it too; the order does not depend on the file system.
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
  return (code) => {
    const named = new RegExp(`(?<![\\w/-])${code}(?![\\w-])`);
    const naming = files.filter(({ text }) => named.test(text));
    const own = naming.find(({ name }) => name.includes(`/${code.split("/")[0]}/`));
    return (own ?? naming[0])?.name;
  };
}
