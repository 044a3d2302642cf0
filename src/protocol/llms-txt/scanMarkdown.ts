import type { TextRange } from "../problem.ts";

/** A top-level heading. `range` is that of its lines without the line break at the end. */
export interface MarkdownHeading {
  readonly level: number;
  /** Without marks, as written otherwise. */
  readonly text: string;
  readonly range: TextRange;
}

/** A list item, nested ones on their own: `range` is from its marker to the next item or the end of its list. */
export interface MarkdownItem {
  readonly range: TextRange;
}

/** `[label]: destination`, wherever it stands in the file. */
export interface LinkDefinition {
  /** The whole line. */
  readonly line: string;
  readonly offset: number;
}

/** What a scan needs to be told of each piece, in the order of the text. */
export interface MarkdownVisitor {
  heading(heading: MarkdownHeading): void;
  item(item: MarkdownItem): void;
  /** A line outside of lists, fences, comments and HTML. */
  looseLine(start: number, end: number): void;
  definition(label: string, definition: LinkDefinition): void;
}

/**
 * Finds headings, list items and link definitions line by line, as CommonMark does: fences, indented code, HTML blocks and
 * comments hide them. One pass without a syntax tree, because a whole file is far too slow to parse at each key press.
 */
export function scanMarkdown(text: string, visitor: MarkdownVisitor): void {
  const scanner = new MarkdownScanner(text, visitor);
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (start <= text.length) {
    const end = lineEnd(text, start);
    scanner.line(start, end);
    start = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
  scanner.end();
}

/** The label of a link reference as CommonMark compares it. */
export function normalizedLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase();
}

function lineEnd(text: string, start: number): number {
  const feed = text.indexOf("\n", start);
  const end = feed < 0 ? text.length : feed;
  return end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
}

interface OpenFence {
  readonly mark: string;
  readonly depth: number;
}

interface OpenHtml {
  /** Ends the block on the line where it matches; undefined for a block that ends at a blank line. */
  readonly end: RegExp | undefined;
  readonly depth: number;
}

interface OpenParagraph {
  /** Undefined inside of a block quote, which the scan does not look into. */
  readonly start: number | undefined;
  readonly depth: number;
}

const htmlBlocks: readonly {
  readonly start: RegExp;
  readonly end: RegExp | undefined;
  readonly interrupts: boolean;
}[] = [
  { start: /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, end: /<\/(?:script|pre|style|textarea)>/i, interrupts: true },
  { start: /^<!--/, end: /-->/, interrupts: true },
  { start: /^<\?/, end: /\?>/, interrupts: true },
  { start: /^<![A-Za-z]/, end: />/, interrupts: true },
  { start: /^<!\[CDATA\[/, end: /\]\]>/, interrupts: true },
  {
    start:
      /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/i,
    end: undefined,
    interrupts: true,
  },
  { start: /^<\/?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?\/?>\s*$/, end: undefined, interrupts: false },
];

/** Deeper lists are read as text. */
const maxListDepth = 50;

/** The blocks that are open between one line and the next. */
class MarkdownScanner {
  readonly #text: string;
  readonly #visitor: MarkdownVisitor;
  /** Column at which the content of each open list item begins. */
  #listColumns: number[] = [];
  #fence: OpenFence | undefined;
  #html: OpenHtml | undefined;
  #paragraph: OpenParagraph | undefined;
  #itemStart: number | undefined;

  constructor(text: string, visitor: MarkdownVisitor) {
    this.#text = text;
    this.#visitor = visitor;
  }

