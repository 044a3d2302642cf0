import { type BodyProblem, type BodyText, maxBodyCharacters } from "./messages.ts";

/** A text as it goes to the page, its end cut off above the limit. */
export function bodyText(text: string, problems: readonly BodyProblem[]): BodyText {
  const shown = text.length > maxBodyCharacters ? text.slice(0, maxBodyCharacters) : text;
  return { text: shown, cutCharacters: text.length - shown.length, problems };
}
