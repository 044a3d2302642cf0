// Runs the given command and ends with it. If whoever started this dies, by whatever means, its end of
// our standard input closes; then this process group, and nothing else, is ended.
// host-lib.mjs starts it as the leader of a new process group.
import { spawn } from "node:child_process";

const child = spawn(process.execPath, process.argv.slice(2), { stdio: ["ignore", "inherit", "inherit"] });
child.once("exit", (code) => process.exit(code ?? 1));
process.on("SIGTERM", () => {}); // sent to the whole group: wait for the child to end in good order
process.stdin.resume().once("close", () => process.kill(-process.pid, "SIGKILL"));
