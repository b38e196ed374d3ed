import { type JsonNode, placeOf, stringOf } from "../../config/json/json-tree.ts";
import { urlsOf } from "../../site/pages/pages.ts";
import { readUrl } from "../../site/pages/urls.ts";
import { basePath, resolveLink } from "../../site/links/resolve-link.ts";
import type { Site } from "../../site/site.ts";
import type { FrameLink } from "../view/site-frame.ts";

export type LinkFacts = Pick<FrameLink, "href" | "external" | "missing">;

/** The address of a page as readers see it: `/docs/guides/start`, of the page `index` `/docs`, without base path `/`. */
export function pageHref(site: Pick<Site, "settings">, slug: string): string {
  const [usual = "/"] = urlsOf(slug);
  return withBase(site, /^[\w/.-]*$/.test(usual) ? usual : encoded(usual));
}

/** A link of docs.json: absolute, a path of the site, an anchor of the page; what runs code leads nowhere. */
export function linkTo(site: Site, written: string): LinkFacts {
  const url = readUrl(written);
  if (url.kind === "unsafe" || url.kind === "drive") return {};
  if (url.kind === "scheme") return { href: written.trim(), external: true };
  const target = resolveLink(site, written, undefined);
  if (target.kind === "external") return { href: written.trim(), external: true };
  if (url.kind !== "local") return { href: written.trim() };
  if (url.path === "") return { href: `${url.query}#${url.anchor ?? ""}` };
  const anchor = url.anchor === undefined ? "" : `#${url.anchor}`;
  const base = basePath(site);
  const path = `/${url.path.replace(/^[/\\]+/, "")}`;
  const below = base !== "" && `${path}/`.startsWith(`/${base}/`) ? path.slice(base.length + 1) || "/" : path;
  const isMissing = target.kind === "missing" || target.kind === "spelling";
  return {
    href: withBase(site, below) + url.query + anchor,
    ...(isMissing && { missing: true }),
  };
}

/** An object with a text and an address; undefined where it has no text to show. */
export function readLink(
  site: Site,
  node: JsonNode | undefined,
  labelKey: string,
  fallback?: string,
): FrameLink | undefined {
  const label = stringOf(node, labelKey)?.trim() || fallback;
  if (node?.kind !== "object" || !label) return undefined;
  const href = stringOf(node, "href");
  return { label, ...(href !== undefined && linkTo(site, href)), at: placeOf(node) };
}

function withBase(site: Pick<Site, "settings">, path: string): string {
  const base = basePath(site);
  if (base === "") return path;
  return path === "/" ? `/${base}` : `/${base}${path}`;
}

/** As browsers write it; a path may hold what would begin a query. */
function encoded(path: string): string {
  return path
    .split("/")
    .map((part) => encodeURIComponent(part.replace(/\p{Cs}/gu, "\ufffd")))
    .join("/");
}
