import { describe, expect, it } from "vitest";
import { environmentNames, parseEnvironment } from "../../../../src/protocol/environment/parseEnvironment.ts";
import { fixed, marked } from "../kit/marked.ts";

const found = (text: string) => marked(text, parseEnvironment(text).problems);

describe("an environment file", () => {
  const text = '{"$shared": {"bot": "https://x", "count": 1.10}, "dev": {"isOn": true, "bot": "y"}}';

  it("has environments with their values as written", () => {
    const { environments, problems } = parseEnvironment(text);
    expect(problems).toEqual([]);
    expect(environments.map(({ name, values }) => [name, values.map(({ name, value }) => [name, value.text])])).toEqual(
      [
        [
          "$shared",
          [
            ["bot", '"https://x"'],
            ["count", "1.10"],
          ],
        ],
        [
          "dev",
          [
            ["isOn", "true"],
            ["bot", '"y"'],
          ],
        ],
      ],
    );
    expect([...environmentNames(environments)]).toEqual(["bot", "count", "isOn"]);
    for (const { nameSpan, values } of environments) {
      for (const span of [nameSpan, ...values.flatMap((value) => [value.nameSpan, value.value])]) {
        expect(text.slice(span.offset, span.offset + span.length)).toBe(span.text);
      }
    }
  });

  it.each([
    ["{}", []],
    ["[]", ["environment/not-an-object: []"]],
    ['{"dev": 1}', ["environment/environment-type: 1"]],
    ['{"dev": {"a": {}}}', ["environment/value-type: {}"]],
    ['{"dev": {"a": null}}', ["environment/value-type: null"]],
    ['{"dev": {"a.b": 1}}', ['environment/variable-name: "a.b"']],
    ['{"$share": {}}', ['environment/reserved-name: "$share"']],
    ['{"$other": {}}', ['environment/reserved-name: "$other"']],
    ['{"dev": {"a": }}', ["json/value-expected: }"]],
    ['{"dev": {"a": 1, "a": 2}}', ['json/duplicate-key: "a"']],
    ["", ["json/empty: "]],
  ])("%s", (source, problems) => {
    expect(found(source)).toEqual(problems);
  });

  it("has a misspelled $shared corrected", () => {
    const source = '{"$share": {}}';
    expect(fixed(source, parseEnvironment(source).problems, "environment/reserved-name")).toBe('{"$shared": {}}');
  });

  it("never shows a value in a message", () => {
    const secret = "hunter2-hunter2";
    for (const source of [`{"dev": "${secret}"}`, `"${secret}"`, `{"dev": {"a": ["${secret}"]}}`]) {
      expect(JSON.stringify(parseEnvironment(source).problems)).not.toContain(secret);
    }
  });
});
