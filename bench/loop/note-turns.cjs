// Loaded into a process before its own code (`node --require`): notes each turn of the main thread's event loop that
// keeps it for more than DOCWRIGHT_TURNS_FROM ms of its own processor time, as a line of JSON in the file DOCWRIGHT_TURNS.
const { appendFileSync, readFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

const file = process.env.DOCWRIGHT_TURNS;
if (isMainThread && file !== undefined) {
  const least = Number(process.env.DOCWRIGHT_TURNS_FROM ?? 15);
  const thread = `/proc/${process.pid}/task/${process.pid}/schedstat`;
  const worked = () => Number(readFileSync(thread, "utf8").split(" ")[0]) / 1e6;
  let [began, before] = [performance.now(), worked()];
  const turn = () => {
    const now = performance.now();
    // A short turn by the clock cannot have been a long one by the processor, and asking costs something.
    if (now - began >= least) {
      const work = worked() - before;
      const line = { at: performance.timeOrigin + began, clock: now - began, work };
      if (work >= least) appendFileSync(file, `${JSON.stringify(line)}\n`);
    }
    [began, before] = [performance.now(), worked()];
    setImmediate(turn).unref();
  };
  setImmediate(turn).unref();
}
