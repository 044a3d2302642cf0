import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const packageName = "@agntcy/slim-bindings";

/**
 * The `file:` URL of `@agntcy/slim-bindings`, found from the first of the folders whose packages have it, or among the
 * packages installed globally; undefined when it is installed nowhere. Nothing of it is loaded.
 */
export function findSlimBindings(folders: readonly string[]): string | undefined {
  for (const folder of [...folders, ...globalFolders()]) {
    const path = resolveFrom(folder);
    if (path !== undefined) return pathToFileURL(path).href;
  }
  return undefined;
}

function resolveFrom(folder: string): string | undefined {
  try {
    return createRequire(join(folder, "package.json")).resolve(packageName);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** The folders that hold the `node_modules` of `npm install --global`, by its defaults. */
function globalFolders(): readonly string[] {
  const { APPDATA, npm_config_prefix: prefix } = process.env;
  const besideNode = dirname(process.execPath);
  return [
    ...(prefix === undefined ? [] : [join(prefix, "lib"), prefix]),
    join(besideNode, "..", "lib"),
    besideNode,
    ...(APPDATA === undefined ? [] : [join(APPDATA, "npm")]),
    "/usr/local/lib",
    "/usr/lib",
  ];
}
