import { isInstalled, slimFolder } from "../../../scripts/interop-witnesses.mjs";
import { findSlimBindings } from "../../../src/transport/slimrpc/findSlimBindings.ts";

/** Where the library is, or why it is not here. */
export type InstalledBindings =
  | { readonly kind: "installed"; readonly packageFolder: string; readonly moduleUrl: string }
  | { readonly kind: "absent"; readonly reason: string };

/** The library that `npm test` installs, or that of the folder that `SLIM_BINDINGS_FOLDER` names. */
export function installedBindings(): InstalledBindings {
  const moduleUrl = isInstalled(slimFolder) ? findSlimBindings([slimFolder]) : undefined;
  if (moduleUrl !== undefined) return { kind: "installed", packageFolder: slimFolder, moduleUrl };
  return { kind: "absent", reason: "@agntcy/slim-bindings is not installed: `npm test` does it where it can." };
}
