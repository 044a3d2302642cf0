import type { CallFile } from "../../../protocol/call/callFile.ts";
import { type Fill, filledText } from "../../../protocol/call/sentText.ts";

/** Deeper chains of variables than any file needs; a circle ends here. */
const maxDepth = 8;

/** Built-ins whose value always has the same length, for the measure of a request. */
const sampleValues: Readonly<Record<string, string>> = {
  $uuid: "00000000-0000-0000-0000-000000000000",
  $timestamp: "1234567890",
};

/**
 * Fills in the variables that a file defines itself, and built-ins by a sample of their length: enough to measure a
 * request, not to send it. Those of environments and replies are known only at sending.
 */
export function ownValues(file: CallFile): Fill {
  const valueNamed = (name: string, depth: number): string | undefined => {
    if (Object.hasOwn(sampleValues, name)) return sampleValues[name];
    const definition = file.variables.findLast((variable) => variable.name.text === name);
    if (!definition || depth > maxDepth) return undefined;
    const parts = definition.variableUses.map((use) => valueNamed(use.expression.text, depth + 1));
    if (parts.includes(undefined)) return undefined;
    return filledText(definition.value, definition.variableUses, (use) => parts[definition.variableUses.indexOf(use)]);
  };
  return (use) => valueNamed(use.expression.text, 0);
}
