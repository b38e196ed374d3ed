import { getJsonValue } from "../config/json/json-tree.ts";
import { getRedirects } from "../site/links/redirects.ts";
import { getBasePath, getCanonicalUrl } from "../site/links/resolve-link.ts";
import { isPublished, getPageSlug, listUrls } from "../site/pages/pages.ts";
import type { Site } from "../site/site.ts";
import { getGeneratedPages } from "../site/specs/generated-pages.ts";
import type { SitePath } from "../text/text-edit.ts";
import { createMessage, type Refusal, refuse } from "../text/message.ts";

/** The URL at which readers find a page, or the reason why the page has no URL. */
export type PublishedUrl =
  | {
      readonly ok: true;
      /**
       * The page's entry in docs.json, such as `guides/start`. For a page that is generated from an operation, the
       * entry has the form `api.json GET /users`.
       */
      readonly configPath: string;
      /** The full URL, such as `https://example.com/docs/guides/start`. Undefined if the site's URL is unknown. */
      readonly url?: string;
    }
  /** The reason why there's no published URL. */
  | Refusal;

/**
 * Returns the published URL of a file's page. If `slug` is given, returns the URL of the page with that slug instead,
 * because generated pages don't have a file.
 */
export function getPublishedUrl(site: Site, file: SitePath, slug?: string): PublishedUrl {
  const pageSlug = slug === undefined ? getPageSlug(file) : slug.replace(/^\/+|\/+$|[?#].*$/gs, "") || "index";
  if (pageSlug === undefined || (slug === undefined && !isPublished(site.pages, file)))
    return refuse(
      site.pages.has(file)
        ? createMessage("{0} is a snippet, so it doesn't have its own URL.", file)
        : createMessage("{0} isn't a page on the site.", file),
    );
  const configPath = slug === undefined ? pageSlug : (formatOperationEntry(site, pageSlug) ?? pageSlug);
  const origin = getOrigin(site);
  if (origin === undefined) return { ok: true, configPath };
  const basePath = getBasePath(site);
  const path = (listUrls(pageSlug)[0] ?? "/").split("/").map(encodeURIComponent).join("/");
  const fullPath = `${basePath === "" ? "" : `/${basePath}`}${path === "/" && basePath !== "" ? "" : path}`;
  return { ok: true, configPath, url: `${origin}${fullPath}` };
}

/**
 * Returns the navigation entry for a page that is generated from an operation or webhook, because docs.json doesn't
 * accept the page's path as an entry. The entry includes the specification's file, so it's valid anywhere in docs.json.
 */
function formatOperationEntry(site: Site, slug: string): string | undefined {
  const page = getGeneratedPages(site).find((generatedPage) => generatedPage.slug === slug);
  if (page?.target.kind === "operation")
    return `${page.spec.path} ${page.target.operation.method} ${page.target.operation.path}`;
  return page?.target.kind === "webhook" ? `${page.spec.path} webhook ${page.target.operation.path}` : undefined;
}

/**
 * Whether readers probably use the site already, in which case its current URLs may be bookmarked or linked to. This is
 * assumed if the site's URL is known, or if docs.json contains redirects or integrations such as web analytics.
 */
export function isPublishedSite(site: Site): boolean {
  const integrations = getJsonValue(site.config.root, "integrations");
  return (
    getOrigin(site) !== undefined ||
    getRedirects(site).length > 0 ||
    (integrations?.kind === "object" && integrations.properties.length > 0)
  );
}

/**
 * Returns the origin of `siteUrl` in .docwright.json or, if that isn't set, the origin of the canonical URL in
 * docs.json.
 */
function getOrigin({ settings, config }: Site): string | undefined {
  return [settings.siteUrl, getCanonicalUrl(config)].flatMap(
    (url) => /^https?:\/\/[^\s/?#@\\]+/i.exec(url ?? "")?.[0] ?? [],
  )[0];
}
