import { expect, it } from "vitest";
import { visibleText } from "../../../src/cli/visibleText.ts";

it.each([
  ["a\tb\r\nc\n", "a\tb\nc\n"],
  ["\u001b[31mred\u0007", "\\u001b[31mred\\u0007"],
  ["\u202eback", "\\u202eback"],
  ["soft\u00adhyphen \u034f \u180e \ufff9 \u3164", "soft\\u00adhyphen \\u034f \\u180e \\ufff9 \\u3164"],
  ["tag\u{e0041}", "tag\\u{e0041}"],
  ["half \ud800", "half \\ud800"],
  ["❤️ 👩‍🚀", "❤️ 👩‍🚀"],
])("writes %j for a terminal as %j", (text, expected) => {
  expect(visibleText(text)).toBe(expected);
});
