import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, it } from "vitest";

const sourceRoot = resolve(import.meta.dirname, "../../src");

/** The rooms each room may import from, besides itself. Imports point inward. */
const inward: Record<string, readonly string[]> = {
  protocol: [],
  exchange: ["protocol"],
  core: ["protocol"],
  transport: ["core", "exchange", "protocol"],
  discovery: ["core", "protocol"],
  bots: ["core", "exchange", "protocol"],
  runner: ["transport", "core", "exchange", "protocol"],
  panel: ["runner", "exchange", "protocol"],
  editor: ["panel", "runner", "discovery", "bots", "transport", "core", "exchange", "protocol"],
  cli: ["runner", "discovery", "bots", "transport", "core", "exchange", "protocol"],
  "extension.ts": ["editor"],
};

const pureRooms = new Set(["protocol", "exchange"]);

function sourceFiles(): string[] {
  return readdirSync(sourceRoot, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(sourceRoot, file));
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
}

function roomOf(file: string): string {
  return relative(sourceRoot, file).split(sep)[0] ?? "";
}

/** Why a file must not import that, or undefined when it may. */
function violation(file: string, specifier: string): string | undefined {
  const room = roomOf(file);
  const found = `${relative(sourceRoot, file)} imports ${specifier}`;
  // The manifest is no room: it names the version in one place.
  if (specifier.endsWith("/package.json")) return undefined;
  if (specifier.startsWith(".")) {
    const target = roomOf(resolve(dirname(file), specifier));
    return target === room || inward[room]?.includes(target) ? undefined : found;
  }
  if (specifier === "vscode") return room === "editor" || room === "extension.ts" ? undefined : found;
  return pureRooms.has(room) && specifier.startsWith("node:") ? found : undefined;
}

describe("imports", () => {
  it("point inward, and only the editor knows vscode", () => {
    const violations = sourceFiles().flatMap((file) =>
      importsOf(file).flatMap((specifier) => violation(file, specifier) ?? []),
    );
    expect(violations).toEqual([]);
  });
});
