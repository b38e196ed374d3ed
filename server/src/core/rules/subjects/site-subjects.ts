import { findProperty, type JsonProperty, getKeyLocation, getNodeLocation } from "../../config/json/json-tree.ts";
import {
  getLabelKey,
  type NavElement,
  type NavEntry,
  type Navigation,
  type SpecSource,
} from "../../config/settings/navigation.ts";
import {
  type ResolvedLink,
  resolveConfigLinks,
  resolvePageLinks,
  resolveScriptLinks,
  resolveSpecLinks,
  type TargetOnPage,
  findPagesUsingFile,
} from "../../site/links/links.ts";
import type { ScriptReferences } from "../../page/page.ts";
import type { LinkTarget } from "../../site/links/resolve-link.ts";
import { createEditionFilter } from "../../site/navigation/editions.ts";
import { isPublished } from "../../site/pages/pages.ts";
import { isInSkippedFolder } from "../../site/settings/ignore.ts";
import { type Site, outsideTarget } from "../../site/site.ts";
import {
  getEndpointEntries,
  type EndpointField,
  getPageEndpoints,
  findTarget,
  type Resolution,
} from "../../site/specs/operation-references.ts";
import { getSourcesWithSpecs } from "../../site/specs/specs.ts";
import { getPartRange } from "../../spec/edit-spec.ts";
import { findNamedSpec, findNearestSpec, getServiceMissReason } from "../../spec/find-spec.ts";
import { type EndpointReference, isRemoteSource, type ReferencePart } from "../../spec/operation-reference.ts";
import { isRemoteSpec } from "../../spec/detect-spec.ts";
import {
  getFamily,
  getReferenceFamily,
  type OperationOutline,
  type SpecFamily,
  type SpecOutline,
} from "../../spec/spec-outline.ts";
import { toCode, type Phrase, toVerbatim } from "../../text/phrase.ts";
import { haveDifferentNumbers } from "../../text/similarity.ts";
import { getFolderPath, resolveSitePath } from "../../text/site-path.ts";
import {
  type FileEdit,
  isSameLocation,
  type SiteLocation,
  type SitePath,
  type TextRange,
} from "../../text/text-edit.ts";
import { type Finding, type Fix, type Grouping, createReplaceEdits, type Subject } from "../rule.ts";
import { createSuggestionSource, type SuggestionSource } from "./fixes.ts";
import { createGroupFix } from "./same-target.ts";

/** An endpoint reference and its location. */
export interface LocatedReference {
  /** The text as written, such as `api.json GET /users`. */
  readonly text: string;
  /** The location of the value, including quotes. */
  readonly at: SiteLocation;
  /** The frontmatter field that contains the reference. Undefined for a navigation entry. */
  readonly field: EndpointField | undefined;
  readonly resolution: Resolution;
}

/**
 * Returns the endpoint references on a published page or in docs.json, except for navigation entries that the service
 * ignores.
 */
export function listLocatedReferences(subject: Subject, site: Site): readonly LocatedReference[] {
  if (subject.kind === "config")
    return getEndpointEntries(site).flatMap(({ entry, resolution }) =>
      entry.isIgnored ? [] : [{ text: entry.text, at: getNodeLocation(entry.node), field: undefined, resolution }],
    );
  if (subject.kind !== "page" || !isPublished(site.pages, subject.value.outline.path)) return [];
  const { outline, references } = subject.value;
  return getPageEndpoints(site, outline).flatMap(({ field, text, resolution }) => {
    const frontmatterField = references.frontmatter.fields.get(field);
    return frontmatterField
      ? [{ text, at: { file: outline.path, range: frontmatterField.valueRange }, field, resolution }]
      : [];
  });
}

/** Returns the location of a part of the reference. */
export function getPartLocation({ text, at }: LocatedReference, partRange: TextRange): SiteLocation {
  return { file: at.file, range: getPartRange(text, at.range, partRange) };
}

