import type { SitePath } from "../../text/text-range.ts";
import type { BlockTree } from "../block-tree.ts";
import type { Drawing } from "../drawing.ts";
import type { PageSource } from "../page-source.ts";
import type { ViewIssue } from "../view/page-view.ts";
import type { Scope } from "./scope.ts";
import type { Missing, SnippetValue } from "./value.ts";

/** What the blocks of a page have in common: the names that its imports and exports give, and what draws. */
export interface PageScope {
  readonly source: PageSource;
  readonly drawing: Drawing;
  readonly scope: Scope;
  /** Of imports and exports that fail. */
  readonly issues: readonly ViewIssue[];
  /** Files that are imported, however deep, and that `source.files` does not have. */
  readonly wanted: readonly SitePath[];
  readonly footnoteNumber: (id: string) => number | undefined;
  /** The MDX file at an absolute path, as the old `<Snippet>` takes it. */
  readonly snippet: (path: string) => SnippetValue | Missing;
}

export interface PageParts {
  readonly drawing: Drawing;
  readonly footnotes: { readonly numberOf: (id: string) => number | undefined };
}

export function readScope(_modules: readonly BlockTree[], source: PageSource, parts: PageParts): PageScope {
  const place = { file: source.path, offset: 0 };
  return {
    source,
    drawing: parts.drawing,
    scope: { names: new Map(), place },
    issues: [],
    wanted: [],
    footnoteNumber: parts.footnotes.numberOf,
    snippet: () => ({ kind: "missing", name: "" }),
  };
}
