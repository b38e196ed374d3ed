/**
 * Runs the tasks in order with limited concurrency. Doesn't start more tasks once `stop` is aborted. Rejects if a task
 * rejects.
 */
export async function runInLanes(
  tasks: readonly (() => Promise<void>)[],
  lanes: number,
  stop: AbortSignal,
): Promise<void> {
  const waiting = tasks.values();
  const runLane = async (): Promise<void> => {
    // All lanes take tasks from the same iterator.
    for (const runTasks of waiting) {
      if (stop.aborted) return;
      await runTasks();
    }
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
}
