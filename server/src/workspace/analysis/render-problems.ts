import type { RenderedIssue } from "../../core/page/rendered-issue.ts";
import type { FileChange, Site } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";

type Issues = readonly RenderedIssue[];

/** What the open previews of a site could not show, by the file in which it stands. */
export class RenderProblemTracker {
  readonly #take: (change: Extract<FileChange, { kind: "rendered" }>) => void;
  /** By preview, whatever that is to those who own it. */
  readonly #previews = new Map<object, ReadonlyMap<SitePath, Issues>>();

  constructor(take: (change: Extract<FileChange, { kind: "rendered" }>) => void) {
    this.#take = take;
  }

  /** A preview shows this page and could not show this of it. */
  report(preview: object, page: SitePath, issues: Issues): void {
    const byFile = new Map<SitePath, RenderedIssue[]>([[page, []]]);
    for (const issue of issues) {
      const known = byFile.get(issue.file) ?? [];
      known.push(issue);
      byFile.set(issue.file, known);
    }
    this.#replace(preview, byFile);
  }

  /** A preview shows its page no more. */
  forget(preview: object): void {
    this.#replace(preview, undefined);
  }

  /** The part of a site that was read anew. */
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

  /** Undefined when no preview shows anything of the file. */
  #of(file: SitePath): Issues | undefined {
    const reported = [...this.#previews.values()].flatMap((byFile) => byFile.get(file) ?? []);
    return [...this.#previews.values()].some((byFile) => byFile.has(file)) ? reported : undefined;
  }
}
