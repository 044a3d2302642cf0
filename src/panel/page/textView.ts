import { formatCount } from "./duration.ts";
import { button, element } from "./element.ts";
import { appendMarked } from "./markedText.ts";
import { t } from "./translate.ts";

/** Characters put on the page at once: a megabyte in one line would hold up the layout. */
const stepCharacters = 20_000;

/** A text as received, its hidden characters visible, in steps. */
export function textView(text: string, query: string, label: string): HTMLElement {
  const attributes = { tabindex: "0", role: "region", "aria-label": label };
  const content = element("pre", { class: "raw-text", attributes });
  const view = element("div", { class: "raw-view" }, content);
  showFrom(0);
  return view;

  function showFrom(start: number): void {
    const end = stepEnd(text, start);
    appendMarked(content, text.slice(start, end), query);
    const left = text.length - end;
    if (left === 0) return;
    const more = button({
      label: t("Show {0} of {1} more characters", formatCount(Math.min(left, stepCharacters)), formatCount(left)),
      onPress: () => {
        more.remove();
        showFrom(end);
        content.focus({ preventScroll: true });
      },
    });
    view.append(more);
  }
}

/** Never between the halves of a surrogate pair. */
function stepEnd(text: string, start: number): number {
  const end = Math.min(text.length, start + stepCharacters);
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
