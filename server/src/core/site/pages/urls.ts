import { hasUnsafeScheme } from "../../config/settings/check-value.ts";
import { derive } from "../../text/view.ts";
import type { Site } from "../site.ts";
import { publishedPages } from "./pages.ts";

/** What a link is, before anything of the site is looked up. */
export type WrittenUrl =
  /** A place of this site: `/guides/start?tab=2#install`, `./x`, `#install`. */
  | {
      readonly kind: "local";
      /** As written, not decoded: `/guides/start`; empty for `#install`. */
      readonly path: string;
      /** With its `?`, else empty. */
      readonly query: string;
      /** Behind `#`, as written; absent without one. */
      readonly anchor: string | undefined;
    }
  /** `https://example.com/x`, `//example.com`. */
  | { readonly kind: "web"; readonly host: string; readonly rest: string }
  /** `mailto:`, `tel:`, `vscode:` and whatever else opens another program. */
  | { readonly kind: "scheme"; readonly scheme: string }
  /** Runs something, or reads the reader's own disk. */
  | { readonly kind: "unsafe"; readonly scheme: string }
  /** `C:\docs\start.md`. */
  | { readonly kind: "drive" };

/** Nearly every link within a site; the rest of the reading is for the others. */
const ordinary = /^\/(?!\/)[\w/.#?=&-]*$/;

/** Takes a link apart as browsers do: blanks at both ends, tabs and line ends do not count. */
export function readUrl(written: string): WrittenUrl {
  if (ordinary.test(written)) return splitLocal(written);
  const text = written.replace(/[\t\n\r]/g, "").trim();
  if (hasUnsafeScheme(text)) return { kind: "unsafe", scheme: schemeOf(text) };
  const web = /^(?:https?:)?[/\\]{2}([^/\\?#]*)(.*)$/is.exec(text);
  if (web) return { kind: "web", host: (web[1] ?? "").toLowerCase(), rest: web[2] ?? "" };
  const scheme = /^[a-z][a-z0-9+.-]*:/i.test(text) ? schemeOf(text) : undefined;
  if (scheme !== undefined) return scheme.length === 1 ? { kind: "drive" } : { kind: "scheme", scheme };
  return splitLocal(text);
}

/** The three parts of `path?query#anchor`. */
export function splitLocal(text: string): Extract<WrittenUrl, { kind: "local" }> {
  const hash = text.indexOf("#");
  const before = hash < 0 ? text : text.slice(0, hash);
  const question = before.indexOf("?");
  return {
    kind: "local",
    path: question < 0 ? before : before.slice(0, question),
    query: question < 0 ? "" : before.slice(question),
    anchor: hash < 0 ? undefined : text.slice(hash + 1),
  };
}

const topLevel = "com|org|net|io|dev|ai|app|co|sh|so|gg|me|xyz|cloud|tech|tools|eu|uk|de|fr|cn|jp";
const address = new RegExp(`^(www\\.)?([a-z0-9-]+\\.)+(${topLevel})([/?#:]|$)`, "i");

/** `example.com/pricing`: an address whose `https://` was forgotten. */
export function lacksProtocol(url: string): boolean {
  return url.length <= 2000 && address.test(url);
}

function schemeOf(text: string): string {
  return text
    .replace(/^[\u0000-\u0020]+/, "")
    .slice(0, 100)
    .split(":", 1)
    .join("")
    .toLowerCase();
}

/**
 * Paths that the service answers by itself, though no file of the site makes them. Source: the service's own
 * documentation (ai/llmstxt, ai/markdown-export, ai/skillmd, ai/model-context-protocol, create/changelogs,
 * optimize/seo, api-playground) and research/corpus.md §7.
 */
const routes: ReadonlySet<string> = new Set([
  // An index of all pages and all their text, for language models.
  "llms.txt",
  "llms-full.txt",
  "skill.md",
  "agents.md",
  // For search engines.
  "sitemap.xml",
  "robots.txt",
  // The search server for assistants, with and without sign-in.
  "mcp",
  "authed/mcp",
  // Feeds of the whole site.
  "rss.xml",
  "feed",
  "feed.xml",
  "atom.xml",
  "favicon.ico",
  "login",
  "logout",
  // The reader's own address bar.
  "404",
]);

/** Folders in which the service answers anything. */
const folders: readonly string[] = [
  ".well-known/",
  "_mintlify/",
  "_service/",
  "_next/",
  "authed/mcp/",
  "mcp/",
  "cdn-cgi/",
  "mintlify-assets/",
];

/** Files that the service makes of a page: `changelog/rss.xml`. */
const ofPages: readonly string[] = ["/rss.xml", "/llms.txt", "/llms-full.txt"];

/** Whether the service itself answers at this path, given without slashes at its ends. */
export function isStaticRoute(path: string, isPage: (slug: string) => boolean): boolean {
  const plain = path.toLowerCase();
  if (routes.has(plain) || folders.some((folder) => plain.startsWith(folder))) return true;
  return ofPages.some((end) => plain.endsWith(end) && isPage(path.slice(0, -end.length)));
}

/**
 * Pages that companies keep beside their docs on the same host. Where the docs live below a path of it (`/docs`), a link
 * to one of these is no fault, and it cannot be told from here. Seen in research/corpus.md §7.
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

/** Whether this path, given without slashes at its ends, is usual for a page beside the docs. */
export function isHostPage(path: string): boolean {
  const first = path.split("/", 1)[0] ?? "";
  return hostPages.has(first.toLowerCase()) && (path === first || first === "blog" || first === "legal");
}

/**
 * Whether a path lies beside the folders that this site serves on a host it shares: when every page lies in a folder
 * that has a page of its own (`docs.mdx` and `docs/…`) and there is no first page, the rest of the host, as
 * `/pricing`, is somebody else's.
 */
export function isOutsideSite({ pages }: Pick<Site, "pages">, path: string): boolean {
  const folders = hostedFolders(pages);
  return folders !== undefined && !folders.has(firstSegment(path));
}

const hostedFolders = derive((pages: Site["pages"]): ReadonlySet<string> | undefined => {
  const top = new Set<string>();
  const folders = new Set<string>();
  for (const slug of publishedPages(pages).bySlug.keys())
    (slug.includes("/") ? folders : top).add(firstSegment(slug));
  const notPages = ["README", "CHANGELOG", "CONTRIBUTING", "LICENSE", "AGENTS", "CLAUDE"];
  for (const name of notPages) top.delete(name);
  const isHosted = top.size > 0 && top.size === folders.size && [...top].every((name) => folders.has(name));
  return isHosted ? folders : undefined;
});

function firstSegment(path: string): string {
  return path.split("/", 1)[0] ?? "";
}