/** Returns the text of a reference without its file, such as `GET /users`, `webhook paid`, or `User`. */
export function getTargetText(reference: EndpointReference): string {
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

/** Returns the range of a reference's text after the file: the method and path, or the name. */
export function getTargetRange(reference: EndpointReference, text: string): TextRange {
  const start = reference.file ? /^\s*\S+\s+/.exec(text)?.[0].length : /^\s*/.exec(text)?.[0].length;
  return { start: start ?? 0, end: text.trimEnd().length };
}

/** Formats an operation for messages and entries, such as `GET /users`. */
export function formatOperation({ method, path }: OperationOutline): string {
  return `${method} ${path}`;
}

/** Returns the location of an operation's key in its file, which is shown as a related location. */
export function getOperationLocation(spec: SpecOutline, operation: OperationOutline): SiteLocation {
  return { file: operation.file ?? spec.path, range: operation.range };
}

/**
 * Returns the edits that replace part of a reference. Most text can be inserted unchanged into JSON strings and into
 * plain or quoted YAML. Returns no edits if the text contains a quote, backslash, control character, or `#`.
 */
export function createPartEdits(at: SiteLocation, newText: string): FileEdit[] {
  return /["'\\#]|[\p{Cc}]/u.test(newText) ? [] : createReplaceEdits(at, newText);
}

/** Whether part of a reference was found within the value and can therefore be replaced separately. */
export function isReplaceable(partLocation: SiteLocation, originalPart: ReferencePart | TextRange): boolean {
  const range = "range" in originalPart ? originalPart.range : originalPart;
  return partLocation.range.end - partLocation.range.start === range.end - range.start;
}

/**
 * Returns the location that identifies an element: its name or, if it has no name, its first key or its opening
 * bracket.
 */
export function getElementLocation(element: NavElement): SiteLocation {
  if (element.label) return getNodeLocation(element.label);
  const firstProperty = element.node.properties.find(({ file }) => file === element.node.file);
  if (firstProperty) return getKeyLocation(firstProperty);
  const { start } = element.node.range;
  return { file: element.node.file, range: { start, end: start + 1 } };
}

/** Returns the name of an element for messages: its label or, if it has no label, the key that would contain it. */
export function getElementName(element: NavElement): string {
  return getLabel(element) ?? getElementKey(element);
}

/**
 * Returns the name of an element for message text outside code. If the element has no label, its key is formatted as
 * code.
 */
export function formatElementName(element: NavElement): Phrase {
  const label = getLabel(element);
  return label === undefined ? toCode(getElementKey(element)) : toVerbatim(label);
}

function getLabel({ label }: NavElement): string | undefined {
  const name = label?.value.trim();
  return name === "" ? undefined : name;
}

function getElementKey({ kind }: NavElement): string {
  return getLabelKey(kind) ?? "navigation";
}

/** Returns a property that the element sets itself. Doesn't return inherited values. */
export function findOwnProperty(element: NavElement, key: string): JsonProperty | undefined {
  return findProperty(element.node, key);
}

/** Formats names as a list of inline code for a message, such as "`a`, `b`, and `c`". */
export function formatNames(names: readonly string[]): Phrase {
  return { allOf: names.map(toCode) };
}

/** Returns the entry that is currently at this location. Fixes use this function to find an entry again. */
export function findEntry(navigation: Navigation, at: SiteLocation): NavEntry | undefined {
  return navigation.entries.find(({ node }) => isSameLocation(getNodeLocation(node), at));
}

/** Whether the element's content comes from another repository and therefore isn't available in this site. */
export function isFromOtherRepository(element: NavElement): boolean {
  return findOwnProperty(element, "sourceRef") !== undefined;
}

/** The kinds of subjects that link rules check. */
export const linkSubjectKinds = ["config", "page", "script", "spec"] as const;

/** Returns a subject's links and where they lead. */
export function getLinks(subject: Subject, site: Site): readonly ResolvedLink[] {
  if (subject.kind === "config") return resolveConfigLinks(site);
  if (subject.kind === "page") return resolvePageLinks(site, subject.value.references);
  if (subject.kind === "script") return getShownLinks(site, subject.value);
  return subject.kind === "spec" ? resolveSpecLinks(site, subject.value) : [];
}

/**
 * Returns the links in a code file. Returns an empty list if no page shows the file, because readers can't follow its
 * links.
 */
function getShownLinks(site: Site, script: ScriptReferences): readonly ResolvedLink[] {
  return findPagesUsingFile(site, script.path).length > 0 ? resolveScriptLinks(site, script) : [];
}

/** Returns the first target of this kind that the link leads to, with the page on which readers follow the link. */
export function findTargetOfKind<Kind extends LinkTarget["kind"]>(
  { targets }: ResolvedLink,
  kind: Kind,
): (TargetOnPage & { readonly target: Extract<LinkTarget, { kind: Kind }> }) | undefined {
  return targets.find(
    (candidate): candidate is TargetOnPage & { readonly target: Extract<LinkTarget, { kind: Kind }> } =>
      candidate.target.kind === kind,
  );
}

/** Returns the page to name in a message about a link, or undefined if the link is on that page itself. */
export function getOtherPage({ reference }: ResolvedLink, { page }: TargetOnPage): string | undefined {
  return page === reference.location.file ? undefined : page;
}

/** A reference to the file of a specification, and the location of the reference. */
export interface SpecFileReference {
  readonly spec: SpecOutline;
  readonly at: SiteLocation;
}

/**
 * Yields all references to a specification's file in docs.json or on a page, for specifications of this family that
 * `isIncluded` accepts.
 */
export function* findSpecFileReferences(
  subject: Subject,
  site: Site,
  family: SpecFamily,
  isIncluded: (spec: SpecOutline) => boolean,
): Generator<SpecFileReference> {
  if (subject.kind === "config")
    for (const { source, spec } of getSourcesWithSpecs(site))
      if (spec && getFamily(spec) === family && isIncluded(spec)) yield { spec, at: source.location };
  for (const locatedReference of listLocatedReferences(subject, site)) {
    const { resolution } = locatedReference;
    if (resolution.kind !== "unknown" || !resolution.unreadableSpec || !resolution.reference.file) continue;
    if (getFamily(resolution.unreadableSpec) === family && isIncluded(resolution.unreadableSpec))
      yield {
        spec: resolution.unreadableSpec,
        at: getPartLocation(locatedReference, resolution.reference.file.range),
      };
  }
}

/** The messages that `openapi/spec-not-found` and `asyncapi/spec-not-found` share. */
export type MissingSpecMessage =
  | "missing"
  | "meant"
  | "api"
  | "api-meant"
  | "instead"
  | "instead-near"
  | "insteads"
  | "insteads-near"
  | "not-a-spec"
  | "wrong-kind"
  | "extension"
  | "link"
  | "ignored"
  | "unread"
  | "use";

/** Yields all references to a specification file that doesn't exist or that isn't a specification of this family. */
export function* findMissingSpecs(
  subject: Subject,
  site: Site,
  family: SpecFamily,
): Generator<Finding<MissingSpecMessage>> {
  const guess = createSuggestionSource();
  if (subject.kind === "config")
    for (const { source, spec, family: sourceFamily, element } of getSourcesWithSpecs(site)) {
      if (sourceFamily !== family || isRemoteSource(source.source)) continue;
      if (spec) {
        if (getFamily(spec) !== family)
          yield {
            message: "wrong-kind",
            args: { file: source.source, format: getFamilyName(spec) },
            at: source.location,
          };
        else if (element && site.profile.name === "mintlify") yield* createServiceMissFindings(spec, source);
      } else if (findNamedSpec(site.specs, source.source).kind === "not-found") {
        const finding = createFinding(source.source, resolvePath(source.source), source.location, site, family, guess);
        yield element ? finding : createApiFinding(finding);
      }
    }
  for (const locatedReference of listLocatedReferences(subject, site)) {
    const { resolution } = locatedReference;
    if (resolution.kind !== "spec-not-found" || getReferenceFamily(resolution.reference) !== family) continue;
    const { file, reference } = resolution;
    // In the `mintlify` profile, the service looks for a page's operation or schema in all OpenAPI files, and for an
    // entry's operation only in the file that the entry specifies.
    const acceptsOtherSpecs = site.profile.name === "mintlify" && family === "openapi";
    const isUnread = acceptsOtherSpecs && isInSkippedFolder(resolvePath(file.text) ?? "");
    const alternative =
      isUnread || (acceptsOtherSpecs && locatedReference.field === undefined) ? undefined : resolution.alternative;
    const at = getPartLocation(locatedReference, file.range);
    const canReplace = isReplaceable(at, file);
    if (alternative) {
      const alternativePath = alternative.spec.path;
      const suggestion = guess(
        `${file.text}\n${getFolderPath(at.file)}\n${alternativePath}\n${locatedReference.text}`,
        () => findReplacement(file.text, reference, alternativePath, site, at.file),
      );
      yield {
        message: suggestion === undefined || suggestion === alternativePath ? "instead" : "instead-near",
        args: { file: file.text, other: alternativePath, ...(suggestion !== undefined && { near: suggestion }) },
        at,
        ...(acceptsOtherSpecs ? { severity: "warning" } : {}),
        ...(suggestion !== undefined && canReplace ? { data: { near: matchLeadingSlash(file.text, suggestion) } } : {}),
      };
    } else {
      const finding = createFinding(file.text, resolvePath(file.text), at, site, family, guess);
      const { data, ...rest } = finding;
      yield canReplace && data ? { ...rest, data } : rest;
    }
  }
}

/**
 * Returns the specification to reference instead of a missing one. If no specification has a similar name, returns the
 * one that the service uses, unless it's remote, may be for another language or version, or isn't the only one that
 * defines the target.
 */
function findReplacement(
  rawPath: string,
  reference: EndpointReference,
  usedSpec: SitePath,
  site: Site,
  referencingFile: SitePath,
): SitePath | undefined {
  const nearestSpec = findSimilarSpec(rawPath, site, getReferenceFamily(reference), referencingFile, reference);
  if (nearestSpec !== undefined) return nearestSpec;
  const [, secondSpec] = [...site.specs.values()].filter((spec) => findTarget(spec, reference));
  if (secondSpec || isRemoteSpec(usedSpec) || haveDifferentNumbers(referencingFile, usedSpec)) return undefined;
  return createEditionFilter(site.config, rawPath, referencingFile, site.specs.keys())(usedSpec) ? usedSpec : undefined;
}

/** Yields the fix that replaces the reference with the suggested file. */
export function* createMissingSpecFix(finding: Finding): Generator<Fix<"use">> {
  const suggestion = getNearestSpec(finding);
  const edits = createSpecPathEdits(finding);
  if (edits.length > 0) yield { title: "use", args: { near: suggestion }, edits };
}

function getNearestSpec({ data }: Finding): string {
  return typeof data?.["near"] === "string" ? data["near"] : "";
}

function createSpecPathEdits(finding: Finding): FileEdit[] {
  const { at, data } = finding;
  const suggestion = getNearestSpec(finding);
  return suggestion === ""
    ? []
    : createPartEdits(data?.["quoted"] === true ? getLocationWithoutQuotes(at) : at, suggestion);
}

/** Combines findings about the same missing file, because every page of an API refers to its specification. */
export const missingSpecGrouping: Grouping<MissingSpecMessage | "useAll"> = {
  getCause: ({ message, args }) => {
    const isMissing = ["missing", "meant", "instead", "instead-near"].includes(message);
    return [isMissing ? "missing" : message, JSON.stringify([args?.["file"], args?.["near"]])].join("\n");
  },
  combinedMessage: ({ message, args }) => {
    if (!message.startsWith("instead")) return undefined;
    return args?.["near"] === undefined ? "insteads" : "insteads-near";
  },
  createFixes: (findings) => createGroupFix(findings, getNearestSpec, createSpecPathEdits),
};

/** Yields the finding for a specification that exists but that the service doesn't find. */
function* createServiceMissFindings(
  spec: SpecOutline,
  { source, location }: SpecSource,
): Generator<Finding<MissingSpecMessage>> {
  const args = { file: source, near: spec.path };
  const reason = getServiceMissReason(spec, source);
  if (reason === "encoded")
    yield { message: "meant", args, at: location, ...createSpecFixData(source, spec.path, location) };
  if (reason === "extension") yield { message: "extension", args, at: location };
}

function getFamilyName(spec: SpecOutline): Phrase {
  return toVerbatim(spec.kind === "asyncapi" ? "AsyncAPI" : "OpenAPI");
}

function createFinding(
  rawSource: string,
  path: SitePath | undefined,
  at: SiteLocation,
  site: Site,
  family: SpecFamily,
  guess: SuggestionSource,
): Finding<MissingSpecMessage> {
  const args = { file: rawSource };
  if (path !== undefined && site.links?.get(path) === outsideTarget)
    return { message: "link", args, at, severity: "information" };
  if (path !== undefined && site.files.has(path)) return { message: "not-a-spec", args, at };
  if (path !== undefined && site.profile.name === "mintlify" && isInSkippedFolder(path))
    return { message: "unread", args, at, severity: "information" };
  if (path !== undefined && site.isIgnored(path)) return { message: "ignored", args, at };
  const suggestion = guess(`${rawSource}\n${getFolderPath(at.file)}`, () =>
    findSimilarSpec(rawSource, site, family, at.file),
  );
  if (suggestion === undefined) return { message: "missing", args, at };
  return {
    message: "meant",
    args: { ...args, near: suggestion },
    at,
    ...createSpecFixData(rawSource, suggestion, at),
  };
}

/**
 * Returns the finding for a file under `api`. The service doesn't generate pages from such a file, but looks up
 * references from pages in it.
 */
function createApiFinding(finding: Finding<MissingSpecMessage>): Finding<MissingSpecMessage> {
  if (finding.message === "missing") return { ...finding, message: "api", severity: "warning" };
  return finding.message === "meant" ? { ...finding, message: "api-meant", severity: "warning" } : finding;
}

/**
 * Returns the data that a fix needs to replace the path of a specification, or undefined if the path doesn't appear
 * literally in the text, for example, because it contains escapes.
 */
export function createSpecFixData(
  rawName: string,
  suggestion: SitePath,
  { range }: SiteLocation,
): Pick<Finding, "data"> | undefined {
  const quoteCount = range.end - range.start - rawName.length;
  return quoteCount === 0 || quoteCount === 2
    ? { data: { near: matchLeadingSlash(rawName, suggestion), quoted: quoteCount === 2 } }
    : undefined;
}

/**
 * Returns the specification inside the site that the author of a reference most likely meant. Leaves out specifications
 * for other languages and versions. Specifications that contain the reference's target take precedence.
 */
export function findSimilarSpec(
  rawPath: string,
  site: Site,
  family: SpecFamily,
  referencingFile: SitePath,
  reference?: EndpointReference,
): SitePath | undefined {
  const isOffered = createEditionFilter(site.config, rawPath, referencingFile, site.specs.keys());
  const containsTarget = (path: SitePath) => {
    const spec = site.specs.get(path);
    return spec !== undefined && reference !== undefined && findTarget(spec, reference) !== undefined;
  };
  const nearestSpec =
    reference &&
    findNearestSpec(site.specs, family, rawPath, referencingFile, (path) => isOffered(path) && containsTarget(path));
  return nearestSpec ?? findNearestSpec(site.specs, family, rawPath, referencingFile, isOffered);
}

function resolvePath(rawPath: string): SitePath | undefined {
  const resolvedPath = resolveSitePath(rawPath.replace(/^\/+/, ""));
  return resolvedPath.ok ? resolvedPath.path : undefined;
}

/** Returns the path with a leading slash if the original text has one. */
function matchLeadingSlash(originalPath: string, path: SitePath): string {
  return originalPath.startsWith("/") ? `/${path}` : path;
}

function getLocationWithoutQuotes({ file, range }: SiteLocation): SiteLocation {
  return { file, range: { start: range.start + 1, end: range.end - 1 } };
}
