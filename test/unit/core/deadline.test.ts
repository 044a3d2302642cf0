import { describe, expect, it } from "vitest";
import { unlessAborted, whenAborted } from "../../../src/core/aborted.ts";
import { openDeadline } from "../../../src/core/deadline.ts";
import { manualClock } from "./kit/manualClock.ts";

describe("a deadline", () => {
  it.each([
    [999, false],
    [1000, true],
    [1001, true],
  ])("of 1000 ms has passed after %i ms: %s", (afterMs, hasPassed) => {
    const clock = manualClock();
    const deadline = openDeadline(clock, 1000, undefined);
    clock.advance(afterMs);
    expect([deadline.signal.aborted, deadline.hasTimedOut]).toEqual([hasPassed, hasPassed]);
  });

  it("aborts with its caller, which is no timeout, not even later", () => {
    const clock = manualClock();
    const outer = new AbortController();
    const deadline = openDeadline(clock, 1000, outer.signal);
    outer.abort();
    clock.advance(1000);
    expect([deadline.signal.aborted, deadline.hasTimedOut]).toEqual([true, false]);
  });

  it("is aborted from the start by a caller who has given up", () => {
    const deadline = openDeadline(manualClock(), 1000, AbortSignal.abort());
    expect([deadline.signal.aborted, deadline.hasTimedOut]).toEqual([true, false]);
  });

  it("leaves nothing behind once it is disposed", () => {
    const clock = manualClock();
    const outer = new AbortController();
    const deadline = openDeadline(clock, 1000, outer.signal);
    deadline.dispose();
    deadline.dispose();
    outer.abort();
    expect([deadline.signal.aborted, clock.pending()]).toEqual([false, []]);
  });
});

describe("work unless aborted", () => {
  const never = new Promise<string>(() => {});

  it("gives its result", async () => {
    expect(await unlessAborted(Promise.resolve("done"), new AbortController().signal)).toBe("done");
  });

  it("gives nothing when the signal is or gets aborted", async () => {
    const given = new AbortController();
    const waiting = unlessAborted(never, given.signal);
    given.abort();
    expect([await waiting, await unlessAborted(never, AbortSignal.abort())]).toEqual([undefined, undefined]);
  });

  it("fails as the work fails", async () => {
    await expect(unlessAborted(Promise.reject(new Error("broken")), new AbortController().signal)).rejects.toThrow(
      "broken",
    );
  });
});

it("waits for an abort that comes or has come", async () => {
  const given = new AbortController();
  const waiting = whenAborted(given.signal);
  given.abort();
  await expect(Promise.all([waiting, whenAborted(AbortSignal.abort())])).resolves.toHaveLength(2);
});
