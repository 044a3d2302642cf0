import type { CallFile, CallRequest } from "../../protocol/call/callFile.ts";
import type { Problem } from "../../protocol/problem.ts";
import { type PrepareContext, prepareRequest } from "../run/prepareRequest.ts";
import { maskedContext, textWithPlaceholders } from "./maskedContext.ts";

export type FilledRequest =
  | { readonly kind: "filled"; readonly text: string }
  /** Why it could not be sent. No message holds a secret. */
  | { readonly kind: "problems"; readonly problems: readonly Problem[] };

/** The request's text as it would be sent, its variables filled in; for a secret its `{{…}}` stays. */
export async function filledRequest(
  file: CallFile,
  request: CallRequest,
  context: PrepareContext,
): Promise<FilledRequest> {
  const masked = await maskedContext(context, file);
  const prepared = await prepareRequest(file, request, masked.context);
  if (prepared.kind === "problems") return prepared;
  return { kind: "filled", text: textWithPlaceholders(masked.pieces(prepared.call.request.text)) };
}
