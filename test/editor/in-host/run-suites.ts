import type { TestBegin, TestReport } from "../runner/session.ts";
import { callRunner } from "./runner.ts";
import { inWindow } from "./window.ts";

/**
 * Runs Mocha in the extension host, and reports each test when it ends. Resolves after all tests have been reported.
 * The runner evaluates failures, and if a session crashes, its earlier results are preserved.
 */
export async function runSuites(loadSuites: readonly (() => Promise<unknown>)[]): Promise<void> {
  const { default: Mocha } = await import("mocha");
  const mocha = new Mocha({ ui: "bdd", timeout: 300_000, slow: 2_000 });
  mocha.suite.emit("pre-require", globalThis, "suites", mocha);
  for (const load of loadSuites) await load();
  mocha.suite.afterEach(async function () {
    const { currentTest } = this;
    if (currentTest?.state === "failed") await inWindow("saveFailure", `failed-${nameOf(currentTest.title)}`);
  });
  const reports: Promise<unknown>[] = [];
  const report = (test: Mocha.Runnable, outcome: TestReport["outcome"], error?: Error) => {
    reports.push(
      callRunner("report", {
        title: test.fullTitle(),
        outcome,
        milliseconds: test.duration ?? 0,
        ...(error ? { error: error.stack ?? error.message } : {}),
      } satisfies TestReport),
    );
  };
  const begin = (what: Mocha.Runnable) => {
    const begun = { title: what.fullTitle(), milliseconds: what.timeout() } satisfies TestBegin;
    reports.push(callRunner("begin", begun));
  };
  await new Promise<void>((resolve) => {
    mocha
      .run(() => resolve())
      .on("test", begin)
      .on("hook", begin)
      .on("pass", (test) => report(test, "passed"))
      .on("fail", (test, error: Error) => report(test, "failed", error))
      .on("pending", (test) => report(test, "skipped"));
  });
  await Promise.all(reports);
  await callRunner("done", null);
}

/** Returns the first words of a title, for use in a file name. */
function nameOf(title: string): string {
  return title
    .replace(/[^a-z0-9]+/gi, "-")
    .toLowerCase()
    .slice(0, 40);
}
