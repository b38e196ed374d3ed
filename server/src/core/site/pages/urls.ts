import { hasUnsafeScheme } from "../../config/settings/check-value.ts";
import { findNearestName } from "../../text/similarity.ts";
import { derive } from "../../text/maps.ts";
import type { Site } from "../site.ts";
import { getPublishedPages } from "./pages.ts";

/** A link that has been parsed but hasn't been resolved on the site yet. */
export type ParsedUrl =
  /** A URL on this site, such as `/guides/start?tab=2#install`, `./x`, or `#install`. */
  | {
      readonly kind: "local";
      /** The path as written, before decoding, such as `/guides/start`. Empty for `#install`. */
      readonly path: string;
      /** The query including `?`. Empty if the URL has no query. */
      readonly query: string;
      /** The text after `#`, as written. Undefined if the URL has no `#`. */
      readonly anchor: string | undefined;
    }
  /** A URL with a host, such as `https://example.com/x` or `//example.com`. */
  | { readonly kind: "web"; readonly host: string; readonly pathAndQuery: string }
  /** `mailto:`, `tel:`, `vscode:`, and other schemes that open another application. */
  | { readonly kind: "scheme"; readonly scheme: string }
  /** A URL that executes code or reads local files. Also a path with a drive letter, such as `C:\docs\start.md`. */
  | { readonly kind: "unsafe"; readonly scheme: string };

