import { revealHidden } from "../../protocol/text/revealHidden.ts";

/** Text that is HTML already. Only `markup` and `peerText` make it, so whatever else is put into a page is escaped. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

export type MarkupValue = string | number | Markup | readonly Markup[];

/** Writes HTML; values in it are text unless they are `Markup`. */
export function markup(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return new Markup(strings.reduce((html, text, index) => html + htmlOf(values[index - 1] ?? "") + text));
}

/** Longest text of someone else that is shown in one place, in UTF-16 units. */
const maxShownLength = 20_000;

/** A text from a peer or a site: isolated, hidden characters made visible, cut when it is long. */
export function peerText(text: string): Markup {
  const shown = text.slice(0, maxShownLength);
  const pieces = revealHidden(shown).map((piece) =>
    piece.kind === "text"
      ? markup`${piece.text}`
      : markup`<span class="hidden-character" title="${piece.name}">${piece.label}</span>`,
  );
  const cut = text.length > maxShownLength ? markup`<span class="cut">… (${text.length})</span>` : "";
  return markup`<bdi>${pieces}${cut}</bdi>`;
}

function htmlOf(value: MarkupValue): string {
  if (value instanceof Markup) return value.html;
  if (typeof value === "object") return value.map(({ html }) => html).join("");
  return escaped(String(value));
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
