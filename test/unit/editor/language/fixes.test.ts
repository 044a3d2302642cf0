import { describe, expect, it } from "vitest";
import { fixesAt } from "../../../../src/editor/language/checks/fixes.ts";
import { certainEdits } from "../../../../src/protocol/certainEdits.ts";
import { type Fix, movedProblems, type Problem } from "../../../../src/protocol/problem.ts";

function fix(offset: number, length: number, newText: string, isPreferred = true): Fix {
  return { title: newText, edits: [{ range: { offset, length }, newText }], isPreferred };
}

function problem(offset: number, length: number, ...fixes: Fix[]): Problem {
  return { code: "a/b", severity: "error", message: "", section: "", range: { offset, length }, fixes };
}

describe("fixes at a place", () => {
  const problems = [problem(5, 3, fix(5, 3, "x"))];

  it("are offered inside the problem and at its ends, not one beyond", () => {
    const offered = (offset: number) => fixesAt(problems, { offset, length: 0 }).length;
    expect([4, 5, 8, 9].map(offered)).toEqual([0, 1, 1, 0]);
  });
});

describe("all certain fixes", () => {
  it("come in the order of the text, and choices are left to the user", () => {
    const edits = certainEdits([
      problem(9, 1, fix(9, 1, "later")),
      problem(0, 1, fix(0, 1, "first"), fix(0, 1, "or", false)),
    ]);
    expect(edits.map(({ newText }) => newText)).toEqual(["first", "later"]);
  });

  it("leave out one that touches what another changes", () => {
    expect(certainEdits([problem(0, 4, fix(0, 4, "a")), problem(3, 2, fix(3, 2, "b"))])).toHaveLength(1);
    expect(certainEdits([problem(0, 4, fix(0, 4, "a")), problem(4, 2, fix(4, 2, "b"))])).toHaveLength(2);
  });
});

describe("problems of a part", () => {
  it("move with their fixes to where the part stands", () => {
    const [moved] = movedProblems([problem(1, 2, fix(1, 0, "x"))], 10);
    expect(moved?.range).toEqual({ offset: 11, length: 2 });
    expect(moved?.fixes[0]?.edits[0]?.range).toEqual({ offset: 11, length: 0 });
  });
});
