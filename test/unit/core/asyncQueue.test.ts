import { expect, it } from "vitest";
import { createAsyncQueue } from "../../../src/core/asyncQueue.ts";

it("gives what was pushed, in order, up to the end and nothing after it", async () => {
  const queue = createAsyncQueue<number>();
  queue.push(1);
  queue.push(2);
  queue.end();
  queue.push(3);
  queue.end();
  const read: number[] = [];
  for await (const value of queue) read.push(value);
  expect(read).toEqual([1, 2]);
});

it("wakes a reader who waits, by a value and by the end", async () => {
  const queue = createAsyncQueue<string>();
  const reader = queue[Symbol.asyncIterator]();
  const first = reader.next();
  queue.push("late");
  expect(await first).toEqual({ done: false, value: "late" });
  const second = reader.next();
  queue.end();
  expect(await second).toEqual({ done: true, value: undefined });
});
