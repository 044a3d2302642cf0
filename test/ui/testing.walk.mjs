// Requests as tests, as a person runs them: the Testing view of the example workspace, a failing expectation at its line.
//
//   node test/ui/testing.walk.mjs [--pictures DIR] [--report FILE]
import { chooseFromMenu, openFile, retry, runCommand, walkThemes } from "./workbench.mjs";

await walkThemes([["testing", "Default Dark Modern"]], async (page, step) => {
  const tree = page.locator(".test-explorer");
  /** Runs the open file. The view learns of its tests a moment after the editor: a run that found none is started again. */
  const runFile = (outcome) =>
    retry(async () => {
      await runCommand(page, "Test: Run Tests in Current File");
      await tree.getByRole("treeitem", { name: outcome }).first().waitFor({ timeout: 10_000 });
    });
  const row = (text) => tree.getByRole("treeitem").filter({ hasText: text }).first();

  await step("the Testing view lists each file", async () => {
    // The first step waits for the workbench and the extension, too.
    await page.locator(".activitybar").getByRole("tab", { name: "Testing" }).click({ timeout: 90_000 });
    await row("mcp.call").waitFor({ timeout: 90_000 });
    await row("variables.call").waitFor();
  });

  await step("a file shows its requests and passes", async () => {
    await openFile(page, "variables.call");
    await runFile(/variables\.call.*Passed/i);
  });

  await step("an expectation that is not met shows both sides at its line", async () => {
    const editor = page.locator(".editor-instance").first();
    await editor.getByText("EUR").first().click();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("X");
    await runFile(/variables\.call.*Failed/i);
    await page
      .getByText(/"EUR" != "EURX"/)
      .first()
      .waitFor();
  });

  await step("the call of the failed test opens from its message", async () => {
    const message = page.getByRole("treeitem").filter({ hasText: "Expected $.result" }).first();
    await message.waitFor();
    await chooseFromMenu(page, message, "Show call in the panel");
    await page.getByRole("tab", { name: /Call: Quote/ }).waitFor();
  });

  await step("and from the test itself", async () => {
    await closeTab(page, /Call: Quote/);
    const file = row("variables.call");
    await retry(async () => {
      if (!(await row("Quote").isVisible())) await file.locator(".monaco-tl-twistie").click({ timeout: 3_000 });
      await row("Quote").waitFor({ timeout: 3_000 });
    });
    await chooseFromMenu(page, row("Quote"), "Show call in the panel");
    await page.getByRole("tab", { name: /Call: Quote/ }).waitFor();
  });
});

async function closeTab(page, name) {
  const tab = page.getByRole("tab", { name });
  await retry(async () => {
    await tab.click({ button: "middle", timeout: 3_000 });
    await tab.waitFor({ state: "detached", timeout: 3_000 });
  });
}
