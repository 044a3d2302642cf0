// A person's walk through a real VS Code in a browser, in several themes, with a picture after each step.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launchBrowser, startServer, workbenchUrl } from "../vscode-host/host-lib.mjs";

export const repository = join(import.meta.dirname, "..", "..");
export const extensionId = "simplex-agent-protocols.simplex-agent-protocols";

export const allThemes = [
  ["dark", "Default Dark Modern"],
  ["light", "Default Light Modern"],
  ["high-contrast", "Default High Contrast"],
];

/**
 * Walks in each theme with a server, a browser and a copy of the examples of its own, tells the counts and ends the process.
 * `walk` gets the page, a function that makes a step, and the server. Options: `--pictures DIR`, `--report FILE`.
 */
export async function walkThemes(themes, walk, settings = {}) {
  const {
    values: { pictures, report },
  } = parseArgs({
    options: {
      pictures: { type: "string", default: join(repository, "artifacts", "walk") },
      report: { type: "string" },
    },
  });
  mkdirSync(pictures, { recursive: true });
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, theme] of themes) {
    await walkOnce({ name, walk, pictures, counts, settings: { ...settings, "workbench.colorTheme": theme } }).catch(
      (error) => {
        counts.failed += 1;
        console.error(`not ok - ${name}: ${error.stack}`);
      },
    );
  }
  if (report) writeFileSync(report, JSON.stringify(counts));
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  process.exit(counts.failed === 0 ? 0 : 1);
}

async function walkOnce({ name, walk, pictures, counts, settings }) {
  const workspace = mkdtempSync(join(tmpdir(), "simplex-walk-"));
  cpSync(join(repository, "examples"), workspace, { recursive: true });
  const server = await startServer({ installed: [repository], settings });
  let browser;
  let page;
  try {
    const launched = await launchBrowser(server, { width: 1440, height: 900 });
    browser = launched.browser;
    page = await launched.context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(workbenchUrl(server, { workspace }));
    await walk(page, (title, action) => step({ page, title: `${name} ${title}`, action, pictures, counts }), workspace);
  } catch (error) {
    await page?.screenshot({ path: join(pictures, `${name}-failed.png`) }).catch(() => {});
    throw error;
  } finally {
    await browser?.close().catch(() => {});
    await server.stop();
    rmSync(workspace, { recursive: true, force: true });
  }
}

export async function openFile(page, file) {
  const box = await quickInput(page, "Control+KeyP", file);
  await box.locator(".monaco-list-row").filter({ hasText: file }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: file }).waitFor();
}

/** A lens of the first editor. What VS Code draws of a lens from its cache, before the provider has answered, is text that takes no click. */
export function lens(page, title) {
  return page.locator(".editor-instance").first().locator(".codelens-decoration").getByRole("button", { name: title });
}

export async function runCommand(page, title) {
  const box = await quickInput(page, "F1", `>${title}`);
  await box.locator(".monaco-list-row").filter({ hasText: title }).first().click();
}

/** How long a reloaded window may take until the extension shows something again, on a machine that has other work. */
export const reloadedWithin = { timeout: 120_000 };

/** Reloads the window as a person does. The browser's own reload gives VS Code no time to write down what is open. */
export async function reloadWindow(page) {
  const loaded = page.waitForEvent("load");
  await runCommand(page, "Developer: Reload Window");
  await loaded;
}

/** Opens the quick input and writes into it. A key that is pressed while the focus moves, into a web view for example, is lost. */
async function quickInput(page, key, text) {
  const box = page.locator(".quick-input-widget");
  const input = box.locator("input").first();
  await retry(async () => {
    if (!(await input.isVisible())) await page.keyboard.press(key);
    await input.fill(text, { timeout: 3_000 });
  });
  return box;
}

/**
 * Chooses from the context menu of an item. A view that is drawn anew closes a menu, and a menu that has just opened takes no
 * click, so each step is made again until its effect shows.
 */
export async function chooseFromMenu(page, item, name) {
  const choice = page.getByRole("menuitem", { name });
  await retry(async () => {
    if (!(await choice.isVisible())) await item.click({ button: "right", timeout: 5_000 });
    await choice.click({ timeout: 2_000 });
    await choice.waitFor({ state: "detached", timeout: 2_000 });
  });
}

/** Does what may be lost on a busy machine again, until its effect shows. */
export async function retry(action, times = 5) {
  try {
    await action();
  } catch (error) {
    if (times === 1) throw error;
    await retry(action, times - 1);
  }
}

async function step({ page, title, action, pictures, counts }) {
  const began = Date.now();
  await action();
  const picture = `${title.replace(/[^a-z]+/gi, "-").toLowerCase()}.png`;
  await page.screenshot({ path: join(pictures, picture) });
  counts.passed += 1;
  console.log(`ok - ${title} (${Date.now() - began} ms)`);
}
