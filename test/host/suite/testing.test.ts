import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { RequestResult } from "../../../src/runner/runRequest.ts";
import { extensionApi, until } from "./host.ts";

describe("the Testing view", () => {
  it("runs the workspace's requests in order, and tells why one fails", async () => {
    const api = await extensionApi();
    const results: RequestResult[] = [];
    const subscription = api.tests.onResult((result) => results.push(result));
    try {
      void vscode.commands.executeCommand("testing.runAll");
      await until(() => results.length >= 3, "three results");
    } finally {
      subscription.dispose();
    }
    const [list, wrong, unknown] = results;
    assert.equal(list?.name, "List tools");
    assert.ok(list.kind === "finished" && list.isPassed);
    assert.ok(wrong?.kind === "finished" && !wrong.isPassed);
    const [expectation] = wrong.expectations;
    assert.deepEqual([expectation?.expected, expectation?.actual], ['"Lisbon"', '"availability"']);
    assert.equal(unknown?.kind, "not-sent");
  });
});
