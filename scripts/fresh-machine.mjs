// What a fresh machine lacks, installed on first use. Nothing here needs an installed package.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

export const repository = join(import.meta.dirname, "..");
const hostPackage = join(repository, "test", "vscode-host");

/** Runs a command with our output and ends this process with a sentence when it fails. */
export function runOrExit(what, command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: repository,
    stdio: "inherit",
    shell: process.platform === "win32",
    ...options,
  });
  if (status === 0) return;
  console.error(`${what} failed: ${error ? error.message : `${command} ended with code ${status}`}.`);
  process.exit(1);
}

/** The packages of the lockfile, once. */
export function installPackages() {
  const installed = join(repository, "node_modules", ".package-lock.json");
  if (isNewer(installed, join(repository, "package-lock.json"))) return;
  runOrExit("Installing the packages", "npm", ["ci", "--no-audit", "--no-fund"]);
}

/** VS Code's server and web workbench, for the tests and for machines without a desktop VS Code. Linux only. */
export function installEditorHost() {
  if (process.platform !== "linux" || process.arch !== "x64") {
    console.error(
      "VS Code in the browser is installed on Linux x64 only. Install the desktop VS Code and put `code` on the path.",
    );
    process.exit(1);
  }
  const installed = join(hostPackage, "node_modules", ".package-lock.json");
  if (!isNewer(installed, join(hostPackage, "package-lock.json"))) {
    runOrExit("Installing VS Code for the browser", "npm", ["ci", "--no-audit", "--no-fund"], { cwd: hostPackage });
  }
  runOrExit("Setting up VS Code for the browser", process.execPath, ["setup.mjs", "--slim"], { cwd: hostPackage });
}

/** Path of a Chromium, installed by the system's package manager where that is allowed. */
export function installChromium() {
  const found = findChromium();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  const mayUseSudo = !isRoot && spawnSync("sudo", ["-n", "true"]).status === 0;
  if (findOnPath("apt-get") && (isRoot || mayUseSudo)) {
    const [command, ...prefix] = isRoot ? ["apt-get"] : ["sudo", "-n", "apt-get"];
    runOrExit("Reading the package lists", command, [...prefix, "update", "-qq"]);
    runOrExit("Installing Chromium", command, [
      ...prefix,
      "install",
      "-y",
      "-qq",
      "--no-install-recommends",
      "chromium",
    ]);
  }
  const chromium = findChromium();
  if (chromium) return chromium;
  console.error("No Chromium was found. Install one, or name it in the environment variable CHROMIUM.");
  process.exit(1);
}

/** The first of `names` on the path, as a path. */
export function findOnPath(...names) {
  const extensions = process.platform === "win32" ? [".cmd", ".exe"] : [""];
  for (const name of names) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      for (const extension of extensions) {
        const path = join(folder, name + extension);
        if (folder && existsSync(path)) return path;
      }
    }
  }
  return undefined;
}

function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const onMac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  return (
    findOnPath("chromium", "chromium-browser", "google-chrome", "google-chrome-stable") ??
    (existsSync(onMac) ? onMac : undefined)
  );
}

function isNewer(file, than) {
  return existsSync(file) && statSync(file).mtimeMs >= statSync(than).mtimeMs;
}
