import type { CallEnd, CallEvent } from "../exchange/callEvent.ts";
import { formatSeconds } from "../exchange/callFailure.ts";
import type { Problem, TextRange } from "../protocol/problem.ts";
import { LinePositions } from "../protocol/text/linePositions.ts";
import type { ExpectationOutcome } from "../runner/expectations/expectations.ts";
import { lineDiff } from "../runner/expectations/lineDiff.ts";
import type { RequestResult } from "../runner/run/runRequest.ts";
import type { Paint } from "./paint.ts";
import { visibleText } from "./visibleText.ts";

/** One event for people. Peers' text is made visible and indented, so that it cannot pass for ours. */
export function eventText(event: CallEvent, paint: Paint): string {
  switch (event.event) {
    case "sent": {
      const size = event.sizeBytes === undefined ? "" : `, ${event.sizeBytes} of ${event.limitBytes} bytes`;
      const head = `sent over ${event.transport} (${event.core}${size}) to ${visibleText(event.target)}`;
      return `${paint("cyan", `> ${head}`)}\n${indented(event.text)}\n`;
    }
    case "reply": {
      const notes = event.notes.length === 0 ? "" : paint("yellow", ` (${event.notes.join(", ")})`);
      const head = `< ${event.sequence} ${visibleText(event.sender)}: ${event.kind}, after ${formatSeconds(event.elapsedMs)}`;
      return `${paint("bold", head)}${notes}\n${indented(event.text)}\n`;
    }
    case "end":
      return endText(event, paint);
  }
}

function endText(end: CallEnd, paint: Paint): string {
  const colour = end.outcome === "answered" ? "green" : "red";
  const replies = `${end.replies} ${end.replies === 1 ? "reply" : "replies"}`;
  const head = paint(colour, `= ${end.outcome} after ${formatSeconds(end.elapsedMs)}, ${replies}`);
  const { failure } = end;
  if (failure === undefined) return `${head}\n`;
  const lines = [
    failure.message,
    failure.likelyCause && `Likely cause: ${failure.likelyCause}`,
    failure.nextStep && `Next: ${failure.nextStep}`,
  ].filter((line) => line !== undefined);
  return `${head}\n${indented(lines.join("\n"))}\n`;
}

function indented(text: string): string {
  return visibleText(text).replace(/^/gm, "  ");
}

/** Warnings about a request, each with its place in the file. */
export function warningsText(warnings: readonly Problem[], path: string, fileText: string, paint: Paint): string {
  const positions = new LinePositions(fileText);
  return warnings
    .map(({ range, message, code }) => {
      const { line, column } = positions.at(range.offset);
      const place = paint("bold", `${path}:${line}:${column}`);
      return `${place}: ${paint("yellow", "warning")}: ${visibleText(message)} [${code}]\n`;
    })
    .join("");
}

/** Both sides of an expectation that has more to show than its sentence. */
function diffText({ expected, actual }: ExpectationOutcome, paint: Paint): string {
  if (expected === undefined || actual === undefined || !/\n/.test(expected + actual)) return "";
  const lines = lineDiff(expected, actual).map(({ side, text }) => {
    const line = `${marks[side]} ${visibleText(text)}`;
    return `    ${side === "both" ? line : paint(side === "expected" ? "red" : "green", line)}\n`;
  });
  const more = lines.length - longestDiff;
  return lines.slice(0, longestDiff).join("") + (more > 0 ? `    … and ${more} more lines\n` : "");
}

const marks = { both: " ", expected: "-", actual: "+" } as const;

/** Lines of a comparison that are printed. */
const longestDiff = 40;

/**
 * What did not come out in a finished request, or why it was not sent; empty when it passed. `path` is the file's. How its
 * call ended is not part of it: `wholeTroubleText` says that, too.
 */
export function troubleText(result: RequestResult, path: string, fileText: string, paint: Paint): string {
  const positions = new LinePositions(fileText);
  const at = (offset: number): string => {
    const { line, column } = positions.at(offset);
    return paint("bold", `${path}:${line}:${column}`);
  };
  switch (result.kind) {
    case "not-sent":
      return result.problems
        .map(
          ({ range, message, code }) =>
            `${at(range.offset)}: ${paint("red", "error")}: ${visibleText(message)} [${code}]\n`,
        )
        .join("");
    case "skipped":
      return `${path}:${result.line}: ${paint("yellow", "skipped")}: ${visibleText(result.reason)}\n`;
    case "finished": {
      const expectations = result.expectations.filter((one) => !one.isMet);
      const captures = result.captures.flatMap((one) => (one.kind === "failed" ? [one] : []));
      const failed = ({ range, message }: { readonly range: TextRange; readonly message: string }): string =>
        `${at(range.offset)}: ${paint("red", "failed")}: ${visibleText(message)}\n`;
      return [...expectations.map((one) => failed(one) + diffText(one, paint)), ...captures.map(failed)].join("");
    }
  }
}

/** Why a request did not pass: what did not come out, and how its call ended if that is part of it. */
export function wholeTroubleText(result: RequestResult, path: string, fileText: string, paint: Paint): string {
  const isOutcomeWrong = result.kind === "finished" && !result.isOutcomeExpected;
  return `${troubleText(result, path, fileText, paint)}${isOutcomeWrong ? eventText(result.end, paint) : ""}`;
}
