import { version } from "../../package.json";
import { type CliCommand, cliCommands } from "./commands.ts";
import { type CliIo, exitCodes, UsageError } from "./io.ts";

/** Runs the command that `args` name and resolves to the exit code. A wrong command line is said, not thrown. */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  const [name, ...rest] = args;
  if (name === "--version" || name === "-v") {
    io.writeOut(`${version}\n`);
    return exitCodes.ok;
  }
  if (name === undefined || name === "--help" || name === "-h") {
    (name === undefined ? io.writeError : io.writeOut)(overview());
    return name === undefined ? exitCodes.cannotRun : exitCodes.ok;
  }
  const isHelp = name === "help";
  const wanted = isHelp ? rest[0] : name;
  if (wanted === undefined) {
    io.writeOut(overview());
    return exitCodes.ok;
  }
  const command = cliCommands.find((known) => known.name === wanted);
  if (!command) {
    io.writeError(`"${wanted}" is not a command.\n\n${overview()}`);
    return exitCodes.cannotRun;
  }
  return await runCommand(command, isHelp ? ["--help"] : rest, io);
}

async function runCommand(command: CliCommand, args: readonly string[], io: CliIo): Promise<number> {
  const module = await command.load();
  const ownArgs = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  if (ownArgs.includes("--help") || ownArgs.includes("-h")) {
    io.writeOut(module.help);
    return exitCodes.ok;
  }
  try {
    return await module.run(args, io);
  } catch (error) {
    if (!isUsageError(error)) throw error;
    io.writeError(`${usageText(error, command.name)}\nSee "simplex-agents ${command.name} --help".\n`);
    return exitCodes.cannotRun;
  }
}

/** Our own usage errors and those of node's `parseArgs`. */
function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}

/** What is wrong with the command line. Node's words for an unknown option are about its own parser. */
function usageText(error: Error, command: string): string {
  const isUnknown = "code" in error && error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION";
  const option = isUnknown ? /'(-[^']*)'/.exec(error.message)?.[1] : undefined;
  return option === undefined ? error.message : `"${option}" is no option of "simplex-agents ${command}".`;
}

function overview(): string {
  const width = Math.max(...cliCommands.map((command) => command.name.length));
  const lines = cliCommands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return [
    "simplex-agents: check, call and inspect agents that speak MCP and A2A over SimpleX.",
    "",
    "Usage: simplex-agents <command> [options]",
    "",
    "Commands:",
    ...lines,
    "",
    'See "simplex-agents <command> --help" for the options of a command.',
    "",
  ].join("\n");
}
