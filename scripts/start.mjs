// `npm start`: installs what is missing, builds, and opens the example workspace with the extension and its sandbox.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { findOnPath, installEditorHost, installPackages, repository, runOrExit } from "./fresh-machine.mjs";

const examples = join(repository, "examples");
const isBrowserForced = process.argv.includes("--browser");

installPackages();
runOrExit("Building", process.execPath, [join("scripts", "build.mjs")]);

const code = isBrowserForced ? undefined : findOnPath("code", "codium", "cursor");
if (code) openOnDesktop(code);
else await openInBrowser();

function openOnDesktop(editor) {
  const args = ["--new-window", `--extensionDevelopmentPath=${repository}`, examples];
  spawn(editor, args, { stdio: "inherit", shell: process.platform === "win32" }).once("exit", (status) => {
    process.exitCode = status ?? 1;
  });
  console.log(`Opening ${examples} in ${editor}. Open mcp.call and press Send over a request.`);
}

async function openInBrowser() {
  installEditorHost();
  const { startServer, workbenchUrl } = await import("../test/vscode-host/host-lib.mjs");
  const server = await startServer({ installed: [repository] });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => void server.stop());
  const address = new URL(workbenchUrl(server, { workspace: examples }));
  address.searchParams.set("tkn", server.token);
  console.log(`\nVS Code runs in the browser. Open this address (it holds a one-time token):\n\n  ${address.href}\n`);
  console.log("Open mcp.call and press Send over a request. Ctrl+C stops the server.");
  await server.exited;
}
