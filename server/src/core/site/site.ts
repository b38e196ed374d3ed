import { type Config, type ConfigSources, readConfig } from "../config/config.ts";
import type { Profile } from "../config/settings/profile.ts";
import type {
  FieldValue,
  ModuleExport,
  Page,
  PageOutline,
  PageReferences,
  ScriptOutline,
} from "../page/page.ts";
import type { RenderedIssue } from "../page/rendered-issue.ts";
import type { SyntaxProblem } from "../page/syntax-problem.ts";
import type { SpecOutline } from "../spec/spec-outline.ts";
import type { SpecAnalysis } from "../spec/validity/analyze-spec.ts";
import { moveRange, type SitePath, type TextRange } from "../text/text-edit.ts";
import type { SiteSettings } from "./settings/site-settings.ts";

/**
 * A documentation site as a value: files went in, this came out, nothing in it ever changes. Every feature and
 * rule is a function of it. A change of one file makes a new Site that shares all other parts with the old, so
 * views derived from an untouched part (`text/view.ts`) are not computed again.
 */
export interface Site {
  readonly profile: Profile;
  /** `.docwright.json`. */
  readonly settings: SiteSettings;
  /** Every file that is not ignored, whatever its kind; what links, assets and `$ref` may name. */
  readonly files: ReadonlySet<SitePath>;
  /** Whether a path is left out by the service's ignore list or `.mintignore`. */
  readonly isIgnored: (path: SitePath) => boolean;
  readonly config: Config;
  /** Every .mdx and .md file that is not ignored, snippets included (see `publishedPages`). */
  readonly pages: ReadonlyMap<SitePath, PageOutline>;
  readonly references: ReadonlyMap<SitePath, PageReferences>;
  readonly specs: ReadonlyMap<SitePath, SpecOutline>;
  /** Copies of specifications on the web that are among `specs`, by their path there. */
  readonly copies?: ReadonlyMap<SitePath, RemoteCopy>;
  /** What was found out about specifications beyond their outlines; absent for one that has not been looked into as it is now. */
  readonly studies: ReadonlyMap<SitePath, SpecAnalysis>;
  /** `.jsx`, `.tsx`, `.js` and `.ts` files, which pages may import. */
  readonly scripts: ReadonlyMap<SitePath, ScriptOutline>;
  /** What the full parse of a page's MDX found; absent for a page that has not been parsed as it is now. */
  readonly syntax: ReadonlyMap<SitePath, readonly SyntaxProblem[]>;
  /** What open previews could not show of a file; absent for one of which no preview shows anything. */
  readonly rendered?: ReadonlyMap<SitePath, readonly RenderedIssue[]>;
  /** Where files hold what looks like an administrator key. Files without are absent; the keys are kept nowhere. */
  readonly keys: ReadonlyMap<SitePath, readonly TextRange[]>;
  /**
   * Names of images and the like that files besides pages mention (styles, scripts, specifications), as `mediaNamesIn`
   * writes them; files that mention none are absent. Absent where a file could not be read.
   */
  readonly mentions?: ReadonlyMap<SitePath, ReadonlySet<string>> | undefined;
  /** Pages by their path that were published before, at the revision to compare with; absent when there is none. */
  readonly formerPages?: ReadonlySet<string>;
  /**
   * Where each docs.json in a folder of this site begins, if it could configure a site. The service reads only the one
   * at the root.
   */
  readonly nestedConfigs?: ReadonlyMap<SitePath, TextRange>;
  /** How far the first scan has come: docs.json and the list of files, then pages, then specifications too. */
  readonly loaded: { readonly pages: boolean; readonly specs: boolean };
}

/** Whether a page tells others the same as before. The scan caps depth and size of field values, so this ends. */
export function sameOutline(a: PageOutline, b: PageOutline): boolean {
  return (
    a.headings.length === b.headings.length &&
    a.headings.every(
      (heading, i) => heading.text === b.headings[i]?.text && heading.id === b.headings[i]?.id,
    ) &&
    sameList(a.anchors, b.anchors) &&
    sameList(a.elementIds, b.elementIds) &&
    a.hasUnknownAnchors === b.hasUnknownAnchors &&
    sameList(a.imports, b.imports) &&
    sameList(a.snippets, b.snippets) &&
    sameList(a.media, b.media) &&
    a.codeBlockCount === b.codeBlockCount &&
    sameExports(a.exports, b.exports) &&
    a.fields.size === b.fields.size &&
    [...a.fields].every(([key, value]) => b.fields.has(key) && sameValue(value, b.fields.get(key)))
  );
}

