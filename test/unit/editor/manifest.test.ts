import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { commandIds } from "../../../src/editor/manifest/commandIds.ts";
import { contextKeys } from "../../../src/editor/manifest/contextKeys.ts";
import { settingKeys, settingSection } from "../../../src/editor/manifest/settingKeys.ts";

const root = resolve(import.meta.dirname, "../../..");

function json(file: string) {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}

const manifest = json("package.json");
const strings: Record<string, string> = json("package.nls.json");
const { contributes } = manifest;
const declaredCommands: string[] = contributes.commands.map(({ command }: { command: string }) => command);
const declaredSettings: string[] = contributes.configuration.flatMap(({ properties }: { properties: object }) =>
  Object.keys(properties),
);

/** Every string in a JSON value, keys left out. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const manifestStrings = stringsIn(manifest);

describe("the manifest and the code agree on", () => {
  it("commands", () => {
    expect(declaredCommands.toSorted()).toEqual(Object.values(commandIds).toSorted());
  });

  it("commands in menus, keys, welcome views and walkthroughs", () => {
    const used = [...JSON.stringify([contributes.menus, contributes.keybindings]).matchAll(/"command":"([^"]+)"/g)];
    const linked = [
      ...Object.values(strings)
        .join(" ")
        .matchAll(/command:(simplexAgents\.[\w.]+)/g),
    ];
    const builtIn = /^simplexAgents\.addresses\.focus$/;
    for (const [, id = ""] of [...used, ...linked]) if (!builtIn.test(id)) expect(declaredCommands).toContain(id);
  });

  it("settings, and every one is read", () => {
    const keys = Object.values(settingKeys).map((key) => `${settingSection}.${key}`);
    expect(declaredSettings.toSorted()).toEqual(keys.toSorted());
    const reader = readFileSync(join(root, "src/editor/manifest/settings.ts"), "utf8");
    for (const name of Object.keys(settingKeys)) expect(reader).toContain(`settingKeys.${name}`);
  });

  it("settings that a workspace may not set without trust", () => {
    const restricted: string[] = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    for (const setting of restricted) expect(declaredSettings).toContain(setting);
  });

  it("context keys, none missing and none left over", () => {
    const clauses = JSON.stringify(contributes).matchAll(/"(?:when|enablement)":"([^"]*)"/g);
    const used = [...clauses].flatMap(([, clause = ""]) => clause.match(/(?<![=~] )\bsimplexAgents\.\w+/g) ?? []);
    expect([...new Set(used)].toSorted()).toEqual(Object.values(contextKeys).toSorted());
  });

  it("strings, none missing and none left over", () => {
    const used = manifestStrings.flatMap((text) => [...text.matchAll(/^%([\w.]+)%$/g)].map(([, key = ""]) => key));
    expect(Object.keys(strings).toSorted()).toEqual([...new Set(used)].toSorted());
  });

  it("files", () => {
    const files = manifestStrings.filter((text) =>
      /^(?:\.\/)?(?:media|syntaxes|language-configuration)[\w./-]*$/.test(text),
    );
    for (const file of files) expect(() => readFileSync(join(root, file)), file).not.toThrow();
    expect(readdirSync(join(root, "media/walkthrough")).length).toBe(contributes.walkthroughs[0].steps.length);
  });
});
