// What a person does after a call, in a real VS Code in a browser: look it up in the history, compare it with the run before,
// and make the next request or an expectation from a reply.
//
//   node test/ui/history.walk.mjs [--pictures DIR] [--report FILE]
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { webview } from "../vscode-host/host-lib.mjs";
import {
  allThemes,
  chooseFromMenu,
  extensionId,
  lens,
  openFile,
  reloadedWithin,
  reloadWindow,
  retry,
  runCommand,
  walkThemes,
} from "./workbench.mjs";

await walkThemes(allThemes.slice(0, 2), async (page, step, workspace) => {
  const panel = webview(page, { extensionId, kind: "panel" });
  const editor = page.locator(".editor-instance").first();
  const answered = () =>
    panel
      .getByText(/^Answered/i)
      .first()
      .waitFor();

  const run = page.getByRole("treeitem", { name: /Order two anvils/ }).first();

  async function sendNth(index) {
    await lens(page, "Send").nth(index).click();
    await page.getByRole("tab", { name: /^Call: / }).waitFor();
    await page.waitForTimeout(300);
    await answered();
    await lens(page, "Cancel").waitFor({ state: "detached" });
  }

  await step("a request is sent twice and both runs are in the history", async () => {
    await page.locator(".activitybar").getByRole("tab", { name: "SimpleX Agents" }).click();
    await openFile(page, "a2a.call");
    await sendNth(0);
    await sendNth(0);
    const header = page.getByRole("button", { name: "History Section" });
    if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
    await page
      .getByRole("treeitem", { name: /Order two anvils/ })
      .nth(1)
      .waitFor();
  });

  await step("calls are grouped by their target", async () => {
    await openFile(page, "mcp.call");
    await sendNth(1);
    await runCommand(page, "SimpleX Agents: Group history by target");
    await page.getByRole("treeitem", { name: "Acme shop, 3 calls" }).waitFor();
  });

  await step("a search finds what stands in a reply", async () => {
    await runCommand(page, "SimpleX Agents: Search history");
    await page.locator(".quick-input-widget input").first().fill("availability");
    await page.keyboard.press("Enter");
    await page.getByText("1 of 3 calls have “availability”").waitFor();
  });

  await step("a call is compared with its previous run, ids and times hidden", async () => {
    await runCommand(page, "SimpleX Agents: Clear the history search");
    await runCommand(page, "SimpleX Agents: Show history as one list");
    await chooseFromMenu(page, run, "Compare with the previous run of this request");
    await page.getByRole("tab", { name: /Compare: Order two anvils/ }).waitFor();
    await page.locator(".monaco-diff-editor").getByText("<time>").first().waitFor();
  });

  await step("and with ids and times", async () => {
    await page.getByRole("button", { name: "Show ids and times" }).first().click();
    await page.locator(".monaco-diff-editor .line-insert, .monaco-diff-editor .char-insert").first().waitFor();
  });

  await step("deleting a call asks first", async () => {
    await chooseFromMenu(page, run, "Delete from history");
    await page.getByRole("dialog").getByText("Delete “Order two anvils” from the history?").waitFor();
  });

  await step("a value of a reply becomes an expectation in the request file", async () => {
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await runCommand(page, "View: Close Editor");
    await page
      .getByRole("treeitem", { name: /List tools/ })
      .first()
      .click();
    await panel
      .getByText(/^Answered/i)
      .first()
      .waitFor();
    await panel.getByText("Record").first().waitFor();
    const member = panel.getByRole("treeitem").filter({ hasText: "jsonrpc" }).first();
    const expect = panel.getByRole("button", { name: "Expect" });
    // The rules' findings arrive a moment after the reply and draw it anew, without the selection.
    await retry(async () => {
      await member.click({ timeout: 5_000 });
      await expect.click({ timeout: 3_000 });
    });
    await editor.getByText("# @expect $.jsonrpc", { exact: false }).first().waitFor();
  });

  await step("another tool is chosen from those the server listed", async () => {
    await panel.getByRole("button", { name: "Call another tool" }).click();
    await page.locator(".quick-input-widget").getByText("availability").first().waitFor();
  });

  await step("and its call opens as a draft", async () => {
    await page.keyboard.press("Enter");
    await editor.getByText('"tools/call"').first().waitFor();
  });

  await step("a reply is compared with one of the previous run", async () => {
    await page.getByRole("tab", { name: "mcp.call" }).click();
    await sendNth(1);
    await panel.getByRole("button", { name: "Compare the reply" }).first().click();
    await page
      .locator(".quick-input-widget")
      .getByText(/Previous run/)
      .waitFor();
  });

  await step("side by side", async () => {
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: /Compare: List tools/ }).waitFor();
    assert.match(readFileSync(join(workspace, "mcp.call"), "utf8"), /List tools/);
  });

  await step("the panel is there again after the window was reloaded", async () => {
    await reloadWindow(page);
    await panel.locator(".state-text", { hasText: "Answered" }).waitFor(reloadedWithin);
    await panel.getByText("Record").first().waitFor();
  });
});
