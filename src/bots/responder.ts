import { type ApiResult, chatItemsOf, sendText, serviceRequestOf, serviceResponse } from "../core/api.ts";
import { type Clock, sleep } from "../core/clock.ts";
import type { Core, CoreRecord, Disposable } from "../core/core.ts";
import { openDeadline } from "../core/deadline.ts";
import { asObject, asString } from "../core/records/jsonShape.ts";
import { type ChatItem, chatRefText, type ServiceRequest } from "../core/records/records.ts";
import { serviceHardLimitBytes, serviceSize } from "../protocol/size/serviceSize.ts";
import { errorMessage } from "../protocol/text/errorMessage.ts";
import { parseCallCommand } from "./callCommand.ts";
import { envelopeError } from "./envelopeError.ts";
import { jsonRpcCode, jsonRpcError, parseRequest } from "./jsonRpcRequest.ts";
import type { Answer, CallContext, ProtocolServer } from "./protocolServer.ts";
import { createRateLimiter, type RateLimit, type RateLimiter } from "./rateLimit.ts";

export interface ResponderOptions {
  readonly core: Core;
  readonly userId: number;
  readonly servers: readonly ProtocolServer[];
  readonly clock: Clock;
  /** Requests beyond it are answered `rate_limited` (rpc) or with a JSON-RPC error (chat). */
  readonly rateLimit?: RateLimit;
  /** How long the bot thinks before it answers, in milliseconds. */
  readonly delayMs?: number;
  /** The transports served; both by default. */
  readonly transports?: { readonly chat: boolean; readonly rpc: boolean };
}

export interface Responder {
  /** Ends every answer under way and resolves when all have ended. Stopping twice is harmless. */
  stop(): Promise<void>;
}

/** Answers at work at the same time; more are refused as beyond the rate. */
const maxConcurrentCalls = 64;
/** The core accepts a response within 180 s (agent-protocols#exchange): the bot gives up a little earlier. */
const serviceDeadlineMs = 170_000;

/** Serves protocols at a profile, in its conversations and at its address, over any core. */
export function serveProtocols(options: ResponderOptions): Responder {
  return new CoreResponder(options);
}

class CoreResponder implements Responder {
  readonly #options: ResponderOptions;
  readonly #servers: ReadonlyMap<string, ProtocolServer>;
  readonly #serves: { readonly chat: boolean; readonly rpc: boolean };
  readonly #limiter: RateLimiter | undefined;
  readonly #stopped = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #listener: Disposable;

  constructor(options: ResponderOptions) {
    const { core, clock, servers, rateLimit, transports } = options;
    this.#options = options;
    this.#servers = new Map(servers.map((server) => [server.protocol, server]));
    this.#serves = transports ?? { chat: true, rpc: true };
    this.#limiter = rateLimit && createRateLimiter(rateLimit, () => clock.now());
    this.#listener = core.onEvent((event) => this.#handle(event));
  }

  async stop(): Promise<void> {
    this.#listener.dispose();
    this.#stopped.abort();
    await Promise.all(this.#running);
  }

  #handle(event: CoreRecord): void {
    if (event.type === "newChatItems" && this.#serves.chat) for (const item of chatItemsOf(event)) this.#receive(item);
    const request = serviceRequestOf(event);
    if (request !== undefined) this.#run(this.#answerService(request));
  }

  #run(work: Promise<void>): void {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  #receive(item: ChatItem): void {
    const call = item.sender.kind === "self" ? undefined : parseCallCommand(item.text);
    const server = call && this.#servers.get(call.protocol);
    // A command with a mention is for the mentioned member; one without is for everyone who serves the protocol.
    if (call === undefined || server === undefined || (call.hasMention && !item.mentionsUser)) return;
    this.#run(this.#answerChat(item, server, call.request));
  }

