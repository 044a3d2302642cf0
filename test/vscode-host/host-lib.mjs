// Starts and stops a VS Code server and a headless Chromium that shows its workbench.
// Nothing here knows about a particular extension or test framework.
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const codeServerManifest = require.resolve("code-server/package.json");

export const codeServerVersion = require("code-server/package.json").version;
/** VS Code's server and web workbench, as code-server ships them. */
export const vscodeRoot = join(dirname(codeServerManifest), "lib", "vscode");
/** The pinned Node: binary and headers come inside an ordinary registry package. */
export const nodeHome = dirname(require.resolve(`node-${process.platform}-${process.arch}/package.json`));
export const nodeBinary = join(nodeHome, "bin", "node");

/** Settings that keep a test session quiet: no tips, no trust prompt, no calls to services. */
export const quietSettings = {
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.reduceMotion": "on",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.tips.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "workbench.enableExperiments": false,
  "workbench.settings.enableNaturalLanguageSearch": false,
  "npm.fetchOnlinePackageInfo": false,
  "json.schemaDownload.enable": false,
  "chat.disableAIFeatures": true,
  "git.enabled": false,
};

/**
 * Starts a VS Code server on a free loopback port, in a new data folder of its own.
 *
 * An extension gets in by one of two ways:
 * - development: true, and developmentPayload() in the address: loaded from its source folder, and the
 *   only way to run a suite in the extension host. VS Code then shows no notification toasts.
 * - installed: a .vsix, or the folder of a built extension: exactly what a user has.
 *
 * @param {{
 *   development?: boolean, installed?: string[], settings?: object, env?: Record<string, string>,
 *   logFile?: string, timeoutMs?: number,
 * }} options
 */
