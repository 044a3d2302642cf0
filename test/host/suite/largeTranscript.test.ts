import * as assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as vscode from "vscode";
import type { SimplexAgentsApi } from "../../../src/editor/activation/extensionApi.ts";
import { largeTranscript } from "../../fixtures/largeTranscript.mjs";
import { closeEditors, extensionApi, until } from "./host.ts";

const maxHeapBytes = 250_000_000;
const maxBlockedMs = 3_000;

describe("a transcript of 30 MB", () => {
  let api: SimplexAgentsApi;
  let folder: string;

  before(async () => {
    api = await extensionApi();
    folder = await mkdtemp(join(tmpdir(), "simplex-large-"));
  });
  after(async () => {
    await closeEditors();
    await rm(folder, { recursive: true, force: true });
  });

  it("is shown in the panel, and another one takes its place: the host is not held up, and its memory is given back", async () => {
    const show = async (id: string) => {
      const file = join(folder, `${id}.transcript.json`);
      await writeFile(file, largeTranscript(id));
      await vscode.commands.executeCommand("simplexAgents.openTranscript", vscode.Uri.file(file));
      await until(() => api.panel.shown?.id === id, `${id} in the panel`);
    };
    const before = heapBytes();
    const delays = monitorEventLoopDelay({ resolution: 10 });
    delays.enable();
    await show("large-1");
    delays.disable();
    const grownBytes = heapBytes() - before;
    await show("large-2");
    const grownAgainBytes = heapBytes() - before;
    const blockedMs = delays.max / 1e6;
    console.log(
      `[test] 30 MB: the host is held up ${blockedMs.toFixed(0)} ms and takes ${(grownBytes / 1e6).toFixed(0)} MB, ` +
        `${(grownAgainBytes / 1e6).toFixed(0)} MB after another one`,
    );
    assert.ok(blockedMs < maxBlockedMs, `the host was held up ${blockedMs} ms`);
    assert.ok(grownBytes < maxHeapBytes, `one transcript takes ${grownBytes} bytes`);
    assert.ok(grownAgainBytes < maxHeapBytes, `two, one after the other, take ${grownAgainBytes} bytes`);
  });
});

/** What is in use once the rest has been given up. */
function heapBytes(): number {
  setFlagsFromString("--expose-gc");
  const collectGarbage: unknown = runInNewContext("gc");
  if (typeof collectGarbage === "function") collectGarbage();
  return process.memoryUsage().heapUsed;
}
