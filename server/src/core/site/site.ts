import { type Config, type ConfigSources, readConfig } from "../config/config.ts";
import { haveSameSharedSettings } from "../config/shared-settings.ts";
import type { Profile } from "../config/settings/profile.ts";
import type {
  FieldValue,
  ModuleExport,
  Page,
  Heading,
  PageOutline,
  PageReferences,
  Script,
  ScriptOutline,
  ScriptReferences,
} from "../page/page.ts";
import type { RenderedIssue, SyntaxProblem } from "../page/syntax-problem.ts";
import type { SpecOutline } from "../spec/spec-outline.ts";
import type { SpecAnalysis } from "../spec/validity/analyze-spec.ts";
import { setSortedEntry } from "../text/maps.ts";
import { createRangeMapper, type SitePath, type TextRange } from "../text/text-edit.ts";
import type { SiteSettings } from "./settings/site-settings.ts";

/** The target of links to files outside the site. It can't be a file in the site, because it's an empty path. */
export const outsideTarget: SitePath = "";

/**
 * A documentation site as an immutable value. The result of every feature and rule depends only on this value. A change
 * to one file creates a new `Site` that shares all other parts with the previous `Site`, so views that are derived from
 * unchanged parts (see `text/maps.ts`) aren't recomputed.
 */
export interface Site {
  readonly profile: Profile;
  /** The settings in `.docwright.json`. */
  readonly settings: SiteSettings;
  /** All files that aren't ignored. Links, assets, and `$ref` can refer to them. */
  readonly files: ReadonlySet<SitePath>;
  /** Whether the service's ignore list or `.mintignore` excludes a path. */
  readonly isIgnored: (path: SitePath) => boolean;
  readonly config: Config;
  /** All `.mdx` and `.md` files that aren't ignored, including snippets (see `getPublishedPages`). */
  readonly pages: ReadonlyMap<SitePath, PageOutline>;
  readonly references: ReadonlyMap<SitePath, PageReferences>;
  readonly specs: ReadonlyMap<SitePath, SpecOutline>;
  /** OpenAPI Overlays by path. Each value is the path or URL of the specification that the overlay extends. */
  readonly overlays?: ReadonlyMap<SitePath, string>;
  /** Copies of remote specifications, by path. The specifications themselves are in `specs`. */
  readonly copies?: ReadonlyMap<SitePath, RemoteCopy>;
  /**
   * Maps the path of each specification to the parts of its analysis that aren't in the outline. A specification has no
   * entry until its current version has been analyzed.
   */
  readonly analyses: ReadonlyMap<SitePath, SpecAnalysis>;
  /** The `.jsx`, `.tsx`, `.js`, and `.ts` files, which pages can import. */
  readonly scripts: ReadonlyMap<SitePath, ScriptOutline>;
  /** The links in code files and style sheets. Files without links have no entry. */
  readonly scriptReferences: ReadonlyMap<SitePath, ScriptReferences>;
  /** Problems from the full MDX parse of each page. A page has no entry until its current version has been parsed. */
  readonly syntaxProblems: ReadonlyMap<SitePath, readonly SyntaxProblem[]>;
  /** Rendering problems from open previews, by file. Files that aren't shown in a preview have no entry. */
  readonly renderedIssues?: ReadonlyMap<SitePath, readonly RenderedIssue[]>;
  /**
   * Ranges that look like an administrator key, by file. Files without keys have no entry. The keys themselves aren't
   * stored.
   */
  readonly keys: ReadonlyMap<SitePath, readonly TextRange[]>;
  /**
   * Maps the path of each file that isn't a page (a style sheet, script, or specification) to the names of the media
   * files that it mentions, in the format of `findMediaNames`. Files without mentions have no entry. Undefined if any
   * of these files couldn't be read.
   */
  readonly mentions?: ReadonlyMap<SitePath, ReadonlySet<string>> | undefined;
  /** The pages of earlier versions of the site. Undefined if the site isn't compared with a revision. */
  readonly previousPages?: PreviousPages;
  /**
   * The start of each docs.json in a subfolder that looks like the configuration of a site. The service reads only the
   * docs.json at the root.
   */
  readonly nestedConfigs?: ReadonlyMap<SitePath, TextRange>;
  /** The target of each path that is a symbolic link or is inside a linked folder. Can be `outsideTarget`. */
  readonly links?: ReadonlyMap<SitePath, SitePath>;
  /**
   * The progress of the first scan. The scan first reads docs.json and the list of files, then pages, and then
   * specifications.
   */
  readonly loaded: { readonly pages: boolean; readonly specs: boolean };
}

