/**
 * Returns a function that resolves to the peak memory of this process since the function's last call, in bytes.
 * Monitoring starts with the first call.
 */
export function watchPeakMemory(): () => Promise<number> {
  let highest = 0;
  let watching: NodeJS.Timeout | undefined;
  const readMemory = () => (highest = Math.max(highest, process.memoryUsage.rss()));
  return () => {
    watching ??= setInterval(readMemory, 20).unref();
    const memory = readMemory();
    highest = 0;
    return Promise.resolve(memory);
  };
}
