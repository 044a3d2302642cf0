/** A step from a JSON value into it: a member's name or an item's index. */
export type PathStep = string | number;

/** The path of a value as RFC 9535 writes it, with the short form for plain names: `$.result.content[0].text`. */
export function pathText(steps: readonly PathStep[]): string {
  return `$${steps.map(segment).join("")}`;
}

function segment(step: PathStep): string {
  if (typeof step === "number") return `[${step}]`;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(step) ? `.${step}` : `['${escapeName(step)}']`;
}

/** Escapes of a normalized path (RFC 9535, 2.7). */
function escapeName(name: string): string {
  return name.replace(/[\u0000-\u001f'\\]/g, (character) => {
    const letter = "btnfr".charAt(["\b", "\t", "\n", "\f", "\r"].indexOf(character));
    if (character === "'" || character === "\\") return `\\${character}`;
    return letter !== "" && "\b\t\n\f\r".includes(character)
      ? `\\${letter}`
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
