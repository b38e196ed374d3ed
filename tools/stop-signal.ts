/** The end of an npm script's own life: Ctrl-C, a polite kill, a closed terminal, or the death of who started us. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  const parent = process.ppid;
  // npm may be ended without passing the signal on; its children must not outlive it.
  const watch = setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 500);
  watch.unref();
  return controller.signal;
}
