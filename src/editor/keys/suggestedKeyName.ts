import { type CallRequest, directiveValue } from "../../protocol/call/callFile.ts";

const maxLength = 40;

/**
 * A name for a key of the request's responder alone: the one its `@sign` asks for, else the title of its target, else what
 * the file calls the target. A name that is taken gets a number.
 */
export function suggestedKeyName(
  request: CallRequest,
  titleOf: (target: string) => string | undefined,
  taken: readonly string[],
): string | undefined {
  const sign = directiveValue(request, "sign")?.text.trim();
  if (sign && !sign.includes("{{") && !taken.includes(sign)) return sign;
  const target = directiveValue(request, "to")?.text.trim() ?? "";
  const variable = /^\{\{\s*([\w-]+)\s*\}\}$/.exec(target)?.[1];
  const named = /^[@#]([\w.-]+)$/.exec(target)?.[1];
  const base = asKeyName(titleOf(target) ?? variable ?? named ?? "");
  if (base === "" || !taken.includes(base)) return base || undefined;
  for (let number = 2; ; number += 1) if (!taken.includes(`${base}-${number}`)) return `${base}-${number}`;
}

function asKeyName(title: string): string {
  const words = title.toLowerCase().match(/[\p{Letter}\p{Number}.]+/gu) ?? [];
  return words.join("-").slice(0, maxLength);
}
