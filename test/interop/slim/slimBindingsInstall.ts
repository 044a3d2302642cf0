import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { findSlimBindings } from "../../../src/transport/slimrpc/findSlimBindings.ts";

const run = promisify(execFile);
const version = "2.0.0-alpha.5";
/** The bridge to native libraries that this version asks for. */
const bridgeVersion = "0.31.0-3";
/** Made once and kept. It is no dependency: with the libraries of all systems it has 275 MB, with this one's 50 MB. */
const folder = join(import.meta.dirname, "../../../artifacts/interop", `slim-bindings-${version}`);

/** Where the library is, or why it is not here. */
export type InstalledBindings =
  | { readonly kind: "installed"; readonly packageFolder: string; readonly moduleUrl: string }
  | { readonly kind: "absent"; readonly reason: string };

/** The library in the folder that `SLIM_BINDINGS_FOLDER` names, or installed from the registry for this system alone. */
export async function installedBindings(): Promise<InstalledBindings> {
  const given = process.env["SLIM_BINDINGS_FOLDER"];
  const packageFolder = given ?? folder;
  const marker = join(folder, "installed");
  if (given === undefined && !existsSync(marker)) {
    const reason = await install().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (reason !== undefined) {
      rmSync(folder, { recursive: true, force: true });
      return { kind: "absent", reason: `@agntcy/slim-bindings cannot be installed here: ${reason.slice(0, 300)}` };
    }
    mkdirSync(marker);
  }
  const moduleUrl = findSlimBindings([packageFolder]);
  if (moduleUrl !== undefined) return { kind: "installed", packageFolder, moduleUrl };
  return { kind: "absent", reason: `@agntcy/slim-bindings is not in ${packageFolder}.` };
}

/** The reason why it cannot be installed, or undefined when it is. */
async function install(): Promise<string | undefined> {
  const library = systemLibrary();
  if (library === undefined) return `there is none for ${process.platform} ${process.arch}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private": true}\n');
  const packages = [
    `@agntcy/slim-bindings@${version}`,
    `@agntcy/slim-bindings-${library}@${version}`,
    `@ubjs/node-${library}@${bridgeVersion}`,
  ];
  const options = [
    "--omit=optional",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--fetch-retries=0",
    "--loglevel=error",
  ];
  const isWindows = process.platform === "win32";
  await run(isWindows ? "npm.cmd" : "npm", ["install", ...options, ...packages], {
    cwd: folder,
    timeout: 100_000,
    shell: isWindows,
  });
  return undefined;
}

/** This system, as the names of the packages with native libraries end. */
function systemLibrary(): string | undefined {
  const { platform, arch } = process;
  const ending = { darwin: "", linux: "-gnu", win32: "-msvc" }[platform as string];
  return ending !== undefined && (arch === "x64" || arch === "arm64") ? `${platform}-${arch}${ending}` : undefined;
}
