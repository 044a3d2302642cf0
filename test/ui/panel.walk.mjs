// The panel in a real VS Code in a browser, while a stream goes on: hidden and shown, moved, resumed, the window reloaded; a
// question answered from it; and a transcript of 30 MB. The demo bot counts, so that a reply that is lost or shown twice is
// seen.
//
//   node test/ui/panel.walk.mjs [--pictures DIR] [--report FILE]
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cutReplies, largeReplies, largeTranscript } from "../fixtures/largeTranscript.mjs";
import { webview } from "../vscode-host/host-lib.mjs";
import {
  allThemes,
  chooseFromMenu,
  extensionId,
  lens,
  openFile,
  reloadedWithin,
  reloadWindow,
  runCommand,
  walkThemes,
} from "./workbench.mjs";

const ticker = "https://smp1.sandbox.invalid/a#Xb7T9JN4U32Ote1ZkhoBvZQTeLjb-7EP0xeIul2o-oQ";

/** A stream that goes on until somebody stops it. */
const countingRequest = `### Count
# @to ${ticker}
# @timeout 600s
/_call a2a {"jsonrpc": "2.0", "id": 1, "method": "SendStreamingMessage",
  "a2a-service-parameters": {"A2A-Version": "1.0"},
  "params": {"message": {"messageId": "{{$uuid}}", "role": "ROLE_USER", "parts": [{"text": "Count"}]}}}
`;

const giftRequest = `### Order a gift
# @to https://smp1.sandbox.invalid/a#5GRRPz9SYq1Qut1UiTxMdPuLRIHzXOW1jMoIyCVoFns
# @timeout 60s
/_call a2a {"jsonrpc": "2.0", "id": 1, "method": "SendStreamingMessage",
  "a2a-service-parameters": {"A2A-Version": "1.0"},
  "params": {"message": {"messageId": "{{$uuid}}", "role": "ROLE_USER", "parts": [{"text": "Order a gift"}]}}}
`;

/** Each supplier of the group answers; only of its owner is it known beforehand, by the group's declaration. */
const broadcastRequest = `### Ask everybody
# @to https://smp1.sandbox.invalid/g#FbM36qLJGGgTrF01WIOFtDUIgKCh6GjqwFuj-Jt6BrI
# @wait 3s
/_call mcp {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
`;

/** How long two frames may take with 30 MB on show. */
const maxFrameMs = 1_000;

