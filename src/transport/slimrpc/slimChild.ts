// The child process of one call over SLIMRPC. It has the native library to itself: a call that blocks the thread for good,
// or a panic, ends this process and nothing else. It logs on standard output, so messages go over the channel of `fork`.
import { errorMessage } from "../../protocol/text/errorMessage.ts";
import { isSlimBindings, type SlimBindings, type SlimChannel } from "./slimBindings.ts";
import {
  beatIntervalMs,
  isSlimChildCall,
  type SlimChildCall,
  type SlimChildEvent,
  type SlimStage,
} from "./slimMessages.ts";

/** The library closes what the garbage collector takes: what a call needs stays reachable to the process's end. */
const inUse: unknown[] = [];

setInterval(() => tell({ kind: "beat" }), beatIntervalMs);
process.on("message", (message: unknown) => {
  if (isSlimChildCall(message)) void answer(message);
});
// The parent is gone: nobody waits for the answer.
process.on("disconnect", () => process.exit());

async function answer(call: SlimChildCall): Promise<void> {
  let stage: SlimStage = "load";
  try {
    const slim: unknown = await import(call.moduleUrl);
    if (!isSlimBindings(slim)) throw new Error("The package has not the functions of @agntcy/slim-bindings 2.0.");
    slim.initializeWithDefaults();
    stage = "identity";
    const service = slim.createService("simplex-agents");
    const ownName = new slim.Name(...call.ownName);
    const app = service.createAppWithSecret(ownName, call.secret);
    stage = "connect";
    const connectionId = await within(connectMs, service.connectAsync(clientConfig(slim, call.endpoint)));
    await app.subscribeAsync(ownName, connectionId);
    const channel = slim.Channel.newWithConnection(app, new slim.Name(...call.remoteName), connectionId);
    inUse.push(service, app, channel);
    stage = "call";
    tell({ kind: "calling" });
    await perform(channel, call);
    // The agent's side of the session would find it broken otherwise.
    await channel.closeAsync(closeMs);
    tell({ kind: "end" });
  } catch (error) {
    tell({ kind: "failed", stage, ...describe(error) });
  }
}

/** The library tries to reach a node for ever: a call must not. */
const connectMs = 8000;

/** How long the library may take to close a channel. */
const closeMs = 1000;

async function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not answer within ${limitMs / 1000} s.`)), limitMs);
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
  }
}

function clientConfig(slim: SlimBindings, endpoint: string): unknown {
  return endpoint.startsWith("https:") ? slim.newSecureClientConfig(endpoint) : slim.newInsecureClientConfig(endpoint);
}

async function perform(channel: SlimChannel, call: SlimChildCall): Promise<void> {
  const { service, method, timeoutMs } = call;
  // The library takes a buffer of its own, not a view into a larger one.
  const request = new Uint8Array(call.request).buffer;
  const metadata = new Map(call.metadata);
  if (!call.isStreaming) {
    const response = await channel.callUnaryAsync(service, method, request, timeoutMs, metadata);
    tell({ kind: "item", bytes: new Uint8Array(response) });
    return;
  }
  const reader = await channel.callUnaryStreamAsync(service, method, request, timeoutMs, metadata);
  for (;;) {
    const message = await reader.nextAsync();
    const { tag, value } = streamMessage(message);
    if (tag === "End") return;
    if (tag === "Error") throw value;
    if (!(value instanceof ArrayBuffer)) throw new Error(`The stream gave a message of an unknown kind, “${tag}”.`);
    tell({ kind: "item", bytes: new Uint8Array(value) });
  }
}

/** `{tag, inner: [value]}`, as the bindings write their unions. */
function streamMessage(message: unknown): { readonly tag: string; readonly value: unknown } {
  if (typeof message !== "object" || message === null) return { tag: "unknown", value: message };
  const inner: unknown = Reflect.get(message, "inner");
  return { tag: String(Reflect.get(message, "tag")), value: Array.isArray(inner) ? inner[0] : inner };
}

/** An `RpcError` carries a status and a message; anything else is an error of the library. */
function describe(error: unknown): {
  readonly message: string;
  readonly status?: number;
  readonly details?: Uint8Array;
} {
  const inner: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "inner") : undefined;
  if (typeof inner === "object" && inner !== null) {
    const status: unknown = Reflect.get(inner, "code");
    const message: unknown = Reflect.get(inner, "message");
    const details: unknown = Reflect.get(inner, "details");
    if (typeof message === "string") {
      return {
        message,
        ...(typeof status === "number" && { status }),
        ...(details instanceof ArrayBuffer && { details: new Uint8Array(details) }),
      };
    }
  }
  return { message: errorMessage(error) };
}

function tell(event: SlimChildEvent): void {
  process.send?.(event);
}
