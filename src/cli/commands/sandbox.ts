import { parseArgs } from "node:util";
import { whenAborted } from "../../core/aborted.ts";
import { serveSandbox } from "../../core/sandbox/webSocketServer.ts";
import { type CliIo, exitCodes, UsageError } from "../io.ts";

export const help = `Usage: simplex-agents sandbox --list [--format text|json]
       simplex-agents sandbox [--port N] [--bot-port N] [--smcp-port N] [--shape flat|either]

The sandbox is a network inside this process, with demo bots at its addresses. Nothing of it is on the SimpleX network.

  --list           print its addresses and end
  --format FORMAT  text (default) or json: one array of {title, link, type, protocols?, audience?, serves?, changeFrequency?}
  --port N         serve it as simplex-chat serves its WebSocket API, on 127.0.0.1; 0 (default) takes a free port.
                   Prints the address to connect to and runs until it is stopped.
  --bot-port N     also serve the core of a second profile in the same network, for a bot of yours, such as
                   "serve --core ws://127.0.0.1:N"; prints its address
  --smcp-port N    also simulate an A2C-SMCP server with one computer, on 127.0.0.1; prints the target to call
  --shape SHAPE    how responses are written: flat (default), or either, as the cores of the 6.4 line

Exit: 0, or 2 when the port is taken or the command is wrong.
`;

/** `sandbox`: lists the demo addresses or serves them as a core's WebSocket API. */
export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      list: { type: "boolean", default: false },
      format: { type: "string", default: "text" },
      port: { type: "string", default: "0" },
      shape: { type: "string", default: "flat" },
      "bot-port": { type: "string" },
      "smcp-port": { type: "string" },
    },
  });
  const { createDemoSandbox } = await import("../../bots/demoSandbox.ts");
  if (values.list) {
    const format = oneOf("format", values.format, ["text", "json"]);
    const sandbox = await createDemoSandbox();
    const addresses = sandbox.addresses();
    await sandbox.close();
    const lines = addresses.map(({ title, link, type, protocols }) => {
      const served = protocols === undefined ? "" : `, ${Object.keys(protocols).join(", ")}`;
      return `${title} (${type}${served})\n  ${link}\n`;
    });
    io.writeOut(format === "json" ? `${JSON.stringify(addresses, undefined, 2)}\n` : lines.join(""));
    return exitCodes.ok;
  }
  const shape = oneOf("shape", values.shape, ["flat", "either"]);
  const port = portNumber(values.port);
  const botPort = optionalPort(values["bot-port"]);
  const smcpPort = optionalPort(values["smcp-port"]);
  const sandbox = await createDemoSandbox();
  const closers = [() => sandbox.close()];
  try {
    const server = await listening(port, serveSandbox(sandbox.profile, { port, shape }));
    closers.push(() => server.close());
    io.writeOut(`${server.url}\n`);
    if (botPort !== undefined) {
      const profile = sandbox.addServedProfile({ displayName: "sandbox-bot", peerType: "bot" });
      const bot = await listening(botPort, serveSandbox(profile, { port: botPort, shape }));
      closers.push(() => bot.close());
      io.writeOut(`${bot.url}\n`);
    }
    if (smcpPort !== undefined) {
      const { startSmcpSandbox } = await import("../../bots/smcp/smcpSandbox.ts");
      const smcp = await listening(smcpPort, startSmcpSandbox({ port: smcpPort }));
      closers.push(() => smcp.close());
      io.writeOut(`${smcp.target}\n`);
    }
    await whenAborted(io.signal);
    return exitCodes.ok;
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

/** What is being served, or a usage error when its port cannot be. */
async function listening<Served>(port: number, served: Promise<Served>): Promise<Served> {
  try {
    return await served;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new UsageError(
      `Port ${port} cannot be served (${String(error.code)}). Use another one, or 0 for a free one.`,
    );
  }
}

function optionalPort(text: string | undefined): number | undefined {
  return text === undefined ? undefined : portNumber(text);
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`"${text}" is no port. Write a number from 0 to 65535.`);
  return port;
}

function oneOf<const Choice extends string>(option: string, value: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((known) => known === value);
  if (choice === undefined) throw new UsageError(`"${value}" is no ${option}. Write ${choices.join(" or ")}.`);
  return choice;
}
