import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { a2a, liveCall, openPanel, startBrowser } from "./harness.mjs";

let environment;
let panel;

before(async () => {
  environment = await startBrowser();
});
after(() => environment.close());
afterEach(async () => {
  const { consoleErrors, strayRequests, dialogs } = panel;
  const injected = await panel.page
    .locator("#panel")
    .locator("a, img, iframe, object, embed, script, svg, form, style, link, video")
    .count();
  const marks = await panel.page.evaluate(() => window.injected ?? "none");
  await panel.close();
  assert.deepEqual(
    { consoleErrors, strayRequests, dialogs, injected, marks },
    { consoleErrors: [], strayRequests: [], dialogs: [], injected: 0, marks: "none" },
  );
});

const markup = [
  '<img src=x onerror="window.injected=1">',
  "<script>window.injected=1</script>",
  '<svg onload="window.injected=1"><animate onbegin=alert(1)>',
  '<iframe src="https://evil.invalid/"></iframe>',
  '<a href="javascript:alert(1)">click</a>',
  "](command:workbench.action.terminal.new) ${alert(1)} {{constructor.constructor('alert(1)')()}}",
];
const links = [
  "https://evil.invalid/x",
  "javascript:alert(1)",
  "data:text/html,<script>1</script>",
  "vscode://evil.ext/run",
  "command:evil",
  "file:///etc/passwd",
  "simplex:/contact#x",
];
const hidden = ["\u202E", "\u200B", "\u2066", "\u0000", "\u001B", "\uFEFF", "\u00AD", "\u{E0041}", "\uD800", "\u2028"];
const everything = [...markup, ...links, ...hidden].join(" ");

describe("hostile text", () => {
  it("stays text wherever a peer's text is shown", async () => {
    panel = await openPanel(environment);
    const call = liveCall(panel, {
      name: everything,
      targetTitle: everything,
      target: everything,
      method: everything,
      version: everything,
      mention: everything,
      core: everything,
    });
    call.show();
    call.sent(everything);
    const hostile = { sender: everything, senderId: everything, quote: everything };
    call.reply(everything, { ...hostile, kind: "text" });
    call.reply(
      a2a.task(everything, {
        artifacts: [
          {
            artifactId: everything,
            name: everything,
            parts: [{ text: everything }, { url: everything, filename: everything }],
          },
        ],
      }),
      { ...hostile, kind: "task" },
    );
    call.reply(a2a.status("TASK_STATE_INPUT_REQUIRED", everything), { ...hostile, kind: "status" });
    call.reply(
      { jsonrpc: "2.0", id: 2, error: { code: -32602, message: everything, data: { [everything]: everything } } },
      { ...hostile, kind: "error" },
    );
    call.end("protocol-error", {
      code: everything,
      message: everything,
      likelyCause: everything,
      nextStep: everything,
    });
    await panel.page.locator("article").nth(3).waitFor();
    for (let sequence = 1; sequence <= 4; sequence++) {
      const closed = panel.page.locator(`article[data-sequence="${sequence}"]:not(.open) .toggle`);
      if ((await closed.count()) > 0) await closed.click();
    }
    await panel.page.locator(".raw-text").waitFor();
    const shown = await panel.page.locator("#panel").innerText();
    for (const text of [...markup, ...links]) assert.ok(shown.includes(text), text);
  });

  it("makes hidden characters visible and names them", async () => {
    panel = await openPanel(environment);
    const call = liveCall(panel);
    call.show();
    call.reply(`invoice${hidden.join("")}fdp.exe`, { kind: "text" });
    await panel.page.locator("article .toggle").click();
    const raw = panel.page.locator(".raw-text");
    await raw.waitFor();
    assert.equal(await raw.innerText(), "invoiceU+202EU+200BU+2066U+0000U+001BU+FEFFU+00ADU+E0041U+D800U+2028fdp.exe");
    assert.equal(await raw.locator(".hidden-character").first().getAttribute("title"), "U+202E right-to-left override");
    const order = await raw.evaluate((element) => getComputedStyle(element).unicodeBidi);
    assert.equal(order, "isolate");
  });

  it("holds a megabyte in one line without holding up the page", async () => {
    panel = await openPanel(environment);
    const call = liveCall(panel);
    call.show();
    call.reply("A".repeat(1_000_000), { kind: "text" });
    call.reply(JSON.stringify({ jsonrpc: "2.0", id: 2, result: { text: "B".repeat(1_000_000) } }), {
      kind: "response",
    });
    await panel.page.locator("article .toggle").first().click();
    await panel.page.locator(".raw-text").waitFor();
    assert.ok((await panel.page.locator(".raw-text").evaluate((element) => element.textContent.length)) <= 20_000);
    await panel.page.getByRole("button", { name: /Show 20,000 of 980,000 more characters/ }).click();
    await panel.page
      .getByRole("button", { name: /more characters/ })
      .first()
      .waitFor();
    assert.equal(await panel.page.locator(".raw-text").evaluate((element) => element.textContent.length), 40_000);
    const tree = panel.page.locator('[role="tree"]');
    assert.ok((await tree.evaluate((element) => element.textContent.length)) < 2000);
    const frameMs = await panel.page.evaluate(
      () =>
        new Promise((resolve) => {
          const start = performance.now();
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)));
        }),
    );
    assert.ok(frameMs < 1000, `two frames took ${frameMs} ms`);
  });

  it("shows text nested too deep for a tree as raw text", async () => {
    panel = await openPanel(environment);
    const call = liveCall(panel);
    call.show();
    call.reply("[".repeat(7000) + "]".repeat(7000), { kind: "text", json: undefined });
    call.reply(`{"__proto__": {"polluted": true}, "constructor": 1, "a": 1, "a": 2}`, { kind: "response" });
    await panel.page.locator("article .toggle").first().click();
    await panel.page.locator(".raw-text").waitFor();
    assert.match(await panel.page.locator('[role="tree"]').innerText(), /"__proto__"[\s\S]*"a": 1[\s\S]*"a": 2/);
    assert.equal(await panel.page.evaluate(() => ({}).polluted), undefined);
  });

  it("cannot be made to load or run anything by the policy", async () => {
    panel = await openPanel(environment);
    const policy = await panel.page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
    assert.match(
      policy,
      /^default-src 'none'; script-src 'nonce-[\w-]{24}'; style-src https:\/\/panel\.invalid; font-src https:\/\/panel\.invalid; /,
    );
    assert.doesNotMatch(policy, /unsafe|\*|data:|blob:/);
    await panel.page.evaluate(() => {
      const image = document.createElement("img");
      image.src = "https://evil.invalid/pixel.png";
      const script = document.createElement("script");
      script.textContent = "window.injected = 1";
      const style = document.createElement("div");
      style.setAttribute("style", "background: url(https://evil.invalid/x)");
      document.body.append(image, script, style);
    });
    const violations = () => panel.consoleErrors.filter((error) => /Content Security Policy/.test(error)).length;
    for (let tries = 0; violations() < 3 && tries < 400; tries++) await panel.page.waitForTimeout(25);
    assert.equal(violations(), 3);
    panel.consoleErrors.length = 0;
  });
});
