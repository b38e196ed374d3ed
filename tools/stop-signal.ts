/** Returns a signal that aborts on Ctrl-C, SIGTERM, a closed terminal, or the end of the parent process. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  const parentId = process.ppid;
  // npm may be ended without passing on the signal, but its children must not outlive it.
  const watch = setInterval(() => {
    if (process.ppid !== parentId) stop();
  }, 500);
  watch.unref();
  return controller.signal;
}
