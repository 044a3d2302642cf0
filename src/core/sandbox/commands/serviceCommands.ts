import type { JsonObject } from "../../../protocol/json/jsonObject.ts";
import { serviceHardLimitBytes, serviceSize } from "../../../protocol/size/serviceSize.ts";
import { type CoreRecord, payloadText } from "../../core.ts";
import { asObject } from "../../records/jsonShape.ts";
import { agentCommandError, chatCmdError, commandError, parseError, serviceError } from "../chatErrors.ts";
import { parseJson, parseJsonObject } from "../jsonArgument.ts";
import type { SandboxProfile } from "../sandboxProfile.ts";
import type { AddressEntry } from "../sandboxState.ts";
import { isValidSignature, signPayload } from "../serviceSignature.ts";
import { response, type SandboxCommand } from "./command.ts";
import { withTarget } from "./connectionCommands.ts";

/** How long the requester waits unless `timeout` says otherwise, in milliseconds. */
const defaultTimeoutMs = 30_000;
/** How long the responder's core keeps a request, in milliseconds. */
const responseWindowMs = 180_000;

/** Service RPC: one request and one response over a connection of its own. */
export const serviceCommands: readonly SandboxCommand[] = [
  {
    pattern:
      /^\/_service_request (?<userId>\d+) (?<target>\S+)(?: timeout=(?<timeout>\d+(?:\.\d+)?))?(?: sign_key=(?<signKey>[A-Za-z0-9_=-]+))? (?<json>\{.*\})$/s,
    run(profile, argument) {
      const requestData = parseJsonObject(argument("json"));
      if (requestData === undefined) return parseError();
      return withTarget(profile, argument("target"), ({ address }) => {
        if (address.kind === "group") return commandError("service request target must be a contact");
        if (address.kind === "invitation") return parseError();
        const timeoutMs = argument("timeout") === "" ? defaultTimeoutMs : Number(argument("timeout")) * 1_000;
        const signKey = argument("signKey");
        return request(profile, address.owner, address.address, {
          json: argument("json"),
          requestData,
          timeoutMs,
          ...(signKey !== "" && { signKey }),
        });
      });
    },
  },
  {
    pattern: /^\/_service_response (?<userId>\d+) (?<requestId>[A-Za-z0-9_=-]+) (?<json>.+)$/s,
    run(profile, argument) {
      const responseData = parseJson(argument("json"));
      if (responseData === undefined) return parseError();
      const requestId = argument("requestId");
      const pending = profile.pendingServiceRequests.get(requestId);
      if (pending === undefined) return agentCommandError("PROHIBITED");
      if (serviceSize(argument("json")).bytes > serviceHardLimitBytes) return agentCommandError("LARGE");
      profile.pendingServiceRequests.delete(requestId);
      pending.stopWaiting();
      profile.services.clock.soon(() => {
        pending.respond(responseData, argument("json"));
        profile.emitRecord({ type: "serviceReplySent", connectionId: pending.connectionId });
      });
      return response(profile, "serviceReplyAccepted", { connectionId: pending.connectionId });
    },
  },
];

interface Request {
  readonly json: string;
  readonly requestData: JsonObject;
  readonly timeoutMs: number;
  readonly signKey?: string;
}

function request(
  requester: SandboxProfile,
  responder: SandboxProfile,
  address: AddressEntry,
  sent: Request,
): CoreRecord | Promise<CoreRecord> {
  if (!address.hasRatchetKeys) return chatCmdError(serviceError("notDRAddress"));
  if (serviceSize(sent.json).bytes > serviceHardLimitBytes) return agentCommandError("LARGE");
  const sessionData = requester.services.randomBytes(32);
  const signed = sent.signKey === undefined ? undefined : signPayload(sent.signKey, sessionData, sent.json);
  if (sent.signKey !== undefined && signed === undefined) return parseError();
  const isTrusted = signed === undefined || isValidSignature(signed, sessionData, sent.json);
  return new Promise((resolve) => {
    let isWaiting = true;
    const end = (result: CoreRecord): void => {
      isWaiting = false;
      requester.openServiceRequests.delete(endUnanswered);
      cancelTimeout();
      resolve(result);
    };
    const endUnanswered = (): void => end(chatCmdError(serviceError("timeout")));
    const cancelTimeout = requester.services.clock.after(sent.timeoutMs, endUnanswered);
    requester.openServiceRequests.add(endUnanswered);
    const respond = (responseData: unknown, text: string): void => {
      if (!isWaiting) {
        requester.emitRecord({ type: "chatError", chatError: serviceError("noPendingRequest") });
        return;
      }
      const data = asObject(responseData);
      end(
        data === undefined
          ? commandError("invalid service response")
          : { ...response(requester, "serviceResponse", { responseData: data }), [payloadText]: text },
      );
    };
    requester.services.clock.soon(() => {
      if (isTrusted) report(responder, sent.requestData, signed?.signerKey, respond);
      else responder.emitRecord({ type: "chatError", chatError: serviceError("badSignature") });
    });
  });
}

/** The responder's core drops requests unless it was started with service requests on. */
function report(
  responder: SandboxProfile,
  requestData: JsonObject,
  signerKey: string | undefined,
  respond: (responseData: unknown, text: string) => void,
): void {
  if (!responder.isStarted || !responder.acceptsServiceRequests) return;
  const requestId = responder.randomId();
  const stopWaiting = responder.services.clock.after(responseWindowMs, () => {
    responder.pendingServiceRequests.delete(requestId);
  });
  responder.pendingServiceRequests.set(requestId, { respond, connectionId: responder.randomId(), stopWaiting });
  responder.emit("serviceRequest", { requestId, ...(signerKey !== undefined && { signerKey }), requestData });
}
