// What the browser tests need of the extension's side, bundled for Node.

export { pageHtml } from "../../../src/panel/pageHtml.ts";
export { PanelConversation } from "../../../src/panel/panelConversation.ts";
