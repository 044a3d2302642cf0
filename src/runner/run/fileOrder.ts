import type { CallFile } from "../../protocol/call/callFile.ts";
import { captureUses } from "../../protocol/call/captureUses.ts";
import { captureFileName } from "../expectations/captures.ts";

/** A request file of a run. */
export interface OrderedFile {
  /** A path or a URI. */
  readonly path: string;
  readonly file: CallFile;
}

/**
 * The order in which files run, by their positions: that of the list, except that a file comes after those whose captures it
 * uses, as `{{orders.id}}`. Where files use each other in a circle, the list decides: whichever runs first finds no value.
 */
export function fileOrder(files: readonly OrderedFile[]): readonly number[] {
  const order: number[] = [];
  const seen = new Set<number>();
  for (const position of files.keys()) visit(position);
  return order;

  function visit(position: number): void {
    if (seen.has(position)) return;
    seen.add(position);
    const uses = files[position] ? captureUses(files[position].file) : [];
    const used = new Set(uses.map(({ file }) => file.text));
    for (const [other, { path }] of files.entries()) if (used.has(captureFileName(path))) visit(other);
    order.push(position);
  }
}
