import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CoreRecord } from "../../../../src/core/core.ts";
import { parseFrame } from "../../../../src/core/websocket/coreFrame.ts";

/** The two shapes in which cores write the same records. */
export const frameShapes = ["Flat", "Either"] as const;
export type FrameShape = (typeof frameShapes)[number];

export interface Frames {
  /** The frame of that name as an object, ready for a `corrId`. A name without a frame is a mistake of the test. */
  frame(name: string): object;
  /** Its record, unwrapped. */
  record(name: string): CoreRecord;
  /** A record of the test's own in a frame of this shape. */
  wrap(record: CoreRecord): object;
  readonly names: readonly string[];
}

/** The recorded frames of one shape. */
export function readFrames(shape: FrameShape): Frames {
  const path = join(import.meta.dirname, `../../../fixtures/core/frames${shape}.json`);
  const frames: Readonly<Record<string, object>> = JSON.parse(readFileSync(path, "utf8"));
  const frame = (name: string): object => {
    const found = frames[name];
    if (found === undefined) throw new Error(`No recorded frame is called ${name}.`);
    return structuredClone(found);
  };
  return {
    frame,
    record: (name) => {
      const parsed = parseFrame(JSON.stringify(frame(name)));
      if (parsed.kind === "unreadable") throw new Error(`The recorded frame ${name} cannot be read.`);
      return parsed.record;
    },
    wrap: (record) => {
      if (shape === "Flat") return { resp: record };
      const isError = record.type === "chatCmdError" || record.type === "chatError";
      return { resp: isError ? { Left: record } : { Right: record } };
    },
    names: Object.keys(frames),
  };
}
