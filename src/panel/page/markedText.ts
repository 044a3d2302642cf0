import { revealHidden } from "../../protocol/text/revealHidden.ts";
import { element } from "./element.ts";

/**
 * Appends a peer's text as text nodes. Hidden characters become visible marks, and the places that hold `query` (in lower
 * case) are marked as found.
 */
export function appendMarked(parent: HTMLElement, text: string, query = ""): void {
  for (const piece of revealHidden(text)) {
    if (piece.kind === "hidden") {
      const attributes = { title: `${piece.label} ${piece.name}` };
      parent.append(element("span", { class: "hidden-character", text: piece.label, attributes }));
    } else appendFound(parent, piece.text, query);
  }
}

/** The same for a sentence, in which what stands between backticks is code. */
export function appendProse(parent: HTMLElement, text: string): void {
  text.split(/`([^`]+)`/).forEach((part, index) => {
    const isCode = index % 2 === 1;
    const target = isCode ? element("code") : parent;
    appendMarked(target, part);
    if (isCode) parent.append(target);
  });
}

/** The same for places that hold text only, such as names for screen readers, tooltips and choices. */
export function markedPlain(text: string): string {
  return revealHidden(text)
    .map((piece) => (piece.kind === "text" ? piece.text : `<${piece.label}>`))
    .join("");
}

/** Marks at most this many places in one text: a query of one letter would fill the page with elements. */
const maxFound = 500;

function appendFound(parent: HTMLElement, text: string, query: string): void {
  let from = 0;
  if (query !== "") {
    const lower = text.toLowerCase();
    // A letter whose lower case is longer would shift every offset after it.
    const isAligned = lower.length === text.length;
    for (let found = 0; isAligned && found < maxFound; found++) {
      const at = lower.indexOf(query, from);
      if (at < 0) break;
      if (at > from) parent.append(text.slice(from, at));
      parent.append(element("mark", { text: text.slice(at, at + query.length) }));
      from = at + query.length;
    }
  }
  if (from < text.length) parent.append(from === 0 ? text : text.slice(from));
}
