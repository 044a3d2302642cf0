import { listedA2aRules } from "./a2a/rules.ts";
import { listedCardRules } from "./agent-card/rules.ts";
import { callRules } from "./call/check/rules.ts";
import { sendRules } from "./call/check/sendRules.ts";
import { declarationRules } from "./declarations/rules.ts";
import { envelopeRules } from "./envelope/rules.ts";
import { environmentRules } from "./environment/rules.ts";
import { jsonRules } from "./json/rules.ts";
import { jsonRpcRules } from "./json-rpc/rules.ts";
import { linkRules } from "./link/rules.ts";
import { llmsTxtRules } from "./llms-txt/rules.ts";
import { listedMcpRules } from "./mcp/rules.ts";
import { toolRules } from "./mcp/toolRules.ts";
import type { RuleTable } from "./rule.ts";
import { sizeRules } from "./size/rules.ts";
import { slimrpcRules } from "./slimrpc/rules.ts";
import { smcpRules } from "./smcp/rules.ts";
import { textRules } from "./text/rules.ts";
import { wellKnownRules } from "./well-known/rules.ts";

/** Every rule by its problem code: what the README's table and the SARIF output are made of. */
export const RULES: RuleTable = {
  ...textRules,
  ...jsonRules,
  ...linkRules,
  ...llmsTxtRules,
  ...declarationRules,
  ...wellKnownRules,
  ...callRules,
  ...sendRules,
  ...environmentRules,
  ...envelopeRules,
  ...sizeRules,
  ...jsonRpcRules,
  ...listedMcpRules,
  ...toolRules,
  ...listedA2aRules,
  ...listedCardRules,
  ...slimrpcRules,
  ...smcpRules,
};
