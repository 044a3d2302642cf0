import { describe, expect, it } from "vitest";
import { parseEnvironmentFile } from "../../../src/runner/values/environments.ts";

describe("an environment file", () => {
  it("has the shared values in each environment, the environment's own first", () => {
    const result = parseEnvironmentFile('{"$shared": {"a": "x", "b": 1}, "dev": {"b": 2.50}, "live": {}}', "env.json");
    if (result.kind !== "file") return expect.fail(result.message);
    expect(result.file.names).toEqual(["dev", "live"]);
    expect([...result.file.valuesOf("dev").values]).toEqual([
      ["a", '"x"'],
      ["b", "2.50"],
    ]);
    expect([...result.file.valuesOf(undefined).values]).toEqual([
      ["a", '"x"'],
      ["b", "1"],
    ]);
  });

  it("keeps the digits of numbers and every name", () => {
    const result = parseEnvironmentFile('\ufeff{"dev": {"id": 12345678901234567890, "__proto__": 1}}', "env.json");
    if (result.kind !== "file") return expect.fail(result.message);
    expect([...result.file.valuesOf("dev").values]).toEqual([
      ["id", "12345678901234567890"],
      ["__proto__", "1"],
    ]);
  });

  it("with an error names its line and none of its values", () => {
    for (const text of ['{"dev":\n {"a": hunter2}}', '{"dev":\n {"a": ["hunter2"]}}', '{"dev":\n "hunter2"}']) {
      const result = parseEnvironmentFile(text, "env.json");
      expect(result).toMatchObject({
        kind: "invalid",
        message: expect.stringContaining("env.json has an error in line 2"),
      });
      expect(JSON.stringify(result)).not.toContain("hunter2");
    }
  });
});
