// A workspace that is not trusted, in a real VS Code in a browser: its files are checked, nothing is sent, and it is said why.
//
//   node test/ui/untrusted.walk.mjs [--pictures DIR] [--report FILE]
import { allThemes, lens, openFile, walkThemes } from "./workbench.mjs";

const untrusted = {
  "security.workspace.trust.enabled": true,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
};

await walkThemes(
  allThemes.slice(0, 1),
  async (page, step) => {
    await step("an untrusted workspace shows its requests and checks them", async () => {
      await page.locator(".activitybar").getByRole("tab", { name: "SimpleX Agents" }).click();
      await openFile(page, "a2a.call");
      await lens(page, "Send").first().waitFor();
    });

    await step("sending says that nothing was sent, and why", async () => {
      await lens(page, "Send").first().click();
      await page
        .getByText(/Nothing was sent. This workspace is not trusted/)
        .first()
        .waitFor();
      await page.getByRole("button", { name: "Manage Workspace Trust" }).first().waitFor();
      await page.getByText("No calls yet.", { exact: false }).first().waitFor();
    });
  },
  untrusted,
);
