import { type ConfigSources, readConfig } from "../../core/config/config.ts";
import { isSiteConfig, type JsonFile, readJson, readJsonAgain } from "../../core/config/json/json-tree.ts";
import type { ProfileName } from "../../core/config/settings/profile.ts";
import {
  ownTemplate,
  type PageTemplate,
  pageTemplates,
} from "../../core/features/new-page/page-templates.ts";
import type { FrontmatterProblem, Page, ScriptOutline } from "../../core/page/page.ts";
import { scanPage } from "../../core/page/scan-page.ts";
import { scanScript } from "../../core/page/scan-script.ts";
import { isInNestedSite, isNestedConfig, nestedSites } from "../../core/site/files/nested-sites.ts";
import { ignoreRules } from "../../core/site/settings/ignore.ts";
import { chooseProfile, readSettings } from "../../core/site/settings/site-settings.ts";
import { configEntry, type Site } from "../../core/site/site.ts";
import { canBeSpec } from "../../core/spec/detect-spec.ts";
import { folderOf, resolveSitePath } from "../../core/text/site-path.ts";
import type { SitePath, TextRange } from "../../core/text/text-edit.ts";
import type { PreviousPagesReader } from "../git/revisions.ts";
import { type Disk, type FileText, maxTextSize, type Listing } from "./disk.ts";

export const settingsFile: SitePath = ".docwright.json";
export const ignoreFile: SitePath = ".mintignore";

/** What a site is read from: the disk, and before it the files that are open in an editor. */
export interface SiteFiles {
  readonly disk: Disk;
  /** The text of an open file; undefined for every other. */
  readonly unsaved?: (path: SitePath) => string | undefined;
  /** Every file that is open. */
  readonly openPaths?: () => Iterable<SitePath>;
  /** What was published before, where it may be asked for. */
  readonly formerPages?: PreviousPagesReader;
  /** The profile asked for by the editor or the command line. */
  readonly profile?: ProfileName | "auto";
}

/** Everything about a site that needs no page: enough for most of what is to be said about docs.json. */
export interface SiteSkeleton {
  readonly listing: Listing;
  /** As listed; what is there now is in `site.files`. */
  readonly files: ReadonlySet<SitePath>;
  readonly isIgnored: Site["isIgnored"];
  /** Folders of sites inside this one; what they hold is theirs. */
  readonly nested: readonly SitePath[];
  readonly nestedConfigs: ReadonlyMap<SitePath, TextRange>;
  readonly settings: Site["settings"];
  readonly profile: Site["profile"];
  readonly configSources: ConfigSources;
}

/** Lists the site and reads docs.json, the files it pulls in, `.mintignore` and `.docwright.json`. A step is a folder, or a file read. */
export function* readSiteSkeleton(from: SiteFiles): Generator<void, SiteSkeleton> {
  const isIgnored = ignoreRules(readFileText(readFile(from, ignoreFile)));
  const listing = withOpenFiles(yield* from.disk.list((folder) => !isIgnored(`${folder}/`)), from);
  const files = new Set(listing.files.filter((path) => !isIgnored(path)));
  yield;
  const configSources = readConfigSources(from);
  yield;
  const settings = readSettings(readFileText(readFile(from, settingsFile)));
  const nested = nestedSites({ files, settings });
  const nestedConfigs = new Map<SitePath, TextRange>();
  for (const path of [...files].filter(isNestedConfig).slice(0, maxNestedConfigs)) {
    const start = readNestedConfig(from, path, nested);
    if (start) nestedConfigs.set(path, start);
    yield;
  }
  return {
    listing,
    files,
    isIgnored,
    nested,
    nestedConfigs,
    settings,
    profile: chooseProfile(from.profile, settings, readConfig(configEntry, configSources)),
    configSources,
  };
}

/** Includes files that are open in an editor but not on disk: the author still edits them. */
function withOpenFiles(listing: Listing, { openPaths, unsaved }: SiteFiles): Listing {
  const onDisk = new Set(listing.files);
  const more = [...(openPaths?.() ?? [])].filter(
    (path) => !onDisk.has(path) && unsaved?.(path) !== undefined,
  );
  return more.length === 0 ? listing : { ...listing, files: [...listing.files, ...more].sort() };
}

/** Nobody looks through more of them, and reading each takes time. */
const maxNestedConfigs = 100;

/** Returns where a docs.json in a folder of the site begins; undefined if it isn't one that could configure a site. */
export function readNestedConfig(
  from: SiteFiles,
  path: SitePath,
  nested: readonly SitePath[],
): TextRange | undefined {
  if (isInNestedSite(path, nested)) return undefined;
  const text = readFileText(readFile(from, path, maxNestedConfigSize));
  const config = text === undefined ? undefined : readJson(path, text);
  if (!config || !isSiteConfig(config)) return undefined;
  const start = config.root?.range.start ?? 0;
  return { start, end: start + 1 };
}

const maxNestedConfigSize = 1_000_000;

/** The open text of a file, else what the disk has. */
export function readFile({ disk, unsaved }: SiteFiles, path: SitePath, maxSize = maxTextSize): FileText {
  const text = unsaved?.(path);
  if (text === undefined) return disk.read(path, maxSize);
  return text.length > maxSize ? { kind: "too-large" } : { kind: "text", text, hasByteOrderMark: false };
}

export function readFileText(file: FileText): string | undefined {
  return file.kind === "text" ? file.text : undefined;
}