/** Whether a file of code tells others the same as before. */
export function sameScript(a: ScriptOutline, b: ScriptOutline): boolean {
  return a.exportsAll === b.exportsAll && sameList(a.imports, b.imports) && sameExports(a.exports, b.exports);
}

function sameExports(a: readonly ModuleExport[], b: readonly ModuleExport[]): boolean {
  return (
    a.length === b.length &&
    a.every((each, i) => {
      const other = b[i];
      return (
        each.name === other?.name &&
        each.isComponent === other.isComponent &&
        each.text === other.text &&
        (each.props === undefined) === (other.props === undefined) &&
        sameList(each.props ?? [], other.props ?? [])
      );
    })
  );
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

function sameValue(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (a instanceof Date) return b instanceof Date && a.getTime() === b.getTime();
  if (isList(a)) return isList(b) && a.length === b.length && a.every((value, i) => sameValue(value, b[i]));
  if (!isMap(a) || !isMap(b)) return false;
  return a.size === b.size && [...a].every(([key, value]) => b.has(key) && sameValue(value, b.get(key)));
}

function isList(value: FieldValue | undefined): value is readonly FieldValue[] {
  return Array.isArray(value);
}

function isMap(value: FieldValue | undefined): value is ReadonlyMap<string, FieldValue> {
  return value instanceof Map;
}

/** Everything a site is made of, as the scan found it. */
export interface SiteParts {
  readonly profile: Profile;
  readonly settings: SiteSettings;
  readonly files: ReadonlySet<SitePath>;
  readonly isIgnored: (path: SitePath) => boolean;
  readonly configSources: ConfigSources;
  readonly pages: readonly Page[];
  readonly specs: readonly SpecOutline[];
  readonly studies?: readonly SpecAnalysis[];
  readonly scripts?: readonly ScriptOutline[];
  readonly syntax?: ReadonlyMap<SitePath, readonly SyntaxProblem[]>;
  readonly keys?: ReadonlyMap<SitePath, readonly TextRange[]>;
  readonly mentions?: Site["mentions"];
  readonly formerPages?: ReadonlySet<string>;
  readonly nestedConfigs?: Site["nestedConfigs"];
  readonly loaded: Site["loaded"];
}

export const configEntry: SitePath = "docs.json";

/** The site from nothing, as the first scan ends; later changes come through `withFile`. */
export function buildSite(parts: SiteParts): Site {
  return {
    profile: parts.profile,
    settings: parts.settings,
    files: parts.files,
    isIgnored: parts.isIgnored,
    config: readConfig(configEntry, parts.configSources),
    pages: new Map(parts.pages.map((page) => [page.outline.path, page.outline])),
    references: new Map(parts.pages.map((page) => [page.references.path, page.references])),
    specs: new Map(parts.specs.map((spec) => [spec.path, spec])),
    studies: new Map((parts.studies ?? []).map((analysis) => [analysis.of.path, analysis])),
    scripts: new Map((parts.scripts ?? []).map((script) => [script.path, script])),
    syntax: parts.syntax ?? new Map(),
    keys: parts.keys ?? new Map(),
    ...(parts.mentions && { mentions: parts.mentions }),
    ...(parts.formerPages && { formerPages: parts.formerPages }),
    ...(parts.nestedConfigs && { nestedConfigs: parts.nestedConfigs }),
    loaded: parts.loaded,
  };
}

/** `file`: only this file's problems can have changed. `site`: any file's. */
export type InvalidationScope = "file" | "site";

export interface Changed {
  readonly site: Site;
  readonly reach: InvalidationScope;
}

/** What a change of one file is. An absent value means that the file is gone or is no longer of that kind. */
export type FileChange =
  | { readonly kind: "config"; readonly sources: ConfigSources }
  | { readonly kind: "page"; readonly path: SitePath; readonly page: Page | undefined }
  | { readonly kind: "spec"; readonly path: SitePath; readonly spec: SpecOutline | undefined }
  | { readonly kind: "study"; readonly path: SitePath; readonly study: SpecAnalysis | undefined }
  | { readonly kind: "script"; readonly path: SitePath; readonly script: ScriptOutline | undefined }
  | { readonly kind: "syntax"; readonly path: SitePath; readonly problems: readonly SyntaxProblem[] }
  /** Absent when no preview shows anything of the file any more. */
  | {
      readonly kind: "rendered";
      readonly path: SitePath;
      readonly issues: readonly RenderedIssue[] | undefined;
    };

/**
 * The site after a change of one file. Parts that the change does not touch keep their identity, an equal outline
 * among them, so that nothing derived from them is computed again.
 */
export function withFile(site: Site, change: FileChange): Changed {
  switch (change.kind) {
    case "config":
      return { site: { ...site, config: readConfig(configEntry, change.sources) }, reach: "site" };
    case "page":
      return withPage(site, change.path, change.page);
    case "spec":
      return withSpec(site, change.path, change.spec);
    case "study":
      return withAnalysis(site, change.path, change.study);
    case "script":
      return withScript(site, change.path, change.script);
    case "syntax":
      return {
        site: { ...site, syntax: withEntry(site.syntax, change.path, change.problems) },
        reach: "file",
      };
    case "rendered":
      if (isSame(site.rendered?.get(change.path), change.issues)) return { site, reach: "file" };
      return {
        site: {
          ...site,
          rendered: withEntry<readonly RenderedIssue[]>(
            site.rendered ?? new Map(),
            change.path,
            change.issues,
          ),
        },
        reach: "file",
      };
  }
}

/** What was found out about the file as it was before goes with its outline. */
function withSpec(site: Site, path: SitePath, spec: SpecOutline | undefined): Changed {
  if (spec && site.specs.get(path) === spec) return { site, reach: "site" };
  const analyses = site.studies.has(path) ? withEntry(site.studies, path, undefined) : site.studies;
  return { site: { ...site, specs: withEntry(site.specs, path, spec), studies: analyses }, reach: "site" };
}

/** A study of another outline than the site has is of no use. */
function withAnalysis(site: Site, path: SitePath, analysis: SpecAnalysis | undefined): Changed {
  if (analysis && analysis.of !== site.specs.get(path)) return { site, reach: "file" };
  return { site: { ...site, studies: withEntry(site.studies, path, analysis) }, reach: "site" };
}

function withPage(site: Site, path: SitePath, page: Page | undefined): Changed {
  const known = site.pages.get(path);
  const references = withEntry<PageReferences>(site.references, path, page?.references);
  const isSame = page !== undefined && site.references.get(path)?.text === page.references.text;
  const syntax = isSame || !site.syntax.has(path) ? site.syntax : withEntry(site.syntax, path, undefined);
  const rendered = page && movedIssues(site, page);
  const parts = { references, syntax, ...(rendered && { rendered }) };
  if (known && page && sameOutline(known, page.outline))
    return { site: { ...site, ...parts }, reach: "file" };
  const files = page && !site.files.has(path) ? withFileName(site.files, path) : site.files;
  const pages = withEntry<PageOutline>(site.pages, path, page?.outline);
  return { site: { ...site, files, pages, ...parts }, reach: "site" };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Until the preview has the new text, what it could not show of the old stands where that text stands now. */
function movedIssues({ rendered, references }: Site, page: Page): Site["rendered"] {
  const { path, text } = page.references;
  const issues = rendered?.get(path) ?? [];
  const before = references.get(path)?.text;
  if (!rendered || issues.length === 0 || before === undefined || before === text) return rendered;
  const move = moveRange(before, text);
  const moved = issues.flatMap((issue) => {
    const range = move(issue.range);
    return range ? [{ ...issue, range }] : [];
  });
  return withEntry(rendered, path, moved);
}

function withScript(site: Site, path: SitePath, script: ScriptOutline | undefined): Changed {
  const known = site.scripts.get(path);
  if (known === script || (known && script && sameScript(known, script))) return { site, reach: "file" };
  return { site: { ...site, scripts: withEntry(site.scripts, path, script) }, reach: "site" };
}

/** The files of a site with one more, in the order of a scan. */
export function withFileName(files: ReadonlySet<SitePath>, path: SitePath): ReadonlySet<SitePath> {
  return new Set([...files, path].sort());
}

/** In the order of a scan, so that whatever goes by the first of several is the same as after reading the site anew. */
function withEntry<V>(
  map: ReadonlyMap<SitePath, V>,
  path: SitePath,
  value: V | undefined,
): ReadonlyMap<SitePath, V> {
  const copy = new Map(map);
  if (value === undefined) copy.delete(path);
  else copy.set(path, value);
  return value === undefined || map.has(path)
    ? copy
    : new Map([...copy].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A copy of a specification on the web, as it was fetched on somebody's word. */
export interface RemoteCopy {
  readonly url: string;
  /** In milliseconds since 1970. */
  readonly fetchedAt: number;
  /** It is old enough to be asked for anew. */
  readonly isStale: boolean;
}
