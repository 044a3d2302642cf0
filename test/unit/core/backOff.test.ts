import { describe, expect, it } from "vitest";
import { backOffMs } from "../../../src/core/websocket/backOff.ts";

describe("the wait before the next attempt", () => {
  it.each([
    [0, 250, 500],
    [1, 500, 1000],
    [5, 8000, 16_000],
    [6, 15_000, 30_000],
    [1000, 15_000, 30_000],
  ])("after %i failures is between %i and %i ms", (failures, shortest, longest) => {
    expect(backOffMs(failures, 0)).toBe(shortest);
    expect(backOffMs(failures, 1)).toBe(longest);
  });
});
