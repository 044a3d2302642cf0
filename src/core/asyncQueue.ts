/** Values pushed by one side and read in order, once, by the other. */
export interface AsyncQueue<Value> extends AsyncIterable<Value> {
  /** Ignored after the end. */
  push(value: Value): void;
  /** No more values: the reader ends after those that wait. Ending twice is harmless. */
  end(): void;
}

/** An empty queue, for one reader. */
export function createAsyncQueue<Value>(): AsyncQueue<Value> {
  const waiting: Value[] = [];
  let isEnded = false;
  let wake: (() => void) | undefined;
  const notify = (): void => {
    wake?.();
    wake = undefined;
  };
  return {
    push(value) {
      if (isEnded) return;
      waiting.push(value);
      notify();
    },
    end() {
      isEnded = true;
      notify();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const value = waiting.shift();
        if (value !== undefined) yield value;
        else if (isEnded) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}
