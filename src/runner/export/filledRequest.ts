import type { CallFile, CallRequest } from "../../protocol/call/callFile.ts";
import type { Problem } from "../../protocol/problem.ts";
import type { PrepareContext } from "../run/prepareRequest.ts";
import { prepareMasked } from "./maskedRequest.ts";
import { textWithPlaceholders } from "./piece.ts";

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
  const masked = await prepareMasked(file, request, context);
  if (masked.kind === "problems") return masked;
  return { kind: "filled", text: textWithPlaceholders(masked.pieces(masked.call.request.text)) };
}
