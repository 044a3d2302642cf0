import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { a2a, askedFor, liveCall, openPanel, startBrowser } from "./harness.mjs";

let environment;
let panel;

before(async () => {
  environment = await startBrowser();
});
after(() => environment.close());
afterEach(async () => {
  const { consoleErrors } = panel;
  await panel.close();
  assert.deepEqual(consoleErrors, []);
});

async function callWithReplies() {
  panel = await openPanel(environment);
  const call = liveCall(panel);
  call.show();
  call.sent(a2a.request);
  call.reply(a2a.task("TASK_STATE_SUBMITTED"), { kind: "task" });
  call.reply(a2a.status("TASK_STATE_WORKING", "Checking stock"), { kind: "status", sender: "Bob", senderId: "@5" });
  call.reply(a2a.artifact("EUR 480 to Lisbon", { lastChunk: true }), { kind: "artifact" });
  await panel.page.locator("article").nth(2).waitFor();
  return call;
}

const focused = () =>
  panel.page.evaluate(() => {
    const element = document.activeElement;
    return element.dataset.sequence
      ? `reply ${element.dataset.sequence}`
      : (element.getAttribute("role") ?? element.className);
  });
const press = async (...keys) => {
  for (const key of keys) await panel.page.keyboard.press(key);
};

describe("the keyboard", () => {
  it("reaches the list with Tab and moves in it with the arrows", async () => {
    await callWithReplies();
    for (let presses = 0; presses < 40 && !(await focused()).startsWith("reply"); presses++) await press("Tab");
    assert.equal(await focused(), "reply 3");
    await press("ArrowUp", "ArrowUp", "ArrowUp");
    assert.equal(await focused(), "reply 1");
    await press("End");
    assert.equal(await focused(), "reply 3");
    await press("Home", "ArrowDown");
    assert.equal(await focused(), "reply 2");
  });

  it("opens a reply with Enter, walks its tree, and comes back with Escape", async () => {
    await callWithReplies();
    await press("/", "Escape", "Enter");
    await panel.page.locator('[role="tree"]').waitFor();
    assert.equal(await focused(), "reply 3");
    await press("ArrowRight");
    assert.equal(await focused(), "treeitem");
    await press("ArrowDown", "ArrowDown", "ArrowDown", "ArrowLeft");
    const folded = panel.page.locator('[role="treeitem"]:focus');
    assert.equal(await folded.getAttribute("aria-expanded"), "false");
    await press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown");
    assert.equal(await panel.page.locator(".selected-path").innerText(), "$.result.artifactUpdate.taskId");
    await press("Escape");
    assert.equal(await focused(), "reply 3");
    await press("ArrowLeft");
    assert.equal(await panel.page.locator('[role="tree"]').count(), 0);
    assert.equal(await focused(), "reply 3");
  });

  it("copies a value and its path, and writes an expectation and a capture", async () => {
    await callWithReplies();
    await press("/", "Escape", "Enter");
    await panel.page.locator('[role="tree"]').waitFor();
    await press("ArrowRight", "ArrowDown");
    for (const name of ["Copy value", "Copy path", "Expect", "Capture"]) {
      await panel.page.getByRole("button", { name }).press("Enter");
    }
    await askedFor(panel, 4);
    assert.deepEqual(panel.asked, [
      { name: "copy-text", params: { text: "2.0" } },
      { name: "copy-text", params: { text: "$.jsonrpc" } },
      { name: "add-expectation", params: { reply: 3, path: "$.jsonrpc", valueText: '"2.0"' } },
      { name: "add-capture", params: { reply: 3, path: "$.jsonrpc" } },
    ]);
  });

  for (const shortcut of ["/", "Control+f"]) {
    it(`searches with ${shortcut}: only matches stay, each marked`, async () => {
      await callWithReplies();
      await press(shortcut);
      await panel.page.keyboard.type("LISBON");
      await panel.page.getByText("1 found").waitFor();
      assert.equal(await panel.page.locator("article").count(), 1);
      assert.equal(await panel.page.locator("article mark").innerText(), "Lisbon");
      await press("Escape");
      await panel.page.locator("article").nth(2).waitFor();
      await press("ArrowDown");
      assert.match(await focused(), /^reply/);
    });
  }

  it("filters by sender and by kind", async () => {
    await callWithReplies();
    await panel.page.getByLabel("Sender").selectOption({ label: "Bob" });
    await panel.page.locator('article[aria-setsize="1"]').waitFor();
    assert.match(await panel.page.locator("article").innerText(), /Checking stock/);
    await panel.page.getByLabel("Sender").selectOption({ label: "All senders" });
    await panel.page.getByLabel("Kind of reply").selectOption({ label: "artifact" });
    await panel.page.locator('article[aria-setsize="1"]').waitFor();
    assert.match(await panel.page.locator("article").innerText(), /Lisbon/);
  });

  it("leaves the focus where it is when replies arrive", async () => {
    const call = await callWithReplies();
    await press("/", "Escape", "Home");
    call.reply(a2a.status("TASK_STATE_COMPLETED"), { kind: "status" });
    await panel.page.locator("article").nth(3).waitFor();
    assert.equal(await focused(), "reply 1");
    await panel.page.getByRole("button", { name: "Get", exact: true }).focus();
    call.reply(a2a.status("TASK_STATE_COMPLETED"), { kind: "status" });
    await panel.page.locator("article").nth(4).waitFor();
    assert.equal(await panel.page.evaluate(() => document.activeElement.textContent), "Get");
  });
});

describe("a screen reader", () => {
  it("hears of replies politely and not of each one", async () => {
    const call = await callWithReplies();
    assert.equal(await panel.page.locator('[role="log"]').getAttribute("aria-live"), "off");
    const spoken = () => panel.page.locator(".visually-hidden").evaluate((element) => element.textContent);
    const first = await spoken();
    for (let index = 0; index < 20; index++) call.reply(a2a.status("TASK_STATE_WORKING"), { kind: "status" });
    await panel.page.locator('article[data-sequence="23"]').waitFor();
    assert.equal(await spoken(), first);
    call.end();
    await panel.page.waitForFunction(() => document.querySelector(".visually-hidden").textContent === "Answered");
  });
});

describe("reduced motion", () => {
  it("stops what spins", async () => {
    panel = await openPanel(environment, { reducedMotion: true });
    liveCall(panel).show();
    const spinner = panel.page.locator(".call-state .codicon");
    await spinner.waitFor();
    assert.equal(await spinner.evaluate((element) => getComputedStyle(element).animationName), "none");
  });
});
