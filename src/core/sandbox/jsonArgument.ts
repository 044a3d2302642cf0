import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import { asObject } from "../records/jsonShape.ts";

/** The JSON object a command's argument is, or undefined for any other text. Never throws. */
export function parseJsonObject(text: string): JsonObject | undefined {
  return asObject(parseJson(text));
}

/** The JSON value a command's argument is, or undefined for a text that is not JSON. Never throws. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON: the caller answers with the core's parse error.
    return undefined;
  }
}
