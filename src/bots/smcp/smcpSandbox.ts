import { startDemoComputer } from "./demoComputer.ts";
import { serveSmcp } from "./smcpServer.ts";

/** A running simulator of A2C-SMCP. */
export interface SmcpSandbox {
  /** The target of a request file: it names the office and the computer. */
  readonly target: string;
  close(): Promise<void>;
}

const officeId = "acme-office";
const computerName = "acme-desk";

/** Serves A2C-SMCP on 127.0.0.1 with one computer in one office. `slowMs` is how long its slow tool takes. */
export async function startSmcpSandbox(options: {
  readonly port: number;
  readonly slowMs?: number;
}): Promise<SmcpSandbox> {
  const server = await serveSmcp({ port: options.port });
  const host = `127.0.0.1:${server.port}`;
  const computer = await startDemoComputer({
    origin: `http://${host}`,
    officeId,
    name: computerName,
    ...(options.slowMs !== undefined && { slowMs: options.slowMs }),
  });
  return {
    target: `smcp+http://${host}?office=${officeId}&computer=${computerName}`,
    async close() {
      computer.close();
      await server.close();
    },
  };
}
