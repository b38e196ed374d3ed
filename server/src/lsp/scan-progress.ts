import type { WorkDoneProgressServerReporter } from "vscode-languageserver/node";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import type { Session } from "./session.ts";

/** Shows how far the first scan of the sites has come, where the editor has a place for it. It always ends. */
export class ScanProgress {
  readonly #session: () => Session;
  readonly #scanning = new Map<LiveSite, { done: number; total: number }>();
  #reporter: Promise<WorkDoneProgressServerReporter | undefined> | undefined;
  #shown = -1;

  constructor(session: () => Session) {
    this.#session = session;
  }

  onScanning(site: LiveSite): void {
    if (site.isScanning && site.scans === 1) this.#begin(site);
    else if (!site.isScanning) this.end(site);
  }

  onProgress(site: LiveSite, done: number, total: number): void {
    if (!this.#scanning.has(site)) return;
    this.#scanning.set(site, { done, total });
    const sites = [...this.#scanning.values()];
    const sum = (key: "done" | "total") => sites.reduce((all, progress) => all + progress[key], 0);
    const percentage = Math.floor((100 * sum("done")) / Math.max(1, sum("total")));
    if (percentage === this.#shown) return;
    this.#shown = percentage;
    void this.#reporter?.then((reporter) =>
      reporter?.report(percentage, `${sum("done")} of ${sum("total")} pages`),
    );
  }

  end(site: LiveSite): void {
    if (!this.#scanning.delete(site) || this.#scanning.size > 0) return;
    void this.#reporter?.then((reporter) => reporter?.done());
    this.#reporter = undefined;
  }

  #begin(site: LiveSite): void {
    const { connection, client } = this.#session();
    if (!client.window?.workDoneProgress) return;
    this.#scanning.set(site, { done: 0, total: 0 });
    this.#shown = -1;
    this.#reporter ??= connection.window.createWorkDoneProgress().then(
      (reporter) => {
        reporter.begin("Docwright", 0, "Reading the site", false);
        return reporter;
      },
      () => undefined,
    );
  }
}
