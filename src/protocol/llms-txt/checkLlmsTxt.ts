import { type Problem, textRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { parseLlmsTxt } from "./parseLlmsTxt.ts";
import { llmsTxtRules } from "./rules.ts";

const report = reporter(llmsTxtRules);

/**
 * All problems of an `llms.txt` file. Of the file itself only the title is required (llmstxt.org); everything else is about
 * the communication addresses.
 */
export function checkLlmsTxt(text: string): Problem[] {
  const { title, problems } = parseLlmsTxt(text);
  return title ? [...problems] : [missingTitle(text), ...problems];
}

function missingTitle(text: string): Problem {
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const end = text.slice(start).search(/[\r\n]|$/);
  const edits = [{ range: textRange(start, 0), newText: "# Title\n\n" }];
  return report("llms-txt/missing-title", textRange(start, end), {}, [
    { title: "Add a title", edits, isPreferred: false },
  ]);
}
