import "@vscode/codicons/dist/codicon.css";
import "./panel.css";
import { CallPage } from "./callPage.ts";

const root = document.getElementById("panel");
if (root) new CallPage(root);
