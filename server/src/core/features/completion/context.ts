import type { Config } from "../../config/config.ts";
import type { JsonNode } from "../../config/json/json-tree.ts";
import type { PageOutline, PageReferences } from "../../page/page.ts";
import { type Site, createSiteView } from "../../site/site.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import { getFolderPath, resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { TypedTag } from "../cursor/tag-cursor.ts";

/** Counts how often docs.json and the frontmatter of the site's pages use each icon name. */
export const countUsedIcons = createSiteView(["config", "pages"], ({ config, pages }): ReadonlyMap<string, number> => {
  const counts = new Map(countPageIcons(pages));
  for (const [icon, count] of countConfigIcons(config)) addCount(counts, icon, count);
  return counts;
});

/**
 * Counts how often frontmatter uses each icon. The icons in docs.json are counted separately, because docs.json changes
 * more often.
 */
const countPageIcons = derive((pages: Site["pages"]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const page of pages.values()) addCount(counts, getIcon(page));
  return counts;
});

function getIcon({ fields }: PageOutline): string | undefined {
  const icon = fields.get("icon");
  return typeof icon === "string" ? icon : undefined;
}

const countConfigIcons = derive((config: Config): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  visitNodes(config.root, (key, node) => {
    if (key === "icon" && node.kind === "string") addCount(counts, node.value);
  });
  return counts;
});

/** Returns the colors in docs.json as written. The most frequently used colors come first. */
export const listUsedColors = derive((config: Config): readonly string[] => {
  const counts = new Map<string, number>();
  visitNodes(config.root, (_, node) => {
    if (node.kind === "string" && /^#[0-9a-f]{3}([0-9a-f]{3})?$/i.test(node.value)) addCount(counts, node.value);
  });
  return [...counts].sort(([, a], [, b]) => b - a).map(([color]) => color);
});

function visitNodes(root: JsonNode | undefined, visitNode: (key: string, node: JsonNode) => void): void {
  const visit = (key: string, node: JsonNode): void => {
    visitNode(key, node);
    if (node.kind === "array") for (const item of node.items) visit(key, item);
    if (node.kind === "object")
      for (const property of node.properties) if (property.value) visit(property.key, property.value);
  };
  if (root) visit("", root);
}

/**
 * The maximum number of nearby pages to analyze. The sample is large enough to be representative and small enough to be
 * analyzed on every keystroke.
 */
const maxPages = 60;

/**
 * Returns the references of the page itself, then those of pages in its folder and its parent folders, starting with
 * the nearest folder, and then those of other pages, for up to 60 pages in total.
 */
export function findNearbyPages(site: Site, path: SitePath): readonly PageReferences[] {
  const ownPage = site.references.get(path);
  const pages = new Set<PageReferences>(ownPage ? [ownPage] : []);
  const pathsByFolder = groupPathsByFolder(site.files);
  for (let folder = getFolderPath(path); ; folder = getFolderPath(folder)) {
    for (const otherPath of pathsByFolder.get(folder) ?? []) {
      const page = pages.size < maxPages ? site.references.get(otherPath) : undefined;
      if (page) pages.add(page);
    }
    if (folder === "" || pages.size >= maxPages) break;
  }
  for (const page of site.references.values()) {
    if (pages.size >= maxPages) break;
    pages.add(page);
  }
  return [...pages];
}

const groupPathsByFolder = derive((files: ReadonlySet<SitePath>): ReadonlyMap<string, readonly SitePath[]> => {
  const pathsByFolder = new Map<string, SitePath[]>();
  for (const file of files) {
    if (!/\.mdx?$/.test(file)) continue;
    const folder = getFolderPath(file);
    addToGroup(pathsByFolder, folder, file);
  }
  return pathsByFolder;
});

/**
 * The number of uses of each tag, attribute, icon, link target, code block language, import source, and frontmatter
 * field on one or more pages.
 */
export interface UsageCounts {
  readonly tags: ReadonlyMap<string, number>;
  /**
   * The number of uses of each attribute. Keys consist of the tag and attribute, such as `Card.icon`. For values of up
   * to 40 characters, there are also keys that include the value, such as `Card.icon=rocket`.
   */
  readonly attributes: ReadonlyMap<string, number>;
  readonly icons: ReadonlyMap<string, number>;
  readonly links: ReadonlyMap<string, number>;
  readonly languages: ReadonlyMap<string, number>;
  /**
   * The number of times that a code block in one language is directly followed by a code block in a second one, which
   * can be the same. The keys have the form `bash>python`.
   */
  readonly languagePairs: ReadonlyMap<string, number>;
  readonly imports: ReadonlyMap<string, number>;
  readonly fields: ReadonlyMap<string, number>;
}

/** Returns the sum of all uses on this page and nearby pages. Uses on this page count five times. */
export function countNearbyUsage(site: Site, path: SitePath): UsageCounts {
  const totals: { [K in keyof UsageCounts]: Map<string, number> } = {
    tags: new Map(),
    attributes: new Map(),
    icons: new Map(),
    links: new Map(),
    languages: new Map(),
    languagePairs: new Map(),
    imports: new Map(),
    fields: new Map(),
  };
  for (const page of findNearbyPages(site, path)) {
    const counts = countUsage(page);
    const factor = page.path === path ? 5 : 1;
    for (const usageKind of Object.keys(totals) as (keyof UsageCounts)[])
      for (const [name, count] of counts[usageKind]) addCount(totals[usageKind], name, count * factor);
  }
  return totals;
}

const countUsage = derive((page: PageReferences): UsageCounts => {
  const attributes = new Map<string, number>();
  const icons = new Map<string, number>();
  const tags = new Map<string, number>();
  for (const tag of page.tags) {
    addCount(tags, tag.name);
    for (const { name, value } of tag.attributes) {
      addCount(attributes, `${tag.name}.${name}`);
      if (value && value.text.length <= 40) addCount(attributes, `${tag.name}.${name}=${value.text}`);
      if (name === "icon" && value?.kind === "text") addCount(icons, value.text);
    }
  }
  return {
    tags,
    attributes,
    icons,
    links: countNames(page.links.map(({ target }) => target)),
    languages: countNames(page.codeBlocks.flatMap(({ language }) => language ?? [])),
    languagePairs: countNames(
      page.codeBlocks.slice(1).map(({ language }, i) => `${page.codeBlocks[i]?.language ?? ""}>${language ?? ""}`),
    ),
    imports: countNames(page.imports.map(({ source }) => source)),
    fields: countNames([...page.frontmatter.fields.keys()]),
  };
});

function countNames(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) addCount(counts, name);
  return counts;
}

