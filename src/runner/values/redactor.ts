/** Replaces every secret it was told of, in any of the forms in which a secret travels. */
export interface Redactor {
  /** Adds a secret. Empty text is ignored. */
  add(secret: string): void;
  text(text: string): string;
  /** A copy of a JSON-like value with every string and member name cleaned. */
  value<Value>(value: Value): Value;
}

export const redactionMark = "[secret]";

/** A shorter secret would appear by chance in any text: it cannot be removed from transcripts. */
export const shortestSecret = 4;

/** Shorter pieces of a base64 form would match unrelated text. */
const shortestBase64Piece = 8;

/** A redactor that knows these secrets; more can be told to it. */
export function createRedactor(secrets: Iterable<string> = []): Redactor {
  const forms = new Set<string>();
  let pattern: RegExp | undefined;
  const redactor: Redactor = {
    add(secret) {
      for (const form of secretForms(secret)) forms.add(form);
      // Longest first: a form that contains another is replaced as a whole.
      const alternatives = [...forms].sort((a, b) => b.length - a.length).map(escapePattern);
      pattern = alternatives.length === 0 ? undefined : new RegExp(alternatives.join("|"), "g");
    },
    text: (text) => (pattern === undefined ? text : text.replace(pattern, redactionMark)),
    value: (value) => (pattern === undefined ? value : (redactValue(value, redactor.text) as typeof value)),
  };
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

/**
 * The secret as written, as JSON string content (once and twice, as a command inside a message inside JSON), percent-encoded,
 * and in base64 and base64url at each of the three offsets it can have inside a longer text, as in `user:secret`.
 */
function secretForms(secret: string): readonly string[] {
  if (secret === "") return [];
  const escaped = jsonContent(secret);
  const forms = [secret, escaped, jsonContent(escaped), percentEncoded(secret), formEncoded(secret)];
  for (const offset of [0, 1, 2]) {
    const piece = base64Piece(secret, offset);
    if (piece.length >= shortestBase64Piece) forms.push(piece, piece.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return [...new Set(forms)];
}

function jsonContent(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function percentEncoded(text: string): string {
  // A lone surrogate cannot be encoded; it is replaced as an encoder would.
  return encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text)));
}

function formEncoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

/** The characters of the base64 form that depend on nothing but the secret when `offset` bytes stand before it. */
function base64Piece(secret: string, offset: number): string {
  const bytes = new TextEncoder().encode(secret);
  const padded = new Uint8Array(offset + bytes.length);
  padded.set(bytes, offset);
  const encoded = btoa(String.fromCharCode(...padded)).replace(/=+$/, "");
  const firstWhole = Math.ceil((offset * 8) / 6);
  const lastWhole = Math.floor((padded.length * 8) / 6);
  return encoded.slice(firstWhole, lastWhole);
}

function redactValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [redact(name), redactValue(member, redact)]));
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
