import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../../..");
const folder = join(root, "media/schemas");

/** Members that the schemas describe, so that random objects reach them. */
const names = [
  "protocol",
  "request",
  "response",
  "error",
  "code",
  "preferences",
  "protocols",
  "mcp",
  "transports",
  "chat",
  "publicGroup",
  "audience",
  "changeFrequency",
  "supportedInterfaces",
  "protocolBinding",
  "capabilities",
  "streaming",
  "skills",
];

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, 1.5, "text", ""),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

describe("the JSON schemas for completion", () => {
  it.each(readdirSync(folder))("%s finds no fault in any document, so that none shows twice", (file) => {
    const schema: object = JSON.parse(readFileSync(join(folder, file), "utf8"));
    const validate = new Ajv({ strict: false }).compile(schema);
    fc.assert(
      fc.property(value, (document) => {
        expect([validate(document), validate.errors]).toEqual([true, null]);
      }),
      { numRuns: 300 },
    );
  });

  it("are those of the manifest", () => {
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const urls: string[] = manifest.contributes.jsonValidation.map(({ url }: { url: string }) => url);
    expect(urls.filter((url) => !existsSync(join(root, url)))).toEqual([]);
    expect(urls.map((url) => url.replace("./media/schemas/", "")).sort()).toEqual(readdirSync(folder).sort());
  });
});
