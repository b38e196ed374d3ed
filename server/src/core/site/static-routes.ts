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
