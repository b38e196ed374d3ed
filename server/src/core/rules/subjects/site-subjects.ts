import { quoted } from "../../config/json/json-edit.ts";
import {
  findProperty,
  type JsonProperty,
  locationOfKey,
  locationOfNode,
} from "../../config/json/json-tree.ts";
import {
  labelKeyOf,
  type NavElement,
  type NavEntry,
  type Navigation,
} from "../../config/settings/navigation.ts";
import {
  type ResolvedLink,
  resolvedLinksOfConfig,
  resolvedLinksOfPage,
  resolvedLinksOfSpec,
  type Lead,
  type LinkPlace,
} from "../../site/links/links.ts";
import type { LinkTarget } from "../../site/links/resolve-link.ts";
import { isPublished } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import {
  endpointEntries,
  type EndpointField,
  endpointsOfPage,
  type Resolution,
} from "../../site/specs/operation-references.ts";
import { sourcesWithSpecs } from "../../site/specs/specs.ts";
import { partRange } from "../../spec/edit-spec.ts";
import { findNamedSpec } from "../../spec/find-spec.ts";
import {
  type EndpointReference,
  isRemoteSource,
  type ReferencePart,
} from "../../spec/operation-reference.ts";
import { isRemoteSpec } from "../../spec/remote-spec.ts";
import {
  familyOf,
  familyOfReference,
  type OperationOutline,
  type SpecFamily,
  type SpecOutline,
} from "../../spec/spec-outline.ts";
import { findNearestNames } from "../../text/similarity.ts";
import { fileName, resolveSitePath } from "../../text/site-path.ts";
import {
  type FileEdit,
  isSamePlace,
  type SiteLocation,
  type SitePath,
  type TextRange,
} from "../../text/text-edit.ts";
import { type Finding, type Fix, replaceAt, type Subject } from "../rule.ts";
import { limitSuggestions, type SuggestionSource } from "./fixes.ts";

/** An endpoint reference where its author wrote it. */
export interface PlacedReference {
  /** As written: `api.json GET /users`. */
  readonly text: string;
  /** The value with its quotes. */
  readonly at: SiteLocation;
  /** Absent for an entry of the navigation. */
  readonly field: EndpointField | undefined;
  readonly resolution: Resolution;
}

/** The references in docs.json (entries that the service drops are left out) or on a page that is published. */
export function listPlacedReferences(subject: Subject, site: Site): readonly PlacedReference[] {
  if (subject.kind === "config")
    return endpointEntries(site).flatMap(({ entry, resolution }) =>
      entry.lost ? [] : [{ text: entry.text, at: locationOfNode(entry.node), field: undefined, resolution }],
    );
  if (subject.kind !== "page" || !isPublished(site.pages, subject.value.outline.path)) return [];
  const { outline, references } = subject.value;
  return endpointsOfPage(site, outline).flatMap(({ field, text, resolution }) => {
    const written = references.frontmatter.fields.get(field);
    return written
      ? [{ text, at: { file: outline.path, range: written.valueRange }, field, resolution }]
      : [];
  });
}

/** Where a part of a reference stands. */
export function partPlace({ text, at }: PlacedReference, part: TextRange): SiteLocation {
  return { file: at.file, range: partRange(text, at.range, part) };
}

/** What a reference names, without its file: `GET /users`, `webhook paid`, `User`. */
export function targetText(reference: EndpointReference): string {
  switch (reference.form) {
    case "operation":
      return `${reference.method.text} ${reference.path.text}`;
    case "webhook":
      return `webhook ${reference.name.text}`;
    case "schema":
    case "channel":
      return reference.name.text;
  }
}

/** The words behind the file: method and path, or the name. */
export function targetRange(reference: EndpointReference, text: string): TextRange {
  const start = reference.file ? /^\s*\S+\s+/.exec(text)?.[0].length : /^\s*/.exec(text)?.[0].length;
  return { start: start ?? 0, end: text.trimEnd().length };
}

/** `GET /users`, as messages and entries write it. */
export function operationText({ method, path }: OperationOutline): string {
  return `${method} ${path}`;
}

/** The operation's key in its file, for a related place. */
export function operationPlace(spec: SpecOutline, operation: OperationOutline): SiteLocation {
  return { file: operation.file ?? spec.path, range: operation.range };
}

/**
 * Writes other words over a part of a reference. Paths and names go into JSON strings, plain and quoted YAML alike
 * as long as they hold no quote, backslash or `#`; where they do, nothing is offered.
 */