export async function startServer({
  development = false,
  installed = [],
  settings = {},
  env = {},
  logFile,
  timeoutMs = 60_000,
} = {}) {
  const entry = join(vscodeRoot, "out", "server-main.js");
  if (!existsSync(join(vscodeRoot, "node_modules"))) {
    throw new Error("VS Code's packages are missing: run `npm run setup` in this folder first");
  }
  const dataDir = mkdtempSync(join(tmpdir(), "vscode-host-"));
  const userDir = join(dataDir, "data", "User");
  mkdirSync(userDir, { recursive: true });
  writeFileSync(join(userDir, "settings.json"), JSON.stringify({ ...quietSettings, ...settings }, null, 2));

  // The token is handed over in a file, since a command line can be read by every user.
  const token = randomBytes(24).toString("hex");
  const tokenFile = join(dataDir, "token");
  writeFileSync(tokenFile, token, { mode: 0o600 });

  const folders = [
    "--server-data-dir",
    dataDir,
    "--user-data-dir",
    join(dataDir, "data"),
    "--extensions-dir",
    join(dataDir, "extensions"),
    "--accept-server-license-terms",
    "--telemetry-level",
    "off",
  ];
  const spawnOptions = {
    cwd: dataDir,
    // code-server takes the marketplace from here; an empty one is never asked.
    env: {
      ...withoutVSCodeVariables(process.env),
      EXTENSIONS_GALLERY: '{"serviceUrl":""}',
      // A suite may look at all that the host keeps.
      HOST_DATA_FOLDER: dataDir,
      ...env,
    },
  };
  try {
    for (const path of installed) install(resolve(path), dataDir, [entry, ...folders], spawnOptions);
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }

  // Port 0 lets the server pick a free port itself, so two runs cannot race for one.
  const child = spawn(
    nodeBinary,
    [
      fileURLToPath(new URL("guard.mjs", import.meta.url)),
      entry,
      ...folders,
      "--host",
      "127.0.0.1",
      "--port",
      "0",
      "--connection-token-file",
      tokenFile,
      // A built VS Code loads an extension from its source folder only when this is on.
      ...(development ? ["--enable-smoke-test-driver"] : []),
    ],
    {
      ...spawnOptions,
      detached: true, // a process group of its own, so that stop() can end the extension hosts with it
      stdio: "pipe",
    },
  );

  let output = "";
  let stopping;
  const log = logFile ? createWriteStream(logFile) : undefined;
  const exited = new Promise((done) => child.once("exit", (code, signal) => done({ code, signal })));

  const stop = () =>
    (stopping ??= (async () => {
      // Only this server's own process group: never by name.
      signalGroup(child.pid, "SIGTERM");
      const graceful = await Promise.race([exited.then(() => true), sleep(3000).then(() => false)]);
      if (!graceful) signalGroup(child.pid, "SIGKILL");
      await exited;
      signalGroup(child.pid, "SIGKILL"); // children that outlived the server
      log?.end();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    })());

  let timer;
  try {
    const port = await new Promise((done, fail) => {
      const failed = (what) => fail(new Error(`the VS Code server ${what}:\n${excerpt(output)}`));
      timer = setTimeout(failed, timeoutMs, `did not start within ${timeoutMs} ms`);
      const read = (chunk) => {
        log?.write(chunk);
        if (output.length < 200_000) output += chunk;
        const match = /agent listening on (\d+)\s/.exec(output);
        if (match) done(Number(match[1]));
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("error", fail);
      exited.then(({ code, signal }) => failed(`ended at once (${code ?? signal})`));
    });
    return { port, token, dataDir, pid: child.pid, exited, stop };
  } catch (error) {
    if (child.pid) await stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Launches Chromium with a context that already holds the server's connection token. */
export async function launchBrowser(server, { width = 1280, height = 800 } = {}) {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    // The scripts end what they started themselves, in order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  const context = await browser.newContext({ viewport: { width, height } });
  await context.addCookies([{ name: "vscode-tkn", value: server.token, domain: "127.0.0.1", path: "/" }]);
  // The page loads from no other host, so a run is the same with and without a network. This is no wall:
  // the server and the extension host are ordinary processes, and WebSockets are not routed.
  await context.route(
    (url) => url.protocol.startsWith("http") && url.hostname !== "127.0.0.1",
    (route) => route.abort("internetdisconnected"),
  );
  return { browser, context };
}

/** The workbench's address, with a folder (or .code-workspace file) and start options. */
export function workbenchUrl(server, { workspace, payload = [] } = {}) {
  const url = new URL(`http://127.0.0.1:${server.port}/`);
  if (workspace) {
    const path = resolve(workspace);
    url.searchParams.set(path.endsWith(".code-workspace") ? "workspace" : "folder", path);
  }
  if (payload.length) url.searchParams.set("payload", JSON.stringify(payload));
  return url.href;
}

/** How the browser side names a file on the server's disk. */
export function remoteUri(server, path) {
  return `vscode-remote://127.0.0.1:${server.port}${pathToFileURL(resolve(path)).pathname}`;
}

/** The start options that load an extension from its source folder. */
export function developmentPayload(server, { extension, tests }) {
  const payload = [
    ["skipWelcome", "true"],
    ["extensionDevelopmentPath", remoteUri(server, extension)],
  ];
  if (tests) payload.push(["extensionTestsPath", remoteUri(server, tests)]);
  return payload;
}

/**
 * The extension's own page inside a webview. It sits two frames deep: VS Code's loader, which tells in
 * its address whose it is and whether it is a view, and in that the frame with the extension's HTML.
 * @param {import('playwright-core').Page} page
 * @param {{extensionId: string, kind: 'view' | 'panel'}} which
 */
export function webview(page, { extensionId, kind }) {
  const purpose = kind === "view" ? '[src*="purpose=webviewView"]' : ':not([src*="purpose="])';
  return page
    .frameLocator(`iframe.webview.ready[src*="extensionId=${extensionId}&"]${purpose}`)
    .frameLocator("iframe#active-frame")
    .locator("body");
}

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function install(path, dataDir, serverCommand, spawnOptions) {
  if (path.endsWith(".vsix")) {
    execFileSync(nodeBinary, [...serverCommand, "--install-extension", path], { ...spawnOptions, stdio: "pipe" });
    return;
  }
  // The server registers every extension folder that it finds at its first start.
  const { publisher, name, version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  mkdirSync(join(dataDir, "extensions"), { recursive: true });
  symlinkSync(path, join(dataDir, "extensions", `${publisher}.${name}-${version}`));
}

// Node quotes the failing line of a minified file in full.
function excerpt(output) {
  return output
    .split("\n")
    .slice(-20)
    .map((line) => line.slice(0, 200))
    .join("\n");
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error; // already gone
  }
}

// A run started from inside VS Code's own terminal must not pass on that instance's variables.
function withoutVSCodeVariables(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(VSCODE_|ELECTRON_)/.test(name)));
}
