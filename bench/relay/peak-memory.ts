/**
 * Returns a function that resolves to the peak memory of this process since the function's last call, in bytes.
 * Monitoring starts with the first call.
 */
export function peakMemory(): () => Promise<number> {
  let highest = 0;
  let watching: NodeJS.Timeout | undefined;
  const look = () => (highest = Math.max(highest, process.memoryUsage.rss()));
  return () => {
    watching ??= setInterval(look, 20).unref();
    const found = look();
    highest = 0;
    return Promise.resolve(found);
  };
}
