import { stringOf, getJsonValue } from "../config/json/json-tree.ts";
import { basePath } from "../site/links/resolve-link.ts";
import { isPublished, getPageSlug, urlsOf } from "../site/pages/pages.ts";
import type { Site } from "../site/site.ts";
import { generatedPages } from "../site/specs/generated-pages.ts";
import type { SitePath } from "../text/text-edit.ts";

/** Where readers find a page. */
export type PublishedAddress =
  | {
      readonly ok: true;
      /** As docs.json names it: `guides/start`, and what is made of a specification by its operation, `api.json GET /users`. */
      readonly configPath: string;
      /** `https://example.com/docs/guides/start`; absent where the site does not say where it lives. */
      readonly url?: string;
    }
  /** A sentence: why there is none. */
  | { readonly ok: false; readonly reason: string };

/** Of a file of the site, or of the page with this slug when it is given: those made of specifications have no file of their own. */
export function publishedAddress(site: Site, file: SitePath, slug?: string): PublishedAddress {
  const own = slug === undefined ? getPageSlug(file) : slug.replace(/^\/+|\/+$|[?#].*$/gs, "") || "index";
  if (own === undefined || (slug === undefined && !isPublished(site.pages, file)))
    return {
      ok: false,
      reason: site.pages.has(file)
        ? `${file} is a part of pages, and has no address of its own.`
        : `${file} is no page of the site.`,
    };
  const configPath = slug === undefined ? own : (operationOf(site, own) ?? own);
  const origin = originOf(site);
  if (origin === undefined) return { ok: true, configPath };
  const base = basePath(site);
  const path = (urlsOf(own)[0] ?? "/").split("/").map(encodeURIComponent).join("/");
  const full = `${base === "" ? "" : `/${base}`}${path === "/" && base !== "" ? "" : path}`;
  return { ok: true, configPath, url: `${origin}${full}` };
}

/** docs.json takes no path of a page that is made of an operation. With its file, so that it is right anywhere in docs.json. */
function operationOf(site: Site, slug: string): string | undefined {
  const page = generatedPages(site).find((generated) => generated.slug === slug);
  if (page?.target.kind === "operation")
    return `${page.spec.path} ${page.target.operation.method} ${page.target.operation.path}`;
  return page?.target.kind === "webhook"
    ? `${page.spec.path} webhook ${page.target.operation.path}`
    : undefined;
}

/** `siteUrl` of .docwright.json, else the address that docs.json gives to search engines (`seo.metatags.canonical`). */
function originOf({ settings, config }: Site): string | undefined {
  const canonical = stringOf(getJsonValue(getJsonValue(config.root, "seo"), "metatags"), "canonical");
  return [settings.siteUrl, canonical].flatMap(
    (url) => /^https?:\/\/[^\s/?#@\\]+/i.exec(url ?? "")?.[0] ?? [],
  )[0];
}
