import { describe, expect, it } from "vitest";
import type { Memento, SecretStorage } from "vscode";
import { generateSigningKey } from "../../../../src/core/ed25519Keys.ts";
import { SigningKeys } from "../../../../src/editor/keys/signingKeys.ts";
import { suggestedKeyName } from "../../../../src/editor/keys/suggestedKeyName.ts";
import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";

/** The editor's stores, in memory. */
function stores() {
  const secrets = new Map<string, string>();
  const state = new Map<string, unknown>();
  const storage: Pick<SecretStorage, "get" | "store" | "delete"> = {
    get: (key) => Promise.resolve(secrets.get(key)),
    store: (key, value) => Promise.resolve(void secrets.set(key, value)),
    delete: (key) => Promise.resolve(void secrets.delete(key)),
  };
  const memento = {
    keys: () => [...state.keys()],
    get: (key: string, otherwise?: unknown) => state.get(key) ?? otherwise,
    update: (key: string, value: unknown) => Promise.resolve(void state.set(key, value)),
  };
  return { secrets, state, keys: new SigningKeys(storage as SecretStorage, memento as Memento) };
}

describe("stored signing keys", () => {
  it("are found by name, and keep nothing secret outside the secret storage", async () => {
    const { keys, secrets, state } = stores();
    const key = generateSigningKey();
    await keys.store("acme", key);
    await keys.noteTarget("acme", "https://smp1.sandbox.invalid/a#1");
    expect(keys.names()).toEqual(["acme"]);
    expect(await keys.get("acme")).toEqual({ privateKey: key.revealSecret(), publicKey: key.requestKey });
    expect([...secrets.values()]).toEqual([key.revealSecret()]);
    expect(JSON.stringify([...state])).not.toContain(key.revealSecret());
  });

  it("are renamed with what they signed for, and forgotten wholly when deleted", async () => {
    const { keys, secrets } = stores();
    const key = generateSigningKey();
    await keys.store("acme", key);
    await keys.noteTarget("acme", "one");
    await keys.rename("acme", "shop");
    expect([keys.names(), keys.targetsOf("acme"), keys.targetsOf("shop")]).toEqual([["shop"], [], ["one"]]);
    expect((await keys.get("shop"))?.publicKey).toBe(key.requestKey);
    expect(await keys.get("acme")).toBeUndefined();
    await keys.delete("shop");
    expect([keys.names(), keys.targetsOf("shop"), secrets.size]).toEqual([[], [], 0]);
  });

  it("remember each target once, and a bounded number of them", async () => {
    const { keys } = stores();
    for (const target of ["one", "one", ...Array.from({ length: 30 }, (_, index) => `t${index}`)]) {
      await keys.noteTarget("constructor", target);
    }
    expect(keys.targetsOf("constructor")).toHaveLength(20);
    expect(keys.targetsOf("toString")).toEqual([]);
  });
});

describe("the name suggested for a key", () => {
  const suggested = (text: string, taken: readonly string[] = [], title?: string) => {
    const [request] = parseCallFile(text).requests;
    return request && suggestedKeyName(request, () => title, taken);
  };
  const body = `\n{"protocol": "mcp", "request": {}}\n`;

  it.each([
    ["what the request names and is not stored yet", `# @to x\n# @sign shop-key${body}`, [], undefined, "shop-key"],
    ["the target's title", `# @to https://x/a#1${body}`, [], "Ask Acme & Sons!", "ask-acme-sons"],
    ["the target's variable", `# @to {{bot}}${body}`, [], undefined, "bot"],
    ["the target's name", `# @to @acme.example${body}`, [], undefined, "acme.example"],
    ["one with a number when it is taken", `# @to {{bot}}${body}`, ["bot", "bot-2"], undefined, "bot-3"],
    ["nothing for a bare link", `# @to https://x/a#1${body}`, [], undefined, undefined],
  ])("is %s", (_, text, taken, title, expected) => {
    expect(suggested(text, taken, title)).toBe(expected);
  });
});
