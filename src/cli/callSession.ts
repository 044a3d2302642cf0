import { randomInt, randomUUID } from "node:crypto";
import { dirname, resolve } from "node:path";
import type { CallEvent } from "../exchange/callEvent.ts";
import type { LiveCall } from "../runner/run/liveCall.ts";
import type { PrepareContext } from "../runner/run/prepareRequest.ts";
import type { RunFileOptions } from "../runner/run/runFile.ts";
import { keyPairOf } from "../runner/values/keyPair.ts";
import { neighbourTransports } from "../transport/neighbours.ts";
import type { TransportServices } from "../transport/transport.ts";
import { simplexTransports } from "../transport/transports.ts";
import { type CallFileInput, readBeside } from "./callFileInput.ts";
import { warningsText } from "./callOutput.ts";
import { type CliIo, UsageError } from "./io.ts";
import type { OpenedCore } from "./openCore.ts";
import { painter } from "./paint.ts";

/** Options of `parseArgs` that `send` and `run` share. */
export const callOptions = {
  env: { type: "string" },
  core: { type: "string", default: "sandbox" },
  format: { type: "string", default: "text" },
} as const;

export const callOptionsHelp = `  --env NAME       the environment of simplex.env.json and simplex.private.env.json to use
  --core CORE      sandbox (default), or the WebSocket of a running core, such as ws://127.0.0.1:5225
  --format FORMAT  text (default), or ndjson: one JSON object a line

{{$secret name}} and {{$env NAME}} are environment variables of that name; "# @sign name" takes the Ed25519 private key
(PKCS #8, PEM or base64url) from the environment variable of that name. Secrets appear in no output.
A target without a conversation is connected to, and an office of A2C-SMCP joined: running this command is the decision to.
`;

export type CallFormat = "text" | "ndjson";

/** The format that `--format` names. Throws a `UsageError` for any other. */
export function callFormat(name: string): CallFormat {
  if (name === "text" || name === "ndjson") return name;
  throw new UsageError(`"${name}" is no format. Write text or ndjson.`);
}

/** Gives the events of a call up to its end: a reply that comes later would stand among those of the next request. */
export function listenToEnd(call: LiveCall, listener: (event: CallEvent) => void): void {
  const subscription = call.onEvent((event) => {
    listener(event);
    if (event.event === "end") subscription.dispose();
  });
}

/** What the files of one run share. */
export type RunMemory = Required<Pick<RunFileOptions, "captures" | "sentSecrets">>;

/** What running the requests of one file needs, from the surroundings of the command line. */
export function runOptions(
  input: CallFileInput,
  opened: OpenedCore | undefined,
  memory: RunMemory,
  io: CliIo,
): RunFileOptions {
  const now = Date.now;
  const { text, builtIns, signingKey } = prepareContext(input, io);
  return {
    text,
    fileName: input.path,
    environment: input.environment,
    privateEnvironment: input.privateEnvironment,
    ...memory,
    builtIns,
    signingKey,
    onWarnings: (warnings) =>
      io.writeError(warningsText(warnings, input.path, input.text, painter(io.hasErrorColours))),
    readShape: (name) => readBeside(input.path, name, io),
    services: {
      transports: {
        ...(opened && simplexTransports(opened.core, { now, confirmConnect })),
        ...neighbourTransports({
          now,
          confirmJoin: () => Promise.resolve(true),
          packageFolders: [dirname(resolve(io.workingFolder, input.path)), io.workingFolder],
        }),
      },
      newCallId: randomUUID,
      now,
      // Without a core nothing is sent whose record would name one.
      core: opened?.core.mode ?? "external",
      onBug: (error) => io.writeError(`${error instanceof Error ? error.stack : String(error)}\n`),
    },
    signal: io.signal,
  };
}

const confirmConnect: TransportServices["confirmConnect"] = (_, { incognito }) => Promise.resolve({ incognito });

/** What preparing a request of one file needs, without captures. */
export function prepareContext(input: CallFileInput, io: CliIo): PrepareContext {
  return {
    text: input.text,
    fileName: input.path,
    scopes: {
      captured: new Map(),
      capturedIn: () => undefined,
      environment: input.environment,
      privateEnvironment: input.privateEnvironment,
    },
    builtIns: {
      uuid: randomUUID,
      now: Date.now,
      // `randomInt` of node excludes its upper bound, and takes ranges below 2^48.
      randomInt: (minimum, maximum) => randomInt(minimum, maximum + 1),
      environmentVariable: (name) => io.environment[name],
      secret: (name) => Promise.resolve(io.environment[name]),
    },
    signingKey: (name) => Promise.resolve(keyPairOf(io.environment[name] ?? "")),
  };
}
