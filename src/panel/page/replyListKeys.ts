/** The row with the focus and the list around it. */
export interface FocusedRow {
  /** From 0; -1 when the row is not in the list any more. */
  readonly index: number;
  readonly lastIndex: number;
  /** Closed rows that a screenful has. */
  readonly rowsPerPage: number;
  readonly isOpen: boolean;
}

/** What a key does in the list. `enter`: into the body of the open reply. */
export type ListStep = { readonly kind: "go"; readonly index: number } | { readonly kind: "toggle" | "enter" };

/** What `key` does on a row; undefined for a key that is not the list's. */
export function listStep(key: string, { index, lastIndex, rowsPerPage, isOpen }: FocusedRow): ListStep | undefined {
  switch (key) {
    case "ArrowDown":
      return { kind: "go", index: Math.min(lastIndex, index + 1) };
    case "ArrowUp":
      return { kind: "go", index: Math.max(0, index - 1) };
    case "PageDown":
      return { kind: "go", index: Math.min(lastIndex, index + rowsPerPage) };
    case "PageUp":
      return { kind: "go", index: Math.max(0, index - rowsPerPage) };
    case "Home":
      return { kind: "go", index: 0 };
    case "End":
      return { kind: "go", index: lastIndex };
    case "Enter":
    case " ":
      return { kind: "toggle" };
    case "ArrowRight":
      return { kind: isOpen ? "enter" : "toggle" };
    case "ArrowLeft":
      return isOpen ? { kind: "toggle" } : undefined;
    default:
      return undefined;
  }
}