/**
 * Whether two versions of a page's outline are equal. If so, the change doesn't affect other files. The comparison
 * always terminates, because the scan limits the depth and size of field values.
 */
export function isSameOutline(a: PageOutline, b: PageOutline): boolean {
  return (
    a.headings.length === b.headings.length &&
    a.headings.every((heading, i) => isSameHeading(heading, b.headings[i])) &&
    isSameList(a.anchors, b.anchors) &&
    isSameList(a.exactAnchors, b.exactAnchors) &&
    isSameList(a.unknownAnchors, b.unknownAnchors) &&
    isSameList(a.imports, b.imports) &&
    isSameList(a.repeatedImports, b.repeatedImports) &&
    isSameList(a.unusedImports, b.unusedImports) &&
    isSameList(a.snippets, b.snippets) &&
    isSameList(a.linkProps, b.linkProps) &&
    isSameList(a.mediaUrls, b.mediaUrls) &&
    a.stubLink === b.stubLink &&
    a.codeBlockCount === b.codeBlockCount &&
    a.unmarkedHeadingCount === b.unmarkedHeadingCount &&
    areSameExports(a.exports, b.exports) &&
    a.fields.size === b.fields.size &&
    [...a.fields].every(([key, value]) => b.fields.has(key) && isSameValue(value, b.fields.get(key)))
  );
}

function isSameHeading(a: Heading, b: Heading | undefined): boolean {
  return a.text === b?.text && a.id === b.id && a.depth === b.depth && a.formerId === b.formerId;
}

/** Whether two versions of a script are equal. If so, the change doesn't affect other files. */
export function isSameScript(a: ScriptOutline, b: ScriptOutline): boolean {
  return (
    a.exportsAll === b.exportsAll &&
    a.mayHaveAnchors === b.mayHaveAnchors &&
    isSameList(a.unknownAnchors, b.unknownAnchors) &&
    isSameList(a.handledAnchors, b.handledAnchors) &&
    isSameList(a.imports, b.imports) &&
    areSameExports(a.exports, b.exports)
  );
}

