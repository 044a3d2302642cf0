import type { OutlineLine } from "../jsonOutline.ts";

/** What a key does in a tree. `stay`: the key is the tree's, but leads nowhere from this line. */
export type TreeStep =
  | { readonly kind: "go"; readonly line: OutlineLine }
  | { readonly kind: "fold" | "unfold" | "leave" | "stay" };

/** What `key` does on `line` of the visible `lines`; undefined for a key that is not the tree's. */
export function treeStep(key: string, line: OutlineLine, lines: readonly OutlineLine[]): TreeStep | undefined {
  const index = lines.indexOf(line);
  switch (key) {
    case "ArrowDown":
      return goTo(lines[index + 1]);
    case "ArrowUp":
      return goTo(lines[index - 1]);
    case "Home":
      return goTo(lines[0]);
    case "End":
      return goTo(lines.at(-1));
    case "ArrowRight":
      return line.isExpanded ? goTo(lines[index + 1]) : toggled(line);
    case "ArrowLeft":
      return line.isExpanded ? { kind: "fold" } : goTo(line.parent);
    case "Enter":
    case " ":
      return toggled(line);
    case "Escape":
      return { kind: "leave" };
    default:
      return undefined;
  }
}

function goTo(line: OutlineLine | undefined): TreeStep {
  return line ? { kind: "go", line } : { kind: "stay" };
}

function toggled(line: OutlineLine): TreeStep {
  if (line.children === 0) return { kind: "stay" };
  return { kind: line.isExpanded ? "fold" : "unfold" };
}
