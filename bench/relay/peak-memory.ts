/** Comes back with the bytes that this process has taken at most since it was last asked. Watches from the first time on. */
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
