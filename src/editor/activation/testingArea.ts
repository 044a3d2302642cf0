import type * as vscode from "vscode";
import { RequestTests } from "../testing/requestTests.ts";
import type { Area } from "./area.ts";
import type { CallsArea } from "./callsArea.ts";
import type { FirstUse } from "./firstUse.ts";
import type { SendingArea } from "./sendingArea.ts";

export interface TestingArea extends Area<"testing"> {
  readonly tests: RequestTests;
}

export interface TestingParts {
  readonly controller: vscode.TestController;
  readonly sending: FirstUse<SendingArea>;
  readonly calls: FirstUse<CallsArea>;
  readonly log: vscode.LogOutputChannel;
}

/** Requests as tests. */
export async function testingArea({ controller, sending, calls, log }: TestingParts): Promise<TestingArea> {
  const { contexts } = await sending();
  const tests = new RequestTests({
    controller,
    contexts,
    calls,
    log,
  });
  return { tests, disposables: [tests], commands: { showTestCall: (item) => tests.showCall(item) } };
}
