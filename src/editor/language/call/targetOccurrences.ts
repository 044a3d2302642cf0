import { type CallFile, directiveValue } from "../../../protocol/call/callFile.ts";
import { parseSimplexLink } from "../../../protocol/link/parseSimplexLink.ts";
import { addressIdentity } from "../../../protocol/link/simplexLink.ts";
import type { Span } from "../../../protocol/problem.ts";

/** A target that is written out, as the value of a variable or of `@to`. */
export interface TargetOccurrence extends Span {
  /** The same for each spelling of one address, and the text itself for any other target. */
  readonly identity: string;
  readonly role: "definition" | "use";
}

/** Every written target of the file, in the order of the text. A variable's value counts where it is a SimpleX link or name. */
export function targetOccurrences(file: CallFile): TargetOccurrence[] {
  const definitions = file.variables.flatMap(({ value }) => {
    const identity = identityOf(value);
    return identity === undefined ? [] : [occurrence(value, identity, "definition")];
  });
  const uses = file.requests.flatMap((request) => {
    const value = directiveValue(request, "to");
    return value && value.length > 0 ? [occurrence(value, identityOf(value) ?? value.text, "use")] : [];
  });
  return [...definitions, ...uses].toSorted((a, b) => a.offset - b.offset);
}

function identityOf({ text }: Span): string | undefined {
  const { link } = parseSimplexLink(text);
  return link && addressIdentity(link);
}

function occurrence({ text, offset, length }: Span, identity: string, role: "definition" | "use"): TargetOccurrence {
  return { text, offset, length, identity, role };
}
