// The main job as a person does it, in a real VS Code in a browser: see the addresses, send a request over its lens, watch the
// replies of a streamed task arrive, in a dark, a light and a high-contrast theme. A picture after each step.
//
//   node test/ui/walk.mjs [--pictures DIR] [--report FILE]
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launchBrowser, startServer, webview, workbenchUrl } from "../vscode-host/host-lib.mjs";

const repository = join(import.meta.dirname, "..", "..");
const extensionId = "simplex-agent-protocols.simplex-agent-protocols";
const {
  values: { pictures, report },
} = parseArgs({
  options: { pictures: { type: "string", default: join(repository, "artifacts", "walk") }, report: { type: "string" } },
});
mkdirSync(pictures, { recursive: true });

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const [name, theme] of [
  ["dark", "Default Dark Modern"],
  ["light", "Default Light Modern"],
  ["high-contrast", "Default High Contrast"],
]) {
  await walk(name, theme).catch((error) => {
    counts.failed += 1;
    console.error(`not ok - ${name}: ${error.stack}`);
  });
}
if (report) writeFileSync(report, JSON.stringify(counts));
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed === 0 ? 0 : 1);

async function walk(name, theme) {
  const workspace = mkdtempSync(join(tmpdir(), "simplex-walk-"));
  cpSync(join(repository, "examples"), workspace, { recursive: true });
  const server = await startServer({ installed: [repository], settings: { "workbench.colorTheme": theme } });
  let browser;
  let page;
  try {
    const launched = await launchBrowser(server, { width: 1440, height: 900 });
    browser = launched.browser;
    page = await launched.context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(workbenchUrl(server, { workspace }));
    await mainJob(page, (title, action) => step(page, `${name} ${title}`, action));
  } catch (error) {
    await page?.screenshot({ path: join(pictures, `${name}-failed.png`) }).catch(() => {});
    throw error;
  } finally {
    await browser?.close().catch(() => {});
    await server.stop();
    rmSync(workspace, { recursive: true, force: true });
  }
}

async function mainJob(page, step) {
  const panel = webview(page, { extensionId, kind: "panel" });
  const editor = page.locator(".editor-instance").first();

  await step("the sidebar shows the addresses with what they declare", async () => {
    await page.locator(".activitybar").getByRole("tab", { name: "SimpleX Agents" }).click();
    const shop = page
      .locator(".split-view-view")
      .getByRole("treeitem", { name: /Acme shop/ })
      .first();
    await shop.waitFor();
    await shop.click();
    await page
      .getByRole("treeitem")
      .filter({ hasText: /mcp.*2026-07-28.*chat, rpc/ })
      .first()
      .waitFor();
  });

  await step("a request file shows a lens over each request", async () => {
    await openFile(page, "a2a.call");
    await editor.getByText("Send", { exact: true }).first().waitFor();
  });

  await step("a mistake is underlined while it is typed", async () => {
    await editor.getByText("/_call a2a").first().click();
    await page.keyboard.press("Home");
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type(" ");
    await editor.locator(".squiggly-error, .squiggly-warning").first().waitFor();
  });

  await step("undo takes it back", async () => {
    await page.keyboard.press("Control+KeyZ");
    await editor.locator(".squiggly-error").first().waitFor({ state: "detached" });
  });

  await step("Send streams the replies into the panel and leaves the focus in the editor", async () => {
    await editor.getByText("Send", { exact: true }).first().click();
    await panel
      .getByText(/TASK_STATE_WORKING|Working/i)
      .first()
      .waitFor();
    assert.equal(
      await page.evaluate(() => document.activeElement?.closest(".editor-instance, .monaco-editor") !== null),
      true,
    );
  });

  await step("the call ends answered with every reply quoted", async () => {
    await panel
      .getByText(/^Answered/i)
      .first()
      .waitFor();
    await panel
      .getByText(/TASK_STATE_COMPLETED|Completed/i)
      .first()
      .waitFor();
  });
}

async function openFile(page, file) {
  await page.keyboard.press("Control+KeyP");
  const box = page.locator(".quick-input-widget");
  await box.locator("input").first().fill(file);
  await box.locator(".monaco-list-row").filter({ hasText: file }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: file }).waitFor();
}

async function step(page, title, action) {
  const began = Date.now();
  await action();
  const picture = `${title.replace(/[^a-z]+/gi, "-").toLowerCase()}.png`;
  await page.screenshot({ path: join(pictures, picture) });
  counts.passed += 1;
  console.log(`ok - ${title} (${Date.now() - began} ms)`);
}
