import { a2a, liveCall } from "./harness.mjs";

/**
 * States of the panel to look at: each shows a call of its own in the panel it is given, and resolves when it is drawn.
 */
export const scenes = {
  async empty(panel) {
    await panel.page.locator(".empty").waitFor();
  },
  async waiting(panel) {
    const call = liveCall(panel, { id: "waiting", startedAtMs: Date.now() });
    call.show();
    call.sent(a2a.request);
    await stateIs(panel, "Waiting for the first reply");
  },
  async "mid-stream"(panel) {
    const call = liveCall(panel, { id: "mid-stream", startedAtMs: Date.now() - 700 });
    call.show();
    call.sent(a2a.request);
    call.reply(a2a.task("TASK_STATE_SUBMITTED"), { kind: "task" });
    call.reply(a2a.status("TASK_STATE_WORKING", "Checking the stock in Lisbon"), { kind: "status" });
    call.reply(a2a.artifact("EUR 480, "), { kind: "artifact" });
    call.reply(a2a.artifact("delivered by Friday", { append: true }), { kind: "artifact", notes: ["duplicate"] });
    call.reply("Hi \u202Egnp.exe, a person here", { kind: "text" });
    await openReply(panel, 4);
  },
  async error(panel) {
    const call = liveCall(panel, {
      id: "error",
      protocol: "mcp",
      version: "2026-07-28",
      method: "tools/call",
      name: "Availability",
      sizeBytes: 15_400,
    });
    call.show();
    call.sent("", { sizeBytes: 15_400 });
    const error = {
      code: -32602,
      message: "Unknown tool: availabilty",
      data: { known: ["availability"], price: 480.1 },
    };
    call.reply(
      { jsonrpc: "2.0", id: 1, error },
      { kind: "error", quote: '/_call mcp {"jsonrpc": "2.0", "id": 1, "method": "tools/call", …' },
    );
    call.end("protocol-error", {
      code: "-32602",
      message: "The answer is the error -32602, Invalid params: Unknown tool: availabilty.",
      likelyCause: "The tool's name is misspelled.",
      nextStep: "Take the tool's name from `tools/list`.",
      retryAfterSeconds: 3600,
    });
    panel.conversation.flush();
    await panel.page.locator('[role="tree"]').waitFor();
  },
  async broadcast(panel) {
    const call = liveCall(panel, {
      id: "broadcast",
      protocol: "mcp",
      version: "2026-07-28",
      method: "tools/call",
      name: "Ask everybody",
      target: "#market",
      targetTitle: "Market",
      core: "external",
      startedAtMs: Date.now() - 600,
    });
    call.show(["ada", "bert", "cleo"]);
    call.sent("");
    call.reply(
      {
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken: 1, progress: 2, total: 5, message: "counting anvils" },
      },
      { kind: "notification", sender: "ada", senderId: "#7/1" },
    );
    call.reply(
      {
        jsonrpc: "2.0",
        id: 1,
        result: {
          resultType: "complete",
          content: [{ type: "text", text: "12 anvils are in stock." }],
          isError: false,
        },
      },
      { sender: "bert", senderId: "#7/2" },
    );
    call.reply(
      {
        jsonrpc: "2.0",
        id: 1,
        result: {
          resultType: "input_required",
          requestState: "s",
          inputRequests: {
            q: {
              method: "elicitation/create",
              params: {
                message: "Which size of anvil?",
                requestedSchema: {
                  type: "object",
                  required: ["size"],
                  properties: {
                    size: { type: "string", title: "Size", enum: ["small", "large"] },
                    engraving: { type: "string", title: "Engraving", description: "At most 20 letters." },
                    gift: { type: "boolean", title: "Wrap as a gift" },
                  },
                },
              },
            },
          },
        },
      },
      { sender: "ada", senderId: "#7/1" },
    );
    await panel.page.locator(".questions").waitFor();
    await panel.page.locator('[role="tree"]').first().waitFor();
  },
  async ended(panel) {
    const call = liveCall(panel, { id: "ended" });
    call.show();
    call.sent(a2a.request);
    call.reply(a2a.task("TASK_STATE_SUBMITTED"), { kind: "task" });
    call.reply(a2a.status("TASK_STATE_WORKING", "Checking the stock in Lisbon"), { kind: "status" });
    call.reply(a2a.artifact("Order 1042: 2 anvils\n"), { kind: "artifact" });
    call.reply(a2a.artifact("Total: EUR 480\n", { append: true, lastChunk: true }), { kind: "artifact" });
    call.reply(a2a.status("TASK_STATE_COMPLETED", "Order 1042 confirmed, delivery on Friday."), { kind: "status" });
    call.end();
    call.reply(a2a.artifact("P.S.", { append: true }), { kind: "artifact", notes: ["after-end"] });
    await stateIs(panel, "Answered");
  },
  async "input-required"(panel) {
    const call = liveCall(panel, { id: "input-required", name: "Order a gift" });
    call.show();
    call.sent(a2a.request);
    call.reply(a2a.task("TASK_STATE_SUBMITTED"), { kind: "task" });
    call.reply(a2a.status("TASK_STATE_INPUT_REQUIRED", "Which name shall be on the gift card?"), { kind: "status" });
    call.end();
    await panel.page.locator(".questions").getByRole("button", { name: "Answer" }).click();
    await panel.page.getByText("Write a message first.").waitFor();
  },
  async "retry-after"(panel) {
    const at = new Date().toISOString();
    const call = liveCall(panel, {
      ...{ id: "retry-after", transport: "rpc", protocol: "mcp", version: "2026-07-28", method: "tools/list" },
      ...{ name: "List tools", startedAtMs: Date.now() },
    });
    call.show();
    call.sent("{}", { limitBytes: 3_000_000 });
    call.reply(
      { error: { code: "rate_limited", message: "Three calls a minute.", retryAfter: 3600 } },
      { kind: "envelope-error", at },
    );
    call.end("envelope-error", {
      code: "rate_limited",
      message: "The responder answered the envelope error `rate_limited`. It says: Three calls a minute.",
      likelyCause: "More requests came than the responder allows.",
      nextStep: "Send the request again after that time.",
      retryAfterSeconds: 3600,
    });
    await panel.page.locator(".retry-wait", { hasText: "possible in" }).waitFor();
  },
  async "broken-off"(panel) {
    const call = liveCall(panel, { id: "broken-off" });
    call.show();
    call.sent(a2a.request);
    call.reply(a2a.status("TASK_STATE_WORKING", "Checking the stock in Lisbon"), {
      kind: "status",
      notes: ["stream-without-task"],
    });
    call.reply(a2a.artifact("Total: EUR 480", { append: true }), { kind: "artifact" });
    call.end("timeout", {
      code: "timeout",
      message: "The answer began but did not end within 30 s.",
      likelyCause: "The agent works longer, or its messages are on their way.",
      nextStep: "Resume the stream, or wait longer with `# @timeout`.",
    });
    await panel.page.getByRole("button", { name: "Resume" }).waitFor();
  },
  async cut(panel) {
    const call = liveCall(panel, { id: "cut" });
    call.show();
    call.sent(a2a.request);
    call.reply(a2a.task("TASK_STATE_WORKING"), { kind: "task" });
    call.reply(a2a.status("TASK_STATE_WORKING", "Tick 4211"), { kind: "status", sequence: 4212, elapsedMs: 1_684_400 });
    await panel.page.getByText("4,210 replies are not in this list").waitFor();
  },
  async hostile(panel) {
    const call = liveCall(panel, { id: "hostile", name: "<b>\u202Egnp.exe</b>", target: "javascript:alert(1)" });
    call.show();
    call.sent(a2a.request);
    call.reply(`<img src=x onerror=alert(1)> see https://evil.invalid/\u200b and file:///etc/passwd\u2066\u0007`, {
      ...{ kind: "text", sender: "Mallory\u202E\u0000 <script>" },
    });
    call.reply("A".repeat(1_000_000), { kind: "text" });
    await panel.page.locator('article[data-sequence="1"] .toggle').click();
    await panel.page.locator('article[data-sequence="2"] .toggle').click();
    await panel.page.getByRole("button", { name: /Show 20,000 of/ }).waitFor();
  },
  async search(panel) {
    const call = liveCall(panel, { id: "search", protocol: "mcp", version: "2026-07-28", method: "tools/list" });
    call.show();
    call.sent("");
    const tool = (name) => ({ name, description: `Tells the ${name} of an item`, inputSchema: { type: "object" } });
    const tools = ["availability", "price", "delivery", "weight"].map(tool);
    call.reply({ jsonrpc: "2.0", id: 1, result: { tools, ttlMs: 60_000, price: 480.1 } });
    call.reply("The price is on the label.", { kind: "text", sender: "Bob", senderId: "@5" });
    call.end();
    await panel.page.getByLabel("Search in replies").fill("price");
    await panel.page.getByText("2 found").waitFor();
    await panel.page.locator("mark").first().waitFor();
  },
  async filtered(panel) {
    await panel.page.getByLabel("Search in replies").fill("nothing of that kind");
    await panel.page.getByText("No reply matches").waitFor();
  },
};

async function stateIs(panel, text) {
  await panel.page.locator(".state-text", { hasText: text }).waitFor();
}

async function openReply(panel, sequence) {
  await panel.page.locator(`article[data-sequence="${sequence}"] .toggle`).click();
  const line = panel.page.locator(`article[data-sequence="${sequence}"] [role="treeitem"]`).nth(4);
  await line.click();
}
