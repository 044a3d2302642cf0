import { describe, expect, it } from "vitest";
import { LazyParts } from "../../../../src/editor/activation/firstUse.ts";

function world() {
  const logged: string[] = [];
  const happened: string[] = [];
  const parts = new LazyParts({
    log: { error: (message) => logged.push(String(message)) },
    onLoad: () => happened.push("loaded"),
  });
  const part = { disposables: [{ dispose: () => happened.push("ended") }] };
  return { parts, part, logged, happened };
}

describe("a part loaded on first use", () => {
  it("is loaded once, however many ask at the same time", async () => {
    const { parts, part, happened } = world();
    const use = parts.onFirstUse("rules", async () => part);
    expect(happened).toEqual([]);
    expect(await Promise.all([use(), use(), use()])).toEqual([part, part, part]);
    expect(happened).toEqual(["loaded"]);
  });

  it("ends with the window, once", async () => {
    const { parts, part, happened } = world();
    await parts.onFirstUse("rules", async () => part)();
    parts.dispose();
    parts.dispose();
    expect(happened).toEqual(["loaded", "ended"]);
  });

  it("that fails is told in the log and to who asked, and is tried again", async () => {
    const { parts, part, logged } = world();
    const outcomes = [() => Promise.reject(new Error("no such file")), () => Promise.resolve(part)];
    const use = parts.onFirstUse("rules", () => outcomes.shift()?.() ?? Promise.reject(new Error("asked too often")));
    await expect(use()).rejects.toThrow("no such file");
    expect(logged).toEqual(["A part of the extension could not be loaded: rules."]);
    expect(await use()).toBe(part);
  });

  it("that nobody waits for fails in the log alone", async () => {
    const { parts, logged } = world();
    const use = parts.onFirstUse("rules", () => Promise.reject(new Error("no such file")));
    parts.loadAhead(use);
    await expect(use()).rejects.toThrow();
    expect(logged).toHaveLength(1);
  });

  it("that comes while the window closes ends at once", async () => {
    const { parts, part, happened, logged } = world();
    const { promise, resolve } = deferred<typeof part>();
    const asked = parts.onFirstUse("rules", () => promise)();
    parts.dispose();
    resolve(part);
    await expect(asked).rejects.toThrow("closing");
    expect(happened).toEqual(["ended"]);
    expect(logged).toEqual([]);
  });

  it("is not loaded any more once the window has closed", async () => {
    const { parts, part, happened } = world();
    parts.dispose();
    await expect(parts.onFirstUse("rules", async () => part)()).rejects.toThrow("closing");
    expect(happened).toEqual([]);
  });
});

function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
