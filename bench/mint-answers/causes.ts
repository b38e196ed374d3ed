import type { SiteCopy } from "../recall/site-copy.ts";
import { getFolder, normalize } from "../recall/paths.ts";
import { isFree, isRedirected, getPageFile } from "../recall/served.ts";
import type { BrokenLink } from "./read-answers.ts";
import type { ReportedLink } from "./read-problems.ts";

/** A reason why only one of the two tools reports a link. */
export interface Cause<Link> {
  readonly name: string;
  readonly explanation: string;
  readonly applies: (link: Link, site: SiteCopy) => boolean;
}

/** The possible causes, in order. The first cause that applies is used. */
export const onlyMint: readonly Cause<BrokenLink>[] = [
  {
    name: "Anchor of an endpoint page",
    explanation:
      "The service adds anchors such as `#body-name` to endpoint pages. `mint` reads only the text of the page. Docwright doesn't check anchors on these pages.",
    applies: (link, site) => /^(openapi|api|asyncapi)\s*:/m.test(getHead(getTarget(link, site), site)),
  },
  {
    name: "Anchor in an imported snippet",
    explanation: "The page imports a snippet that has the parameter or heading. `mint` doesn't follow imports.",
    applies: (link, site) =>
      getAnchor(link) !== "" &&
      listImports(getTarget(link, site), site).some((path) => has(site.texts.get(path) ?? "", getAnchor(link))),
  },
  {
    name: "Title of a tab with non-Latin letters",
    explanation:
      "The id of a tab is its percent-encoded title, and browsers encode the fragment in the same way. `mint` decodes only the fragment before it compares them.",
    applies: (link, site) =>
      /[^ -~]/.test(getAnchor(link)) &&
      [...(site.texts.get(getTarget(link, site)) ?? "").matchAll(/<Tab\s[^<>]*title="([^"]*)"/g)].some(
        ([, title = ""]) => title.toLowerCase().replace(/\s+/g, "-") === getAnchor(link),
      ),
  },
  {
    name: "Page with an import that can't be read",
    explanation:
      "The page imports a script that may render the anchor, or a file that doesn't exist. Docwright doesn't check anchors there, but reports the missing file.",
    applies: (link, site) =>
      getAnchor(link) !== "" &&
      listImports(getTarget(link, site), site).some((path) => !/\.mdx?$/.test(path) || !site.texts.has(path)),
  },
  {
    name: "Page of a remote specification",
    explanation:
      "The site uses a specification by URL, which neither of the two can read here. Docwright doesn't check links that might lead to its generated pages. `mint` reports them all.",
    applies: (link, site) =>
      site.config.all.some(
        ({ pointer, value }) =>
          pointer.some((key) => key === "openapi" || key === "asyncapi") && /^https?:/.test(String(value)),
      ) && getPath(link.url).startsWith("api-reference/"),
  },
  {
    name: "Placeholder",
    explanation: "Authors write `[title](...)` in templates. Docwright treats it as an example.",
    applies: ({ url }) => /^\.{3,}$/.test(url),
  },
  {
    name: "Snippet that no page imports",
    explanation:
      "Readers don't see the link. Docwright reports the unused snippet, and checks links of snippets on the pages that import them.",
    applies: ({ file }, site) =>
      file.startsWith("snippets/") && ![...site.texts.keys()].some((path) => listImports(path, site).includes(file)),
  },
  {
    name: "Link with the base path",
    explanation: "The site is hosted below `/docs`, and the service removes the prefix. `mint` treats it as a folder.",
    applies: ({ url }, site) =>
      url.startsWith("/docs/") && getPageFile(site, getPath(url).slice("docs/".length)) !== undefined,
  },
  {
    name: "Redirect to the root",
    explanation: "The service opens the first page at `/`. `mint` requires an index page.",
    applies: ({ file, url }) => file === "docs.json" && url === "/",
  },
  {
    name: "Redirect to another site on the host",
    explanation:
      "`/pricing` and similar paths usually belong to another site on the same host, which Docwright can't check.",
    applies: ({ file, url }, site) => file === "docs.json" && !getPath(url).includes("/") && isFree(site, getPath(url)),
  },
];

/** The possible causes, in order. The first cause that applies is used. */
export const onlyDocwright: readonly Cause<ReportedLink>[] = [
  {
    name: "Link in a specification",
    explanation: "Descriptions of operations are part of the generated pages. `mint` doesn't read them.",
    applies: ({ file }, site) => site.specs.some(({ path }) => path === file),
  },
  {
    name: "Generated page in another folder",
    explanation:
      "The setting `directory` moves the generated pages to another folder. `mint` also accepts them below `/api-reference`, where the service doesn't publish them.",
    applies: ({ url, code }) => code === "link/page-not-found" && url.startsWith("/api-reference/"),
  },
  {
    name: "Anchor after a redirect",
    explanation:
      "The link is redirected to a page without this anchor. `mint` checks anchors only on the page that the link names.",
    applies: ({ url, code }, site) => code === "link/anchor-not-found" && isRedirected(site, `/${getPath(url)}`),
  },
  {
    name: "Icon or image of a card",
    explanation: "The file doesn't exist. `mint` checks only the `src` and `href` of some elements.",
    applies: ({ url, file, code }, site) =>
      code === "link/file-not-found" &&
      ["icon", "img"].some((prop) => (site.texts.get(file) ?? "").includes(`${prop}="${url}"`)),
  },
  {
    name: "Relative link without `./`",
    explanation: "A browser resolves the link from the folder of the page. `mint` resolves it from the root.",
    applies: ({ url }) => /^[\w-]+\//.test(url),
  },
];

function getPath(url: string): string {
  return normalize(url.replace(/[?#].*$/s, ""));
}

function getAnchor({ url }: BrokenLink): string {
  return /#(.*)$/s.exec(url)?.[1] ?? "";
}

/** Returns the page that the link points to, ignoring redirects. */
function getTarget({ file, url }: BrokenLink, site: SiteCopy): string {
  return getPath(url) === "" ? file : (getPageFile(site, getPath(url)) ?? findPageBelowDocs(url, site) ?? "");
}

function findPageBelowDocs(url: string, site: SiteCopy): string | undefined {
  return url.startsWith("/docs/") ? getPageFile(site, getPath(url).slice("docs/".length)) : undefined;
}

function getHead(path: string, { texts }: SiteCopy): string {
  return /^---\n[^]*?\n---/.exec(texts.get(path) ?? "")?.[0] ?? "";
}

function listImports(path: string, { texts }: SiteCopy): readonly string[] {
  const found = (texts.get(path) ?? "").matchAll(/^\s*import\s[^"'\n]*["']([./][^"'\n]*)["']/gm);
  return [...found].map(([, source = ""]) =>
    source.startsWith("/") ? source.slice(1) : normalize(`${getFolder(path)}${source}`),
  );
}

/** Whether the words in the anchor occur in the text as a heading or a name. The check is deliberately imprecise. */
function has(text: string, anchor: string): boolean {
  const toPlain = (words: string) => words.toLowerCase().replace(/[^a-z0-9]/g, "");
  return toPlain(text).includes(toPlain(anchor.replace(/^param-/, "")));
}
