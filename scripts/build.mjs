// Bundles what ships: the extension and the command line, which share their chunks, and the panel's page. What a window or a
// command may never need (the sandbox with its bots, schemas' compilers, import and export) is a chunk of its own that is
// loaded on first use. It is built twice: the first time tells which chunks had better come together.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, context } from "esbuild";
import { debugSilenced } from "./debugSilenced.mjs";
import { fewerChunks } from "./fewerChunks.mjs";
import { repository } from "./fresh-machine.mjs";
import { panelBundle } from "./panelBundle.mjs";
import { esbuildSimplexChatClient } from "./simplexChatClient.mjs";
import { thirdPartyNotices } from "./thirdPartyNotices.mjs";
import { vendoredJsonOnFirstUse } from "./vendoredJson.mjs";

const isWatching = process.argv.includes("--watch");
const isProduction = !process.argv.includes("--development") && !isWatching;

const shared = {
  bundle: true,
  minify: isProduction,
  sourcemap: isProduction ? false : "linked",
  logLevel: "warning",
  // Licences go into one file, whole, instead of a comment in each chunk.
  legalComments: "none",
  metafile: true,
};

const requireOfModules =
  'import{createRequire as nodeRequire}from"node:module";const require=nodeRequire(import.meta.url);';

const code = {
  ...shared,
  entryPoints: {
    extension: "src/extension.ts",
    cli: "src/cli/main.ts",
    // A process of its own, named by the chunk beside it.
    "chunks/slimChild": "src/transport/slimrpc/slimChild.ts",
  },
  outdir: "dist",
  chunkNames: "chunks/[name]-[hash]",
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  // jsonc-parser's `main` is UMD, whose inner requires no bundler can follow.
  mainFields: ["module", "main"],
  external: ["vscode", "@agntcy/slim-bindings", "bufferutil", "utf-8-validate"],
  // CommonJS packages ask for node's own modules with `require`, which ES modules do not have.
  banner: { js: requireOfModules },
  plugins: [esbuildSimplexChatClient, vendoredJsonOnFirstUse, debugSilenced],
};
const page = { ...shared, ...panelBundle, outfile: "dist/panel.js" };

rmSync("dist", { recursive: true, force: true });
if (isWatching) {
  await Promise.all([code, page].map(async (options) => (await context(options)).watch()));
} else {
  const { metafile } = await build({ ...code, write: false });
  const plugins = [...code.plugins, fewerChunks(metafile, Object.values(code.entryPoints))];
  const results = await Promise.all([{ ...code, plugins }, page].map((options) => build(options)));
  const metafiles = results.map(({ metafile }) => metafile);
  metafiles.flatMap(({ outputs }) => Object.keys(outputs)).forEach(leaveOutUnusedRequire);
  writeFileSync(join("dist", "THIRD-PARTY-NOTICES.txt"), thirdPartyNotices(metafiles, repository));
}

/** esbuild puts the banner into every chunk; most of them never require anything. */
function leaveOutUnusedRequire(file) {
  if (!file.endsWith(".js")) return;
  const text = readFileSync(file, "utf8");
  const rest = text.replace(requireOfModules, "");
  if (rest !== text && !/\brequire\b/.test(rest)) writeFileSync(file, rest.trimStart());
}
