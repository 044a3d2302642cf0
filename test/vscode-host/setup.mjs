#!/usr/bin/env node
// Finishes the install that `npm ci` (with ignore-scripts) starts: code-server keeps VS Code's own
// run-time packages behind an install script, which refuses any Node but its own major version.
// This does the same work without that check and without compiling anything.
//
//   node setup.mjs            the server's and the built-in extensions' packages (no compiler needed)
//   node setup.mjs --native   also compiles spdlog and native-watchdog (g++, make, python3), which
//                             turns the server's log FILES on; tests do not need them
//   node setup.mjs --slim     also removes the AI agent runtimes that only the chat features load
//   node setup.mjs --force    does it again even if the stamp says it is done
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { codeServerVersion, nodeBinary, nodeHome, vscodeRoot } from "./host-lib.mjs";

const flags = new Set(process.argv.slice(2));
const stampFile = join(vscodeRoot, "node_modules", ".vscode-host-setup.json");
const stamp = JSON.stringify({ codeServerVersion, native: flags.has("--native"), slim: flags.has("--slim") });

if (!flags.has("--force") && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) {
  console.log(`vscode-host: already set up (code-server ${codeServerVersion})`);
  process.exit(0);
}

function npm(cwd, ...args) {
  console.log(`vscode-host: npm ${args.join(" ")}`);
  const { status, error } = spawnSync("npm", args, {
    cwd,
    stdio: "inherit",
    env: {
      ...process.env,
      // The pinned Node must come first: npm and node-gyp then build for the ABI that will load it.
      PATH: `${join(nodeHome, "bin")}${delimiter}${process.env.PATH}`,
      // The same package carries Node's headers, so node-gyp has nothing to download.
      npm_config_nodedir: nodeHome,
    },
  });
  if (error || status !== 0) {
    console.error(`vscode-host: npm failed in ${cwd}: ${error ?? `exit ${status}`}`);
    process.exit(1);
  }
}

// --legacy-peer-deps: code-server's shrinkwrap lacks an optional peer, and plain `npm ci` refuses it.
const clean = ["ci", "--legacy-peer-deps", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
npm(vscodeRoot, ...clean);
npm(join(vscodeRoot, "extensions"), ...clean);

// What else code-server's install script does: the helper that opens links in the user's browser.
const helper = join(vscodeRoot, "bin", "helpers", "browser.sh");
mkdirSync(join(vscodeRoot, "bin", "helpers"), { recursive: true });
rmSync(helper, { force: true });
symlinkSync("browser-linux.sh", helper);

if (flags.has("--native")) {
  npm(vscodeRoot, "rebuild", "@vscode/spdlog", "@vscode/native-watchdog", "--ignore-scripts=false");
}
if (flags.has("--slim")) {
  const agent = [
    "@github/copilot-sdk",
    `@github/copilot-sdk-${process.platform}-${process.arch}`,
    "@microsoft/mxc-sdk",
  ];
  for (const name of agent) {
    rmSync(join(vscodeRoot, "node_modules", ...name.split("/")), { recursive: true, force: true });
  }
}
writeFileSync(stampFile, stamp);
const version = spawnSync(nodeBinary, ["--version"], { encoding: "utf8" }).stdout.trim();
console.log(`vscode-host: ready (code-server ${codeServerVersion}, extension host on Node ${version})`);
