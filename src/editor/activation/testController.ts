import * as vscode from "vscode";
import type { FirstUse } from "./firstUse.ts";
import type { TestingArea } from "./testingArea.ts";

/** Puts the request files into the Testing view. What finds and runs them is loaded when somebody looks or runs. */
export function testController(testing: FirstUse<TestingArea>): vscode.TestController {
  const name = vscode.l10n.t("SimpleX Agents");
  const controller = vscode.tests.createTestController("simplexAgents.requests", name);
  controller.resolveHandler = async (item) => (await testing()).tests.resolve(item);
  controller.refreshHandler = async () => (await testing()).tests.refresh();
  const profile = controller.createRunProfile(
    vscode.l10n.t("Send and check"),
    vscode.TestRunProfileKind.Run,
    async (request, token) => (await testing()).tests.run(request, token),
    true,
  );
  profile.supportsContinuousRun = true;
  return controller;
}
