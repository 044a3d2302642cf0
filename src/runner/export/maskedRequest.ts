import type { CallFile, CallRequest } from "../../protocol/call/callFile.ts";
import { parseVariableExpression } from "../../protocol/call/parse/variableExpression.ts";
import type { Problem } from "../../protocol/problem.ts";
import { type PrepareContext, type PreparedCall, prepareRequest } from "../run/prepareRequest.ts";
import type { EnvironmentValues } from "../values/environments.ts";
import { knownSecrets } from "../values/knownSecrets.ts";
import { createRedactor, type Redactor } from "../values/redactor.ts";
import type { Piece, Placeholder } from "./piece.ts";

export type MaskedRequest =
  | {
      readonly kind: "prepared";
      readonly call: PreparedCall;
      /** Cuts a text of the call at the values that were masked. */
      readonly pieces: (text: string) => readonly Piece[];
    }
  /** Why it could not be sent. No message holds a secret. */
  | { readonly kind: "problems"; readonly problems: readonly Problem[] };

/** Prepares a request by the rules of sending, with a mark in the place of what nobody else may read. */
export async function prepareMasked(
  file: CallFile,
  request: CallRequest,
  original: PrepareContext,
): Promise<MaskedRequest> {
  const { context, pieces } = await maskedContext(original, file);
  const prepared = await prepareRequest(file, request, context);
  return prepared.kind === "problems" ? prepared : { kind: "prepared", call: prepared.call, pieces };
}

interface MaskedContext {
  readonly context: PrepareContext;
  /** Cuts a text that was prepared with the context at the values that were masked. */
  readonly pieces: (text: string) => readonly Piece[];
}

/**
 * The context with a mark in the place of each secret, each value of the private environment, each environment variable and
 * each `{{$uuid}}`: no secret is in what is prepared with it. A mark cannot be guessed, so no text of a file or a reply can
 * pass for one. Values of the private environment that are objects or lists have no mark and are unknown variables.
 */
async function maskedContext(original: PrepareContext, file: CallFile): Promise<MaskedContext> {
  // A captured value may repeat a secret that was sent: the marks alone would let it through.
  const redactor = createRedactor(await knownSecrets(secretNames(file), original.scopes, original.builtIns));
  const nonce = original.builtIns.uuid().replaceAll("-", "");
  const marks = new Map<string, Placeholder>();
  const textMark = (placeholder: Placeholder): string => addMark(`mask-${nonce}-${marks.size}-`, placeholder);
  // A number stays one, so that the request keeps its form.
  const numberMark = (placeholder: Placeholder): string =>
    addMark(
      `8${BigInt(`0x${nonce.slice(0, 10)}`)
        .toString()
        .padStart(13, "0")}${marks.size}`,
      placeholder,
    );
  function addMark(mark: string, placeholder: Placeholder): string {
    marks.set(mark, placeholder);
    return mark;
  }
  function maskedPrivate(values: EnvironmentValues | undefined): EnvironmentValues | undefined {
    if (values === undefined) return undefined;
    const masked = [...values.values].flatMap(([name, json]): [string, string][] => {
      const value: unknown = JSON.parse(json);
      if (typeof value === "string") return [[name, JSON.stringify(textMark({ kind: "private", name }))]];
      if (typeof value === "number") return [[name, numberMark({ kind: "private", name })]];
      return typeof value === "boolean" || value === null ? [[name, json]] : [];
    });
    return { name: values.name, values: new Map(masked) };
  }
  const { builtIns, scopes, signingKey } = original;
  const context: PrepareContext = {
    ...original,
    scopes: { ...scopes, privateEnvironment: maskedPrivate(scopes.privateEnvironment) },
    builtIns: {
      ...builtIns,
      uuid: () => textMark({ kind: "uuid" }),
      // Whether they are set here does not matter to a program that runs elsewhere.
      secret: (name) => Promise.resolve(textMark({ kind: "secret", name })),
      environmentVariable: (name) => textMark({ kind: "environment-variable", name }),
    },
    signingKey: async (name) => {
      const key = await signingKey(name);
      return key && { publicKey: key.publicKey, privateKey: textMark({ kind: "signing-key", name }) };
    },
  };
  return { context, pieces: (text) => piecesOf(text, marks).map((piece) => cleanPiece(piece, redactor)) };
}

function cleanPiece(piece: Piece, redactor: Redactor): Piece {
  return piece.kind === "text" ? { kind: "text", text: redactor.text(piece.text) } : piece;
}

/** The names of the stored secrets that the file uses. */
function secretNames(file: CallFile): readonly string[] {
  const uses = [...file.variables, ...file.requests].flatMap(({ variableUses }) => variableUses);
  return uses.flatMap(({ expression }) => {
    const parsed = parseVariableExpression(expression.text);
    return parsed?.kind === "secret" ? [parsed.name] : [];
  });
}

function piecesOf(text: string, marks: ReadonlyMap<string, Placeholder>): readonly Piece[] {
  if (marks.size === 0) return [{ kind: "text", text }];
  // Longest first: one mark may begin another.
  const pattern = [...marks.keys()].sort((a, b) => b.length - a.length).join("|");
  const pieces = text
    .split(new RegExp(`(${pattern})`))
    .map((part): Piece => marks.get(part) ?? { kind: "text", text: part });
  return pieces.filter((piece) => piece.kind !== "text" || piece.text !== "");
}