function areSameExports(a: readonly ModuleExport[], b: readonly ModuleExport[]): boolean {
  return (
    a.length === b.length &&
    a.every((each, i) => {
      const otherExport = b[i];
      return (
        each.name === otherExport?.name &&
        each.isComponent === otherExport.isComponent &&
        each.text === otherExport.text &&
        (each.props === undefined) === (otherExport.props === undefined) &&
        isSameList(each.props ?? [], otherExport.props ?? []) &&
        isSameList(each.linkProps ?? [], otherExport.linkProps ?? [])
      );
    })
  );
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

function isSameValue(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (a instanceof Date) return b instanceof Date && a.getTime() === b.getTime();
  if (isList(a)) return isList(b) && a.length === b.length && a.every((value, i) => isSameValue(value, b[i]));
  if (!isMap(a) || !isMap(b)) return false;
  return a.size === b.size && [...a].every(([key, value]) => b.has(key) && isSameValue(value, b.get(key)));
}

function isList(value: FieldValue | undefined): value is readonly FieldValue[] {
  return Array.isArray(value);
}

function isMap(value: FieldValue | undefined): value is ReadonlyMap<string, FieldValue> {
  return value instanceof Map;
}

/** The pages of earlier versions of a site. Paths don't include the file extension. */
export interface PreviousPages {
  /** The pages that were published in the revision that the site is compared with. */
  readonly slugs: ReadonlySet<string>;
  /**
   * Maps the former path of each renamed page to its current path. Also includes pages that were renamed before that
   * revision.
   */
  readonly currentPaths: ReadonlyMap<string, string>;
}

/** All parts of a site that the scan provides. */
export interface SiteParts {
  readonly profile: Profile;
  readonly settings: SiteSettings;
  readonly files: ReadonlySet<SitePath>;
  readonly isIgnored: (path: SitePath) => boolean;
  readonly configSources: ConfigSources;
  readonly pages: readonly Page[];
  readonly specs: readonly SpecOutline[];
  readonly analyses?: readonly SpecAnalysis[];
  readonly scripts?: readonly Script[];
  readonly styleSheets?: readonly ScriptReferences[];
  readonly syntaxProblems?: ReadonlyMap<SitePath, readonly SyntaxProblem[]>;
  readonly keys?: ReadonlyMap<SitePath, readonly TextRange[]>;
  readonly mentions?: Site["mentions"];
  readonly previousPages?: PreviousPages;
  readonly nestedConfigs?: Site["nestedConfigs"];
  readonly links?: Site["links"];
  readonly loaded: Site["loaded"];
}

export const configEntry: SitePath = "docs.json";

/** Creates a site after the first scan. For later changes, use `applyFile`. */
export function buildSite(parts: SiteParts): Site {
  return {
    profile: parts.profile,
    settings: parts.settings,
    files: parts.files,
    isIgnored: parts.isIgnored,
    config: readConfig(configEntry, parts.configSources),
    pages: new Map(parts.pages.map((page) => [page.outline.path, page.outline])),
    references: new Map(parts.pages.map((page) => [page.references.path, page.references])),
    specs: new Map(parts.specs.filter((spec) => spec.overlayTarget === undefined).map((spec) => [spec.path, spec])),
    overlays: new Map(
      parts.specs.flatMap(({ path, overlayTarget }) =>
        overlayTarget === undefined ? [] : [[path, overlayTarget] as const],
      ),
    ),
    analyses: new Map((parts.analyses ?? []).map((analysis) => [analysis.outline.path, analysis])),
    scripts: new Map((parts.scripts ?? []).map(({ outline }) => [outline.path, outline])),
    scriptReferences: new Map(
      [...(parts.scripts ?? []).map(({ references }) => references), ...(parts.styleSheets ?? [])].flatMap(
        (references) => (references.links.length > 0 ? [[references.path, references]] : []),
      ),
    ),
    syntaxProblems: parts.syntaxProblems ?? new Map(),
    keys: parts.keys ?? new Map(),
    ...(parts.mentions && { mentions: parts.mentions }),
    ...(parts.previousPages && { previousPages: parts.previousPages }),
    ...(parts.nestedConfigs && { nestedConfigs: parts.nestedConfigs }),
    ...(parts.links && { links: parts.links }),
    loaded: parts.loaded,
  };
}

/**
 * The files whose problems can change: only the changed file (`file`), the changed file and each file in a set, or any
 * file (`site`).
 */
export type InvalidationScope = "file" | ReadonlySet<SitePath> | "site";

export interface SiteChange {
  readonly site: Site;
  readonly scope: InvalidationScope;
}

/** A change to one file. An undefined value means that the file was deleted or now has a different kind. */
export type FileChange =
  | { readonly kind: "config"; readonly sources: ConfigSources }
  | { readonly kind: "page"; readonly path: SitePath; readonly page: Page | undefined }
  | { readonly kind: "spec"; readonly path: SitePath; readonly spec: SpecOutline | undefined }
  | { readonly kind: "analysis"; readonly path: SitePath; readonly analysis: SpecAnalysis | undefined }
  | { readonly kind: "script"; readonly path: SitePath; readonly script: Script | undefined }
  | { readonly kind: "style-sheet"; readonly path: SitePath; readonly styleSheet: ScriptReferences | undefined }
  | { readonly kind: "syntax"; readonly path: SitePath; readonly problems: readonly SyntaxProblem[] }
  /** The rendering problems. Undefined if the file is no longer shown in a preview. */
  | {
      readonly kind: "rendered";
      readonly path: SitePath;
      readonly issues: readonly RenderedIssue[] | undefined;
    };

/**
 * Returns the site after a change to one file. Unchanged parts, including outlines that are equal, remain the same
 * objects, so values derived from them aren't recomputed.
 */
export function applyFile(site: Site, change: FileChange): SiteChange {
  switch (change.kind) {
    case "config": {
      const config = readConfig(configEntry, change.sources);
      const scope = haveSameSharedSettings(site.config, config) ? "file" : "site";
      return { site: { ...site, config }, scope };
    }
    case "page":
      return applyPage(site, change.path, change.page);
    case "spec":
      return applySpec(site, change.path, change.spec);
    case "analysis":
      return applyAnalysis(site, change.path, change.analysis);
    case "script":
      return applyScript(site, change.path, change.script);
    case "style-sheet":
      return {
        site: { ...site, scriptReferences: setScriptLinks(site, change.path, change.styleSheet) },
        scope: "file",
      };
    case "syntax":
      return {
        site: { ...site, syntaxProblems: setSortedEntry(site.syntaxProblems, change.path, change.problems) },
        scope: "file",
      };
    case "rendered":
      if (isSameJson(site.renderedIssues?.get(change.path), change.issues)) return { site, scope: "file" };
      return {
        site: {
          ...site,
          renderedIssues: setSortedEntry<readonly RenderedIssue[]>(
            site.renderedIssues ?? new Map(),
            change.path,
            change.issues,
          ),
        },
        scope: "file",
      };
  }
}

/** Updates a specification's outline, and removes the analysis of the file's previous version. */
function applySpec(site: Site, path: SitePath, outline: SpecOutline | undefined): SiteChange {
  const overlayTarget = outline?.overlayTarget;
  if (overlayTarget !== site.overlays?.get(path)) {
    const overlays = setSortedEntry<string>(site.overlays ?? new Map(), path, overlayTarget);
    return applySpec({ ...site, overlays }, path, outline);
  }
  const spec = overlayTarget === undefined ? outline : undefined;
  if (spec && site.specs.get(path) === spec) return { site, scope: "site" };
  const analyses = site.analyses.has(path) ? setSortedEntry(site.analyses, path, undefined) : site.analyses;
  return { site: { ...site, specs: setSortedEntry(site.specs, path, spec), analyses }, scope: "site" };
}

/** Updates a specification's analysis, unless it was based on an outdated outline. */
function applyAnalysis(site: Site, path: SitePath, analysis: SpecAnalysis | undefined): SiteChange {
  if (analysis && analysis.outline !== site.specs.get(path)) return { site, scope: "file" };
  return { site: { ...site, analyses: setSortedEntry(site.analyses, path, analysis) }, scope: "site" };
}

function applyPage(site: Site, path: SitePath, page: Page | undefined): SiteChange {
  const existingPage = site.pages.get(path);
  const references = setSortedEntry<PageReferences>(site.references, path, page?.references);
  const isTextUnchanged = page !== undefined && site.references.get(path)?.text === page.references.text;
  const syntaxProblems =
    isTextUnchanged || !site.syntaxProblems.has(path)
      ? site.syntaxProblems
      : setSortedEntry(site.syntaxProblems, path, undefined);
  const renderedIssues = page && moveIssues(site, page);
  const parts = { references, syntaxProblems, ...(renderedIssues && { renderedIssues }) };
  if (existingPage && page && isSameOutline(existingPage, page.outline))
    return { site: { ...site, ...parts }, scope: "file" };
  const files = page && !site.files.has(path) ? addFileName(site.files, path) : site.files;
  const pages = setSortedEntry<PageOutline>(site.pages, path, page?.outline);
  return { site: { ...site, files, pages, ...parts }, scope: "site" };
}

function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Returns the rendering problems with updated positions. Until the preview renders the new text, existing problems move
 * with the edits.
 */
function moveIssues({ renderedIssues, references }: Site, page: Page): Site["renderedIssues"] {
  const { path, text } = page.references;
  const issues = renderedIssues?.get(path) ?? [];
  const oldText = references.get(path)?.text;
  if (!renderedIssues || issues.length === 0 || oldText === undefined || oldText === text) return renderedIssues;
  const mapRange = createRangeMapper(oldText, text);
  const movedIssues = issues.flatMap((issue) => {
    const range = mapRange(issue.range);
    return range ? [{ ...issue, range }] : [];
  });
  return setSortedEntry(renderedIssues, path, movedIssues);
}

function applyScript(site: Site, path: SitePath, script: Script | undefined): SiteChange {
  const outline = script?.outline;
  const scriptReferences = setScriptLinks(site, path, script?.references);
  const existingScript = site.scripts.get(path);
  if (existingScript === outline || (existingScript && outline && isSameScript(existingScript, outline)))
    return { site: { ...site, scriptReferences }, scope: "file" };
  const scripts = setSortedEntry(site.scripts, path, outline);
  return { site: { ...site, scripts, scriptReferences }, scope: "site" };
}

function setScriptLinks(
  { scriptReferences: existingReferences }: Site,
  path: SitePath,
  references: ScriptReferences | undefined,
): Site["scriptReferences"] {
  const linkedReferences = references && references.links.length > 0 ? references : undefined;
  return linkedReferences || existingReferences.has(path)
    ? setSortedEntry(existingReferences, path, linkedReferences)
    : existingReferences;
}

/** Adds a file to the set at its position in scan order. */
export function addFileName(files: ReadonlySet<SitePath>, path: SitePath): ReadonlySet<SitePath> {
  return new Set([...files, path].sort());
}

/** A copy of a remote specification that was fetched with the user's consent. */
export interface RemoteCopy {
  readonly url: string;
  /** The time of the request, in milliseconds since 1970. */
  readonly fetchedAt: number;
  /** Whether the copy is old enough to be fetched again. */
  readonly isStale: boolean;
}

/**
 * Returns a function that computes a view of some parts of a site. The view is computed again only if one of these
 * parts is a different object, so changes to other parts of the site don't affect it. `compute` receives only these
 * parts, so the compiler reports any other part that it reads, and the cache doesn't keep earlier versions of other
 * parts in memory.
 */
export function createSiteView<const Key extends keyof Site, View>(
  keys: readonly [Key, ...Key[]],
  compute: (parts: Pick<Site, Key>) => View,
): (site: Pick<Site, Key>) => View {
  const rootCache = new ViewCache<View>();
  return (site) => {
    let cache = rootCache;
    for (const key of keys) cache = cache.getNextCache(site[key] ?? absentPart);
    cache.cachedView ??= { view: compute(pickParts(site, keys)) };
    return cache.cachedView.view;
  };
}

/** Represents optional parts that a site doesn't have. */
const absentPart = {};

/** The views for a sequence of parts. They can be garbage collected as soon as one of the parts is. */
class ViewCache<View> {
  cachedView: { readonly view: View } | undefined;
  readonly #cachesByNextPart = new WeakMap<object, ViewCache<View>>();

  getNextCache(part: object): ViewCache<View> {
    const existingCache = this.#cachesByNextPart.get(part);
    if (existingCache) return existingCache;
    const cache = new ViewCache<View>();
    this.#cachesByNextPart.set(part, cache);
    return cache;
  }
}

function pickParts<Key extends keyof Site>(site: Pick<Site, Key>, keys: readonly Key[]): Pick<Site, Key> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object has all of these keys
  return Object.fromEntries(keys.map((key) => [key, site[key]])) as Pick<Site, Key>;
}

/** Returns the text of a page, docs.json, or a file that it includes. */
export function getFileText(site: Pick<Site, "references" | "config">, file: SitePath): string {
  return site.references.get(file)?.text ?? site.config.files.find(({ path }) => path === file)?.text ?? "";
}
