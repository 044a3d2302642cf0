// The licences of what is bundled: most of them must travel with the code.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The text of `dist/THIRD-PARTY-NOTICES.txt`, from esbuild's metafiles. Throws for a package without a licence. */
export function thirdPartyNotices(metafiles, repository) {
  const folders = new Set(metafiles.flatMap(({ inputs }) => Object.keys(inputs).flatMap(packageFolder)));
  return [...folders]
    .sort()
    .map((folder) => notice(join(repository, folder)))
    .join(`\n${"-".repeat(80)}\n\n`);
}

/** `node_modules/name` or `node_modules/@scope/name` of a bundled file, the innermost one. */
function packageFolder(input) {
  const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input.replace(/^[a-z-]+:/, ""));
  return match ? [match[1]] : [];
}

function notice(folder) {
  const { name, version, ...manifest } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  // Old packages have a list of `licenses` instead.
  const license = manifest.license ?? manifest.licenses?.map(({ type }) => type).join(" OR ");
  if (!license) throw new Error(`${name} states no licence, so it cannot be bundled.`);
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry));
  const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8").trim() : "";
  return `${name} ${version} (${license})\n\n${text}\n`;
}
