// `axe-core` over the panel in each theme, and a picture of each in `artifacts/panel` for people to look at.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { a2a, liveCall, openPanel, startBrowser, themes } from "./harness.mjs";

const repository = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const pictures = join(repository, "artifacts", "panel");
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let environment;

before(async () => {
  mkdirSync(pictures, { recursive: true });
  environment = await startBrowser();
});
after(() => environment.close());

const scenes = {
  async "mid-stream"(panel) {
    const call = liveCall(panel, { startedAtMs: Date.now() - 700 });
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
};

async function openReply(panel, sequence) {
  await panel.page.locator(`article[data-sequence="${sequence}"] .toggle`).click();
  const line = panel.page.locator(`article[data-sequence="${sequence}"] [role="treeitem"]`).nth(4);
  await line.click();
}

for (const theme of Object.keys(themes)) {
  describe(`in the theme ${theme}`, () => {
    for (const [scene, draw] of Object.entries(scenes)) {
      for (const width of scene === "mid-stream" ? [1100, 520] : [1100]) {
        it(`${scene} at ${width} pixels has no fault that axe-core finds`, async () => {
          const panel = await openPanel(environment, { theme, width });
          await draw(panel);
          await panel.page.waitForTimeout(150);
          await panel.page.screenshot({ path: join(pictures, `${scene}-${theme}-${width}.png`) });
          await panel.page.evaluate(axeSource);
          const { violations } = await panel.page.evaluate(() =>
            window.axe.run(document, { resultTypes: ["violations"] }),
          );
          const found = violations.flatMap(({ id, nodes }) =>
            nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
          );
          const { consoleErrors } = panel;
          await panel.close();
          assert.deepEqual({ found, consoleErrors }, { found: [], consoleErrors: [] });
        });
      }
    }
  });
}

it("every theme variable the style sheet uses exists in VS Code", () => {
  const style = readFileSync(join(repository, "src/panel/page/panel.css"), "utf8");
  const used = new Set(style.match(/--vscode-[A-Za-z-]+/g));
  const known = new Set(Object.values(themes).flatMap((theme) => Object.keys(theme.variables)));
  // Fonts are settings, not colours of a theme.
  const unknown = [...used].filter((name) => !known.has(name) && !/-font-/.test(name));
  assert.deepEqual(unknown, []);
});
