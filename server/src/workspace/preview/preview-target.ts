import type { MissingPage, PreviewLocation } from "../../../../webview/src/protocol.ts";
import { getPageHref } from "../../core/preview/frame/frame-links.ts";
import { findPageAtUrl, type PageAtUrl } from "../../core/preview/frame/pages.ts";
import { getPageSlug, isPublished, toTitle } from "../../core/site/pages/pages.ts";
import type { Site } from "../../core/site/site.ts";
import type { GeneratedPage } from "../../core/site/specs/generated-pages.ts";
import { getFileName, getFolderPath, resolveSitePath, removePageExtension } from "../../core/text/site-path.ts";
import type { SitePath } from "../../core/text/text-edit.ts";

/** The target of a preview: a file, or the page at a URL path in the site. */
export type PreviewTarget = { readonly file: SitePath } | { readonly url: string };

/** The page at a target. `slug` identifies the page in the site's frame and is set even if the page doesn't exist. */
export type ResolvedPreviewPage =
  | {
      readonly kind: "page";
      readonly slug: string;
      readonly file: SitePath;
      readonly location: PreviewLocation;
      /** The fragment of the URL. */
      readonly anchor?: string | undefined;
    }
  | {
      readonly kind: "generated";
      readonly slug: string;
      readonly page: GeneratedPage;
      readonly location: PreviewLocation;
      readonly anchor?: string | undefined;
    }
  | { readonly kind: "missing"; readonly slug: string; readonly missingPage: MissingPage };

/**
 * Finds the page at the target. Returns undefined while pages and specifications that may contain it are still being
 * read.
 */
export function resolvePreviewPage(site: Site, target: PreviewTarget): ResolvedPreviewPage | undefined {
  if ("file" in target) return createFilePage(site, target.file);
  const { url } = target;
  const page = findPageAtUrl(site, url);
  if (page.kind === "page" && page.generatedPage)
    return {
      kind: "generated",
      slug: page.slug,
      page: page.generatedPage,
      location: { url: page.href.replace(/#.*$/, ""), title: page.generatedPage.title },
      anchor: page.anchor,
    };
  if (page.kind === "page" && page.file !== undefined)
    return { ...createFilePage(site, page.file), slug: page.slug, anchor: page.anchor };
  const isLoaded = site.loaded.pages && site.loaded.specs;
  const isCertain = isLoaded || page.kind === "external" || page.kind === "file";
  return isCertain ? { kind: "missing", slug: "", missingPage: createMissingPage(url, page) } : undefined;
}

/**
 * Resolves a link on a page to a path from the site's root. For example, `../start#a` on `guides/x.mdx` becomes
 * `/start#a`.
 */
export function toRootLink(link: string, page: SitePath | undefined): string {
  if (/^(\/|[a-z][a-z0-9+.-]*:)/i.test(link)) return link;
  const pathEnd = link.search(/[?#]/);
  const path = pathEnd < 0 ? link : link.slice(0, pathEnd);
  const result = resolveSitePath(path, page === undefined ? "" : getFolderPath(page));
  return result.ok ? `/${result.path}${pathEnd < 0 ? "" : link.slice(pathEnd)}` : link;
}

function createFilePage(site: Site, file: SitePath): Extract<ResolvedPreviewPage, { kind: "page" }> {
  const slug = getPageSlug(file);
  const title = site.pages.get(file)?.fields.get("title");
  const shownTitle =
    typeof title === "string" && title.trim() !== "" ? title : toTitle(slug ?? removePageExtension(getFileName(file)));
  const isPage = slug !== undefined && isPublished(site.pages, file);
  const location = { file, title: shownTitle, ...(isPage && { url: getPageHref(site, slug) }) };
  return { kind: "page", slug: slug ?? "", file, location };
}

function createMissingPage(url: string, page: PageAtUrl): MissingPage {
  switch (page.kind) {
    case "file":
      return { url, text: `This is the file ${page.file}, which isn't a page.` };
    case "external":
      return {
        url,
        text: "This URL redirects readers to another site.",
        nearest: { url: page.url, title: page.url },
      };
    case "route":
      return { url, text: "The service itself handles this URL, so the preview shows nothing." };
    case "unknown":
      return { url, text: unknownReasons[page.reason] ?? "The preview can't determine what readers find here." };
    default: {
      const suggestion = page.kind === "not-found" ? page.suggestion : undefined;
      return {
        url,
        text: `There's no page at ${url}, so readers who follow a link to it get a 404 page.`,
        ...(suggestion && { nearest: { url: suggestion.href, title: suggestion.title } }),
      };
    }
  }
}

const unknownReasons: Readonly<Record<string, string>> = {
  specification:
    "This page might be generated from a specification that the preview doesn't have. Fetch the specification to see the page.",
  "not-published": "A file exists here, but it isn't a page on the published site.",
  "nested-site":
    "This path exists only in a subfolder that has its own docs.json. Preview that folder to see the page.",
  host: "Another part of this host might serve this URL, which the preview can't check.",
};

/** Returns values that change when the page, its URL, or its title changes. */
export function getIdentityValues(page: ResolvedPreviewPage): readonly unknown[] {
  return page.kind === "missing" ? [page.missingPage] : [page.slug, page.location];
}

/** Returns the file that is rendered, or an empty string if the page doesn't have a file. */
export function getRenderedFile(page: ResolvedPreviewPage | undefined): SitePath {
  return page && page.kind !== "missing" ? getSourcePath(page) : "";
}

/**
 * Returns a page's file. For a page that is generated from a specification, returns the path of a file that would have
 * the same URL.
 */
export function getSourcePath(previewPage: Exclude<ResolvedPreviewPage, { kind: "missing" }>): SitePath {
  return previewPage.kind === "page" ? previewPage.file : `${previewPage.slug}.mdx`;
}
