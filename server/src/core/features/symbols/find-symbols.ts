import type { PageReferences, ScriptOutline } from "../../page/page.ts";
import { derive } from "../../text/view.ts";
import { slugOf } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { isRemoteSpec } from "../../spec/remote-spec.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { bestWorth, matchWorth } from "./match-worth.ts";
import { indexNames, lettersOf, type NamedPlace, type NameIndex } from "./name-index.ts";

export interface FoundSymbol extends NamedPlace {
  readonly file: SitePath;
  /** What is typed and this have in common, more the better: to rank those of several sites. */
  readonly worth: number;
}

export const mostSymbolsFound = 200;
const longestQuery = 200;

/**
 * Pages by title and path, headings, components and operations whose name holds the characters of `query` in their order,
 * the best first, at most 200. Nothing typed: pages.
 */
export function findSymbols(site: Site, query: string): readonly FoundSymbol[] {
  const typed = query.slice(0, longestQuery).replace(/\s+/g, "").toLowerCase();
  const matches = new Matches(typed);
  for (const page of site.references.values()) matches.look(namesInPage(page), page.path);
  for (const script of site.scripts.values()) matches.look(namesInScript(script), script.path);
  for (const spec of site.specs.values())
    if (!isRemoteSpec(spec.path)) matches.look(namesInSpec(spec), spec.path);
  return matches.best();
}

/** The best of all, at most 200; of equals those that come first. */
export function bestSymbols(found: readonly FoundSymbol[]): readonly FoundSymbol[] {
  return [...found].sort((a, b) => b.worth - a.worth).slice(0, mostSymbolsFound);
}

/** What answers a query. One letter is in nearly all of a hundred thousand names, so that of most only a number is kept. */
class Matches {
  readonly #typed: string;
  readonly #letters: number;
  readonly #places: NamedPlace[] = [];
  readonly #files: SitePath[] = [];
  readonly #worths: number[] = [];
  /** How many there are of each worth. */
  readonly #counts = new Uint32Array(bestWorth + 1);

  constructor(typed: string) {
    this.#typed = typed;
    this.#letters = lettersOf(typed);
  }

  look({ places, letters, lower }: NameIndex, file: SitePath): void {
    for (let i = 0; i < letters.length; i++) {
      if (((letters[i] ?? 0) & this.#letters) !== this.#letters) continue;
      const place = places[i];
      if (!place || (this.#typed === "" && place.kind !== "page")) continue;
      const byName = matchWorth(this.#typed, place.name, lower[2 * i]);
      const { otherName } = place;
      const byOther = otherName === undefined ? 0 : matchWorth(this.#typed, otherName, lower[2 * i + 1]);
      const worth = byName > byOther ? byName : byOther;
      if (worth === 0) continue;
      this.#places.push(place);
      this.#files.push(file);
      this.#worths.push(worth);
      this.#counts[worth] = (this.#counts[worth] ?? 0) + 1;
    }
  }

  best(): readonly FoundSymbol[] {
    let least = bestWorth;
    for (let count = 0; least > 1; least--) {
      count += this.#counts[least] ?? 0;
      if (count >= mostSymbolsFound) break;
    }
    const found: FoundSymbol[] = [];
    for (const [i, worth] of this.#worths.entries()) {
      const place = this.#places[i];
      if (worth >= least && place) found.push({ ...this.#shown(place), file: this.#files[i] ?? "", worth });
    }
    return bestSymbols(found);
  }

  /** Editors look for what is typed in the name that they are given. */
  #shown(place: NamedPlace): NamedPlace {
    const { name, otherName } = place;
    if (otherName === undefined || matchWorth(this.#typed, otherName) <= matchWorth(this.#typed, name))
      return place;
    return { ...place, name: otherName, container: name };
  }
}

const namesInPage = derive(({ path, frontmatter, headings, exports }: PageReferences): NameIndex => {
  const title = frontmatter.fields.get("title");
  const slug = slugOf(path) ?? path;
  const words = typeof title?.value === "string" ? title.value.trim() : "";
  const isTitled = title !== undefined && words !== "";
  const page: NamedPlace = {
    kind: "page",
    name: isTitled ? words : slug,
    container: isTitled ? slug : "",
    range: isTitled ? title.valueRange : { start: 0, end: 0 },
    ...(isTitled && { otherName: slug }),
  };
  return indexNames([
    page,
    ...headings.flatMap(({ text, range }): NamedPlace[] =>
      text === "" ? [] : [{ kind: "heading", name: text, container: slug, range }],
    ),
    ...exports.flatMap(({ name, range, isComponent }): NamedPlace[] =>
      isComponent && name !== "default" ? [{ kind: "component", name, container: path, range }] : [],
    ),
  ]);
});

const namesInScript = derive(({ path, exports }: ScriptOutline): NameIndex =>
  indexNames(
    exports.flatMap(({ name, isComponent }): NamedPlace[] =>
      isComponent && name !== "default" ? [{ kind: "component", name, container: path }] : [],
    ),
  ),
);

/** Operations that another file holds are found where their path names it. */
const namesInSpec = derive(({ path: file, operations, webhooks, title }: SpecOutline): NameIndex =>
  indexNames(
    [...operations, ...webhooks].map((operation): NamedPlace => {
      const { method, path, summary, operationId, range, pathRange } = operation;
      const other = summary ?? operationId;
      return {
        kind: "operation",
        name: `${method} ${path}`,
        container: title ?? file,
        range: operation.file === undefined ? range : pathRange,
        ...(other !== undefined && other.trim() !== "" && { otherName: other.slice(0, 200) }),
      };
    }),
  ),
);