await walkThemes(allThemes.slice(0, 1), async (page, step, workspace) => {
  writeFileSync(join(workspace, "count.call"), countingRequest);
  writeFileSync(join(workspace, "gift.call"), giftRequest);
  writeFileSync(join(workspace, "ask.call"), broadcastRequest);
  writeFileSync(join(workspace, "large.transcript.json"), largeTranscript("large-1"));
  const panel = webview(page, { extensionId, kind: "panel" });
  const tab = page.getByRole("tab", { name: /^Call: Count/ });
  const group = (index) => page.locator(".editor-group-container").nth(index);

  /** The panel's tab is in front. A click on a tab that is still being drawn is lost, so it is made until it shows. */
  async function showPanel() {
    await until(async () => {
      if (await panel.locator(".call").isVisible()) return true;
      await tab.click({ timeout: 2_000 });
      return false;
    }, "the panel to show");
  }

  /** A reply with that number or a later one is in view. */
  async function replyAfter(sequence) {
    const numbers = () =>
      panel.locator("article").evaluateAll((rows) => rows.map((row) => Number(row.dataset.sequence)));
    await until(async () => (await numbers()).some((number) => number >= sequence), `a reply after ${sequence}`);
  }

  /** Every reply from the first to the last is in the list, once, with what the bot said. Returns the last one's number. */
  async function lastReply() {
    const { seen, twice } = await panel.locator(".reply-list").evaluate(readList);
    assert.deepEqual(twice, []);
    const numbers = Object.keys(seen).map(Number);
    assert.deepEqual(
      numbers,
      Array.from(numbers, (_, index) => index + 1),
    );
    for (const number of numbers.slice(1)) assert.match(seen[number], new RegExp(`Tick ${number - 1}(?!\\d)`));
    return numbers.length;
  }

  let seen = 0;

  await step("a stream goes into the panel beside the editor", async () => {
    await page.locator(".activitybar").getByRole("tab", { name: "SimpleX Agents" }).click();
    await openFile(page, "count.call");
    await lens(page, "Send").first().click();
    await replyAfter(8);
    seen = await lastReply();
  });

  await step("hidden behind another editor, the panel loses nothing", async () => {
    await tab.click();
    await openFile(page, "agent-card.json");
    await panel.locator(".call").waitFor({ state: "detached" });
    // The stream goes on meanwhile: four ticks of the bot.
    await page.waitForTimeout(1_600);
    await showPanel();
    await replyAfter(seen + 4);
    seen = await lastReply();
    await replyAfter(seen + 6);
    seen = await lastReply();
  });

  await step("moved to another group, it loses nothing", async () => {
    assert.equal(
      await group(1)
        .getByRole("tab", { name: /^Call: / })
        .count(),
      1,
    );
    await tab.click();
    await runCommand(page, "View: Move Editor into Previous Group");
    await group(0)
      .getByRole("tab", { name: /^Call: / })
      .waitFor();
    await showPanel();
    await replyAfter(seen + 6);
    seen = await lastReply();
  });

  const press = (name) => panel.getByRole("button", { name, exact: true }).click();
  const taskId = () => panel.locator(".task-id").innerText({ timeout: 5_000 });

  /** The one panel shows that call, in the group that the user moved it to. */
  async function showsCall(name) {
    await page.getByRole("tab", { name: `Call: ${name}` }).waitFor();
    assert.equal(
      await group(0)
        .getByRole("tab", { name: /^Call: / })
        .count(),
      1,
    );
    assert.equal(await page.getByRole("tab", { name: /^Call: / }).count(), 1);
  }

  await step("a stream that the user left is resumed where it is now", async () => {
    // A task's history grows with each tick, and an old one fits into no message: this one is resumed while it is young.
    const old = await taskId();
    await press("Cancel");
    await panel.locator(".state-text", { hasText: "Cancelled" }).waitFor();
    await press("Send again");
    await until(async () => (await taskId()) !== old, "another task");
    const task = await taskId();
    await press("Cancel");
    await panel.locator(".state-text", { hasText: "Cancelled" }).waitFor();
    await press("Resume");
    await showsCall("SubscribeToTask: Count");
    await replyAfter(3);
    assert.equal(await taskId(), task);
  });

  await step("its task is cancelled and fetched from the panel", async () => {
    await press("Cancel task");
    await showsCall("CancelTask: SubscribeToTask: Count");
    await panel.getByText("canceled").first().waitFor();
    await press("Get");
    await showsCall("GetTask: CancelTask: SubscribeToTask: Count");
    await panel.locator(".state-step", { hasText: "canceled" }).waitFor();
  });

  await step("after the window was reloaded in the middle of a stream, the panel shows what had come", async () => {
    await page.getByRole("tab", { name: "count.call" }).click();
    await lens(page, "Send").first().click();
    await showsCall("Count");
    await replyAfter(3);
    seen = await lastReply();
    await reloadWindow(page);
    await panel.getByText("The record stops before the end").waitFor(reloadedWithin);
    await replyAfter(seen);
    assert.ok((await lastReply()) >= seen);
  });

  await step("a task that asks for input is answered from the panel, and goes on", async () => {
    await openFile(page, "gift.call");
    await lens(page, "Send").first().click();
    await showsCall("Order a gift");
    await panel.getByText("Which name shall be on the gift card?").first().waitFor();
    await panel.locator(".state-text", { hasText: "input is asked for" }).waitFor();
    const task = await taskId();
    await panel.getByLabel("Your message").fill("Ada");
    await press("Answer");
    await showsCall("Answer: Order a gift");
    await panel.getByText('The card will say "Ada".').first().waitFor();
    await panel.locator(".state-step", { hasText: "completed" }).waitFor();
    assert.equal(await taskId(), task);
  });

  await step("a broadcast is a table by member, with the member who is known to serve the protocol", async () => {
    await openFile(page, "ask.call");
    await lens(page, "Send").first().click();
    await showsCall("Ask everybody");
    await panel.locator(".state-text", { hasText: "Answered" }).waitFor();
    await panel.getByText(/\d of \d members have answered/).waitFor();
    await panel.locator(".members tr", { hasText: /steelmill.*Answered/ }).waitFor();
  });

  await step("a transcript of 30 MB is shown whole but for what it says was cut", async () => {
    await page
      .locator(".activitybar")
      .getByRole("tab", { name: /^Explorer/ })
      .click();
    await chooseFromMenu(page, page.getByRole("treeitem", { name: "large.transcript.json" }), "Show transcript file");
    await showsCall("Large");
    await panel.getByText(`${cutReplies} replies are not in this list`).waitFor();
    await replyAfter(largeReplies + cutReplies);
    const count = await panel.locator("article").first().getAttribute("aria-setsize");
    assert.equal(Number(count), largeReplies);
  });

  await step("and the panel stays responsive with it", async () => {
    const { frameMs, rows } = await panel.locator(".reply-list").evaluate(scrollThrough);
    assert.ok(frameMs < maxFrameMs, `two frames took ${frameMs} ms`);
    assert.ok(rows < 100, `${rows} rows are on the page`);
    await panel.getByLabel("Search in replies").fill("piece 777 ");
    await panel.getByText("1 found").waitFor();
    await panel.locator('article[data-sequence="777"] .toggle').click();
    await panel.locator('article[data-sequence="777"] [role="tree"]', { hasText: "piece 777 anvils" }).waitFor();
  });
});

