import type { Piece } from "./piece.ts";

/** A request as the exports write it. Texts are in pieces: masked values are no part of them. */
export interface ExportedCall {
  readonly name: string;
  readonly transport: "chat" | "rpc";
  readonly target: string;
  /** `conversation`: the target is the local name of one, without its `@` or `#`. */
  readonly targetKind: "link" | "conversation";
  readonly isGroup: boolean;
  readonly text: readonly Piece[];
  readonly mention: string | undefined;
  readonly timeoutSeconds: number;
  readonly signKey: readonly Piece[] | undefined;
  /** True when one reply is the answer. */
  readonly endsWithFirstReply: boolean;
}

export interface Exported {
  readonly text: string;
  /** What the reader should know and the text cannot say, each a sentence. */
  readonly notes: readonly string[];
}
