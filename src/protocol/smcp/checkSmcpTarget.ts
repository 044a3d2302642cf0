import { type Problem, textRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { nearestName } from "../text/nearestName.ts";
import { smcpRules } from "./rules.ts";
import { officeOf, type SmcpTarget, smcpTargetParameters } from "./smcpTarget.ts";

const report = reporter(smcpRules);

/** Checks what an A2C-SMCP target says beside the server. `text` is the target that was read, at `offset`. */
export function checkSmcpTarget(text: string, target: SmcpTarget, offset: number): Problem[] {
  const problems: Problem[] = [];
  const query = text.indexOf("?");
  for (const { 0: pair, index } of query < 0
    ? []
    : (text
        .slice(query + 1)
        .split("#")[0]
        ?.matchAll(/[^&]+/g) ?? [])) {
    const name = pair.split("=")[0] ?? "";
    if (name === "" || smcpTargetParameters.some((known) => known === name)) continue;
    const nearest = nearestName(name, smcpTargetParameters);
    const range = textRange(offset + query + 1 + index, name.length);
    const suggestion = nearest ? ` Did you mean \`${nearest}\`?` : "";
    const shown = name.length <= 60 ? name : `${name.slice(0, 60)}…`;
    const fixes = nearest
      ? [{ title: `Change to "${nearest}"`, edits: [{ range, newText: nearest }], isPreferred: true }]
      : [];
    problems.push(report("smcp/target-parameter", range, { name: shown, suggestion }, fixes));
  }
  if (isPlainToOthers(target)) {
    const range = textRange(offset, text.indexOf("://"));
    problems.push(report("smcp/not-encrypted", range, { server: target.origin.slice("http://".length) }));
  }
  if (officeOf(target) === undefined) problems.push(report("smcp/no-office", textRange(offset, text.length)));
  return problems;
}

/** True when what is sent leaves this machine unencrypted. */
function isPlainToOthers({ origin }: SmcpTarget): boolean {
  const host = /^http:\/\/(\[[^\]]*\]|[^:]*)/.exec(origin)?.[1];
  return host !== undefined && !/^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
}
