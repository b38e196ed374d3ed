/** Does all tasks in their order, so many at a time; none is begun any more once `stop` says so. Rejects when one does. */
export async function runInLanes(
  tasks: readonly (() => Promise<void>)[],
  lanes: number,
  stop: AbortSignal,
): Promise<void> {
  const waiting = tasks.values();
  const lane = async (): Promise<void> => {
    // All lanes take from the same line.
    for (const task of waiting) {
      if (stop.aborted) return;
      await task();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
