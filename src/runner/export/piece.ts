/** A value that an export must not hold, or that each run makes anew. */
export type Placeholder =
  | { readonly kind: "secret" | "environment-variable" | "private" | "signing-key"; readonly name: string }
  | { readonly kind: "uuid" };

/** A piece of an exported text. */
export type Piece = { readonly kind: "text"; readonly text: string } | Placeholder;

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
