import type { CallFile } from "../../protocol/call/callFile.ts";
import { parseVariableExpression } from "../../protocol/call/parse/variableExpression.ts";
import type { PrepareContext } from "../run/prepareRequest.ts";
import type { EnvironmentValues } from "../values/environments.ts";
import { knownSecrets } from "../values/knownSecrets.ts";
import { createRedactor, type Redactor } from "../values/redactor.ts";

/** A value that an export must not hold, or that each run makes anew. */
export type Placeholder =
  | { readonly kind: "secret" | "environment-variable" | "private" | "signing-key"; readonly name: string }
  | { readonly kind: "uuid" };

/** A piece of an exported text. */
export type Piece = { readonly kind: "text"; readonly text: string } | Placeholder;

export interface MaskedContext {
  readonly context: PrepareContext;
  /** Cuts a text that was prepared with the context at the values that were masked. */
  readonly pieces: (text: string) => readonly Piece[];
}

/**
 * The context with a mark in the place of each secret, each value of the private environment, each environment variable and
 * each `{{$uuid}}`: the request is prepared by the rules of sending, and no secret is in what comes out. A mark cannot be
 * guessed, so no text of a file or a reply can pass for one. Values of the private environment that are objects or lists have no mark and
 * are unknown variables.
 */
export async function maskedContext(original: PrepareContext, file: CallFile): Promise<MaskedContext> {
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

/** The text with each masked value as a request file writes it. */
export function textWithPlaceholders(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === "text" ? piece.text : placeholderText(piece))).join("");
}

function placeholderText(placeholder: Placeholder): string {
  switch (placeholder.kind) {
    case "secret":
    case "signing-key":
      return `{{$secret ${placeholder.name}}}`;
    case "environment-variable":
      return `{{$env ${placeholder.name}}}`;
    case "private":
      return `{{${placeholder.name}}}`;
    case "uuid":
      return "{{$uuid}}";
  }
}
