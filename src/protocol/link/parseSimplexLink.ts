import { type Problem, textRange } from "../problem.ts";
import { reporter } from "../rule.ts";
import { hiddenCharacters } from "../text/hiddenCharacters.ts";
import { type LinkSource, linkSource } from "./linkSource.ts";
import { parseFullLink } from "./parseFullLink.ts";
import { parseShortLink } from "./parseShortLink.ts";
import { parseSimplexName } from "./parseSimplexName.ts";
import { checkHost, needsNoFingerprint } from "./routerHost.ts";
import { linkRules } from "./rules.ts";
import type { SimplexLink } from "./simplexLink.ts";

export interface LinkReading {
  /** Undefined when an error keeps the text from being a link. */
  readonly link: SimplexLink | undefined;
  readonly problems: readonly Problem[];
}

const report = reporter(linkRules);

/**
 * Parses a SimpleX link (short or full) or name, as the core does but with the key's length and last character checked.
 * `offset` is where the text stands in its document.
 */
export function parseSimplexLink(text: string, offset = 0): LinkReading {
  const problems: Problem[] = [];
  const source = visibleSource(text, offset, problems);
  const link = parse(source);
  const hasError = problems.some((problem) => problem.severity === "error");
  return { link: hasError ? undefined : link, problems };
}

/**
 * True for a text that is meant as a SimpleX link, right or wrong. Names without `simplex:` do not count. Any site may have a
 * page `/a#chapter`: one that no known router keeps must have the key's length or a link's parameters.
 */
export function looksLikeSimplexLink(text: string): boolean {
  if (/^\s*simplex:/i.test(text)) return true;
  const [start, host = "", rest = ""] =
    /^\s*https?:\/\/([^/?#\s]*)\/([acgri]\/?#|(?:contact|invitation)\/?#\/\?)/i.exec(text) ?? [];
  if (start === undefined) return false;
  const after = text.slice(start.length, start.length + 200);
  if (rest.length > 4) return /(?:^|&)(?:v|smp|e2e|data)=/.test(after);
  const key = /^[\w+/=-]*/.exec(after)?.[0] ?? "";
  const isKnownRouter = needsNoFingerprint(host.replace(/:\d+$/, ""));
  return key.length >= (isKnownRouter || /^[?&][hpc]=/.test(after.slice(key.length)) ? 8 : 40);
}

/** The text without hidden characters and white space around it, each of them reported. */
function visibleSource(text: string, offset: number, problems: Problem[]): LinkSource {
  const hidden = hiddenCharacters(text);
  for (const { offset: at, length, name } of hidden) {
    const range = textRange(offset + at, length);
    const fix = { title: `Remove ${name}`, edits: [{ range, newText: "" }], isPreferred: true };
    problems.push(report("link/hidden-character", range, { character: name }, [fix]));
  }
  const { visible, origins } = withoutRanges(text, hidden);
  const start = visible.length - visible.trimStart().length;
  const trimmed = visible.trim();
  const originOf = (index: number): number =>
    offset + (origins ? (origins[start + index] ?? text.length) : start + index);
  const source = linkSource(trimmed, originOf, problems);
  for (const [from, to] of [
    [0, start],
    [start + trimmed.length, visible.length],
  ] as const) {
    if (from === to || trimmed === "") continue;
    const fix = source.replacement("Remove the white space", from - start, to - start, "");
    source.report("link/surrounding-space", from - start, to - start, {}, [fix]);
  }
  return source;
}

function withoutRanges(
  text: string,
  ranges: readonly { readonly offset: number; readonly length: number }[],
): { visible: string; origins: number[] | undefined } {
  if (ranges.length === 0) return { visible: text, origins: undefined };
  const origins: number[] = [];
  const pieces: string[] = [];
  let position = 0;
  for (const range of [...ranges, textRange(text.length, 0)]) {
    pieces.push(text.slice(position, range.offset));
    for (; position < range.offset; position++) origins.push(position);
    position = range.offset + range.length;
  }
  return { visible: pieces.join(""), origins };
}

function parse(source: LinkSource): SimplexLink | undefined {
  const { text } = source;
  const name = /^(?:simplex:\/name)?(?=[#@])/.exec(text);
  if (name) return parseSimplexName(source, name[0].length);
  const scheme = /^(?:simplex:\/*|https?:\/\/)/i.exec(text)?.[0];
  if (scheme === undefined) return notSimplex(source);

  const isSimplex = /^simplex:/i.test(scheme);
  const slash = isSimplex ? scheme.length - 1 : text.slice(scheme.length).search(/[/?#]|$/) + scheme.length;
  const path = slash + 1;
  const word = /^[^/?#]*/.exec(text.slice(path))?.[0] ?? "";
  const isFull = word === "contact" || word === "invitation";
  const isShort = word.length === 1 && (isSimplex || text.includes("#") || /^[acgri]$/i.test(word));
  if (!isFull && !isShort && !isSimplex) return notSimplex(source);

  checkScheme(source, scheme);
  const authorityEnd = isSimplex ? 0 : checkAuthority(source, scheme.length, slash, isFull);
  if (isFull) {
    if (!isSimplex) checkHost(source, text.slice(scheme.length, authorityEnd), scheme.length, authorityEnd);
    return parseFullLink(source, path);
  }
  if (!isShort) {
    source.report("link/unknown-type", path, path + word.length, { letter: word || "Nothing" });
    return undefined;
  }
  return parseShortLink(source, {
    authority: isSimplex ? undefined : { start: scheme.length, end: authorityEnd },
    path,
  });
}

function notSimplex(source: LinkSource): undefined {
  source.report("link/not-simplex", 0, source.text.length);
  return undefined;
}

function checkScheme(source: LinkSource, scheme: string): void {
  const colon = scheme.indexOf(":");
  const name = scheme.slice(0, colon);
  const right = /^simplex$/i.test(name) ? "simplex" : "https";
  if (name !== right) {
    const fix = source.replacement(`Write ${right}`, 0, colon, right);
    source.report("link/wrong-scheme", 0, colon + 1, { scheme: `${name}:` }, [fix]);
  }
  const slashes = scheme.length - colon - 1;
  if (right === "simplex" && slashes !== 1) {
    const fix = source.replacement("Write one slash", colon + 1, scheme.length, "/");
    source.report("link/slashes-after-scheme", colon + 1, scheme.length, {}, [fix]);
  }
}

/** Checks for a port, and returns where the host ends. Full links may have one. */
function checkAuthority(source: LinkSource, start: number, end: number, isFull: boolean): number {
  const port = /:(\d+)$/.exec(source.text.slice(start, end));
  if (!port) return end;
  const hostEnd = start + port.index;
  if (!isFull) {
    const separator = source.text.includes("?") ? "&" : "?";
    const fix = {
      title: "Move the port to the parameter p",
      edits: [
        ...source.replacement("", hostEnd, end, "").edits,
        ...source.replacement("", source.text.length, source.text.length, `${separator}p=${port[1]}`).edits,
      ],
      isPreferred: true,
    };
    source.report("link/port-in-authority", hostEnd, end, { port: port[1] ?? "" }, [fix]);
  }
  return hostEnd;
}
