import type { RenderedIssue } from "../core/page/rendered-issue.ts";
import type { SitePath } from "../core/text/text-range.ts";

/** A preview, whatever it is to those who own it. */
export type PreviewKey = object;

/** What the open previews of a site could not show, by the file in which it stands. */
export class LiveRendered {
  readonly #previews = new Map<PreviewKey, ReadonlyMap<SitePath, readonly RenderedIssue[]>>();

  /** A preview shows this page and has told this of it; undefined: it shows none any more. Answers the files concerned. */
  tell(preview: PreviewKey, page: SitePath, issues: readonly RenderedIssue[] | undefined): SitePath[] {
    const before = this.#previews.get(preview);
    const byFile = new Map<SitePath, RenderedIssue[]>(issues && [[page, []]]);
    for (const issue of issues ?? []) {
      const known = byFile.get(issue.file) ?? [];
      known.push(issue);
      byFile.set(issue.file, known);
    }
    if (issues) this.#previews.set(preview, byFile);
    else this.#previews.delete(preview);
    return [...new Set([...(before?.keys() ?? []), ...byFile.keys()])];
  }

  /** What all previews together say of the file; undefined when none shows anything of it. */
  of(file: SitePath): readonly RenderedIssue[] | undefined {
    const told = [...this.#previews.values()].flatMap((byFile) => byFile.get(file) ?? []);
    const isShown = [...this.#previews.values()].some((byFile) => byFile.has(file));
    return isShown ? told : undefined;
  }

  get files(): ReadonlySet<SitePath> {
    return new Set([...this.#previews.values()].flatMap((byFile) => [...byFile.keys()]));
  }
}
