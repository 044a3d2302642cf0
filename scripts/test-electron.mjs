// `npm run test:electron`: the host suite in a desktop VS Code, for machines that may download one.
// VSCODE=path uses an installed VS Code instead.
import { join } from "node:path";
import { installPackages, repository, runOrExit } from "./fresh-machine.mjs";

installPackages();
runOrExit("Building", process.execPath, ["scripts/build.mjs"]);
runOrExit("Building the tests", process.execPath, ["scripts/build-tests.mjs"]);

const { runTests } = await import("@vscode/test-electron");
try {
  await runTests({
    ...(process.env.VSCODE && { vscodeExecutablePath: process.env.VSCODE }),
    extensionDevelopmentPath: repository,
    extensionTestsPath: join(repository, "dist-test", "host.cjs"),
    launchArgs: [join(repository, "test", "host", "workspace"), "--disable-extensions", "--disable-workspace-trust"],
  });
} catch (error) {
  console.error(`The suite did not pass in the desktop VS Code: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
