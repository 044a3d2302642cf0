import * as vscode from "vscode";
import { type CallFile, type CallRequest, requestAt } from "../../../protocol/call/callFile.ts";
import { type SizeAdvice, type SizeMeter, sizeMeter } from "../../../protocol/call/sizeMeter.ts";
import { ownValues } from "./ownValues.ts";

/** The size of a request as far as its file tells, or undefined for one that no size law bounds. */
export function sizeOf(file: CallFile, request: CallRequest): SizeMeter | undefined {
  return sizeMeter(request, "direct", ownValues(file));
}

/** The size of the request at an offset; undefined where there is no request, or none that can be measured. */
export function sizeAt(file: CallFile, offset: number): SizeMeter | undefined {
  const request = requestAt(file, offset);
  return request && sizeOf(file, request);
}

/** The size in a few words, such as `1,234 of 15,602 bytes`. */
export function sizeLabel({ bytes, limitBytes, isExact }: SizeMeter): string {
  return isExact
    ? vscode.l10n.t("{0} of {1} bytes", inWords(bytes), inWords(limitBytes))
    : vscode.l10n.t("at least {0} of {1} bytes", inWords(bytes), inWords(limitBytes));
}

/** What the size means and what would make it fit, in whole sentences. */
export function sizeExplanation(size: SizeMeter): string {
  const law =
    size.transport === "chat"
      ? vscode.l10n.t("The encoded message, escapes included, as the core measures it.")
      : vscode.l10n.t("The JSON of the envelope. It should not exceed {0} bytes.", inWords(size.softLimitBytes));
  const open = size.isExact ? "" : vscode.l10n.t("Variables that are filled in at sending are not counted.");
  return [law, roomSentence(size), open, ...size.advice.map(adviceSentence)].filter(Boolean).join(" ");
}

function roomSentence({ bytes, limitBytes, replyRoomBytes }: SizeMeter): string {
  if (bytes > limitBytes) {
    return vscode.l10n.t("It is {0} bytes too long and would be refused.", inWords(bytes - limitBytes));
  }
  if (replyRoomBytes === undefined) return vscode.l10n.t("{0} bytes are left.", inWords(limitBytes - bytes));
  return replyRoomBytes > 0
    ? vscode.l10n.t("A reply that quotes it has {0} bytes.", inWords(replyRoomBytes))
    : vscode.l10n.t("No reply that quotes it fits beside it.");
}

function adviceSentence(advice: SizeAdvice): string {
  if (advice.kind === "shorten") {
    const path = advice.path.join(".");
    return vscode.l10n.t("Make it {0} bytes shorter; the longest member is {1}.", inWords(advice.bytes), path);
  }
  return advice.transport === "rpc"
    ? vscode.l10n.t("Over Service RPC it would fit.")
    : vscode.l10n.t("In a conversation it would fit.");
}

function inWords(count: number): string {
  return count.toLocaleString(vscode.env.language);
}
