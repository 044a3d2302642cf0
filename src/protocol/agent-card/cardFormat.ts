import { isObject } from "../json/jsonObject.ts";

/**
 * Which format a file under an Agent Card's name has. `0.3` and `1.0` are A2A's, `older` is A2A's before 0.3, `foreign` is
 * something else that shares the file name.
 */
export type CardFormat = "1.0" | "0.3" | "older" | "foreign";

/** Decides the format of a card by the members only that format has. `card` is any parsed JSON. */
export function cardFormatOf(card: unknown): CardFormat {
  if (!isObject(card)) return "foreign";
  if (card["supportedInterfaces"] !== undefined) return "1.0";
  if (!isObject(card["capabilities"]) || !Array.isArray(card["skills"])) return "foreign";
  const legacyMarks = [
    "protocolVersion",
    "preferredTransport",
    "additionalInterfaces",
    "supportsAuthenticatedExtendedCard",
  ];
  if (legacyMarks.some((name) => name in card)) return "0.3";
  if (typeof card["name"] !== "string") return "foreign";
  if (typeof card["url"] === "string") return "older";
  // A card without any address: that of 1.0, whose list of them was left out.
  return Array.isArray(card["defaultInputModes"]) ? "1.0" : "foreign";
}
