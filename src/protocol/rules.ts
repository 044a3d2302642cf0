import { jsonRpcRules } from "./binding/rules.ts";
import { callRules } from "./call/rules.ts";
import { jsonRules } from "./json/rules.ts";
import type { RuleTable } from "./rule.ts";
import { textRules } from "./text/rules.ts";

/** Every rule by its problem code: what the README's table and the SARIF output are made of. */
export const RULES: RuleTable = {
  ...textRules,
  ...jsonRules,
  ...callRules,
  ...jsonRpcRules,
};