function addCount(counts: Map<string, number>, name: string | undefined, count = 1): void {
  if (name !== undefined && name !== "") counts.set(name, (counts.get(name) ?? 0) + count);
}

/** Returns a page's translations. For example, the translations of `de/start` can be `fr/start` and `start`. */
export function getPageTranslations(site: Site, path: SitePath): readonly PageReferences[] {
  const [firstSegment = "", ...otherSegments] = path.split("/");
  const folders = findLanguageFolders(site.files);
  const pathInLanguage = folders.has(firstSegment) ? otherSegments.join("/") : path;
  return [pathInLanguage, ...[...folders].map((folder) => `${folder}/${pathInLanguage}`)].flatMap((other) =>
    other === path ? [] : (site.references.get(other) ?? []),
  );
}

const findLanguageFolders = derive((files: ReadonlySet<SitePath>): ReadonlySet<string> => {
  const folders = new Set<string>();
  for (const file of files) {
    const folder = /^[a-z]{2}(?:-[A-Za-z]{2,4})?(?=\/)/.exec(file)?.[0];
    if (folder !== undefined && file.startsWith("/", folder.length)) folders.add(folder);
  }
  return folders;
});

/**
 * Counts links by the page that they lead to. For example, `/guides/start#install` and `guides/start` lead to the same
 * page.
 */
export function countLinkTargets(links: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [target, count] of links)
    addCount(counts, target.replace(/[?#][^]*$/, "").replace(/^\/+|\/+$/g, ""), count);
  return counts;
}

/** The media files that the site's pages display. */
export const findUsedMediaFiles = derive((pages: Site["pages"]): ReadonlySet<SitePath> => {
  const usedFiles = new Set<SitePath>();
  for (const page of pages.values()) for (const file of resolveMediaFiles(page)) usedFiles.add(file);
  return usedFiles;
});

const resolveMediaFiles = derive((page: PageOutline): readonly SitePath[] =>
  page.mediaUrls.flatMap((url) => {
    const resolution = resolveSitePath(url, getFolderPath(page.path));
    return resolution.ok ? [resolution.path] : [];
  }),
);

/** The caret on a page, which is the input for all page completions. */
export interface PageCaret {
  readonly site: Site;
  readonly path: SitePath;
  readonly text: string;
  readonly offset: number;
  readonly page: PageReferences | undefined;
  /**
   * Returns the tags, attributes, and other features that this page and nearby pages use. The result is computed on the
   * first call.
   */
  readonly getUsageCounts: () => UsageCounts;
}

export function createPageCaret(site: Site, path: SitePath, text: string, offset: number): PageCaret {
  let usageCounts: UsageCounts | undefined;
  return {
    site,
    path,
    text,
    offset,
    page: site.references.get(path),
    getUsageCounts: () => (usageCounts ??= countNearbyUsage(site, path)),
  };
}

/** Returns the value of a tag's title or a similar prop. It helps to predict the tag's links and icons. */
export function getTagLabel(tag: TypedTag, text: string): string {
  const labelNamePattern = /^(title|label|name|alt|caption|cta|description|headline)$/;
  for (const attribute of [...tag.attributes].sort((a, b) => getAttributeRank(a.name) - getAttributeRank(b.name))) {
    const { name, value } = attribute;
    if (labelNamePattern.test(name) && value?.isClosed) return text.slice(value.range.start, value.range.end);
  }
  return "";
}

function getAttributeRank(name: string): number {
  return name === "title" ? 0 : name === "description" ? 2 : 1;
}
