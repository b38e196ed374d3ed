import assert from "node:assert/strict";
import { createProgress } from "../../server/src/cli/terminal/output.ts";

/** Creates a terminal with a manual clock. */
function terminal(isTTY: boolean) {
  let time = 0;
  let written = "";
  const output = { isTTY, columns: 20, write: (text: string) => (written += text) };
  return {
    progress: createProgress(output, () => time),
    wait: (ms: number) => (time += ms),
    take: () => written,
  };
}

describe("progress output", () => {
  it("is empty for short tasks and in a pipe", () => {
    const quick = terminal(true);
    quick.wait(200);
    quick.progress.show("reading");
    quick.progress.clear();
    assert.equal(quick.take(), "");
    const piped = terminal(false);
    piped.wait(5000);
    piped.progress.show("reading");
    assert.equal(piped.take(), "");
  });

  it("shows a long task on one line, limits how often it updates, and clears the line", () => {
    const { progress, wait, take } = terminal(true);
    wait(400);
    progress.show("reading 10 of 5000 pages\u001b[2J");
    wait(10);
    progress.show("reading 11");
    wait(100);
    progress.show("reading 12");
    progress.clear();
    progress.clear();
    assert.equal(take(), "\r\u001b[Kreading 10 of 5000 \r\u001b[Kreading 12\r\u001b[K");
  });
});
