import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The text of the file of that name in the folder, or in the nearest folder above that has one. */
export async function nearestFileText(folder: string, fileName: string): Promise<string | undefined> {
  const text = await textIfPresent(join(folder, fileName));
  if (text !== undefined) return text;
  const above = dirname(folder);
  return above === folder ? undefined : await nearestFileText(above, fileName);
}

/** The text of a file, or undefined when it is absent or unreadable for this user: either way there is nothing to use. */
export async function textIfPresent(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch(() => undefined);
}
