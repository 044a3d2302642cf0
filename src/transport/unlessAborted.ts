/** What the user answers, or undefined as soon as the call is cancelled. */
export async function unlessAborted<Value>(answer: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  let stop = (): void => {};
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