/** Matches nearly all internal links, so the slower parser is rarely needed. */
const simplePathPattern = /^\/(?!\/)[\w/.#?=&-]*$/;

/** Parses a link as browsers do. Ignores leading and trailing spaces, tabs, and line breaks. */
export function parseLinkUrl(rawUrl: string): ParsedUrl {
  if (simplePathPattern.test(rawUrl)) return splitLocalUrl(rawUrl);
  const text = rawUrl.replace(/[\t\n\r]/g, "").trim();
  if (correctScheme(text) !== undefined) return { kind: "scheme", scheme: getScheme(text) };
  if (hasUnsafeScheme(text)) return { kind: "unsafe", scheme: getScheme(text) };
  const webMatch = /^(?:https?:)?[/\\]{2}([^/\\?#]*)(.*)$/is.exec(text);
  if (webMatch) return { kind: "web", host: (webMatch[1] ?? "").toLowerCase(), pathAndQuery: webMatch[2] ?? "" };
  const scheme = /^[a-z][a-z0-9+.-]*:/i.test(text) ? getScheme(text) : undefined;
  if (scheme !== undefined) return { kind: scheme.length === 1 ? "unsafe" : "scheme", scheme };
  return splitLocalUrl(text);
}

/**
 * Schemes that authors may misspell. A link's unknown scheme is treated as a misspelling if it differs from one of
 * these by one or two letters.
 */
const commonSchemes = ["http", "https", "mailto"] as const;
const acceptedSchemes: ReadonlySet<string> = new Set([...commonSchemes, "shttp"]);

/**
 * Returns the URL with its scheme corrected. For example, returns `https://example.com` for `htps://example.com`,
 * `https//example.com`, or `https://https://example.com`. Returns undefined if the scheme isn't misspelled.
 */
export function correctScheme(rawUrl: string): string | undefined {
  const text = rawUrl.slice(0, 2000).trim();
  const duplicateScheme = /^https?:\/\/(?=https?(:|\/\/))/i.exec(text)?.[0];
  if (duplicateScheme !== undefined)
    return correctScheme(text.slice(duplicateScheme.length)) ?? text.slice(duplicateScheme.length);
  const [matchedPrefix, scheme] = /^(https?)(?!:\/\/)[:;,.]{0,3}\/\/(?=[^/\\])/i.exec(text) ?? [];
  if (matchedPrefix !== undefined && scheme !== undefined) return `${scheme}://${text.slice(matchedPrefix.length)}`;
  // On a site that is served over HTTPS, browsers treat `https:example.com` as a relative path.
  const relativePrefix = /^https:\/?(?=[a-z\d-]+(\.[a-z\d-]+)+([/?#:]|$))/i.exec(text)?.[0];
  if (relativePrefix !== undefined) return `https://${text.slice(relativePrefix.length)}`;
  const [schemePrefix = "", name = ""] = /^([a-z][a-z\d]{1,8}):\/*/i.exec(text) ?? [];
  if (schemePrefix === "" || acceptedSchemes.has(name.toLowerCase())) return undefined;
  const nearestScheme = findNearestName(name, commonSchemes);
  if (nearestScheme === undefined) return undefined;
  return `${nearestScheme}:${nearestScheme === "mailto" ? "" : "//"}${text.slice(schemePrefix.length)}`;
}

/**
 * Returns the path and the first folder in a URL such as `//guides/start`, which browsers open on the host `guides`.
 * They're empty for any other URL, and for a host with a dot or a port.
 */
export function parsePathAfterSlashes(url: string): { readonly path: string; readonly folder: string } {
  const [, path = "", folder = ""] = /^\/\/(([\w-]+)\/[^?#]+)/.exec(url.trim()) ?? [];
  return { path: path.replace(/\/+$/, ""), folder };
}

/** Splits `path?query#anchor` into its three parts. */
export function splitLocalUrl(text: string): Extract<ParsedUrl, { kind: "local" }> {
  const anchorStart = text.indexOf("#");
  const pathWithoutAnchor = anchorStart < 0 ? text : text.slice(0, anchorStart);
  const queryStart = pathWithoutAnchor.indexOf("?");
  return {
    kind: "local",
    path: queryStart < 0 ? pathWithoutAnchor : pathWithoutAnchor.slice(0, queryStart),
    query: queryStart < 0 ? "" : pathWithoutAnchor.slice(queryStart),
    anchor: anchorStart < 0 ? undefined : text.slice(anchorStart + 1),
  };
}

/** Domains that aren't the extensions of files. Those that are also words, as in `api.health`, need a subdomain. */
const topLevelDomains =
  "com|org|net|io|dev|ai|app|co|sh|so|gg|me|xyz|cloud|tech|tools|eu|uk|de|fr|cn|jp|(?<=[\\w-]\\.[\\w-]+\\.)(?:bio|digital|energy|exchange|finance|health|network|online|software|studio|systems|world)";
const domainPattern = new RegExp(`^(www\\.)?([a-z0-9-]+\\.)+(${topLevelDomains})([/?#:]|$)`, "i");

/** Whether `https://` is missing from the URL, as in `example.com/pricing`. */
export function isMissingProtocol(url: string): boolean {
  return url.length <= 2000 && domainPattern.test(url);
}

function getScheme(text: string): string {
  return text
    .replace(/^[\u0000-\u0020]+/, "")
    .slice(0, 100)
    .split(":", 1)
    .join("")
    .toLowerCase();
}

/**
 * Files that the service generates from the pages of the site. Source: Mintlify's documentation (ai/llmstxt,
 * ai/markdown-export, ai/skillmd, create/changelogs, optimize/seo).
 */
const generatedFiles: ReadonlySet<string> = new Set([
  // The index of all pages, and the full text of all pages, for language models.
  "llms.txt",
  "llms-full.txt",
  "skill.md",
  "agents.md",
  // Files for search engines.
  "sitemap.xml",
  "robots.txt",
  // Feeds for the entire site.
  "rss.xml",
  "feed",
  "feed.xml",
  "atom.xml",
]);

/**
 * Other paths that the service serves even though the site has no file for them. Source: Mintlify's documentation
 * (ai/model-context-protocol, api-playground).
 */
const routes: ReadonlySet<string> = new Set([
  // The search server for assistants, with and without authentication.
  "mcp",
  "authed/mcp",
  "favicon.ico",
  "login",
  "logout",
  // The error page, which readers can also open by its URL.
  "404",
]);

/** Folders in which the service may serve any path. */
const routeFolders: readonly string[] = [
  ".well-known/",
  "_mintlify/",
  "_service/",
  "_next/",
  "authed/mcp/",
  "mcp/",
  "cdn-cgi/",
  "mintlify-assets/",
];

/** Files that the service generates for a page, such as `changelog/rss.xml`. */
const generatedFileSuffixes: readonly string[] = ["/rss.xml", "/llms.txt", "/llms-full.txt"];

/**
 * Whether the service serves this path. The path must not have a leading or trailing slash. Generated files can also be
 * in the folder of one of the site's languages, such as `es/llms.txt`. This isn't documented, so such a path may exist.
 */
export function isStaticRoute(
  path: string,
  isPage: (slug: string) => boolean,
  languages?: ReadonlySet<string>,
): boolean {
  const lowerCasePath = path.toLowerCase();
  if (generatedFiles.has(lowerCasePath) || routes.has(lowerCasePath)) return true;
  if (routeFolders.some((folder) => lowerCasePath.startsWith(folder))) return true;
  const slashIndex = path.indexOf("/");
  if (languages?.has(path.slice(0, slashIndex)) && generatedFiles.has(lowerCasePath.slice(slashIndex + 1))) return true;
  return generatedFileSuffixes.some((end) => lowerCasePath.endsWith(end) && isPage(path.slice(0, -end.length)));
}

/**
 * Pages that companies commonly host next to their docs. If the docs are at a base path such as `/docs`, links to these
 * pages aren't reported, because they can't be checked.
 */
const hostPages: ReadonlySet<string> = new Set([
  "about",
  "blog",
  "careers",
  "changelog",
  "community",
  "company",
  "contact",
  "customers",
  "dashboard",
  "demo",
  "download",
  "enterprise",
  "home",
  "imprint",
  "jobs",
  "legal",
  "partners",
  "pricing",
  "privacy",
  "register",
  "security",
  "sign-in",
  "sign-up",
  "signin",
  "signup",
  "status",
  "support",
  "team",
  "terms",
]);

/**
 * Whether this path is commonly used for a page that a company hosts next to its docs. The path must not have a leading
 * or trailing slash.
 */
export function isHostPage(path: string): boolean {
  const firstSegment = path.split("/", 1)[0] ?? "";
  return (
    hostPages.has(firstSegment.toLowerCase()) &&
    (path === firstSegment || firstSegment === "blog" || firstSegment === "legal")
  );
}

/**
 * Whether a path is outside the folders that this site serves on a shared host. If the site has no home page and each
 * of its pages is in a folder that has its own page, such as `docs.mdx` for `docs/…`, other paths on the host (for
 * example, `/pricing`) probably belong to another site.
 */
export function isOutsideSite({ pages }: Pick<Site, "pages">, path: string): boolean {
  const folders = listHostedFolders(pages);
  return folders !== undefined && !folders.has(getFirstSegment(path));
}

const listHostedFolders = derive((pages: Site["pages"]): ReadonlySet<string> | undefined => {
  const topLevelNames = new Set<string>();
  const folders = new Set<string>();
  for (const slug of getPublishedPages(pages).pagesBySlug.keys())
    (slug.includes("/") ? folders : topLevelNames).add(getFirstSegment(slug));
  const nonPageNames = ["README", "CHANGELOG", "CONTRIBUTING", "LICENSE", "AGENTS", "CLAUDE"];
  for (const name of nonPageNames) topLevelNames.delete(name);
  const isHosted =
    topLevelNames.size > 0 &&
    topLevelNames.size === folders.size &&
    [...topLevelNames].every((name) => folders.has(name));
  return isHosted ? folders : undefined;
});

function getFirstSegment(path: string): string {
  return path.split("/", 1)[0] ?? "";
}
