// This module is loaded into a process before the process's own code (`node --require`). It records each turn of the
// event loop that occupies the main thread for at least DOCWRIGHT_TURNS_FROM milliseconds of CPU time. Each turn is
// appended as a line of JSON to the file DOCWRIGHT_TURNS.
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
    // The CPU time of a turn can't exceed its elapsed time. The CPU time is read only if the turn took long enough,
    // because reading it takes time.
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