  async #answerChat(item: ChatItem, server: ProtocolServer, request: string): Promise<void> {
    const waitSeconds = this.#refuseSeconds();
    if (waitSeconds !== undefined) {
      const reason = `The bot takes no more requests now. Repeat the request after ${waitSeconds} s.`;
      await this.#reply(item, errorReply(request, reason, { retryAfter: waitSeconds }));
      return;
    }
    const ended = new AbortController();
    const signal = AbortSignal.any([this.#stopped.signal, ended.signal]);
    const context: CallContext = { transport: "chat", caller: chatCaller(item), signal };
    for await (const answer of this.#answers(server, request, context)) {
      const text = answer.kind === "message" ? answer.text : errorReply(request, answer.message);
      const sent = await this.#reply(item, text);
      if (sent.kind === "ok") continue;
      // Nothing can follow: the reply does not fit, or the conversation is gone.
      if (isTooLarge(sent))
        await this.#reply(item, errorReply(request, "The reply exceeds the size limit of a message."));
      ended.abort();
    }
    if (this.#stopped.signal.aborted)
      await this.#reply(item, errorReply(request, "The bot was stopped before it had the answer."));
  }

  #reply(item: ChatItem, text: string): Promise<ApiResult<ChatItem>> {
    return sendText(this.#options.core, item.chat, text, { quotedItemId: item.itemId });
  }

  async #answerService(request: ServiceRequest): Promise<void> {
    const { core, userId } = this.#options;
    const envelope = await this.#serviceEnvelope(request);
    const { requestId } = request;
    const isTooLong = serviceSize(envelope).bytes > serviceHardLimitBytes;
    const sent = isTooLong ? undefined : await serviceResponse(core, userId, requestId, envelope);
    if (sent?.kind === "ok" || (sent !== undefined && !isTooLarge(sent))) return;
    const tooLarge = envelopeError("too_large", "The response exceeds the size limit of Service RPC.");
    await serviceResponse(core, userId, requestId, tooLarge);
  }

  async #serviceEnvelope({ requestId, signerKey, requestData }: ServiceRequest): Promise<string> {
    const protocol = asString(requestData["protocol"]);
    const requestKey = requestData["requestKey"];
    if (protocol === undefined || !("request" in requestData))
      return envelopeError("bad_request", "The envelope has no protocol or no request.");
    if (
      requestKey !== undefined &&
      (typeof requestKey !== "string" || unpadded(requestKey) !== unpadded(signerKey ?? ""))
    )
      return envelopeError("bad_request", "requestKey is not the key that signed the request.");
    const server = this.#serves.rpc ? this.#servers.get(protocol) : undefined;
    if (server === undefined)
      return envelopeError("unsupported_protocol", `${protocol} is not served over Service RPC at this address.`);
    const waitSeconds = this.#refuseSeconds();
    if (waitSeconds !== undefined)
      return envelopeError("rate_limited", "Too many requests. Repeat the request later.", waitSeconds);
    const caller = signerKey === undefined ? `request ${requestId}` : `key ${unpadded(signerKey)}`;
    return await this.#respond(server, JSON.stringify(requestData["request"]), caller);
  }

  /** The last message is the response; what cannot be ready in time needs a conversation. */
  async #respond(server: ProtocolServer, request: string, caller: string): Promise<string> {
    const deadline = openDeadline(this.#options.clock, serviceDeadlineMs, this.#stopped.signal);
    const context: CallContext = { transport: "rpc", caller, signal: deadline.signal };
    let last: Answer | undefined;
    for await (const answer of this.#answers(server, request, context)) last = answer;
    deadline.dispose();
    if (deadline.hasTimedOut)
      return envelopeError("conversation_required", "The answer takes longer than Service RPC waits.");
    if (last === undefined) return envelopeError("internal", "The bot gave no answer.");
    return last.kind === "message" ? `{"response":${last.text}}` : envelopeError(last.code, last.message);
  }

  /** The server's answer after the bot's delay. A server that fails is answered for: a call always ends. */
  async *#answers(server: ProtocolServer, request: string, context: CallContext): AsyncGenerator<Answer> {
    const { clock, delayMs } = this.#options;
    if (delayMs !== undefined) await sleep(clock, delayMs, context.signal);
    if (context.signal.aborted) return;
    try {
      yield* server.answer(request, context);
    } catch (error) {
      const reason = errorMessage(error);
      yield context.transport === "rpc"
        ? { kind: "envelope-error", code: "internal", message: `The bot failed: ${reason}` }
        : { kind: "message", text: errorReply(request, `The bot failed: ${reason}`) };
    }
  }

  #refuseSeconds(): number | undefined {
    return this.#running.size >= maxConcurrentCalls ? 1 : this.#limiter?.take();
  }
}

/** Whose contexts a call may name: the contact, or in a group the member (agent-protocols#callers-and-authorization). */
function chatCaller(item: ChatItem): string {
  const member = item.sender.kind === "member" ? `/${item.sender.memberId}` : "";
  return `${chatRefText(item.chat)}${member}`;
}

/** The binding's error for a reply that cannot be sent (agent-protocols#message-size). */
function errorReply(request: string, reason: string, data?: unknown): string {
  const parsed = parseRequest(request);
  const id = parsed.kind === "request" ? parsed.request.id : null;
  return JSON.stringify(jsonRpcError(id, jsonRpcCode.internalError, reason, data));
}

function isTooLarge(result: ApiResult<unknown>): boolean {
  if (result.kind !== "error") return false;
  const chatError = asObject(result.chatError);
  const storeError = asObject(chatError?.["storeError"])?.["type"];
  const commandError = asObject(asObject(chatError?.["agentError"])?.["cmdErr"])?.["type"];
  return storeError === "largeMsg" || commandError === "LARGE";
}

function unpadded(key: string): string {
  return key.replace(/=+$/, "");
}
