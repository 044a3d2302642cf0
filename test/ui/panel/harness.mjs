// Opens the built page in a real browser, with the extension's own side of the messages behind it.
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { panelBundle } from "../../../scripts/panelBundle.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, "../../..");
/** An address that exists nowhere: every request is answered by the harness or refused. */
const origin = "https://panel.invalid";

export const themes = JSON.parse(readFileSync(join(here, "themes.json"), "utf8"));

/** Fonts a desktop VS Code hands to its webviews. */
const fonts = {
  "--vscode-font-family": "system-ui, 'Segoe UI', 'Ubuntu', 'Droid Sans', sans-serif",
  "--vscode-font-size": "13px",
  "--vscode-font-weight": "normal",
  "--vscode-editor-font-family": "'Droid Sans Mono', 'monospace', monospace",
  "--vscode-editor-font-size": "14px",
};

/** Bundles the page as it ships and the host's side for Node, and starts a browser. */
export async function startBrowser() {
  const folder = mkdtempSync(join(tmpdir(), "panel-page-"));
  await build({ ...panelBundle, absWorkingDir: repository, minify: true, outfile: join(folder, "panel.js") });
  const hostFile = join(folder, "host.mjs");
  await build({
    entryPoints: [join(here, "host.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    mainFields: ["module", "main"],
    outfile: hostFile,
  });
  const host = await import(pathToFileURL(hostFile).href);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    args: [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  return {
    browser,
    host,
    folder,
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * One panel in one browser page. `shown` may be a call made by `liveCall`. What the page tried beyond its own files is in
 * `strayRequests`, dialogs are in `dialogs`, and what it asked of the editor is in `asked`.
 */
export async function openPanel(
  { browser, host, folder },
  { theme = "dark", width = 1100, height = 820, reducedMotion } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
    locale: "en-GB",
    timezoneId: "UTC",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const panel = {
    page,
    asked: [],
    refusals: new Map(),
    strayRequests: [],
    dialogs: [],
    consoleErrors: [],
    /** Messages to the page are dropped while this is true, as for a hidden webview. */
    isDeaf: false,
    /** Set to a function, it gets the messages instead of the page. */
    capture: undefined,
    close: () => context.close(),
  };
  const handlers = new Proxy(
    {},
    {
      get: (_, name) => (params) => {
        panel.asked.push({ name, params });
        const refusal = panel.refusals.get(name);
        return refusal === undefined ? Promise.resolve() : Promise.reject(new Error(refusal));
      },
    },
  );
  panel.conversation = new host.PanelConversation({
    now: () => Date.now(),
    post: (message) => {
      if (panel.capture) panel.capture(message);
      else if (!panel.isDeaf)
        void page.evaluate((data) => window.postMessage(data, "*"), message).catch(() => undefined);
    },
    translations: undefined,
    handlers,
  });
  page.on("dialog", (dialog) => {
    panel.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.type() === "error") panel.consoleErrors.push(message.text());
  });
  page.on("pageerror", (error) => panel.consoleErrors.push(String(error)));
  await page.exposeBinding("toHost", (_source, message) => {
    void panel.conversation.receive(message);
  });
  await page.addInitScript(vsCodeStub, {
    variables: { ...fonts, ...themes[theme].variables },
    kind: themes[theme].kind,
  });
  await context.route("**/*", (route) => serve(route, panel, host, folder));
  await page.goto(`${origin}/`);
  await page.waitForSelector(".empty, .call");
  return panel;
}

/** Waits until the page has asked so many things of the editor; nobody else tells when a message has arrived. */
export async function askedFor(panel, count) {
  for (let tries = 0; panel.asked.length < count && tries < 400; tries++) await panel.page.waitForTimeout(25);
}

/** Stands in for what VS Code puts into a webview: its API, the theme's variables and the body's class. */
function vsCodeStub({ variables, kind }) {
  const key = "vscode-state";
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => window.toHost(message),
    getState: () => JSON.parse(sessionStorage.getItem(key) ?? "null") ?? undefined,
    setState: (state) => sessionStorage.setItem(key, JSON.stringify(state)),
  });
  const apply = () => {
    for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(name, value);
    document.body.classList.add(kind);
    document.body.dataset.vscodeThemeKind = kind;
  };
  if (document.body) apply();
  else document.addEventListener("DOMContentLoaded", apply);
}

function serve(route, panel, host, folder) {
  const url = new URL(route.request().url());
  const file = url.pathname.slice(1);
  const types = { "panel.js": "text/javascript", "panel.css": "text/css", "codicon.ttf": "font/ttf" };
  if (url.origin === origin && file === "") {
    const body = host.pageHtml({
      scriptUri: `${origin}/panel.js`,
      styleUri: `${origin}/panel.css`,
      cspSource: origin,
      nonce: randomBytes(18).toString("base64url"),
      language: "en",
    });
    return route.fulfill({ contentType: "text/html", body });
  }
  if (url.origin === origin && Object.hasOwn(types, file)) {
    return route.fulfill({ contentType: types[file], body: readFileSync(join(folder, file)) });
  }
  if (file !== "favicon.ico") panel.strayRequests.push(url.href);
  return route.abort();
}

const startedAt = Date.parse("2026-10-21T12:00:00.000Z");

/** A call whose events the test supplies, as the runner would. */
export function liveCall(panel, header = {}) {
  const events = [];
  const call = {
    header: {
      id: "call-1",
      startedAt: new Date(header.startedAtMs ?? startedAt).toISOString(),
      name: "Order two anvils",
      file: "file:///shop.call",
      line: 3,
      transport: "chat",
      target: "https://smp12.sandbox.invalid/a#q9fXj2hWm0",
      targetTitle: "Ask Acme",
      protocol: "a2a",
      method: "SendStreamingMessage",
      version: "1.0",
      core: "sandbox",
      timeoutMs: 30_000,
      waitMs: 10_000,
      ...header,
    },
    events,
    cutEvents: 0,
    onEvent: () => ({ dispose() {} }),
    cancel() {},
    ended: new Promise(() => undefined),
  };
  let sequence = 0;
  return {
    call,
    show: (expectedMembers) => {
      panel.conversation.show({ kind: "live", call });
      if (expectedMembers) panel.conversation.expectMembers(call.header.id, expectedMembers);
      panel.conversation.flush();
    },
    sent: (text, size = {}) =>
      add({
        event: "sent",
        at: call.header.startedAt,
        transport: call.header.transport,
        target: call.header.target,
        text,
        core: "sandbox",
        sizeBytes: 412,
        limitBytes: 15_602,
        ...size,
      }),
    reply: (value, more = {}) => {
      sequence++;
      const text = typeof value === "string" ? value : JSON.stringify(value);
      const elapsedMs = more.elapsedMs ?? sequence * 140;
      add({
        event: "reply",
        sequence,
        sender: "Ask Acme",
        senderId: "@4",
        at: new Date(Date.parse(call.header.startedAt) + elapsedMs).toISOString(),
        elapsedMs,
        text,
        kind: "response",
        ...(typeof value === "string" ? parsed(value) : { json: value }),
        quote:
          '/_call a2a {"jsonrpc": "2.0", "id": 2, "method": "SendStreamingMessage", "a2a-service-parameters": {"A2A-Ver…',
        notes: [],
        ...more,
      });
    },
    end: (outcome = "answered", failure = undefined) =>
      add({
        event: "end",
        outcome,
        at: new Date(Date.parse(call.header.startedAt) + 2500).toISOString(),
        elapsedMs: 2500,
        replies: sequence,
        sent: "",
        ...(failure && { failure }),
      }),
  };

  function add(event) {
    events.push(event);
    panel.conversation.add(event);
    panel.conversation.flush();
  }
}

function parsed(text) {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return {};
  }
}

const ids = { taskId: "t-8", contextId: "c-7" };
const item = (result) => ({ jsonrpc: "2.0", id: 2, result });

/** The items of an A2A stream. */
export const a2a = {
  request:
    '/_call a2a {"jsonrpc": "2.0", "id": 2, "method": "SendStreamingMessage", "a2a-service-parameters": {"A2A-Version": "1.0"}, "params": {"message": {"messageId": "m-2", "role": "ROLE_USER", "parts": [{"text": "Order two, delivered by Friday"}]}}}',
  task: (state, more = {}) => item({ task: { id: "t-8", contextId: "c-7", status: { state }, ...more } }),
  status: (state, text) =>
    item({
      statusUpdate: {
        ...ids,
        status: { state, ...(text && { message: { messageId: "m-9", role: "ROLE_AGENT", parts: [{ text }] } }) },
      },
    }),
  artifact: (text, more = {}) =>
    item({ artifactUpdate: { ...ids, artifact: { artifactId: "a-8", name: "Offer", parts: [{ text }] }, ...more } }),
};
