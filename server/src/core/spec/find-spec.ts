import { fileName, resolveSitePath } from "../text/site-path.ts";
import type { SitePath } from "../text/text-edit.ts";
import { isRemoteSource } from "./endpoint-reference.ts";
import { findRemoteSpec, isRemoteSpec } from "./remote-spec.ts";
import type { SpecOutline } from "./spec-outline.ts";

type Specs = ReadonlyMap<SitePath, SpecOutline>;

/** Which specifications a written file name may mean, the likeliest first. */
export type SpecLookup =
  | {
      readonly kind: "found";
      readonly specs: readonly SpecOutline[];
      /**
       * `named`: this very file, from the site's root or the page's folder, with or without extension.
       * `loose`: only a part of the name agrees; the service takes it, the author may not know.
       */
      readonly match: "named" | "loose";
    }
  /** Named by a URL of which there is no copy here. */
  | { readonly kind: "remote" }
  | { readonly kind: "outside-site" }
  | { readonly kind: "not-found" };

/**
 * The specifications that a reference on a page or in navigation may mean: the file itself, relative to the page, a
 * location or a file name that contains what is written (research/docsjson.md §4). That some service falls back on
 * any specification which has the operation is left to the caller: to an author a wrong file name is a fault.
 */
export function findSpecs(specs: Specs, written: string, folder: SitePath): SpecLookup {
  if (isRemoteSource(written)) return findCopy(specs, written);
  const fromRoot = resolveSitePath(written.replace(/^\/+/, ""));
  const fromPage = resolveSitePath(written, folder);
  const named = [fromRoot, fromPage].flatMap((place) => (place.ok ? exactly(specs, place.path) : []));
  if (named.length > 0) return { kind: "found", specs: unique(named), match: "named" };
  if (!fromRoot.ok && !fromPage.ok)
    return { kind: fromPage.reason === "outside-site" ? "outside-site" : "not-found" };
  const loose = loosely(specs, written);
  return loose.length > 0 ? { kind: "found", specs: loose, match: "loose" } : { kind: "not-found" };
}

/** The specification that a path in docs.json names, which is always the file itself. */
export function findNamedSpec(specs: Specs, written: string): SpecLookup {
  if (isRemoteSource(written)) return findCopy(specs, written);
  const place = resolveSitePath(written.replace(/^\/+/, ""));
  if (!place.ok) return { kind: place.reason === "outside-site" ? "outside-site" : "not-found" };
  const spec = specs.get(place.path);
  return spec ? { kind: "found", specs: [spec], match: "named" } : { kind: "not-found" };
}

function findCopy(specs: Specs, url: string): SpecLookup {
  const copy = findRemoteSpec(specs, url);
  return copy ? { kind: "found", specs: [copy], match: "named" } : { kind: "remote" };
}

function exactly(specs: Specs, path: SitePath): SpecOutline[] {
  const spec = specs.get(path);
  if (spec) return [spec];
  if (hasExtension(path)) return [];
  return [...specs.values()].filter((candidate) => withoutExtension(candidate.path) === path);
}

function loosely(specs: Specs, written: string): SpecOutline[] {
  const wanted = written.replace(/^(\.{0,2}\/)+/, "");
  if (wanted === "") return [];
  const all = [...specs.values()].filter(({ path }) => !isRemoteSpec(path));
  const sameName = all.filter(
    ({ path }) => fileName(path) === wanted || withoutExtension(fileName(path)) === wanted,
  );
  const endsSo = all.filter(({ path }) => path.endsWith(`/${wanted}`));
  const contains = all.filter(({ path }) => path.includes(wanted));
  return unique([...endsSo, ...sameName, ...contains]);
}

function unique(specs: readonly SpecOutline[]): SpecOutline[] {
  return [...new Set(specs)];
}

export function hasExtension(path: string): boolean {
  return /\.(json|ya?ml)$/i.test(path);
}

function withoutExtension(path: SitePath): string {
  return path.replace(/\.(json|ya?ml)$/i, "");
}

/** Whether a loose match still is the file that the author wrote: `openapi.json` for `api/openapi.json`. */
export function hasWrittenName(spec: SpecOutline, written: string): boolean {
  if (isRemoteSpec(spec.path)) return isRemoteSource(written);
  const wanted = written.replace(/^(\.{0,2}\/)+/, "");
  return !hasExtension(wanted) || spec.path === wanted || spec.path.endsWith(`/${wanted}`);
}
