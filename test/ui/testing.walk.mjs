// Requests as tests, as a person runs them: the Testing view of the example workspace, a failing expectation at its line.
//
//   node test/ui/testing.walk.mjs [--pictures DIR] [--report FILE]
import { openFile, runCommand, walkThemes } from "./workbench.mjs";

await walkThemes([["testing", "Default Dark Modern"]], async (page, step) => {
  const tree = page.locator(".test-explorer");
  const row = (text) => tree.getByRole("treeitem").filter({ hasText: text }).first();

  await step("the Testing view lists each file", async () => {
    await page.locator(".activitybar").getByRole("tab", { name: "Testing" }).click();
    await row("mcp.call").waitFor();
    await row("variables.call").waitFor();
  });

  await step("a file shows its requests and passes", async () => {
    await openFile(page, "variables.call");
    await runCommand(page, "Test: Run Tests in Current File");
    await tree
      .getByRole("treeitem", { name: /variables\.call.*Passed/i })
      .first()
      .waitFor();
  });

  await step("an expectation that is not met shows both sides at its line", async () => {
    const editor = page.locator(".editor-instance").first();
    await editor.getByText("EUR").first().click();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("X");
    await runCommand(page, "Test: Run Tests in Current File");
    await tree
      .getByRole("treeitem", { name: /variables\.call.*Failed/i })
      .first()
      .waitFor();
    await page.waitForTimeout(1_000);
  });
});
