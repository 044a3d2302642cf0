import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/**
 * A body without its `Content-Encoding`; undefined for one that is not known. Sites with packed files send them packed even
 * when they are asked not to. What comes out has to be counted: little can unpack to very much.
 */
export function unpacked(body: Readable, encoding: string | undefined): Readable | undefined {
  const name = (encoding ?? "").trim().toLowerCase();
  if (name === "" || name === "identity") return body;
  const decoder = decoders.get(name)?.();
  if (!decoder) return undefined;
  // An error of either ends both, and the reader of the decoder is told.
  return pipeline(body, decoder, () => {});
}
