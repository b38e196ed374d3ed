import { quoted } from "../../config/json/json-edit.ts";
import type { PageReferences } from "../../page/page.ts";
import { folderOf, resolveSitePath } from "../../text/site-path.ts";
import type { SitePath, TextEdit } from "../../text/text-edit.ts";
import { type JudgedLink, judgedLinksOfConfig, judgedLinksOfPage, judgedLinksOfSpec, linksOfPage } from "../links/links.ts";
import { redirectPath, redirectsOf } from "../links/redirects.ts";
import { slugOf, urlsOf } from "../pages/pages.ts";
import type { Site } from "../site.ts";
import { configFile } from "./config-file.ts";

/** Edits by file. */
export type EditsByFile = Map<SitePath, TextEdit[]>;

export function addEdits(edits: EditsByFile, file: SitePath, more: readonly TextEdit[]): void {
  const known = edits.get(file);
  if (known) known.push(...more);
  else if (more.length > 0) edits.set(file, [...more]);
}

/** Links and images of a page that are written in relation to its folder, from the root. */
export function absoluteLinks(page: PageReferences): readonly TextEdit[] {
  return linksOfPage(page).flatMap(({ at, url, writeAs }): TextEdit[] => {
    if (writeAs !== "plain" || !/^[^/#?{\\]/.test(url) || /^[a-z][a-z0-9+.-]*:/i.test(url)) return [];
    const cut = url.search(/[?#]/);
    const [path, rest] = cut < 0 ? [url, ""] : [url.slice(0, cut), url.slice(cut)];
    const place = resolveSitePath(path, folderOf(page.path));
    return place.ok && !/[{}$\s]/.test(path) ? [{ range: at.range, newText: `/${place.path}${rest}` }] : [];
  });
}

/**
 * What makes links lead to new addresses at once: those of pages, of docs.json and of specifications, and where
 * redirects lead. What cannot be written over safely is left to the redirect of the page.
 */
export function linkEdits(site: Site, moved: ReadonlyMap<SitePath, string>): EditsByFile {
  const edits: EditsByFile = new Map();
  if (moved.size === 0) return edits;
  const add = (links: readonly JudgedLink[]): void => {
    for (const { place, leads } of links) {
      const newText = newUrl(place.url, leads, moved);
      if (newText === undefined || newText === place.url || place.writeAs === undefined) continue;
      const written = place.writeAs === "json" ? quoted(newText) : newText;
      addEdits(edits, place.at.file, [{ range: place.at.range, newText: written }]);
    }
  };
  for (const references of site.references.values()) add(judgedLinksOfPage(site, references));
  for (const spec of site.specs.values()) add(judgedLinksOfSpec(site, spec));
  add(judgedLinksOfConfig(site));
  for (const [file, edit] of redirectEdits(site, moved)) addEdits(edits, file, [edit]);
  return edits;
}

function newUrl(
  url: string,
  leads: JudgedLink["leads"],
  moved: ReadonlyMap<SitePath, string>,
): string | undefined {
  const targets = leads.map(({ target }) => (target.kind === "page" ? target.file : undefined));
  const [file] = targets;
  if (file === undefined || targets.some((other) => other !== file)) return undefined;
  const newSlug = moved.get(file);
  if (newSlug === undefined || /^[a-z][a-z0-9+.-]*:/i.test(url)) return undefined;
  const cut = url.search(/[?#]/);
  const [path, rest] = cut < 0 ? [url, ""] : [url.slice(0, cut), url.slice(cut)];
  if (!path.startsWith("/")) return `/${newSlug}${rest}`;
  // A base path in front stays.
  const own = urlsOf(slugOf(file) ?? "").find((each) => path.replace(/\/$/, "").endsWith(each));
  if (own === undefined) return undefined;
  return `${path.replace(/\/$/, "").slice(0, -own.length)}/${newSlug}${rest}`;
}

/** Redirects to a page that moves lead on to its new address, so that no reader is sent twice. */
function redirectEdits(site: Site, moved: ReadonlyMap<SitePath, string>): (readonly [SitePath, TextEdit])[] {
  const byUrl = new Map(
    [...moved].flatMap(([file, slug]) =>
      urlsOf(slugOf(file) ?? "").map((url) => [url.replace(/^\//, ""), slug] as const),
    ),
  );
  return redirectsOf(site).flatMap(({ destination, destinationNode, pattern }) => {
    const slug = byUrl.get(redirectPath(destination));
    if (slug === undefined || pattern || !configFile(site.config, destinationNode.file)) return [];
    const rest = destination.slice(destination.search(/[?#]|$/));
    const newText = quoted(`${destination.startsWith("/") ? "/" : ""}${slug}${rest}`);
    return [[destinationNode.file, { range: destinationNode.range, newText }] as const];
  });
}
