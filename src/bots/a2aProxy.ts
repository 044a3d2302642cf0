import { parseSseStream } from "@a2a-js/sdk";
import { asArray, asObject } from "../core/records/jsonShape.ts";
import { createAnswerReader } from "../exchange/answerReader.ts";
import type { JsonObject } from "../protocol/json/jsonObject.ts";
import { isOneShot, oneShotOnly, serviceParameters, serviceParametersMember, unknownTask } from "./a2aServer.ts";
import { type CallerScope, createCallerScope } from "./callerScope.ts";
import { continuedTask } from "./continuedTask.ts";
import { type JsonRpcRequest, jsonRpcCode, jsonRpcError, parseRequest } from "./jsonRpcRequest.ts";
import { type Answer, type CallContext, message, type ProtocolServer } from "./protocolServer.ts";

const pushNotificationMethod = /TaskPushNotificationConfigs?$/;
const pushNotSupportedCode = -32_003;
/** A longer answer of the agent is not read, in bytes. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** True for an agent's address that may be called: `https:`, or `http:` on this machine. */
export function isAgentUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname));
}

/**
 * Serves `a2a` for an agent with an HTTP JSON-RPC interface. Service parameters become headers and leave the request
 * (agent-protocols#service-parameters). The agent sees one caller, so contexts and tasks are kept apart here.
 */
export function a2aProxyServer(url: string, options: { readonly fetch?: typeof fetch } = {}): ProtocolServer {
  const scope = createCallerScope(true);
  const send = options.fetch ?? fetch;

  async function* answer(requestJson: string, context: CallContext): AsyncGenerator<Answer> {
    const parsed = parseRequest(requestJson);
    if (parsed.kind === "error") {
      yield message(parsed.response);
      return;
    }
    const refusal = refusalOf(parsed.request, context, scope);
    if (refusal !== undefined) {
      yield refusal;
      return;
    }
    try {
      yield* forward(parsed.request, context);
    } catch (error) {
      if (context.signal.aborted) return;
      const reason = `The agent gave no whole answer: ${reasonOf(error)}.`;
      yield message(jsonRpcError(parsed.request.id, jsonRpcCode.internalError, reason));
    }
  }

  async function* forward(request: JsonRpcRequest, context: CallContext): AsyncGenerator<Answer> {
    const { [serviceParametersMember]: _parameters, ...body } = request.message;
    const response = await send(url, {
      method: "POST",
      headers: {
        ...Object.fromEntries(serviceParameters(request)),
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(body),
      redirect: "error",
      signal: context.signal,
    });
    if (response.headers.get("content-type")?.startsWith("text/event-stream") === true) {
      const reader = createAnswerReader("a2a", JSON.stringify(body));
      let isFinal = false;
      for await (const item of continuedTask(request, itemsOf(response))) {
        scope.remember(item["result"], context.caller);
        isFinal ||= reader.read(JSON.stringify(item)).isFinal;
        yield message(item);
      }
      // In a conversation nothing else tells that no more comes.
      if (!isFinal) throw new Error("it closed its stream before the task came to an end");
      return;
    }
    const reply = asObject(JSON.parse(await bounded(response).text()));
    if (reply === undefined || !("result" in reply || "error" in reply))
      throw new Error(`it answered with HTTP ${response.status} and no JSON-RPC response`);
    scope.remember(reply["result"], context.caller);
    yield message(request.method === "ListTasks" ? ownTasksOnly(reply, context) : reply);
  }

  function ownTasksOnly(reply: Readonly<Record<string, unknown>>, context: CallContext): object {
    const result = asObject(reply["result"]);
    const tasks = asArray(result?.["tasks"]);
    if (tasks === undefined) return reply;
    const own = scope.ownTasks(tasks, context.caller);
    return { ...reply, result: { ...result, tasks: own, totalSize: own.length } };
  }

  return { protocol: "a2a", versions: ["1.0"], answer };
}

function refusalOf(request: JsonRpcRequest, context: CallContext, scope: CallerScope): Answer | undefined {
  if (context.transport === "rpc" && !isOneShot(request)) return oneShotOnly;
  if (pushNotificationMethod.test(request.method))
    return message(jsonRpcError(request.id, pushNotSupportedCode, "Push notifications are not used over SimpleX."));
  return scope.isForeign(request, context.caller) ? unknownTask(request) : undefined;
}

/** The JSON-RPC responses of a stream; one that is no object ends it. */
async function* itemsOf(response: Response): AsyncGenerator<JsonObject> {
  for await (const event of parseSseStream(bounded(response))) {
    const item = asObject(JSON.parse(event.data));
    if (item === undefined) throw new Error("it sent an item that is no JSON-RPC response");
    yield item;
  }
}

/** `fetch` keeps what happened in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code: unknown = error.cause instanceof Error ? Reflect.get(error.cause, "code") : undefined;
  return typeof code === "string" ? `${error.message} (${code})` : error.message;
}

/** The response with a body that fails beyond the limit. */
function bounded(response: Response): Response {
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxAnswerBytes) controller.error(new Error("its answer is too long"));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(limit) ?? null, { headers: response.headers });
}
