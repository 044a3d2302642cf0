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
  const { consoleErrors, strayRequests, dialogs } = panel;
  await panel.close();
  assert.deepEqual({ consoleErrors, strayRequests, dialogs }, { consoleErrors: [], strayRequests: [], dialogs: [] });
});

const rows = () => panel.page.locator("article");
const text = (selector) => panel.page.locator(selector).innerText();

/** What the page's scripts take of memory, once what is not needed any more has been given up. */
async function heapBytes(cdp) {
  await cdp.send("HeapProfiler.collectGarbage");
  return (await cdp.send("Runtime.getHeapUsage")).usedSize;
}

async function streamedCall(header) {
  panel = await openPanel(environment);
  const call = liveCall(panel, header);
  call.show();
  call.sent(a2a.request);
  await panel.page.locator(".call-header").waitFor();
  return call;
}

describe("a stream", () => {
  it("says that there is no call yet", async () => {
    panel = await openPanel(environment);
    assert.match(await text(".empty"), /No call yet/);
  });

  it("shows what is called, how and where", async () => {
    await streamedCall();
    assert.match(await text(".call-header"), /Order two anvils/);
    assert.match(await text(".call-header"), /Ask Acme/);
    assert.match(await text(".call-header"), /smp12\.sandbox\.invalid/);
    assert.match(await text(".call-header"), /Sandbox/);
    assert.match(await text(".call-facts"), /Conversation.*a2a 1\.0.*SendStreamingMessage.*412 of 15,602 bytes/s);
    assert.equal(await panel.page.locator(".call-header a").count(), 0);
  });

  it("goes from waiting over receiving to answered, and ticks meanwhile", async () => {
    const call = await streamedCall({ startedAtMs: Date.now() });
    assert.match(await text(".call-state"), /Waiting for the first reply/);
    const before = await text(".elapsed");
    await panel.page.waitForFunction((old) => document.querySelector(".elapsed").textContent !== old, before);
    call.reply(a2a.task("TASK_STATE_WORKING"), { kind: "task" });
    await panel.page.getByText("Receiving replies").waitFor();
    call.end();
    await panel.page.locator(".call-state.good").waitFor();
    assert.match(await text(".call-state"), /^Answered/);
    assert.equal(await text(".elapsed"), "after 2.5 s");
  });

  it("appends replies in the order of arrival, with sender, kind, quote, notes and times", async () => {
    const call = await streamedCall();
    call.reply(a2a.task("TASK_STATE_SUBMITTED"), { kind: "task" });
    call.reply(a2a.status("TASK_STATE_WORKING", "Checking stock"), {
      kind: "status",
      notes: ["duplicate", "after-end"],
    });
    call.reply("A person answers", { kind: "text", sender: "Bob" });
    await rows().nth(2).waitFor();
    const [first, second, third] = await rows().allInnerTexts();
    assert.match(first, /1\s+Ask Acme\s+task\s+submitted\s+12:00:00\.140\s+\+0\.14 s/);
    assert.match(first, /\/_call a2a SendStreamingMessage/);
    assert.match(second, /status\s+working\s+duplicate\s+after the end[\s\S]*Checking stock/);
    assert.match(third, /Bob\s+plain text[\s\S]*A person answers/);
    await rows().nth(1).locator(".toggle").click();
    assert.match(await rows().nth(1).locator(".quote-line").innerText(), /\/_call a2a/);
  });

  it("keeps digits and escapes as received, in the tree and as raw text", async () => {
    const call = await streamedCall({ protocol: "mcp" });
    const source =
      '{"jsonrpc":"2.0","id":1,"result":{"price":480.10,"huge":12345678901234567890,"name":"\\u0041cme \\u202e"}}';
    call.reply(source, { kind: "response" });
    const tree = panel.page.locator('[role="tree"]');
    await tree.waitFor();
    for (const token of ["480.10", "12345678901234567890", '"\\u0041cme \\u202e"']) {
      assert.ok((await tree.innerText()).includes(token), token);
    }
    await panel.page.getByRole("button", { name: "Raw text" }).click();
    assert.equal(await text(".raw-text"), source);
  });

  it("names the problems that the rules find", async () => {
    const call = await streamedCall({ protocol: "mcp", method: "tools/list" });
    call.reply('{"jsonrpc":"2.0","id":1,"result":{"tools":5}}', { kind: "response" });
    panel.conversation.flush();
    await panel.page.locator(".problems .problem.error").first().waitFor();
    assert.match(await text(".problems"), /mcp\//);
  });

  it("assembles the task beside the list: states, artifacts, marks", async () => {
    const call = await streamedCall();
    call.reply(a2a.task("TASK_STATE_SUBMITTED"), { kind: "task" });
    call.reply(a2a.status("TASK_STATE_WORKING"), { kind: "status" });
    call.reply(a2a.artifact("EUR "), { kind: "artifact" });
    call.reply(a2a.artifact("480", { append: true, lastChunk: true }), { kind: "artifact" });
    call.reply(a2a.artifact("!", { append: true }), { kind: "artifact" });
    call.reply(a2a.status("TASK_STATE_COMPLETED"), { kind: "status" });
    await panel.page.locator(".state-step", { hasText: "completed" }).waitFor();
    assert.deepEqual(
      (await panel.page.locator(".state-step").allInnerTexts()).map((state) => state.split("\n")[0]),
      ["submitted", "working", "completed"],
    );
    await panel.page.locator(".artifact-text", { hasText: "EUR 480!" }).waitFor();
    assert.match(await text(".artifact-head"), /Offer\s+3 pieces/);
    assert.match(await text(".side-pane .problems"), /after the artifact's last one.*Reply 5/s);
    await panel.page.locator(".side-pane .problems button").click();
    assert.equal(await panel.page.evaluate(() => document.activeElement.dataset.sequence), "5");
  });

  it("offers to resume a stream that broke off, and to fetch or cancel its task", async () => {
    const call = await streamedCall();
    call.reply(a2a.task("TASK_STATE_WORKING"), { kind: "task" });
    call.end("timeout", {
      code: "timeout",
      message: "The answer began but did not end.",
      likelyCause: "It is slow.",
      nextStep: "Resume.",
    });
    await panel.page.locator(".state-text", { hasText: "Timed out" }).waitFor();
    assert.match(
      await text(".call-failure"),
      /timeout[\s\S]*did not end[\s\S]*Likely cause: It is slow\.[\s\S]*What to do: Resume\./,
    );
    for (const name of ["Resume", "Get", "Cancel task", "Continue"]) {
      await panel.page.locator(".side-pane").getByRole("button", { name, exact: true }).click();
    }
    await askedFor(panel, 4);
    assert.deepEqual(panel.asked, [
      { name: "subscribe-task", params: { taskId: "t-8" } },
      { name: "get-task", params: { taskId: "t-8" } },
      { name: "cancel-task", params: { taskId: "t-8" } },
      { name: "continue-context", params: { contextId: "c-7", taskId: "t-8" } },
    ]);
  });

  it("tells each way to end apart", async () => {
    const states = [
      ["answered", "Answered, without content", { jsonrpc: "2.0", id: 2, result: {} }],
      [
        "protocol-error",
        "Answered with an error",
        { jsonrpc: "2.0", id: 2, error: { code: -32602, message: "No such tool" } },
      ],
      ["timeout", "Timed out"],
      ["cancelled", "Cancelled"],
      ["connection-lost", "Connection lost"],
      ["core-error", "Refused by the core"],
    ];
    panel = await openPanel(environment);
    for (const [index, [outcome, name, reply]] of states.entries()) {
      const call = liveCall(panel, { id: `call-${index}` });
      call.show();
      if (reply) call.reply(reply, { kind: outcome === "answered" ? "response" : "error" });
      call.end(outcome);
      await panel.page.locator(".state-text", { hasText: name }).waitFor();
    }
  });

  it("explains an error code where it stands", async () => {
    const call = await streamedCall({ protocol: "mcp" });
    call.reply({ jsonrpc: "2.0", id: 1, error: { code: -32022, message: "no" } }, { kind: "error" });
    await panel.page.locator(".reply-body .notice").waitFor();
    assert.match(
      await text(".reply-body .notice"),
      /-32022\s+UnsupportedProtocolVersionError[\s\S]*Likely cause:[\s\S]*What to do:/,
    );
  });

  it("counts down to a retry and then lets it be sent", async () => {
    const call = await streamedCall({ transport: "rpc" });
    const envelope = { error: { code: "rate_limited", retryAfter: 1 } };
    const at = new Date().toISOString();
    call.reply(envelope, { kind: "envelope-error", at });
    call.call.events.push();
    panel.conversation.add({
      event: "end",
      outcome: "envelope-error",
      at,
      elapsedMs: 200,
      replies: 1,
      sent: "",
      failure: { code: "rate_limited", message: "Too many requests.", retryAfterSeconds: 1 },
    });
    panel.conversation.flush();
    const retry = panel.page.locator(".notice-actions button");
    await retry.waitFor();
    assert.equal(await retry.isDisabled(), true);
    assert.match(await text(".retry-wait"), /possible in/);
    await panel.page.waitForFunction(() => !document.querySelector(".notice-actions button").disabled);
    await retry.click();
    await askedFor(panel, 1);
    assert.deepEqual(panel.asked, [{ name: "resend", params: {} }]);
  });

  it("shows MCP progress as a bar", async () => {
    const call = await streamedCall({ protocol: "mcp" });
    const progress = (value) => ({
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken: "p", progress: value, total: 4, message: "counting" },
    });
    call.reply(progress(1), { kind: "notification" });
    call.reply(progress(3), { kind: "notification" });
    call.reply(progress(3), { kind: "notification" });
    const bar = panel.page.getByRole("progressbar");
    await panel.page.locator('[role="progressbar"][aria-valuenow="3"]').waitFor();
    assert.equal(await bar.getAttribute("aria-valuemax"), "4");
    assert.match(await text(".progress-text"), /3 of 4\s+counting/);
    await panel.page.locator('article[data-sequence="3"]', { hasText: "progress did not grow" }).waitFor();
    assert.match(await text(".side-pane .problems"), /did not grow.*Reply 3/s);
  });

  it("lists a broadcast by member, the silent ones too", async () => {
    panel = await openPanel(environment);
    const call = liveCall(panel, { protocol: "mcp", target: "#shop" });
    call.show(["ada", "bert", "cleo"]);
    call.reply({ jsonrpc: "2.0", id: 1, result: { tools: [] } }, { sender: "bert", senderId: "#7/2" });
    await panel.page.locator(".members .link-button").waitFor();
    const table = await panel.page.locator(".members tbody tr").allInnerTexts();
    assert.match(table[0], /ada\s+Serves the protocol, no answer yet/);
    assert.match(table[1], /bert\s+Answered\s+1/);
    assert.match(await text(".side-pane"), /1 of 3 members/);
  });

  it("answers an MCP question with a form, and refuses an empty required field", async () => {
    const call = await streamedCall({ protocol: "mcp" });
    call.reply({
      jsonrpc: "2.0",
      id: 1,
      result: {
        resultType: "input_required",
        requestState: "opaque",
        inputRequests: {
          size: {
            method: "elicitation/create",
            params: {
              message: "Which size?",
              requestedSchema: {
                type: "object",
                properties: { size: { type: "string", enum: ["S", "L"] }, count: { type: "integer", title: "Count" } },
                required: ["count"],
              },
            },
          },
        },
      },
    });
    await panel.page.locator(".question", { hasText: "Which size?" }).waitFor();
    const answer = panel.page.locator(".questions").getByRole("button", { name: "Answer" });
    await answer.click();
    assert.match(await text(".questions .notice"), /Count/);
    await panel.page.getByLabel("Count").fill("2");
    await panel.page.getByLabel("size", { exact: true }).selectOption("L");
    await answer.click();
    await askedFor(panel, 1);
    assert.deepEqual(panel.asked, [
      {
        name: "answer-input",
        params: { reply: 1, answer: '{"size":{"action":"accept","content":{"size":"L","count":2}}}' },
      },
    ]);
  });

  it("answers an A2A task that waits for input with a message, and keeps what is being written", async () => {
    const call = await streamedCall();
    call.reply(a2a.task("TASK_STATE_SUBMITTED"), { kind: "task" });
    call.reply(a2a.status("TASK_STATE_INPUT_REQUIRED", "Which name shall be on the card?"), { kind: "status" });
    await panel.page.locator(".question", { hasText: "Which name shall be on the card?" }).waitFor();
    const answer = panel.page.locator(".questions").getByRole("button", { name: "Answer" });
    await answer.click();
    assert.match(await text(".questions .notice"), /Write a message first/);
    await panel.page.getByLabel("Your message").fill('For "Ada"\n& Bert');
    call.end();
    await panel.page.locator(".state-text", { hasText: "Answered: input is asked for" }).waitFor();
    await answer.click();
    await askedFor(panel, 1);
    assert.deepEqual(panel.asked, [{ name: "answer-input", params: { reply: 2, answer: 'For "Ada"\n& Bert' } }]);
  });

  it("answers an MCP question in JSON: as written, by choice or where no form is possible", async () => {
    const call = await streamedCall({ protocol: "mcp" });
    const question = (schema) => ({
      jsonrpc: "2.0",
      id: 1,
      result: {
        resultType: "input_required",
        requestState: "opaque",
        inputRequests: {
          q: { method: "elicitation/create", params: { message: "How many?", requestedSchema: schema } },
        },
      },
    });
    call.reply(question({ type: "object", properties: { n: { type: "number" } }, required: ["n"] }));
    const questions = panel.page.locator(".questions");
    await questions.getByRole("button", { name: "Write JSON" }).click();
    const box = questions.getByLabel("Answers as JSON, by question");
    assert.deepEqual(JSON.parse(await box.inputValue()).q.action, "accept");
    const written = '{"q": {"action": "accept", "content": {"n": 2.50}}}';
    await box.fill(written);
    await questions.getByRole("button", { name: "Answer" }).click();
    await askedFor(panel, 1);
    call.reply(question({ type: "object", properties: { list: { type: "array", items: { type: "object" } } } }));
    await panel.page.locator('article[data-sequence="2"]').waitFor();
    await questions.getByRole("button", { name: "Use the form" }).waitFor({ state: "detached" });
    await box.fill("{");
    await questions.getByRole("button", { name: "Answer" }).click();
    await askedFor(panel, 2);
    assert.deepEqual(panel.asked, [
      { name: "answer-input", params: { reply: 1, answer: written } },
      { name: "answer-input", params: { reply: 2, answer: "{" } },
    ]);
  });

  it("tells why an action failed, and keeps the call", async () => {
    await streamedCall();
    panel.refusals.set("cancel-call", "The call has ended already.");
    await panel.page.getByRole("button", { name: "Cancel" }).click();
    await panel.page.getByText("The call has ended already.").waitFor();
    assert.match(await text(".call-name"), /Order two anvils/);
  });
});

describe("the page", () => {
  it("takes little memory for thousands of long replies, and few elements", async () => {
    const call = await streamedCall();
    const cdp = await panel.page.context().newCDPSession(panel.page);
    const before = await heapBytes(cdp);
    const words = "anvils and hammers ".repeat(800);
    const replies = 5_000;
    call.reply(a2a.task("TASK_STATE_WORKING"), { kind: "task" });
    panel.isDeaf = true;
    for (let index = 2; index < replies; index++) {
      call.reply(a2a.artifact(`${index} ${words}`, { append: index > 2 }), { kind: "artifact" });
    }
    panel.isDeaf = false;
    // The page sees that deltas are missing and asks for a snapshot of everything.
    call.reply(a2a.artifact("the last piece", { append: true }), { kind: "artifact" });
    await panel.page.locator(`article[data-sequence="${replies}"]`).waitFor();
    const grownBytes = (await heapBytes(cdp)) - before;
    assert.ok(grownBytes < 30_000_000, `the page takes ${grownBytes} bytes for ${replies} replies`);
    assert.ok((await panel.page.locator("article").count()) < 60);
    await panel.page.getByText("Only the start is shown. The replies hold the rest.").waitFor();
  });

  it("asks for a snapshot when a delta is missing, and shows every reply again", async () => {
    const call = await streamedCall();
    call.reply(a2a.task("TASK_STATE_SUBMITTED"), { kind: "task" });
    await rows().nth(0).waitFor();
    panel.isDeaf = true;
    call.reply(a2a.status("TASK_STATE_WORKING"), { kind: "status" });
    panel.isDeaf = false;
    call.reply(a2a.status("TASK_STATE_COMPLETED"), { kind: "status" });
    await rows().nth(2).waitFor();
    assert.equal(await rows().count(), 3);
  });

  it("is rebuilt after it was hidden: the replies, what was open, the filter and the place", async () => {
    const call = await streamedCall();
    for (let index = 0; index < 60; index++)
      call.reply(a2a.status("TASK_STATE_WORKING", `step ${index}`), { kind: "status" });
    await panel.page.locator('article[data-sequence="60"]').waitFor();
    await panel.page.keyboard.press("/");
    await panel.page.keyboard.press("Escape");
    await panel.page.keyboard.press("Home");
    await panel.page.keyboard.press("Enter");
    await panel.page.locator('article[data-sequence="1"] [role="tree"]').waitFor();
    panel.isDeaf = true;
    call.reply(a2a.status("TASK_STATE_COMPLETED", "while hidden"), { kind: "status" });
    panel.isDeaf = false;
    await panel.page.reload();
    await panel.page.locator('article[data-sequence="1"] [role="tree"]').waitFor();
    assert.equal(await panel.page.evaluate(() => document.querySelector(".reply-list").scrollTop), 0);
    await panel.page.keyboard.press("/");
    await panel.page.keyboard.press("Escape");
    await panel.page.keyboard.press("End");
    await panel.page.locator('article[data-sequence="61"]', { hasText: "while hidden" }).waitFor();
  });

  it("keeps the search to its last letter when it is hidden in the middle of typing", async () => {
    const call = await streamedCall();
    call.reply(a2a.status("TASK_STATE_WORKING", "Checking the stock"), { kind: "status" });
    call.reply(a2a.status("TASK_STATE_WORKING", "Packing"), { kind: "status" });
    await rows().nth(1).waitFor();
    const search = panel.page.getByLabel("Search in replies");
    await search.pressSequentially("packing");
    await panel.page.reload();
    await panel.page.getByText("1 found").waitFor();
    assert.equal(await search.inputValue(), "packing");
    assert.equal(await rows().count(), 1);
  });

  it("shows another call while a row of the one before has the focus", async () => {
    const first = await streamedCall({ id: "first" });
    for (let index = 0; index < 4; index++) first.reply(a2a.status("TASK_STATE_WORKING"), { kind: "status" });
    await panel.page.locator('article[data-sequence="4"] .toggle').click();
    await panel.page.locator('article[data-sequence="4"].open').waitFor();
    const second = liveCall(panel, { id: "second" });
    second.show();
    for (let index = 1; index <= 4; index++) {
      second.reply(a2a.status("TASK_STATE_WORKING", `second ${index}`), { kind: "status" });
    }
    await panel.page.locator('article[data-sequence="4"]', { hasText: "second 4" }).waitFor();
    assert.equal(await panel.page.locator("article.open").count(), 0);
  });

  it("follows the stream, stands still when the user moves away, and counts what is new", async () => {
    const call = await streamedCall();
    for (let index = 0; index < 80; index++)
      call.reply(a2a.status("TASK_STATE_WORKING", `step ${index}`), { kind: "status" });
    await panel.page.locator('article[data-sequence="80"]').waitFor();
    await panel.page.locator(".reply-list").hover();
    await panel.page.mouse.wheel(0, -600);
    await panel.page.getByText("Follow", { exact: true }).waitFor();
    const before = await panel.page.evaluate(() => document.querySelector(".reply-list").scrollTop);
    call.reply(a2a.status("TASK_STATE_WORKING", "late"), { kind: "status" });
    call.reply(a2a.status("TASK_STATE_WORKING", "later"), { kind: "status" });
    await panel.page.getByText("2 new").waitFor();
    assert.equal(await panel.page.evaluate(() => document.querySelector(".reply-list").scrollTop), before);
    await panel.page.getByText("2 new").click();
    await panel.page.locator("article", { hasText: "later" }).waitFor();
    await panel.page.getByText("Following").waitFor();
  });

  it("keeps few rows on the page however many replies there are", async () => {
    const call = await streamedCall();
    for (let index = 0; index < 1000; index++) {
      call.call.events.push();
      panel.conversation.add({
        event: "reply",
        sequence: index + 1,
        sender: "Ask Acme",
        senderId: "@4",
        at: "2026-10-21T12:00:01.000Z",
        elapsedMs: 1000,
        text: "{}",
        json: {},
        kind: "status",
        notes: [],
      });
    }
    panel.conversation.flush();
    await panel.page.locator('article[data-sequence="1000"]').waitFor();
    assert.ok((await rows().count()) < 60);
    assert.equal(await rows().last().getAttribute("aria-setsize"), "1000");
  });
});
