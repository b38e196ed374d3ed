import type { RenderedIssue } from "../../core/page/syntax-problem.ts";
import type { FileChange, Site } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";

type Issues = readonly RenderedIssue[];

/** Tracks what the open previews of a site couldn't render, by source file. */
export class RenderProblemTracker {
  readonly #take: (change: Extract<FileChange, { kind: "rendered" }>) => void;
  /** Keyed by preview; the owner decides what the key is. */
  readonly #previews = new Map<object, ReadonlyMap<SitePath, Issues>>();

  constructor(take: (change: Extract<FileChange, { kind: "rendered" }>) => void) {
    this.#take = take;
  }

  /** Records that a preview shows this page and what it couldn't render. */
  report(preview: object, page: SitePath, issues: Issues): void {
    const byFile = new Map<SitePath, RenderedIssue[]>([[page, []]]);
    for (const issue of issues) {
      const known = byFile.get(issue.file) ?? [];
      known.push(issue);
      byFile.set(issue.file, known);
    }
    this.#replace(preview, byFile);
  }

  /** Removes a preview that no longer shows its page. */
  forget(preview: object): void {
    this.#replace(preview, undefined);
  }

  /** Returns the rendered issues to add to a site that has been read again. */
  get held(): Pick<Site, "rendered"> {
    const files = new Set([...this.#previews.values()].flatMap((byFile) => [...byFile.keys()]));
    return files.size === 0
      ? {}
      : { rendered: new Map([...files].map((path) => [path, this.#of(path) ?? []])) };
  }

  #replace(preview: object, byFile: ReadonlyMap<SitePath, Issues> | undefined): void {
    const before = this.#previews.get(preview);
    if (byFile) this.#previews.set(preview, byFile);
    else this.#previews.delete(preview);
    for (const path of new Set([...(before?.keys() ?? []), ...(byFile?.keys() ?? [])]))
      this.#take({ kind: "rendered", path, issues: this.#of(path) });
  }

  /** Undefined if no preview shows anything from the file. */
  #of(file: SitePath): Issues | undefined {
    const reported = [...this.#previews.values()].flatMap((byFile) => byFile.get(file) ?? []);
    return [...this.#previews.values()].some((byFile) => byFile.has(file)) ? reported : undefined;
  }
}
