import type { Site } from "../site/site.ts";
import { sourcesWithSpecs } from "../site/specs/specs.ts";
import { findNamedSpec } from "../spec/find-spec.ts";
import { isRemoteSource } from "../spec/operation-reference.ts";
import { isRemoteSpec } from "../spec/remote-spec.ts";
import { familyOf, familyOfReference, type SpecFamily, type SpecOutline } from "../spec/spec-outline.ts";
import { closest } from "../text/similarity.ts";
import { fileName, resolveSitePath } from "../text/site-path.ts";
import type { SiteLocation, SitePath } from "../text/text-edit.ts";
import { isTold, partPlace, referencesIn, rewritePart } from "./endpoint-places.ts";
import { fewGuesses, type Guesser } from "./few-guesses.ts";
import type { Finding, Fix, Subject } from "./rule.ts";

/** The messages that `openapi/spec-not-found` and `asyncapi/spec-not-found` have in common. */
export type MissingSpecMessage =
  "missing" | "meant" | "instead" | "not-a-spec" | "wrong-kind" | "ignored" | "use";

/** Every place that names a specification file which is not there, or is none of this family. */
export function* findMissingSpecs(
  subject: Subject,
  site: Site,
  family: SpecFamily,
): Generator<Finding<MissingSpecMessage>> {
  const guess = fewGuesses();
  if (subject.kind === "config")
    for (const { source, spec, family: own } of sourcesWithSpecs(site)) {
      if (own !== family || isRemoteSource(source.source)) continue;
      if (spec) {
        if (familyOf(spec) !== family)
          yield { message: "wrong-kind", args: { file: source.source, kind: nameOf(spec) }, at: source.at };
      } else if (findNamedSpec(site.specs, source.source).kind === "not-found")
        yield explain(source.source, resolved(source.source), source.at, site, family, guess);
    }
  for (const placed of referencesIn(subject, site)) {
    const { resolution } = placed;
    if (resolution.kind !== "spec-not-found" || familyOfReference(resolution.reference) !== family) continue;
    const { file, instead } = resolution;
    const at = partPlace(placed, file.range);
    const told = isTold(at, file);
    if (instead)
      yield {
        message: "instead",
        args: { file: file.text, near: instead.spec.path },
        at,
        ...(told ? { data: { near: styled(file.text, instead.spec.path) } } : {}),
      };
    else {
      const finding = explain(file.text, resolved(file.text), at, site, family, guess);
      const { data, ...rest } = finding;
      yield told && data ? { ...rest, data } : rest;
    }
  }
}

/** Writes the file that was meant. */
export function* fixMissingSpec({ at, data }: Finding): Generator<Fix<"use">> {
  const near = data?.["near"];
  if (typeof near !== "string") return;
  const edits = rewritePart(data?.["quoted"] === true ? inside(at) : at, near);
  if (edits.length > 0) yield { title: "use", args: { near }, edits };
}

function nameOf(spec: SpecOutline): string {
  return spec.kind === "asyncapi" ? "AsyncAPI" : "OpenAPI";
}

function explain(
  written: string,
  path: SitePath | undefined,
  at: SiteLocation,
  site: Site,
  family: SpecFamily,
  guess: Guesser,
): Finding<MissingSpecMessage> {
  const args = { file: written };
  if (path !== undefined && site.files.has(path)) return { message: "not-a-spec", args, at };
  if (path !== undefined && site.isIgnored(path)) return { message: "ignored", args, at };
  const near = guess(written, () => nearestSpec(written, site, family));
  if (near === undefined) return { message: "missing", args, at };
  return { message: "meant", args: { ...args, near }, at, ...dataToName(written, near, at) };
}

/** What `fixMissingSpec` needs to write another file here; nothing where the text is not as it stands in the file. */
export function dataToName(
  written: string,
  near: SitePath,
  { range }: SiteLocation,
): Pick<Finding, "data"> | undefined {
  const marks = range.end - range.start - written.length;
  return marks === 0 || marks === 2
    ? { data: { near: styled(written, near), quoted: marks === 2 } }
    : undefined;
}

/** A specification of the family with the same file name, else with the nearest path or name. */
export function nearestSpec(written: string, site: Site, family: SpecFamily): SitePath | undefined {
  const paths = [...site.specs.values()]
    .filter((spec) => familyOf(spec) === family && !isRemoteSpec(spec.path))
    .map(({ path }) => path);
  const wanted = written.replace(/^(\.{0,2}\/)+/, "");
  const sameName = paths.filter((path) => fileName(path) === fileName(wanted));
  if (sameName.length === 1) return sameName[0];
  const near = closest(wanted, paths);
  if (near !== undefined) return near;
  const name = closest(fileName(wanted), paths.map(fileName));
  return paths.find((path) => fileName(path) === name);
}

function resolved(written: string): SitePath | undefined {
  const place = resolveSitePath(written.replace(/^\/+/, ""));
  return place.ok ? place.path : undefined;
}

/** With a leading slash where the author writes one. */
function styled(written: string, path: SitePath): string {
  return written.startsWith("/") ? `/${path}` : path;
}

function inside({ file, range }: SiteLocation): SiteLocation {
  return { file, range: { start: range.start + 1, end: range.end - 1 } };
}
