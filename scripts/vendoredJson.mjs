import { readFile } from "node:fs/promises";

/**
 * Bundles the vendored schemas as text that is parsed when the first of its members is read: a window that opens no
 * request must not pay for them.
 */
export const vendoredJsonOnFirstUse = {
  name: "vendored-json-on-first-use",
  setup(pluginBuild) {
    pluginBuild.onLoad({ filter: /[\\/]src[\\/]protocol[\\/]vendor[\\/].*\.json$/ }, async ({ path }) => {
      const document = JSON.parse(await readFile(path, "utf8"));
      const members = Object.keys(document).map(
        (key) => `get ${JSON.stringify(key)}() { return read()[${JSON.stringify(key)}]; }`,
      );
      const contents = [
        "let value;",
        `const read = () => (value ??= JSON.parse(${JSON.stringify(JSON.stringify(document))}));`,
        `export default { ${members.join(", ")} };`,
      ].join("\n");
      return { contents, loader: "js" };
    });
  },
};