export function rewritePart(at: SiteLocation, newText: string): FileEdit[] {
  return /["'\\#]|[\p{Cc}]/u.test(newText) ? [] : replaceAt(at, newText);
}

/** Whether a part could be told from the rest of its value, so that it alone can be rewritten. */
export function isReported(part: SiteLocation, written: ReferencePart | TextRange): boolean {
  const range = "range" in written ? written.range : written;
  return part.range.end - part.range.start === range.end - range.start;
}

/** The tightest place that stands for a whole element: its name, else its first key, else its opening bracket. */
export function elementPlace(element: NavElement): SiteLocation {
  if (element.label) return locationOfNode(element.label);
  const first = element.node.properties.find(({ file }) => file === element.node.file);
  if (first) return locationOfKey(first);
  const { start } = element.node.range;
  return { file: element.node.file, range: { start, end: start + 1 } };
}

/** How a message calls an element: by its name, else by the key that would hold it. */
export function elementName(element: NavElement): string {
  const name = element.label?.value.trim();
  return name === undefined || name === "" ? (labelKeyOf(element.kind) ?? "navigation") : name;
}

/** The property as it stands on the element itself, inherited values left out. */
export function propertyOf(element: NavElement, key: string): JsonProperty | undefined {
  return findProperty(element.node, key);
}

/** Words for a message, each in backticks. */
export function listEntry(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(", ");
}

/** The entry that stands at this place now, for a fix. */
export function entryAt(navigation: Navigation, at: SiteLocation): NavEntry | undefined {
  return navigation.entries.find(({ node }) => isSamePlace(locationOfNode(node), at));
}

/** An element that another repository provides; nothing of it can be seen here. */
export function isMounted(element: NavElement): boolean {
  return propertyOf(element, "sourceRef") !== undefined;
}

/** What the rules about links look at. */
export const linkSubjects = ["config", "page", "spec"] as const;

/** The links of what a rule looks at, with where each leads. */
export function linksOf(subject: Subject, site: Site): readonly ResolvedLink[] {
  if (subject.kind === "config") return resolvedLinksOfConfig(site);
  if (subject.kind === "page") return resolvedLinksOfPage(site, subject.value.references);
  return subject.kind === "spec" ? resolvedLinksOfSpec(site, subject.value) : [];
}

/** The first page on which the link leads to such a target. */
export function leadTo<Kind extends LinkTarget["kind"]>(
  { leads }: ResolvedLink,
  kind: Kind,
): (Lead & { readonly target: Extract<LinkTarget, { kind: Kind }> }) | undefined {
  return leads.find(
    (lead): lead is Lead & { readonly target: Extract<LinkTarget, { kind: Kind }> } =>
      lead.target.kind === kind,
  );
}

/** The page to name in a message: absent where the link stands on it itself. */
export function otherPage({ place }: ResolvedLink, { page }: Lead): string | undefined {
  return page === place.at.file ? undefined : page;
}

/** Another path in a link, its query and anchor kept, with what could end the link percent-encoded. */
export function withPath(url: string, path: string): string {
  const rest = /[?#].*$/s.exec(url)?.[0] ?? "";
  return `${encodePath(path)}${rest}`;
}

export function encodePath(path: string): string {
  return path.replace(
    /[\s"'<>(){}[\]\\^`|%#?]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

/** Writes another link over the one at this place; nothing where that cannot be done safely. */
export function writeLink(at: SiteLocation, writeAs: unknown, url: string): FileEdit[] {
  if (writeAs === "json") return replaceAt(at, quoted(url));
  return writeAs === "plain" ? replaceAt(at, url) : [];
}

/** What `fixes` needs to write another link there. */
export function fixData({ writeAs }: LinkPlace, use: string): Readonly<Record<string, string>> {
  return writeAs === undefined ? {} : { use, writeAs };
}

/** A place that names a specification by its file. */
export interface NamedAt {
  readonly spec: SpecOutline;
  readonly at: SiteLocation;
}

/** Every place in docs.json or on a page that names a specification of the family by its file. */
export function* findReferencesTo(
  subject: Subject,
  site: Site,
  family: SpecFamily,
  isMeant: (spec: SpecOutline) => boolean,
): Generator<NamedAt> {
  if (subject.kind === "config")
    for (const { source, spec } of sourcesWithSpecs(site))
      if (spec && familyOf(spec) === family && isMeant(spec)) yield { spec, at: source.at };
  for (const placed of listPlacedReferences(subject, site)) {
    const { resolution } = placed;
    if (resolution.kind !== "unknown" || !resolution.faulty || !resolution.reference.file) continue;
    if (familyOf(resolution.faulty) === family && isMeant(resolution.faulty))
      yield { spec: resolution.faulty, at: partPlace(placed, resolution.reference.file.range) };
  }
}

/** The messages that `openapi/spec-not-found` and `asyncapi/spec-not-found` have in common. */
export type MissingSpecMessage =
  "missing" | "meant" | "instead" | "not-a-spec" | "wrong-kind" | "ignored" | "use";

/** Every place that names a specification file which is not there, or is none of this family. */
export function* findMissingSpecs(
  subject: Subject,
  site: Site,
  family: SpecFamily,
): Generator<Finding<MissingSpecMessage>> {
  const guess = limitSuggestions();
  if (subject.kind === "config")
    for (const { source, spec, family: own } of sourcesWithSpecs(site)) {
      if (own !== family || isRemoteSource(source.source)) continue;
      if (spec) {
        if (familyOf(spec) !== family)
          yield { message: "wrong-kind", args: { file: source.source, kind: nameOf(spec) }, at: source.at };
      } else if (findNamedSpec(site.specs, source.source).kind === "not-found")
        yield explain(source.source, resolved(source.source), source.at, site, family, guess);
    }
  for (const placed of listPlacedReferences(subject, site)) {
    const { resolution } = placed;
    if (resolution.kind !== "spec-not-found" || familyOfReference(resolution.reference) !== family) continue;
    const { file, instead } = resolution;
    const at = partPlace(placed, file.range);
    const reported = isReported(at, file);
    if (instead)
      yield {
        message: "instead",
        args: { file: file.text, near: instead.spec.path },
        at,
        ...(reported ? { data: { near: styled(file.text, instead.spec.path) } } : {}),
      };
    else {
      const finding = explain(file.text, resolved(file.text), at, site, family, guess);
      const { data, ...rest } = finding;
      yield reported && data ? { ...rest, data } : rest;
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
  guess: SuggestionSource,
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
  const requested = written.replace(/^(\.{0,2}\/)+/, "");
  const sameName = paths.filter((path) => fileName(path) === fileName(requested));
  if (sameName.length === 1) return sameName[0];
  const near = findNearestNames(requested, paths);
  if (near !== undefined) return near;
  const name = findNearestNames(fileName(requested), paths.map(fileName));
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
