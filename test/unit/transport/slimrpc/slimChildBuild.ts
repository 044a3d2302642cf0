import { join } from "node:path";
import { build } from "esbuild";

/** Builds the child process's module into a folder, as the product's build does, and gives its path. */
export async function buildSlimChild(folder: string): Promise<string> {
  const outfile = join(folder, "slimChild.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "../../../../src/transport/slimrpc/slimChild.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
  });
  return outfile;
}