/** docs.json and every file that a `$ref` pulls in, however deep; parsed files in `known` are not read again. */
export function readConfigSources(from: SiteFiles, known?: ConfigSources): ConfigSources {
  const sources = new Map(known);
  for (;;) {
    const requested = sources.has(configEntry) ? readConfig(configEntry, sources).wanted : [configEntry];
    if (requested.length === 0) return sources;
    for (const path of requested) sources.set(path, readConfigSource(from, path));
  }
}

/** A parsed file of the configuration; `null` when there is none that may be read. `before` is what it was, if that is known. */
export function readConfigSource(from: SiteFiles, path: SitePath, before?: JsonFile | null): JsonFile | null {
  const file = readFile(from, path);
  if (file.kind === "text") return before ? readJsonAgain(before, file.text) : readJson(path, file.text);
  return file.kind === "too-large" || file.kind === "not-text" ? readJson(path, "", file.kind) : null;
}

/** Whether a file is scanned as a page of this site. */
export function isPageFile(
  path: SitePath,
  { nested, isIgnored }: Pick<SiteSkeleton, "nested" | "isIgnored">,
): boolean {
  return /\.mdx?$/i.test(path) && !isIgnored(path) && !isInNestedSite(path, nested);
}

/** Whether a file may be a specification of this site. */
export function mayBeSpecFile(
  path: SitePath,
  { nested, isIgnored, configSources }: Pick<SiteSkeleton, "nested" | "isIgnored" | "configSources">,
): boolean {
  return canBeSpec(path) && !configSources.has(path) && !isIgnored(path) && !isInNestedSite(path, nested);
}

/** Pages that have been read before. */
export type KnownPages = Pick<Site, "pages" | "references">;

/**
 * The page as open in an editor or on disk; undefined when there is no file that may be read. A file that is no
 * text, or over 10 MB, is a page without content and with that problem. If its text is the same as in `known`, the page
 * isn't scanned again.
 */
export function readPage(from: SiteFiles, path: SitePath, known?: KnownPages): Page | undefined {
  const file = readFile(from, path);
  if (file.kind === "text") return knownPage(path, file.text, known) ?? scanPage(path, file.text);
  return file.kind === "not-text" || file.kind === "too-large" ? emptyPage(path, file.kind) : undefined;
}

function knownPage(path: SitePath, text: string, known: KnownPages | undefined): Page | undefined {
  const [outline, references] = [known?.pages.get(path), known?.references.get(path)];
  // Of a file that isn't text, the page is empty too, but has a problem.
  const isSame = text !== "" && references?.text === text;
  return outline && isSame ? { outline, references } : undefined;
}

function emptyPage(path: SitePath, kind: FrontmatterProblem["kind"]): Page {
  const { outline, references } = scanPage(path, "");
  const frontmatter = { ...references.frontmatter, problems: [{ kind, range: { start: 0, end: 0 } }] };
  return { outline, references: { ...references, frontmatter } };
}

/** Larger ones are libraries that somebody put there, not parts of a page. */
const maxScriptSize = 1_000_000;
const maxScripts = 5000;

/** Whether pages of this site may import the file as code. */
export function isScript(
  path: SitePath,
  { nested, isIgnored }: Pick<SiteSkeleton, "nested" | "isIgnored">,
): boolean {
  return /\.[jt]sx?$/i.test(path) && !isIgnored(path) && !isInNestedSite(path, nested);
}

/** The file of code as open in an editor or on disk; undefined when there is none that may be read. */
export function readScript(from: SiteFiles, path: SitePath): ScriptOutline | undefined {
  const text = readFileText(readFile(from, path, maxScriptSize));
  return text === undefined ? undefined : scanScript(path, text);
}

/** Every file of code of a site; a step is a file. */
export function* scanScripts(frame: SiteSkeleton, from: SiteFiles): Generator<void, ScriptOutline[]> {
  const scripts: ScriptOutline[] = [];
  for (const path of [...frame.files].filter((each) => isScript(each, frame)).slice(0, maxScripts)) {
    const script = readScript(from, path);
    if (script) scripts.push(script);
    yield;
  }
  return scripts;
}

const maxTemplates = 50;
const maxTemplateSize = 100_000;

/**
 * What new pages of a site can begin with: the `.mdx` files of its folder of templates first, then what Docwright
 * brings. A folder outside of the site holds none; over 50 files, and files over 100 KB, are left out.
 */
export function templatesOf(files: SiteFiles, folder: string | undefined): readonly PageTemplate[] {
  return [
    ...(folder === undefined || folder.trim() === "" ? [] : ownTemplates(files, folder)),
    ...pageTemplates,
  ];
}

function ownTemplates(files: SiteFiles, folder: string): readonly PageTemplate[] {
  const place = resolveSitePath(folder);
  if (!place.ok || place.path === "" || !files.disk.isFolder(place.path)) return [];
  const listing = files.disk.list((entered) => `${place.path}/`.startsWith(`${entered}/`));
  let step = listing.next();
  while (!step.done) step = listing.next();
  return step.value.files
    .filter((file) => folderOf(file) === place.path && file.endsWith(".mdx"))
    .slice(0, maxTemplates)
    .flatMap((file) => {
      const text = readFileText(readFile(files, file, maxTemplateSize));
      return text === undefined ? [] : [ownTemplate(file, text)];
    });
}