async function until(isThere, what) {
  const endMs = Date.now() + 60_000;
  while (Date.now() < endMs) {
    if (await isThere().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Waited in vain for ${what}.`);
}

/** Runs in the page: jumps through the list and measures. */
async function scrollThrough(list) {
  let frameMs = 0;
  for (let part = 0; part <= 20; part++) {
    const start = performance.now();
    list.scrollTop = (list.scrollHeight / 20) * part;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    frameMs = Math.max(frameMs, performance.now() - start);
  }
  return { frameMs, rows: list.querySelectorAll("article").length };
}

/**
 * Runs in the page: scrolls through the list and collects the texts of its rows by their numbers. A list that follows the
 * stream may jump to its end once more, and its rows are drawn a moment after it was scrolled, so each look waits for both.
 */
async function readList(list) {
  const seen = {};
  const twice = [];
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const collect = () => {
    const here = new Set();
    for (const row of list.querySelectorAll("article")) {
      const number = Number(row.dataset.sequence);
      if (here.has(number)) twice.push(number);
      here.add(number);
      seen[number] = row.textContent;
    }
  };
  const isCovered = () => {
    const { top, bottom } = list.getBoundingClientRect();
    const rows = [...list.querySelectorAll("article")].map((row) => row.getBoundingClientRect());
    const covers = (y) => rows.some((row) => row.top <= y && row.bottom >= y);
    return covers(top + 2) && (covers(bottom - 2) || list.scrollHeight <= list.clientHeight);
  };
  let wanted = 0;
  for (let tries = 0; tries < 2_000; tries++) {
    const isThere = Math.abs(list.scrollTop - wanted) < 2;
    if (!isThere) list.scrollTop = wanted;
    await frame();
    if (Math.abs(list.scrollTop - wanted) >= 2 || !isCovered()) continue;
    collect();
    const end = list.scrollHeight - list.clientHeight;
    if (wanted >= end - 1) return { seen, twice };
    wanted = Math.min(end, wanted + list.clientHeight / 2);
  }
  throw new Error("The list did not stand still.");
}
