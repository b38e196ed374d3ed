/** What the work comes to, or a rejection with the signal's reason as soon as it is aborted; the work is not waited for then. */
export function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const over = (): void => reject(signal.reason as Error);
    if (signal.aborted) over();
    signal.addEventListener("abort", over, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", over));
  });
}
