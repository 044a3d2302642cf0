// Appends 5,000 replies to the panel and the same texts to a bare DOM list, in one run in a real browser, and compares.
//
// Both get the texts in the same batches, one batch a task, and both are timed from the first batch to the frame that shows
// the last one. Printed are: the ratio of the totals (at most 2), and the longest task of the panel's page against the
// bare list's total (at most a tenth). Exit code 1 if a bound is broken.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { liveCall, openPanel, startBrowser } from "../ui/panel/harness.mjs";

const replies = 5000;
const batch = 25;
const bounds = { ratio: 2, sliceShare: 0.1 };

const environment = await startBrowser();
const results = [];
try {
  for (const characters of [300, 15_000]) results.push(await compare(characters));
} finally {
  await environment.close();
}
for (const result of results) {
  const { characters, bareMs, panelMs, longestSliceMs, ratio, sliceShare } = result;
  console.log(
    `${replies} replies of ${characters} characters: bare list ${bareMs.toFixed(0)} ms, panel ${panelMs.toFixed(0)} ms, ` +
      `ratio ${ratio.toFixed(3)} (at most ${bounds.ratio}); longest slice ${longestSliceMs.toFixed(1)} ms, ` +
      `${(sliceShare * 100).toFixed(2)} % of the bare list (at most ${bounds.sliceShare * 100} %)`,
  );
}
const report = process.argv.includes("--report") ? process.argv[process.argv.indexOf("--report") + 1] : undefined;
if (report) {
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, JSON.stringify({ bounds, results }, null, 2));
}
const isBroken = results.some(({ ratio, sliceShare }) => ratio > bounds.ratio || sliceShare > bounds.sliceShare);
process.exitCode = isBroken ? 1 : 0;

async function compare(characters) {
  const panel = await openPanel(environment);
  const call = liveCall(panel);
  call.show();
  await panel.page.locator(".call-header").waitFor();
  // The host's own messages, made as for a live stream: the page is timed, not the way to it.
  const messages = [];
  const texts = [];
  panel.capture = (message) => messages.push(message);
  for (let sequence = 1; sequence <= replies; sequence++) {
    const json = artifact(sequence, characters);
    const text = JSON.stringify(json);
    texts.push(text);
    panel.conversation.add({
      event: "reply",
      sequence,
      sender: "Ask Acme",
      senderId: "@4",
      at: new Date(Date.parse(call.call.header.startedAt) + sequence).toISOString(),
      elapsedMs: sequence,
      text,
      json,
      kind: "artifact",
      notes: [],
    });
    if (sequence % batch === 0) panel.conversation.flush();
  }
  panel.capture = undefined;
  const bareMs = await timed(panel.page, "bare", batches(texts));
  const panelMs = await timed(panel.page, "panel", messages);
  const longestSliceMs = await panel.page.evaluate(() => window.longestSliceMs);
  await panel.page.locator(`article[data-sequence="${replies}"]`).waitFor();
  await panel.close();
  return { characters, bareMs, panelMs, longestSliceMs, ratio: panelMs / bareMs, sliceShare: longestSliceMs / bareMs };
}

function artifact(sequence, characters) {
  const part = { text: `${sequence} `.padEnd(characters - 170, "anvils and hammers ") };
  const update = {
    taskId: "t-8",
    contextId: "c-7",
    artifact: { artifactId: "a-8", parts: [part] },
    append: sequence > 1,
  };
  return { jsonrpc: "2.0", id: 2, result: { artifactUpdate: update } };
}

function batches(texts) {
  return Array.from({ length: texts.length / batch }, (_, index) => texts.slice(index * batch, (index + 1) * batch));
}

/** Hands the input over in pieces first, so that only the work on the page is timed. */
async function timed(page, subject, input) {
  await page.evaluate(() => {
    window.input = [];
  });
  for (let from = 0; from < input.length; from += 20) {
    await page.evaluate((more) => window.input.push(...more), input.slice(from, from + 20));
  }
  return page.evaluate(runOnPage, { subject, replies });
}

/** Runs in the page. One task a batch, as messages come; a slice is a task or a frame's callbacks with its layout. */
async function runOnPage({ subject, replies }) {
  const { input } = window;
  const list = document.createElement("ul");
  list.style.cssText = "position: fixed; inset: 0; overflow: auto; z-index: 1";
  if (subject === "bare") document.body.append(list);
  const channel = new MessageChannel();
  const nextTask = () =>
    new Promise((resolve) => {
      channel.port1.onmessage = () => resolve();
      channel.port2.postMessage(null);
    });
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => resolve()));
  let longestMs = 0;
  const observer = new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) longestMs = Math.max(longestMs, entry.duration);
  });
  observer.observe({ type: "longtask" });
  const start = performance.now();
  for (const piece of input) {
    await nextTask();
    const sliceStart = performance.now();
    if (subject === "bare") {
      for (const text of piece) {
        const item = document.createElement("li");
        item.textContent = text;
        list.append(item);
      }
    } else window.dispatchEvent(new MessageEvent("message", { data: piece }));
    longestMs = Math.max(longestMs, performance.now() - sliceStart);
  }
  // The bare list is spared a layout for each batch: it shows its end once, when all is there.
  if (subject === "bare") list.scrollTop = list.scrollHeight;
  if (subject === "panel") {
    // The panel gathers what comes fast; its time ends when the last reply is drawn.
    while (!document.querySelector(`article[data-sequence="${replies}"]`)) await nextFrame();
  }
  await nextFrame();
  await nextFrame();
  await nextTask();
  const totalMs = performance.now() - start;
  await new Promise((resolve) => setTimeout(resolve, 400));
  observer.disconnect();
  list.remove();
  window.longestSliceMs = longestMs;
  window.input = [];
  return totalMs;
}
