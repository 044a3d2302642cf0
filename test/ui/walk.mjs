// The main job as a person does it, in a real VS Code in a browser: see the addresses, send a request over its lens, watch the
// replies of a streamed task arrive, in a dark, a light and a high-contrast theme. A picture after each step.
//
//   node test/ui/walk.mjs [--pictures DIR] [--report FILE]
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { webview } from "../vscode-host/host-lib.mjs";
import { allThemes, extensionId, lens, openFile, repository, runCommand, walkThemes } from "./workbench.mjs";

await walkThemes(allThemes, async (page, step) => {
  await mainJob(page, step);
  await explore(page, step);
});

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
    await lens(page, "Send").first().waitFor();
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
    await lens(page, "Send").first().click();
    await panel
      .getByText(/TASK_STATE_WORKING|Working/i)
      .first()
      .waitFor();
    assert.equal(
      await page.evaluate(() => document.activeElement?.closest(".editor-instance, .monaco-editor") !== null),
      true,
    );
  });

  await step("the call ends answered with every reply quoted, and can be sent again", async () => {
    await panel
      .getByText(/^Answered/i)
      .first()
      .waitFor();
    await panel
      .getByText(/TASK_STATE_COMPLETED|Completed/i)
      .first()
      .waitFor();
    await lens(page, "Cancel").waitFor({ state: "detached" });
  });
}

/** What a person does before writing a request: discover, inspect, look at who is connected. */
async function explore(page, step) {
  const inspection = webview(page, { extensionId, kind: "panel" });
  const editor = page.locator(".editor-instance").first();
  const site = await serveSite();
  try {
    await step("a website's addresses stand in the sidebar with what contradicts them", async () => {
      await runCommand(page, "View: Close All Editors");
      await runCommand(page, "SimpleX Agents: Discover addresses from a website");
      const box = page.locator(".quick-input-widget");
      await box.locator("input").first().fill(site.origin);
      await page.keyboard.press("Enter");
      // The addresses of the workspace stand first; the site's come into sight without them.
      await page.getByRole("treeitem", { name: /^Workspace/ }).click();
      await page.getByRole("treeitem", { name: new RegExp(`^${new URL(site.origin).host}`) }).waitFor();
      const contradictor = page.getByRole("treeitem", { name: /^Contradictor/ }).first();
      await contradictor.click();
      await page
        .getByRole("treeitem", { name: /The link data counts/ })
        .first()
        .waitFor();
    });
  } finally {
    site.close();
  }

  await step("an address is inspected: each declaration with its source", async () => {
    const shop = page.getByRole("treeitem", { name: /Acme shop/ }).first();
    await shop.scrollIntoViewIfNeeded();
    await shop.hover();
    await shop.getByRole("button", { name: "Inspect address" }).click();
    await inspection.getByRole("heading", { name: "Declarations" }).waitFor();
    await inspection.getByText("As the core returned it").waitFor();
  });

  await step("its tools are asked for over Service RPC", async () => {
    await inspection.getByRole("button", { name: "Ask over Service RPC" }).click();
    await inspection.getByRole("heading", { name: "availability" }).waitFor();
  });

  await step("its Agent Card is asked for in a conversation", async () => {
    await inspection.getByRole("button", { name: "Ask for it in a conversation" }).click();
    const skills = inspection.getByRole("heading", { name: "Skills" });
    await skills.waitFor();
    await skills.scrollIntoViewIfNeeded();
  });

  await step("the conversation is listed with what the contact declares", async () => {
    const header = page.getByRole("button", { name: "Conversations Section" });
    if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
    await page.getByRole("treeitem", { name: /Contacts/ }).waitFor();
  });

  await step("a tool becomes a request with the skeleton of its arguments", async () => {
    await inspection
      .getByRole("listitem")
      .filter({ hasText: "quote" })
      .getByRole("button", { name: "New request" })
      .first()
      .click();
    await editor.getByText('"tools/call"').first().waitFor();
  });
}

/** A website that publishes the addresses of the example. */
async function serveSite() {
  const llmsTxt = readFileSync(join(repository, "examples", "llms.txt"));
  const server = createServer((request, response) => {
    if (request.url === "/llms.txt") response.setHeader("content-type", "text/plain").end(llmsTxt);
    else response.writeHead(404).end();
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
