import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import * as vscode from "vscode";
import { openFile, replaceText, revertChanges, untilNoProblem, untilProblem } from "../in-host/site.ts";
import { until } from "../in-host/until.ts";

/** Tests that authors notice only a short interruption when the language server exits or is restarted. */
describe("language server", () => {
  afterEach(revertChanges);

  it("restarts after a crash and checks unsaved text", async function () {
    if (process.platform !== "linux") this.skip();
    const { document } = await openFile("docs.json");
    await replaceText(document, '"quickstart"', '"quickstrat"');
    await untilProblem(document, "nav/page-not-found", "quickstrat");
    const [before] = serverProcesses();
    assert.ok(before !== undefined, "no server process was found");
    process.kill(before, "SIGKILL");
    await until("another server process", () => serverProcesses().some((pid) => pid !== before));
    await replaceText(document, '"quickstrat"', '"quickstrot"');
    await untilProblem(document, "nav/page-not-found", "quickstrot");
    await replaceText(document, '"quickstrot"', '"quickstart"');
    await untilNoProblem(document, "nav/page-not-found", "quickstart");
  });

  it("restarts on command without leaving the old process behind", async function () {
    if (process.platform !== "linux") this.skip();
    const [before] = serverProcesses();
    await vscode.commands.executeCommand("docwright.restartServer");
    await until("one new server process", () => {
      const now = serverProcesses();
      return now.length === 1 && now[0] !== before;
    });
    const { document } = await openFile("docs.json");
    await replaceText(document, '"quickstart"', '"quickstrat"');
    await untilProblem(document, "nav/page-not-found", "quickstrat");
  });
});

/** Returns the language server processes of this extension host. */
function serverProcesses(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = / \d+ /.exec(readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) \S/, ""))?.[0].trim();
        return (
          Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("dist/server.js")
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}
