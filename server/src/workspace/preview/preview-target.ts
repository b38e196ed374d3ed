import type { MissingPage, PagePlace } from "../../../../webview/src/protocol.ts";
import { pageHref } from "../../core/preview/frame/frame-links.ts";
import { pageAtUrl, type PageAtUrl } from "../../core/preview/frame/pages.ts";
import { getPageSlug, isPublished, titleOfSlug } from "../../core/site/pages/pages.ts";
import type { Site } from "../../core/site/site.ts";
import type { GeneratedPage } from "../../core/site/specs/generated-pages.ts";
import { getFileName, folderOf, resolveSitePath, removePageExtension } from "../../core/text/site-path.ts";
import type { SitePath } from "../../core/text/text-edit.ts";

/** The target of a preview: a file, or the page at a URL path in the site. */
export type PreviewTarget = { readonly file: SitePath } | { readonly url: string };

/** The page at a target. `slug` identifies the page in the site's frame and is set even if the page doesn't exist. */
export type ResolvedPreviewPage =
  | {
      readonly kind: "page";
      readonly slug: string;
      readonly file: SitePath;
      readonly place: PagePlace;
      /** The fragment of the URL. */
      readonly anchor?: string | undefined;
    }
  | {
      readonly kind: "generated";
      readonly slug: string;
      readonly page: GeneratedPage;
      readonly place: PagePlace;
      readonly anchor?: string | undefined;
    }
  | { readonly kind: "missing"; readonly slug: string; readonly missing: MissingPage };

/**
 * Finds the page at the target. Returns undefined while pages and specifications that may contain it are still being
 * read.
 */
export function resolvePreviewPage(site: Site, target: PreviewTarget): ResolvedPreviewPage | undefined {
  if ("file" in target) return createFilePage(site, target.file);
  const { url } = target;
  const found = pageAtUrl(site, url);
  if (found.kind === "page" && found.generated)
    return {
      kind: "generated",
      slug: found.slug,
      page: found.generated,
      place: { url: found.href.replace(/#.*$/, ""), title: found.generated.title },
      anchor: found.anchor,
    };
  if (found.kind === "page" && found.file !== undefined)
    return { ...createFilePage(site, found.file), slug: found.slug, anchor: found.anchor };
  const isLoaded = site.loaded.pages && site.loaded.specs;
  const isCertain = isLoaded || found.kind === "external" || found.kind === "file";
  return isCertain ? { kind: "missing", slug: "", missing: createMissingPage(url, found) } : undefined;
}

/**
 * Resolves a link on a page to a path from the site's root. For example, `../start#a` on `guides/x.mdx` becomes
 * `/start#a`.
 */
export function toRootLink(link: string, page: SitePath | undefined): string {
  if (/^(\/|[a-z][a-z0-9+.-]*:)/i.test(link)) return link;
  const end = link.search(/[?#]/);
  const path = end < 0 ? link : link.slice(0, end);
  const resolved = resolveSitePath(path, page === undefined ? "" : folderOf(page));
  return resolved.ok ? `/${resolved.path}${end < 0 ? "" : link.slice(end)}` : link;
}

function createFilePage(site: Site, file: SitePath): Extract<ResolvedPreviewPage, { kind: "page" }> {
  const slug = getPageSlug(file);
  const title = site.pages.get(file)?.fields.get("title");
  const name =
    typeof title === "string" && title.trim() !== ""
      ? title
      : titleOfSlug(slug ?? removePageExtension(getFileName(file)));
  const isPage = slug !== undefined && isPublished(site.pages, file);
  const place = { file, title: name, ...(isPage && { url: pageHref(site, slug) }) };
  return { kind: "page", slug: slug ?? "", file, place };
}

function createMissingPage(url: string, found: PageAtUrl): MissingPage {
  switch (found.kind) {
    case "file":
      return { url, text: `This is the file ${found.file}, which isn't a page.` };
    case "external":
      return {
        url,
        text: "This URL redirects readers to another site.",
        nearest: { url: found.url, title: found.url },
      };
    case "route":
      return { url, text: "The service itself handles this URL, so the preview shows nothing." };
    case "unknown":
      return { url, text: unknown[found.reason] ?? "The preview can't determine what readers find here." };
    default: {
      const near = found.kind === "not-found" ? found.near : undefined;
      return {
        url,
        text: `There's no page at ${url}, so readers who follow a link to it get a 404 page.`,
        ...(near && { nearest: { url: near.href, title: near.title } }),
      };
    }
  }
}

const unknown: Readonly<Record<string, string>> = {
  specification:
    "This page might be generated from a specification that the preview doesn't have. Fetch the specification to see the page.",
  "not-published": "A file exists here, but it isn't a page on the published site.",
  "nested-site":
    "This path exists only in a subfolder that has its own docs.json. Preview that folder to see the page.",
  host: "Another part of this host might serve this URL, which the preview can't check.",
};

/** Returns values that change when the page, its URL, or its title changes. */
export function tokenOf(shown: ResolvedPreviewPage): readonly unknown[] {
  return shown.kind === "missing" ? [shown.missing] : [shown.slug, shown.place];
}

/** Returns the file that is rendered, or an empty string if the page doesn't have a file. */
export function getTargetSource(shown: ResolvedPreviewPage | undefined): SitePath {
  return shown && shown.kind !== "missing" ? getSourcePath(shown) : "";
}

/**
 * Returns a page's file. For a page that is generated from a specification, returns the path of a file that would have
 * the same URL.
 */
export function getSourcePath(shown: Exclude<ResolvedPreviewPage, { kind: "missing" }>): SitePath {
  return shown.kind === "page" ? shown.file : `${shown.slug}.mdx`;
}
