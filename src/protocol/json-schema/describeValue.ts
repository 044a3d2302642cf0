import type { JsonNode } from "../json/jsonNode.ts";
import type { JsonPath } from "./validateNode.ts";

/** What a value is, for a sentence such as "and this is {found}". Long strings are cut. */
export function describeValue(node: JsonNode): string {
  switch (node.kind) {
    case "object":
      return "an object";
    case "array":
      return "an array";
    case "string":
      return node.value.length <= 60 ? JSON.stringify(node.value) : "a long string";
    case "number":
      return node.text.length <= 40 ? `the number ${node.text}` : "a long number";
    case "boolean":
      return String(node.value);
    case "null":
      return "null";
    case "placeholder":
      return "a variable";
  }
}

/** A type of JSON Schema, for a sentence. */
export function describeType(type: string): string {
  return ["object", "array", "integer"].includes(type) ? `an ${type}` : type === "null" ? "null" : `a ${type}`;
}

/** A path as a person writes it, in code marks: `params.message.parts[0]`. The root is the given word. */
export function describePathText(path: JsonPath, root: string): string {
  if (path.length === 0) return root;
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/^\w+$/.test(step)) text += text === "" ? step : `.${step}`;
    else text += step.length <= 80 ? `[${JSON.stringify(step)}]` : "[…]";
  }
  return `\`${text}\``;
}

/** `"a", "b" or "c"`; a long list is cut. */
export function alternatives(values: readonly string[], joiner = "or"): string {
  const shown = values.length > 12 ? [...values.slice(0, 12), "…"] : [...values];
  const last = shown.pop() ?? "";
  return shown.length === 0 ? last : `${shown.join(", ")} ${joiner} ${last}`;
}
