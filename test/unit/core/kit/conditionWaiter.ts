export interface ConditionWaiter {
  /** Looks at every condition again: called after anything that may have changed one. */
  wake(): void;
  /** Resolves once `isDone` is true. */
  until(isDone: () => boolean): Promise<void>;
}

/** Waits for conditions without looking at a clock. */
export function createConditionWaiter(): ConditionWaiter {
  const waiters = new Set<() => void>();
  const wake = (): void => {
    for (const waiter of waiters) waiter();
  };
  const until = (isDone: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!isDone()) return;
        waiters.delete(check);
        resolve();
      };
      waiters.add(check);
      check();
    });
  return { wake, until };
}
