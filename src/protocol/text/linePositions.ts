import type { TextRange } from "../problem.ts";

/** A place for people: lines and columns from 1, columns in UTF-16 units, as VS Code shows them. */
export interface LinePosition {
  readonly line: number;
  readonly column: number;
}

/** Turns offsets of one text into lines and columns. Lines end at LF, CR LF or CR. A byte order mark takes no column. */
export class LinePositions {
  readonly #starts: readonly number[];
  readonly #length: number;

  constructor(text: string) {
    const starts = [text.startsWith("\ufeff") ? 1 : 0];
    // A file of nothing but line breaks has as many lines as characters, so no match is made for each.
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) starts.push(at + 1);
    }
    this.#starts = starts;
    this.#length = text.length;
  }

  at(offset: number): LinePosition {
    const inside = Math.max(0, Math.min(offset, this.#length));
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#starts[middle] ?? 0) <= inside) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: Math.max(0, inside - (this.#starts[low] ?? 0)) + 1 };
  }

  of(range: TextRange): { readonly start: LinePosition; readonly end: LinePosition } {
    return { start: this.at(range.offset), end: this.at(range.offset + range.length) };
  }
}

/** 1-based line of one offset: it looks through the whole text, so for several of them take `LinePositions`. */
export function lineAt(text: string, offset: number): number {
  return new LinePositions(text).at(offset).line;
}
