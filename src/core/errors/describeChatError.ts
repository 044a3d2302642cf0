import type { CoreErrorDescription, Describe, ErrorContext } from "./coreErrorWords.ts";
import { families, kinds } from "./errorFamilies.ts";
import { descriptions } from "./errorSituations.ts";
import { tagsWithin } from "./errorTags.ts";
import { quoted } from "./quotedErrorText.ts";

/** Explains the `chatError` of a `chatCmdError` or of an error event. Accepts any value. */
export function describeChatError(chatError: unknown, context: ErrorContext): CoreErrorDescription {
  const { tags, error } = tagsWithin(chatError);
  const tag = tags.slice(-2).join(".");
  const describe =
    entryOf(descriptions, tag) ??
    tags.toReversed().reduce<Describe | undefined>((found, one) => found ?? entryOf(families, one), undefined) ??
    kinds.find(({ tags: pattern }) => pattern.test(tags.at(-1) ?? ""))?.describe ??
    unknownError(tag);
  return { tag, ...(typeof describe === "function" ? describe(error, context) : describe) };
}

function entryOf<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Says no more than is known: that it failed, and the name under which more can be found. */
function unknownError(tag: string): Describe {
  return (error) => {
    const details = quoted(error["message"]);
    return {
      message: `The core answered with the error "${quoted(tag)}"${details === "" ? "" : ` (${details})`}, which has no explanation here.`,
      likelyCause: "The core has another version than the ones this is made for, or the situation is rare.",
      nextStep: "Look the error up in the core's documentation, and try again.",
    };
  };
}
