import { button, element, icon } from "./element.ts";
import { markedPlain } from "./markedText.ts";
import { t } from "./translate.ts";

/** Tells why an action failed, until it is closed or another action succeeds. */
export class ActionFailure {
  readonly element = element("div", { class: "action-failed", attributes: { role: "alert" } });

  constructor() {
    this.hide();
  }

  show(message: string): void {
    const close = button({ label: t("Close"), icon: "close", isIconOnly: true, onPress: () => this.hide() });
    this.element.replaceChildren(icon("error"), element("span", { text: markedPlain(message) }), close);
    this.element.hidden = false;
  }

  hide(): void {
    this.element.hidden = true;
  }
}
