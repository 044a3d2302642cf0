import type { CliIo } from "./io.ts";

/** One command of the command line. Its module is loaded only when it is used. */
export interface CliCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly load: () => Promise<CliCommandModule>;
}

interface CliCommandModule {
  /** Shown by `--help`. */
  readonly help: string;
  /** Runs with the arguments after the command's name and resolves to the exit code. */
  run(args: readonly string[], io: CliIo): Promise<number>;
}

export const cliCommands: readonly CliCommand[] = [
  {
    name: "send",
    summary: "Send one request of a file and print the replies.",
    load: () => import("./commands/send.ts"),
  },
  { name: "run", summary: "Send every request of files as tests.", load: () => import("./commands/run.ts") },
  { name: "check", summary: "Check files as the editor does.", load: () => import("./commands/check.ts") },
  {
    name: "sandbox",
    summary: "List or serve the sandbox's demo addresses.",
    load: () => import("./commands/sandbox.ts"),
  },
  {
    name: "serve",
    summary: "Serve an MCP server or A2A agent at an address.",
    load: () => import("./commands/serve.ts"),
  },
  {
    name: "discover",
    summary: "Find the addresses of a website, a file or a link.",
    load: () => import("./commands/discover.ts"),
  },
  {
    name: "import",
    summary: "Make a request file of an .http file, curl, mcp.json or an Agent Card.",
    load: () => import("./commands/import.ts"),
  },
  {
    name: "export",
    summary: "Write a request as the core's commands, TypeScript or Python.",
    load: () => import("./commands/export.ts"),
  },
  { name: "inspect", summary: "Show what one address declares.", load: () => import("./commands/inspect.ts") },
];
