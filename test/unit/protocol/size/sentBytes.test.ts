import fc from "fast-check";
import { expect, it } from "vitest";
import { compactJson } from "../../../../src/protocol/json/compactJson.ts";
import { parseJsonText } from "../../../../src/protocol/json/jsonText.ts";
import { sentBytes } from "../../../../src/protocol/size/sentBytes.ts";
import { mutated } from "../kit/textProperties.ts";

it("a text takes as many bytes as its compact form", () => {
  const values = fc.jsonValue({ stringUnit: "binary" }).map((value) => JSON.stringify(value, null, 2));
  const texts = fc.oneof(
    values,
    mutated(['\ufeff{ "é": [1.50, {}, [], "\ud83d\ude00\\u0041"], /* ü */ "b": null, }\n']),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(sentBytes(text, parseJsonText(text))).toBe(Buffer.byteLength(compactJson(text)));
    }),
    { numRuns: 500 },
  );
});
