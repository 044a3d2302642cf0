// Bundles what ships: the extension, the command line, the sandbox (loaded on first use) and the panel's page.
import { rmSync } from "node:fs";
import { build, context } from "esbuild";
import { panelBundle } from "./panelBundle.mjs";
import { esbuildSimplexChatClient } from "./simplexChatClient.mjs";
import { vendoredJsonOnFirstUse } from "./vendoredJson.mjs";

const isWatching = process.argv.includes("--watch");
const isProduction = !process.argv.includes("--development") && !isWatching;

/** Imports of the sandbox stay outside the bundles that may never need it, and are found beside them at run time. */
const sandboxOnFirstUse = {
  name: "sandbox-on-first-use",
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: /\/demoSandbox\.ts$/ }, (args) =>
      args.kind === "dynamic-import" ? { path: "./sandbox.cjs", external: true } : undefined,
    );
  },
};

const shared = {
  bundle: true,
  minify: isProduction,
  sourcemap: isProduction ? false : "linked",
  logLevel: "info",
  legalComments: "none",
};

const node = {
  ...shared,
  platform: "node",
  format: "cjs",
  target: "node20",
  // jsonc-parser's `main` is UMD, whose inner requires no bundler can follow.
  mainFields: ["module", "main"],
  external: ["vscode", "@agntcy/slim-bindings", "bufferutil", "utf-8-validate"],
  plugins: [sandboxOnFirstUse, esbuildSimplexChatClient, vendoredJsonOnFirstUse],
};

const bundles = [
  { ...node, entryPoints: ["src/extension.ts"], outfile: "dist/extension.cjs" },
  { ...node, entryPoints: ["src/cli/main.ts"], outfile: "dist/cli.cjs", banner: { js: "#!/usr/bin/env node" } },
  { ...node, entryPoints: ["src/bots/demoSandbox.ts"], outfile: "dist/sandbox.cjs" },
  { ...shared, ...panelBundle, outfile: "dist/panel.js" },
];

rmSync("dist", { recursive: true, force: true });
if (isWatching) await Promise.all(bundles.map(async (options) => (await context(options)).watch()));
else await Promise.all(bundles.map((options) => build(options)));
