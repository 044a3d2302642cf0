import { addressIdentity } from "../../link/simplexLink.ts";
import type { Problem } from "../../problem.ts";
import { reporter } from "../../rule.ts";
import { type CallRequest, directiveValue } from "../callFile.ts";
import type { CallTarget } from "../callTarget.ts";
import { callRules } from "./rules.ts";

const report = reporter(callRules);

/** A requester SHOULD use a separate key for each responder (agent-protocols#signed-requests). */
export function checkSigningKeys(
  requests: readonly { readonly request: CallRequest; readonly target: CallTarget | undefined }[],
): Problem[] {
  const signed = new Map<string, string>();
  return requests.flatMap(({ request, target }) => {
    const key = directiveValue(request, "sign");
    if (!key || key.length === 0 || request.body?.kind !== "envelope" || target?.kind !== "link") return [];
    const address = addressIdentity(target.link);
    const first = signed.get(key.text);
    if (first === undefined) signed.set(key.text, address);
    if (first === undefined || first === address) return [];
    return [report("call/key-for-two-targets", key, { name: key.text })];
  });
}
