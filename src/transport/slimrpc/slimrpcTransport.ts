import { fileURLToPath } from "node:url";
import type { CallEnd, CallEvent } from "../../exchange/callEvent.ts";
import { isoTime } from "../../exchange/isoTime.ts";
import { serviceParametersMember } from "../../protocol/a2a/serviceParameters.ts";
import { isObject } from "../../protocol/json/jsonObject.ts";
import { slimMetadataOf } from "../../protocol/slimrpc/slimMetadata.ts";
import type { NeighbourServices } from "../neighbourServices.ts";
import { coreFailure, type Ending, endEvent } from "../sendFailure.ts";
import type { PreparedRequest, Transport } from "../transport.ts";
import { type A2aMethodCodec, a2aMethodCodec } from "./a2aCodec.ts";
import { findSlimBindings } from "./findSlimBindings.ts";
import { endingOfProcess } from "./slimFailure.ts";
import type { SlimChildCall } from "./slimMessages.ts";
import { runSlimProcess, type SlimProcessEvent } from "./slimProcess.ts";
import { createSlimReplies, type ReadyCall, type SlimReplies } from "./slimReplies.ts";
import { type SlimSettings, slimSettings } from "./slimSettings.ts";

/** Beyond about 4 MB the library gives no error: the call times out and its connection is dead. */
const maxRequestBytes = 3_500_000;

/** Loading the library, connecting and the library's own time limit come before the process is ended for lateness. */
const processGraceMs = 10_000;

/** The child's module as the build places it: beside the chunk that this module is part of. */
const builtChildPath = fileURLToPath(new URL("./slimChild.js", import.meta.url));

/**
 * Sends requests of A2A over SLIMRPC: the JSON of the request file in protobuf, by `@agntcy/slim-bindings` in a process of
 * its own. `childPath` is the child's module, for where it is not the built one.
 */
export function createSlimrpcTransport(
  services: Pick<NeighbourServices, "now" | "packageFolders">,
  childPath = builtChildPath,
): Transport {
  return { kind: "slimrpc", send: (request, signal) => sendSlimrpc(services, childPath, request, signal) };
}

async function* sendSlimrpc(
  services: Pick<NeighbourServices, "now" | "packageFolders">,
  childPath: string,
  request: PreparedRequest,
  signal: AbortSignal,
): AsyncGenerator<CallEvent> {
  const { now } = services;
  const startedAtMs = now();
  const ready = readyCall(request, services.packageFolders);
  if ("outcome" in ready) return yield endEvent(ready, request.text, startedAtMs, now());
  const events = runSlimProcess(ready.child, {
    childPath,
    signal,
    deadlineMs: request.timeoutMs + processGraceMs,
  });
  let replies: SlimReplies | undefined;
  for await (const event of events) {
    if (event.kind === "calling") {
      const sentAtMs = now();
      replies = createSlimReplies(request, ready, sentAtMs);
      yield {
        event: "sent",
        at: isoTime(sentAtMs),
        transport: "slimrpc",
        target: request.target,
        text: request.text,
        sizeBytes: ready.child.request.length,
        limitBytes: maxRequestBytes,
        core: "slimrpc",
      };
    } else if (replies === undefined) yield notSent(event, ready, request, startedAtMs, now());
    else yield* replies(event, now());
  }
}

/** The end of a call whose child got no further than its connection. */
function notSent(
  event: SlimProcessEvent,
  { child }: ReadyCall,
  request: PreparedRequest,
  startedAtMs: number,
  atMs: number,
): CallEnd {
  if (event.kind === "item" || event.kind === "calling" || event.kind === "end") {
    throw new Error(`The child process of a call told “${event.kind}” before it had called.`);
  }
  return endEvent(endingOfProcess(event, child.endpoint, request.timeoutMs), request.text, startedAtMs, atMs);
}

function readyCall(request: PreparedRequest, packageFolders: readonly string[]): ReadyCall | Ending {
  const settings = slimSettings(request.target, request.connection ?? []);
  if ("outcome" in settings) return settings;
  const { id, method, params, metadata } = requestParts(request.requestJson);
  const codec = a2aMethodCodec(method);
  if (codec === undefined) {
    return coreFailure(
      "slim-method",
      `\`${method}\` is no method of A2A 1.0, so nothing was sent.`,
      "Over SLIMRPC the methods have the names of A2A 1.0, such as `SendMessage`.",
    );
  }
  const encoded = codec.encode(params);
  if (!encoded.ok) {
    return coreFailure(
      "slim-encoding",
      `The parameters cannot be written in protobuf, so nothing was sent: ${encoded.message}`,
      "Correct the member it names: over SLIMRPC unknown members and wrong types cannot be sent.",
    );
  }
  if (encoded.bytes.length > maxRequestBytes) return tooLarge(encoded.bytes.length);
  const moduleUrl = findSlimBindings(packageFolders);
  if (moduleUrl === undefined) return missingPackage();
  const child = childCall({ moduleUrl, settings, method, codec, bytes: encoded.bytes, metadata, request });
  return { child, codec, id };
}

function childCall(call: {
  readonly moduleUrl: string;
  readonly settings: SlimSettings;
  readonly method: string;
  readonly codec: A2aMethodCodec;
  readonly bytes: Uint8Array;
  readonly metadata: ReadonlyMap<string, string>;
  readonly request: PreparedRequest;
}): SlimChildCall {
  return {
    kind: "call",
    ...call.settings,
    moduleUrl: call.moduleUrl,
    method: call.method,
    isStreaming: call.codec.isStreaming,
    request: call.bytes,
    timeoutMs: call.request.timeoutMs,
    metadata: [...call.metadata],
  };
}

function requestParts(requestJson: string): {
  readonly id: unknown;
  readonly method: string;
  readonly params: unknown;
  readonly metadata: ReadonlyMap<string, string>;
} {
  const request: unknown = JSON.parse(requestJson);
  const { id, method, params = {}, [serviceParametersMember]: parameters } = isObject(request) ? request : {};
  const texts = Object.entries(isObject(parameters) ? parameters : {}).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  return {
    id,
    method: typeof method === "string" ? method : "",
    params,
    metadata: slimMetadataOf(Object.fromEntries(texts)),
  };
}

function tooLarge(bytes: number): Ending {
  const size = `${bytes.toLocaleString("en")} bytes encoded, and more than ${maxRequestBytes.toLocaleString("en")} break the connection`;
  return coreFailure(
    "slim-too-large",
    `The request has ${size}, so it was not sent.`,
    "Make it shorter, or send a link to the data instead.",
  );
}

function missingPackage(): Ending {
  return coreFailure(
    "slim-missing",
    "The package @agntcy/slim-bindings is not installed, so nothing was sent. It connects to SLIM with a native library of 275 MB, which is why it is not part of this program.",
    "Run `npm install @agntcy/slim-bindings@2.0.0-alpha.5` in the workspace, or with `--global`, and send again.",
  );
}
