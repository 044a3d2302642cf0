import { describe, expect, it } from "vitest";
import type { CoreRecord } from "../../../src/core/core.ts";
import { createEventMerge } from "../../../src/core/websocket/eventMerge.ts";

const message = (itemId: number): CoreRecord => ({
  type: "newChatItems",
  chatItems: [{ chatItem: { meta: { itemId } } }],
});

describe("events of several connections", () => {
  it("are delivered together, messages by their ids and the others in their places", async () => {
    const delivered: CoreRecord[] = [];
    const merge = createEventMerge((event) => delivered.push(event));
    const other = { type: "contactConnected" };
    for (const event of [message(5), other, message(3), message(4)]) merge.add(event);
    expect(delivered).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(delivered).toEqual([message(3), other, message(4), message(5)]);
    merge.add(message(2));
    merge.flush();
    merge.flush();
    expect(delivered.slice(4)).toEqual([message(2)]);
  });
});
