import type * as vscode from "vscode";
import type { SiteStatus } from "../../../server/src/protocol/site.ts";
import type { ServerState } from "../language-client.ts";

/** Logs the facts of each site once, when it has been read completely. Logs them again after a restart. */
export class SiteLog {
  readonly #log: Pick<vscode.LogOutputChannel, "info">;
  readonly #now: () => number;
  /** When each site appeared, or undefined once it's logged. */
  readonly #sites = new Map<string, number | undefined>();
  #started: number;

  constructor(log: Pick<vscode.LogOutputChannel, "info">, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
    this.#started = now();
  }

  show(state: ServerState): void {
    if (state.kind !== "running") {
      this.#started = this.#now();
      return this.#sites.clear();
    }
    const isFirst = this.#sites.size === 0;
    for (const status of state.status.sites) {
      const { root, scanning, scans } = status;
      if (!this.#sites.has(root)) this.#sites.set(root, isFirst ? this.#started : this.#now());
      const began = this.#sites.get(root);
      if (scanning || scans === 0 || began === undefined) continue;
      this.#sites.set(root, undefined);
      this.#log.info(describeSite(status, this.#now() - began));
    }
    const roots = new Set(state.status.sites.map(({ root }) => root));
    for (const root of this.#sites.keys()) if (!roots.has(root)) this.#sites.delete(root);
  }
}

function describeSite(
  { root, name, profile, pages, specs, operations, remoteSpecs, counts }: SiteStatus,
  milliseconds: number,
): string {
  const facts = [
    `${profile} profile`,
    count(pages, "page"),
    `${count(operations, "operation")} in ${count(specs, "specification")}`,
    ...(remoteSpecs > 0 ? [count(remoteSpecs, "remote specification")] : []),
  ];
  const problems = [
    count(counts.error, "error"),
    count(counts.warning, "warning"),
    `${counts.information} information`,
    count(counts.hint, "hint"),
  ];
  const seconds = (milliseconds / 1000).toFixed(1);
  return `Site ${name} (${root}): ${facts.join(", ")}; ${problems.join(", ")}; checked in ${seconds} s`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
