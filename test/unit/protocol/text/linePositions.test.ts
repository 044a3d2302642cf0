import { expect, it } from "vitest";
import { LinePositions } from "../../../../src/protocol/text/linePositions.ts";

it.each([
  ["", 0, 1, 1],
  ["ab", 2, 1, 3],
  ["a\nb", 1, 1, 2],
  ["a\nb", 2, 2, 1],
  ["a\r\nb", 3, 2, 1],
  ["a\rb", 2, 2, 1],
  ["a\n", 2, 2, 1],
  ["😀x", 2, 1, 3],
  ["\ufeffab\nc", 0, 1, 1],
  ["\ufeffab\nc", 1, 1, 1],
  ["\ufeffab\nc", 2, 1, 2],
  ["\ufeffab\nc", 4, 2, 1],
  ["a", 99, 1, 2],
  ["a", -1, 1, 1],
])("in %j offset %i is line %i, column %i", (text, offset, line, column) => {
  expect(new LinePositions(text).at(offset)).toEqual({ line, column });
});
