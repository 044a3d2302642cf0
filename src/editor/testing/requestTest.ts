import type { CallFile } from "../../protocol/call/callFile.ts";
import type { TextRange } from "../../protocol/problem.ts";
import { LinePositions } from "../../protocol/text/linePositions.ts";
import { requestName } from "../../runner/run/requestName.ts";

/** A request as a test of its file. */
export interface RequestTest {
  /** Within the file: its name, counted where a name stands twice. It outlives edits above the request. */
  readonly id: string;
  readonly name: string;
  readonly range: TextRange;
}

/** The tests of a file, in its order: the position in the list is the request's in the file. */
export function testsOf(file: CallFile, text: string): readonly RequestTest[] {
  const positions = new LinePositions(text);
  const counts = new Map<string, number>();
  return file.requests.map((request) => {
    const name = requestName(request, positions.at(request.range.offset).line);
    // The line of a request without name and method moves with every edit above it.
    const kept = request.name?.text ?? (/^line \d+$/.test(name) ? "" : name);
    const count = (counts.get(kept) ?? 0) + 1;
    counts.set(kept, count);
    return { id: count === 1 ? kept : `${kept}#${count}`, name, range: request.range };
  });
}
