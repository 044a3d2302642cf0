import type { AgentCard } from "@a2a-js/sdk";
import {
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
  validateVersion,
} from "@a2a-js/sdk/server";
import { unlessAborted } from "../core/aborted.ts";
import { asObject } from "../core/records/jsonShape.ts";
import type { JsonObject } from "../protocol/json/jsonObject.ts";
import { createCallerScope, taskNotFoundCode } from "./callerScope.ts";
import { continuedTask } from "./continuedTask.ts";
import { type JsonRpcRequest, jsonRpcCode, jsonRpcError, parseRequest } from "./jsonRpcRequest.ts";
import { type Answer, type CallContext, message, type ProtocolServer } from "./protocolServer.ts";

/** The binding's URI, as `protocolBinding` of an Agent Card (agent-protocols#identification). */
export const a2aBindingUri = "https://simplex.chat/protocol/a2a/v1";

/** The member that carries service parameters, as messages have no headers (agent-protocols#service-parameters). */
export const serviceParametersMember = "a2a-service-parameters";

export interface A2aServer extends ProtocolServer {
  /** The agent's card, as `GetExtendedAgentCard` answers it. */
  readonly card: AgentCard;
}

/** Serves A2A 1.0 with the official SDK's request handler. Callers see only their own contexts and tasks. */
export function a2aProtocolServer(card: AgentCard, executor: AgentExecutor): A2aServer {
  const handler = new JsonRpcTransportHandler(
    new DefaultRequestHandler(card, new InMemoryTaskStore(), executor, undefined, undefined, undefined, card),
  );
  // The SDK keeps tasks apart by caller, but not contexts.
  const scope = createCallerScope(false);

  async function* answer(requestJson: string, context: CallContext): AsyncGenerator<Answer> {
    const parsed = parseRequest(requestJson);
    if (parsed.kind === "error") {
      yield message(parsed.response);
      return;
    }
    const { request } = parsed;
    const refusal = refusalOf(card, request, context);
    if (refusal !== undefined) yield refusal;
    else if (scope.isForeign(request, context.caller)) yield unknownTask(request);
    else yield* exchange(request, context);
  }

  async function* exchange(request: JsonRpcRequest, context: CallContext): AsyncGenerator<Answer> {
    const parameters = serviceParameters(request);
    const call = new ServerCallContext({
      requestedVersion: parameters.get("a2a-version") ?? "",
      user: { isAuthenticated: true, userName: context.caller },
    });
    const { [serviceParametersMember]: _parameters, ...body } = request.message;
    try {
      const result = await handler.handle(body, call);
      if (!(Symbol.asyncIterator in result)) {
        scope.remember(result.result, context.caller);
        yield message(result);
        return;
      }
      for await (const event of continuedTask(request, untilAborted(result, context.signal))) {
        scope.remember(event["result"], context.caller);
        yield message(event);
      }
    } catch (error) {
      yield message(errorResponse(request, error));
    }
  }

  return { protocol: "a2a", versions: ["1.0"], card, answer };
}

/** What a request for the context or task of another caller is answered with. */
export function unknownTask(request: JsonRpcRequest): Answer {
  return message(jsonRpcError(request.id, taskNotFoundCode, "Task not found."));
}

/** Service parameters by their names in lower case: names ignore case (agent-protocols#service-parameters). */
export function serviceParameters(request: JsonRpcRequest): ReadonlyMap<string, string> {
  const member = asObject(request.message[serviceParametersMember]) ?? {};
  return new Map(
    Object.entries(member).flatMap(([name, value]) => (typeof value === "string" ? [[name.toLowerCase(), value]] : [])),
  );
}

/** What the binding refuses before the agent sees it: another version, and over Service RPC all but one-shot tasks. */
function refusalOf(card: AgentCard, request: JsonRpcRequest, context: CallContext): Answer | undefined {
  try {
    // An absent version means 0.3 (A2A 1.0, section 3.6).
    validateVersion(serviceParameters(request).get("a2a-version") || "0.3", card);
  } catch (error) {
    return message(errorResponse(request, error));
  }
  return context.transport === "rpc" && !isOneShot(request) ? oneShotOnly : undefined;
}

/** `SendMessage` without context or task, that waits for the end of the work (agent-protocols#service-rpc). */
export function isOneShot(request: JsonRpcRequest): boolean {
  const sent = asObject(request.params["message"]);
  return (
    request.method === "SendMessage" &&
    (sent?.["contextId"] ?? "") === "" &&
    (sent?.["taskId"] ?? "") === "" &&
    asObject(request.params["configuration"])?.["returnImmediately"] !== true
  );
}

/** What every other request over Service RPC is answered with. */
export const oneShotOnly: Answer = {
  kind: "envelope-error",
  code: "conversation_required",
  message: "Only one-shot tasks are served over Service RPC: connect to the address and use /_call a2a.",
};

function errorResponse(request: JsonRpcRequest, error: unknown): JsonObject {
  const mapped = JsonRpcTransportHandler.mapToJSONRPCError(error);
  return jsonRpcError(request.id, mapped.code ?? jsonRpcCode.internalError, mapped.message, mapped.data);
}

/** The items of a stream until the caller is gone: the task itself goes on, as with a lost connection. */
async function* untilAborted<Value>(stream: AsyncGenerator<Value>, signal: AbortSignal): AsyncGenerator<Value> {
  for (;;) {
    const next = await unlessAborted(stream.next(), signal);
    if (next === undefined || next.done === true) return;
    yield next.value;
  }
}
