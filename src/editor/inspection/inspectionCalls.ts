import * as vscode from "vscode";
import type { CallReply } from "../../exchange/callEvent.ts";
import { isObject } from "../../protocol/json/jsonObject.ts";
import type { LiveCall } from "../../runner/run/liveCall.ts";
import type { RunContexts } from "../sending/runContexts.ts";

/** One question to an address, as a request of its own. */
export interface InspectionQuestion {
  readonly link: string;
  readonly protocol: "mcp" | "a2a";
  readonly method: string;
  readonly transport: "chat" | "rpc";
  /** Added to the method's parameters. */
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The result in one reply. In a group several members answer. */
interface InspectionAnswer {
  readonly sender: string;
  readonly result: unknown;
}

export type InspectionAnswers =
  | { readonly kind: "answered"; readonly answers: readonly InspectionAnswer[] }
  /** `isRefusal`: the other side did answer, with an error of its protocol, so another question may fare better. */
  | { readonly kind: "failed"; readonly message: string; readonly isRefusal?: boolean };

/** The file that an inspection's requests count as: it exists nowhere, and has the environment of the workspace. */
const inspectionFile = vscode.Uri.from({ scheme: "untitled", path: "inspection.call" });

/** Asks an address through the runner, as a request file would, and reads the results out of the replies. */
export async function askAddress(
  contexts: RunContexts,
  question: InspectionQuestion,
  options: { readonly signal: AbortSignal; readonly onCall: (call: LiveCall) => void },
): Promise<InspectionAnswers> {
  const obstacle = await contexts.obstacle(inspectionFile);
  if (obstacle !== undefined) return { kind: "failed", message: obstacle };
  const text = await questionText(question);
  if (text === undefined) {
    const message = vscode.l10n.t("{0} is no SimpleX link or name, so nothing was asked.", question.link);
    return { kind: "failed", message };
  }
  const [{ parseCallFile }, { runRequest }] = await Promise.all([
    import("../../protocol/call/parse/parseCallFile.ts"),
    import("../../runner/run/runRequest.ts"),
  ]);
  const file = parseCallFile(text);
  const [request] = file.requests;
  if (!request) throw new Error("The text of an inspection's request holds no request.");
  const context = await contexts.of(inspectionFile, text);
  const result = await runRequest(file, request, { ...context, ...options });
  if (result.kind !== "finished") {
    const reason = result.kind === "skipped" ? result.reason : result.problems[0]?.message;
    return { kind: "failed", message: reason ?? vscode.l10n.t("Nothing was sent.") };
  }
  const replies = result.call.events.filter((event) => event.event === "reply");
  const answers = replies.flatMap((reply) => answerIn(reply, question.transport));
  if (answers.length > 0) return { kind: "answered", answers };
  const { failure } = result.end;
  const sentences = [failure?.message, failure?.likelyCause, failure?.nextStep].filter(Boolean);
  return {
    kind: "failed",
    message: sentences.join(" ") || vscode.l10n.t("The answer holds no result."),
    isRefusal: result.end.outcome === "protocol-error",
  };
}

/**
 * The request as a request file has it; undefined for what is no SimpleX link. The link comes from a site or a file: it is
 * not let into a text where braces would name a variable and a line break would begin a directive.
 */
async function questionText({
  link,
  protocol,
  method,
  transport,
  params,
}: InspectionQuestion): Promise<string | undefined> {
  const [{ isPlainTarget }, { requestSkeleton }] = await Promise.all([
    import("../../runner/edit/requestHead.ts"),
    import("../../protocol/binding/requestSkeleton.ts"),
  ]);
  const skeleton = isPlainTarget(link) ? requestSkeleton(protocol, method, transport) : undefined;
  if (skeleton === undefined) return undefined;
  const { inertJson } = await import("../../protocol/json/inertJson.ts");
  const body = inertJson(withParams(JSON.parse(skeleton), params ?? {}));
  return `### ${method}\n# @to ${link}\n${transport === "chat" ? `/_call ${protocol} ${body}` : body}\n`;
}

/** Adds parameters to a message, or to the one in an envelope. */
function withParams(message: unknown, params: Readonly<Record<string, unknown>>): unknown {
  if (!isObject(message)) return message;
  if (isObject(message["request"])) return { ...message, request: withParams(message["request"], params) };
  const own = isObject(message["params"]) ? message["params"] : {};
  return { ...message, params: { ...own, ...params } };
}

function answerIn({ kind, json, sender }: CallReply, transport: "chat" | "rpc"): readonly InspectionAnswer[] {
  if (kind !== "response") return [];
  const message = transport === "rpc" && isObject(json) ? json["response"] : json;
  return isObject(message) && "result" in message ? [{ sender, result: message["result"] }] : [];
}
