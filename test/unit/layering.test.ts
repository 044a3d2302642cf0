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
  discovery: ["core", "transport", "exchange", "protocol"],
  bots: ["core", "transport", "exchange", "protocol"],
  runner: ["discovery", "bots", "transport", "core", "exchange", "protocol"],
  panel: ["runner", "transport", "core", "exchange", "protocol"],
  editor: ["panel", "runner", "discovery", "bots", "transport", "core", "exchange", "protocol"],
  cli: ["runner", "discovery", "bots", "transport", "core", "exchange", "protocol"],
  "extension.ts": ["editor", "panel", "runner", "discovery", "bots", "transport", "core", "exchange", "protocol"],
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

describe("imports", () => {
  const violations: string[] = [];
  for (const file of sourceFiles()) {
    const room = roomOf(file);
    const name = relative(sourceRoot, file);
    for (const specifier of importsOf(file)) {
      // The manifest is no room: it names the version in one place.
      if (specifier.endsWith("/package.json")) continue;
      if (specifier.startsWith(".")) {
        const target = roomOf(resolve(dirname(file), specifier));
        // The command line tells its version from the manifest.
        if (room === "cli" && specifier === "../../package.json") continue;
        if (target !== room && !(inward[room] ?? []).includes(target)) violations.push(`${name} imports ${specifier}`);
      } else if (specifier === "vscode" && room !== "editor" && room !== "extension.ts") {
        violations.push(`${name} imports vscode`);
      } else if (pureRooms.has(room) && specifier.startsWith("node:")) {
        violations.push(`${name} imports ${specifier}`);
      }
    }
  }

  it("point inward, and only the editor knows vscode", () => {
    expect(violations).toEqual([]);
  });
});
