import type { JsonNode } from "../protocol/json/jsonNode.ts";
import type { PathStep } from "./pathText.ts";

/** Children shown at once; the rest comes on request. */
export const outlinePageSize = 200;

/** Lines open from the start, so that a small message is seen whole and a large one opens at once. */
const initialLines = 120;

/** Lines that a search opens the way to, at most: a letter may stand in every one of a large text. */
export const maxRevealedLines = 1000;

/** One visible line of the tree. */
export interface OutlineLine {
  readonly node: JsonNode;
  readonly parent: OutlineLine | undefined;
  /** From the parent to this value; undefined for the root. */
  readonly step: PathStep | undefined;
  /** 1 for the root. */
  readonly level: number;
  /** Place among the siblings, from 1, and how many there are. */
  readonly position: number;
  readonly siblings: number;
  readonly children: number;
  isExpanded: boolean;
  /** Children in the outline; the others are behind "show more". */
  shownChildren: number;
}

/** The foldable view of a JSON text: the lines that are visible now, in order. Its cost is that of the lines, not the text. */
export class JsonOutline {
  readonly lines: OutlineLine[] = [];

  constructor(root: JsonNode) {
    this.lines.push(lineOf(root, undefined, undefined, 1, 1));
    // Breadth first: the outer members are worth more than the inside of the first one.
    for (let depth = 1; this.lines.length < initialLines; depth++) {
      const closed = this.lines.filter((line) => line.level === depth && line.children > 0);
      if (closed.length === 0) break;
      for (const line of closed) if (this.lines.length + line.children <= initialLines) this.expand(line);
    }
  }

  /** Shows the children of a line. Returns the new lines, which follow it. */
  expand(line: OutlineLine): readonly OutlineLine[] {
    if (line.isExpanded || line.children === 0) return [];
    line.isExpanded = true;
    return this.#showChildren(line, this.lines.indexOf(line) + 1);
  }

  /** Shows the next page of children. Returns the new lines. */
  showMore(line: OutlineLine): readonly OutlineLine[] {
    if (!line.isExpanded || line.shownChildren >= line.children) return [];
    return this.#showChildren(line, this.#endOf(line));
  }

  /** Hides what is inside a line. Returns the lines that went. */
  collapse(line: OutlineLine): readonly OutlineLine[] {
    if (!line.isExpanded) return [];
    line.isExpanded = false;
    line.shownChildren = 0;
    const start = this.lines.indexOf(line) + 1;
    return this.lines.splice(start, this.#endOf(line) - start);
  }

  /**
   * Opens the way to every value for which `isFound` holds; `key` is that of the member the value belongs to. Stops once
   * `maxRevealedLines` are open.
   */
  reveal(isFound: IsFound): void {
    const wanted = new Set<JsonNode>();
    const [first] = this.lines;
    if (first) collectFound(first.node, isFound, wanted);
    for (let index = 0; index < this.lines.length; index++) {
      const line = this.lines[index];
      const needed = line
        ? childNodes(line.node).findLastIndex((child) => child !== undefined && wanted.has(child))
        : -1;
      if (!line || needed < 0) continue;
      if (this.lines.length < maxRevealedLines) this.expand(line);
      while (line.isExpanded && line.shownChildren <= needed && this.lines.length < maxRevealedLines)
        this.showMore(line);
    }
  }

  #showChildren(line: OutlineLine, at: number): readonly OutlineLine[] {
    const from = line.shownChildren;
    const to = Math.min(line.children, from + outlinePageSize);
    const added = childrenOf(line, from, to);
    line.shownChildren = to;
    this.lines.splice(at, 0, ...added);
    return added;
  }

  /** Where the lines inside `line` end. */
  #endOf(line: OutlineLine): number {
    let end = this.lines.indexOf(line) + 1;
    while ((this.lines[end]?.level ?? 0) > line.level) end++;
    return end;
  }
}

type IsFound = (node: JsonNode, key: JsonNode | undefined) => boolean;

/** Collects what is found inside `node`, and whatever has something found in it. True when there is any. */
function collectFound(node: JsonNode, isFound: IsFound, wanted: Set<JsonNode>): boolean {
  let holds = false;
  const visit = (child: JsonNode, key: JsonNode | undefined): void => {
    const isWanted = collectFound(child, isFound, wanted) || isFound(child, key);
    if (isWanted) wanted.add(child);
    holds ||= isWanted;
  };
  if (node.kind === "object") {
    for (const { key, value } of node.members) if (value) visit(value, key);
  } else if (node.kind === "array") {
    for (const item of node.items) visit(item, undefined);
  }
  return holds;
}

function childNodes(node: JsonNode): readonly (JsonNode | undefined)[] {
  if (node.kind === "object") return node.members.map(({ value }) => value);
  return node.kind === "array" ? node.items : [];
}

/** The path from the root to a line's value. */
export function pathOf(line: OutlineLine): readonly PathStep[] {
  const steps: PathStep[] = [];
  for (let current: OutlineLine | undefined = line; current; current = current.parent) {
    if (current.step !== undefined) steps.unshift(current.step);
  }
  return steps;
}

function childrenOf(line: OutlineLine, from: number, to: number): OutlineLine[] {
  const { node } = line;
  const children: OutlineLine[] = [];
  for (let index = from; index < to; index++) {
    if (node.kind === "array") {
      const item = node.items[index];
      if (item) children.push(lineOf(item, line, index, index + 1, node.items.length));
    } else if (node.kind === "object") {
      const member = node.members[index];
      if (member?.value) children.push(lineOf(member.value, line, member.key.value, index + 1, node.members.length));
    }
  }
  return children;
}

function lineOf(
  node: JsonNode,
  parent: OutlineLine | undefined,
  step: PathStep | undefined,
  position: number,
  siblings: number,
): OutlineLine {
  const children = node.kind === "object" ? node.members.length : node.kind === "array" ? node.items.length : 0;
  const level = parent ? parent.level + 1 : 1;
  return { node, parent, step, level, position, siblings, children, isExpanded: false, shownChildren: 0 };
}