  line(start: number, end: number): void {
    const { position, column } = this.#skipSpace(start, end, 0);
    if (position === end) {
      this.#paragraph = undefined;
      if (this.#html?.end === undefined) this.#html = undefined;
      return;
    }
    const depth = this.#listColumns.filter((content) => content <= column).length;
    if (this.#isWithinFence(position, end, depth) || this.#isWithinHtml(position, end, depth)) return;
    this.#block(start, position, end, column, depth);
  }

  end(): void {
    this.#endItem(this.#text.length);
  }

  #isWithinFence(position: number, end: number, depth: number): boolean {
    if (!this.#fence) return false;
    if (depth < this.#fence.depth) {
      this.#fence = undefined;
      return false;
    }
    const { mark } = this.#fence;
    if (this.#text.startsWith(mark, position)) {
      const rest = this.#text.slice(position + mark.length, end).trimEnd();
      if ([...rest].every((character) => character === mark.charAt(0))) this.#fence = undefined;
    }
    return true;
  }

  #isWithinHtml(position: number, end: number, depth: number): boolean {
    if (!this.#html) return false;
    if (depth < this.#html.depth) {
      this.#html = undefined;
      return false;
    }
    if (this.#html.end?.test(this.#text.slice(position, end))) this.#html = undefined;
    return true;
  }

  /** Reads what begins at `position`, within the `depth` outer list items. */
  #block(start: number, position: number, end: number, column: number, depth: number): void {
    const indent = column - (this.#listColumns[depth - 1] ?? 0);
    if (indent >= 4) {
      // Indented code, or the next line of a paragraph.
      if (!this.#paragraph) this.#leaveLists(depth, start);
      return;
    }
    const content = this.#text.slice(position, end);
    const isParagraphHere = this.#paragraph?.depth === depth;
    if (this.#setextHeading(content, depth, end)) return;
    if (isThematicBreak(content)) {
      this.#startBlock(depth, start);
      return;
    }
    const heading = atxHeading(content);
    if (heading) {
      this.#startBlock(depth, start);
      const range = { offset: position, length: content.trimEnd().length };
      if (depth === 0) this.#visitor.heading({ ...heading, range });
      return;
    }
    const fence = /^(`{3,})[^`]*$|^(~{3,})/.exec(content);
    if (fence) {
      this.#startBlock(depth, start);
      this.#fence = { mark: fence[1] ?? fence[2] ?? "", depth };
      return;
    }
    if (this.#htmlBlock(content, depth, start)) return;
    if (content.startsWith(">")) {
      this.#startBlock(depth, start);
      this.#paragraph = { start: undefined, depth };
      return;
    }
    const marker = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(content);
    if (marker && depth < maxListDepth && this.#canStartItem(marker, content, isParagraphHere)) {
      this.#item(start, position, end, column, depth, marker[0].length);
    } else this.#paragraphLine(start, position, end, content, depth);
  }

  #item(start: number, position: number, end: number, column: number, depth: number, markerLength: number): void {
    this.#startBlock(depth, start);
    this.#endItem(position);
    this.#itemStart = position;
    const afterMarker = position + markerLength;
    const next = this.#skipSpace(afterMarker, end, column + markerLength);
    const spaces = next.column - column - markerLength;
    const isEmpty = next.position === end;
    const isCode = spaces > 4;
    this.#listColumns.push(column + markerLength + (isEmpty || isCode ? 1 : spaces));
    if (!isEmpty && !isCode) this.#block(start, next.position, end, next.column, depth + 1);
  }

  #canStartItem(marker: RegExpExecArray, content: string, interruptsParagraph: boolean): boolean {
    if (!interruptsParagraph) return true;
    const isEmpty = content.trim().length === marker[0].length;
    return !isEmpty && (marker[1] === undefined || Number(marker[1]) === 1);
  }

  #paragraphLine(start: number, position: number, end: number, content: string, depth: number): void {
    if (this.#paragraph) {
      if (depth === 0 && this.#listColumns.length === 0) this.#visitor.looseLine(position, end);
      return;
    }
    this.#leaveLists(depth, start);
    // What follows the destination is a tooltip or nothing: `- [label]: notes` is an item with a link.
    const definition = /^\[((?:[^[\]\\]|\\.){1,999})\]:[ \t]*(?:<[^<>]*>|[^\s<]\S*)(?=\s|$)[ \t]*(?:$|["'(])/.exec(
      content,
    );
    if (definition) {
      this.#visitor.definition(normalizedLabel(definition[1] ?? ""), { line: content, offset: position });
      return;
    }
    this.#paragraph = { start: position, depth };
    if (depth === 0) this.#visitor.looseLine(position, end);
  }

  #setextHeading(content: string, depth: number, end: number): boolean {
    const { start, depth: paragraphDepth } = this.#paragraph ?? {};
    if (start === undefined || paragraphDepth !== depth || !/^(?:=+|-+)[ \t]*$/.test(content)) return false;
    this.#paragraph = undefined;
    if (depth > 0) return true;
    const lines = this.#text.slice(start, end - content.length).trimEnd();
    const level = content.startsWith("=") ? 1 : 2;
    this.#visitor.heading({ level, text: lines, range: { offset: start, length: end - start } });
    return true;
  }

  #htmlBlock(content: string, depth: number, start: number): boolean {
    if (!content.startsWith("<")) return false;
    const block = htmlBlocks.find((html) => html.start.test(content) && (html.interrupts || !this.#paragraph));
    if (!block) return false;
    this.#startBlock(depth, start);
    if (!block.end?.test(content.slice(2))) this.#html = { end: block.end, depth };
    return true;
  }

  /** Ends the paragraph and the list items that a new block is not part of. */
  #startBlock(depth: number, start: number): void {
    this.#paragraph = undefined;
    this.#leaveLists(depth, start);
  }

  #leaveLists(depth: number, start: number): void {
    this.#listColumns.length = Math.min(this.#listColumns.length, depth);
    if (depth === 0) this.#endItem(start);
  }

  #endItem(end: number): void {
    if (this.#itemStart === undefined || end <= this.#itemStart) return;
    this.#visitor.item({ range: { offset: this.#itemStart, length: end - this.#itemStart } });
    this.#itemStart = undefined;
  }

  #skipSpace(start: number, end: number, startColumn: number): { position: number; column: number } {
    let position = start;
    let column = startColumn;
    for (; position < end; position++) {
      const code = this.#text.charCodeAt(position);
      if (code === 0x20) column++;
      else if (code === 0x09) column += 4 - (column % 4);
      else break;
    }
    return { position, column };
  }
}

/** Without regular expressions that go over a long line again and again. */
function atxHeading(content: string): { level: number; text: string } | undefined {
  let level = 0;
  while (content.charAt(level) === "#") level++;
  const next = content.charAt(level);
  if (level === 0 || level > 6 || (next !== "" && !isSpace(next))) return undefined;
  let end = content.length;
  while (end > level && isSpace(content.charAt(end - 1))) end--;
  let closing = end;
  while (closing > level && content.charAt(closing - 1) === "#") closing--;
  if (closing < end && (closing === level || isSpace(content.charAt(closing - 1)))) end = closing;
  while (end > level && isSpace(content.charAt(end - 1))) end--;
  let start = level;
  while (start < end && isSpace(content.charAt(start))) start++;
  return { level, text: content.slice(start, end) };
}

function isSpace(character: string): boolean {
  return character === " " || character === "\t";
}

function isThematicBreak(content: string): boolean {
  return /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(content);
}
