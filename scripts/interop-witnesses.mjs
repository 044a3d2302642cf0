// Libraries of others that some tests run against. They are no dependencies: each is installed once, before the tests, and
// where that cannot be done its tests are skipped and say so.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { repository } from "./fresh-machine.mjs";

const isWindows = process.platform === "win32";
const folder = join(repository, "artifacts", "interop");

/** Folder of the Python environment with the protocol's own server and computer. */
export const pythonEnvironment = join(folder, "a2c-smcp-0.4.2");
/** Its interpreter. */
export const python = join(pythonEnvironment, ...(isWindows ? ["Scripts", "python.exe"] : ["bin", "python"]));

const slimVersion = "2.0.0-alpha.5";
/** The bridge to native libraries that this version asks for. */
const bridgeVersion = "0.31.0-3";
/** Folder with `@agntcy/slim-bindings`, for this system only: with the libraries of all systems it has 275 MB, with one 52. */
export const slimFolder = process.env.SLIM_BINDINGS_FOLDER ?? join(folder, `slim-bindings-${slimVersion}`);

/** Installs what is not there yet. Nothing fails without them. */
export function installWitnesses() {
  install("a2c-smcp", pythonEnvironment, () => {
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    return (
      run(isWindows ? "python" : "python3", ["-m", "venv", pythonEnvironment]) &&
      run(python, [...pip, "-r", join(repository, "test", "interop", "smcp", "requirements.txt")])
    );
  });
  if (process.env.SLIM_BINDINGS_FOLDER === undefined) install("slim-bindings", slimFolder, installSlim);
}

/** True when the folder of a witness holds all of it. */
export function isInstalled(witness) {
  return existsSync(join(witness, "installed")) || witness === process.env.SLIM_BINDINGS_FOLDER;
}

function install(name, witness, make) {
  if (isInstalled(witness)) return;
  console.log(`Installing ${name}, which some tests run against…`);
  mkdirSync(witness, { recursive: true });
  if (make()) {
    mkdirSync(join(witness, "installed"));
    return;
  }
  console.log(`${name} cannot be installed here: its tests are skipped.`);
  rmSync(witness, { recursive: true, force: true });
}

function installSlim() {
  const library = systemLibrary();
  if (library === undefined) return false;
  writeFileSync(join(slimFolder, "package.json"), '{"private": true}\n');
  const packages = [
    `@agntcy/slim-bindings@${slimVersion}`,
    `@agntcy/slim-bindings-${library}@${slimVersion}`,
    `@ubjs/node-${library}@${bridgeVersion}`,
  ];
  const options = ["--omit=optional", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  return run("npm", ["install", ...options, ...packages], slimFolder);
}

/** This system, as the names of the packages with native libraries end. */
function systemLibrary() {
  const { platform, arch } = process;
  const ending = { darwin: "", linux: "-gnu", win32: "-msvc" }[platform];
  return ending !== undefined && (arch === "x64" || arch === "arm64") ? `${platform}-${arch}${ending}` : undefined;
}

function run(command, args, cwd = repository) {
  return spawnSync(command, args, { cwd, stdio: "inherit", shell: isWindows, timeout: 150_000 }).status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installWitnesses();
