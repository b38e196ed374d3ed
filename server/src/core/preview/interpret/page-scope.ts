import type { SitePath } from "../../text/text-edit.ts";
import type { BlockTree } from "../block-tree.ts";
import type { Drawing } from "../drawing.ts";
import type { PageSource } from "../page-source.ts";
import type { ViewIssue } from "../view/page-view.ts";
import { freezeNames } from "./freeze.ts";
import { newFuel } from "./fuel.ts";
import { moduleLoader } from "./load-modules.ts";
import { makeMachine } from "./make-machine.ts";
import { React, react } from "./react.ts";
import { runModule } from "./run-module.ts";
import { declare, innerScope, type Scope } from "./scope.ts";
import { exportOf } from "./site-module.ts";
import { dict, isObject, type Missing, type SnippetValue } from "./value.ts";

/** What the blocks of a page have in common: the names that its imports and exports give, and what draws. */
export interface PageScope {
  readonly source: PageSource;
  readonly drawing: Drawing;
  readonly scope: Scope;
  /** Of the page as a whole; what imports and exports lack is told where it is used. */
  readonly issues: readonly ViewIssue[];
  /** Files that are imported, however deep, and that `source.files` does not have. */
  readonly wanted: readonly SitePath[];
  readonly footnoteNumber: (id: string) => number | undefined;
  /** The MDX file at a path from the root, as the old `<Snippet>` takes it; what is not there is put into `wanted`. */
  readonly snippet: (path: string, wanted: Set<SitePath>) => SnippetValue | Missing;
}

/** What else the blocks of a page share. */
export interface PageParts {
  readonly drawing: Drawing;
  readonly footnotes: { readonly numberOf: (id: string) => number | undefined };
}

/**
 * Reads the imports and exports of a page, from those of its blocks that have some, with all the files that they import.
 * Never throws; a name that cannot be worked out tells why where it is used.
 */
export function readScope(modules: readonly BlockTree[], source: PageSource, parts: PageParts): PageScope {
  const outermost = givenNames(source);
  const machine = makeMachine(newFuel(), source.facts.variables);
  const loader = moduleLoader(source, machine, outermost);
  const page = innerScope(outermost, { file: source.path, offset: 0 });
  const programs = modules.flatMap(({ root, range }) => {
    const scope: Scope = { ...page, place: { file: source.path, offset: range.start } };
    return root.children.flatMap((child) =>
      child.type === "mdxjsEsm" && child.data?.estree ? [{ program: child.data.estree, scope }] : [],
    );
  });
  const snippets = new Map<string, SnippetValue | Missing>();
  runModule(programs, new Map(), loader.importerOf(source.path, 0), machine);
  freezeNames(page.names);
  return {
    source,
    drawing: parts.drawing,
    scope: page,
    issues: [],
    wanted: [...loader.wanted],
    footnoteNumber: parts.footnotes.numberOf,
    snippet: (path, wanted) => {
      const known = snippets.get(path);
      if (known) return known;
      const later = moduleLoader(source, machine, outermost);
      const inside = { range: { start: 0, end: 0 }, lines: [0, 0] as const };
      const at = { ...inside, file: source.path };
      const value = exportOf(later.importerOf(source.path, 0)(path, inside), "default", at);
      for (const file of later.wanted) wanted.add(file);
      const isUsable = isObject(value) && (value.kind === "snippet" || value.kind === "missing");
      const found: SnippetValue | Missing = isUsable ? value : { kind: "missing", name: path };
      // One that waits for its file says so each time.
      if (later.wanted.size === 0) snippets.set(path, found);
      return found;
    },
  };
}

/** What every page has without an import: React's hooks, and who reads. */
function givenNames({ path, audience }: PageSource): Scope {
  const scope: Scope = { names: new Map(), place: { file: path, offset: 0 } };
  for (const [name, value] of react) declare(scope, name, value);
  declare(scope, "React", React);
  declare(scope, "user", {
    ...dict(audience.signedIn ? [["groups", [...audience.groups]]] : []),
    isFrozen: true,
  });
  freezeNames(scope.names);
  return scope;
}
