import type { FailureView } from "../callView.ts";
import { formatDuration } from "./duration.ts";
import { button, element, icon } from "./element.ts";
import { appendMarked, appendProse } from "./markedText.ts";
import type { PageContext } from "./pageContext.ts";
import { t } from "./translate.ts";

/**
 * An error explained in place: what it is, what it means, why it likely happened and what to do. With `isBrief` it only
 * says what it is: the rest stands with the reply that brought it.
 */
export function failureNotice(failure: FailureView, isBrief = false): HTMLElement {
  const title = element("div", { class: "notice-title" }, icon("error"));
  const code = element("code", { class: "notice-code" });
  appendMarked(code, failure.code);
  title.append(code);
  if (failure.name !== undefined) title.append(element("span", { text: failure.name }));
  const notice = element("div", { class: "notice bad" }, title, sentence("", failure.message));
  if (isBrief) return notice;
  if (failure.likelyCause !== undefined) notice.append(sentence(t("Likely cause:"), failure.likelyCause));
  if (failure.nextStep !== undefined) notice.append(sentence(t("What to do:"), failure.nextStep));
  return notice;
}

/** A button to send again that becomes usable when the time the responder named has come. Ends itself with its element. */
export function retryButton(retryAtMs: number, context: PageContext): HTMLElement {
  const wait = element("span", { class: "retry-wait", attributes: { role: "timer" } });
  const retry = button({
    label: t("Send again"),
    icon: "refresh",
    isPrimary: true,
    focusKey: "retry",
    onPress: () => context.act("resend", {}),
  });
  const row = element("div", { class: "notice-actions" }, retry, wait);
  const tick = (): void => {
    const leftMs = retryAtMs - context.now();
    retry.disabled = leftMs > 0;
    wait.textContent = leftMs > 0 ? t("possible in {0}", formatDuration(Math.ceil(leftMs / 1000) * 1000)) : "";
    if (leftMs > 0) window.setTimeout(() => row.isConnected && tick(), Math.min(leftMs, 500));
  };
  tick();
  // The element is connected only after this function has returned.
  window.setTimeout(tick, 0);
  return row;
}

function sentence(label: string, text: string): HTMLElement {
  const line = element("div", { class: "notice-line" });
  if (label !== "") line.append(element("strong", { text: label }), " ");
  appendProse(line, text);
  return line;
}
