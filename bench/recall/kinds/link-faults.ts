import { replaceAt, type FaultKind } from "../fault-kind.ts";
import type { Random } from "../random.ts";
import { getFolder, normalize } from "../paths.ts";
import type { PagePlaces, Range } from "../read-page.ts";
import { createBrokenPath, isRedirected, toOtherCase, getPageFile } from "../served.ts";
import type { SiteCopy } from "../site-copy.ts";
import { addBlock, addWords, pickIn, listTags } from "./pages.ts";

/** A URL on a page, along with its range. */
interface LinkTarget extends Range {
  readonly url: string;
}

export const linkFaults: readonly FaultKind[] = [
  createLinkKind("link/markdown-broken", ["link/page-not-found"], listMarkdownLinks, (site, path, random) =>
    createBrokenPath(site, path, random),
  ),
  createLinkKind("link/href-broken", ["link/page-not-found"], listHrefs, (site, path, random) =>
    createBrokenPath(site, path, random),
  ),
  createLinkKind("link/markdown-wrong-case", ["link/wrong-case"], listMarkdownLinks, findChangedCase),
  createLinkKind("link/href-wrong-case", ["link/wrong-case"], listHrefs, findChangedCase),
  {
    name: "link/html-broken",
    codes: ["link/page-not-found"],
    inject: (site, random) =>
      addWords(site, random, `<a href="/zz-${random.nextWord(4)}/${random.nextWord(5)}">words</a>`),
  },
  {
    name: "link/relative-broken",
    codes: ["link/page-not-found"],
    inject: (site, random) => addWords(site, random, `[words](./zz-${random.nextWord(6)})`),
  },
  {
    name: "link/definition-broken",
    codes: ["link/page-not-found"],
    inject: (site, random) => {
      const target = `/zz-${random.nextWord(4)}/${random.nextWord(5)}`;
      return addBlock(site, random, `More in [the guide][zz-ref].\n\n[zz-ref]: ${target}`, "[zz-ref]:");
    },
  },
  {
    name: "link/anchor-own-broken",
    codes: ["link/anchor-not-found"],
    inject: (site, random) => {
      const injection = addWords(site, random, `[words](#zz-${random.nextWord(6)})`);
      return injection && isReadable(site, injection.edits[0]?.path) ? injection : undefined;
    },
  },
  {
    name: "link/anchor-broken",
    codes: ["link/anchor-not-found"],
    inject: (site, random) => {
      const target = random.pick(site.pages);
      if (target === undefined || !isReadable(site, target)) return undefined;
      const path = target.replace(/\.mdx?$/, "");
      return isRedirected(site, `/${path}`) || path.endsWith("index")
        ? undefined
        : addWords(site, random, `[words](/${path}#zz-${random.nextWord(6)})`);
    },
  },
  {
    name: "link/anchor-misspelt",
    codes: ["link/anchor-not-found"],
    inject: (site, random) => {
      const page = pickIn(site, random, (places) =>
        listMarkdownLinks(places).filter(({ url }) => /^(\/[^#]+)?#[\w-]{5,}$/.test(url)),
      );
      if (!page) return undefined;
      const [path = "", anchor = ""] = page.found.url.split("#");
      const target = path === "" ? page.path : getPageFile(site, path.slice(1));
      const newAnchor = `${anchor.slice(0, -1)}-zz${random.nextWord(2)}`;
      if (!isReadable(site, target) || (path !== "" && isRedirected(site, path))) return undefined;
      return {
        ...replaceAt(page.path, page.found, `${path}#${newAnchor}`),
        what: `${page.found.url} → #${newAnchor}`,
      };
    },
  },
  {
    name: "link/image-missing",
    codes: ["link/file-not-found"],
    inject: (site, random) => {
      const page = pickIn(site, random, ({ images, text }, path) =>
        images.flatMap(({ url, start, end }) => {
          const at = text.lastIndexOf(url, end);
          return isLocalFile(site, path, url) && at > start ? [{ url, start: at, end: at + url.length }] : [];
        }),
      );
      if (!page) return undefined;
      const newUrl = page.found.url.replace(/(\.\w+)$/, `-${random.nextWord(3)}$1`);
      return isLocalFile(site, page.path, newUrl)
        ? undefined
        : { ...replaceAt(page.path, page.found, newUrl), what: newUrl };
    },
  },
  {
    name: "link/img-src-missing",
    codes: ["link/file-not-found"],
    inject: (site, random) => {
      const page = pickIn(site, random, (places, path) =>
        listAttributeValues(places, /^(img|video|source|Card|Icon)$/, /^(src|img)$/).filter(({ url }) =>
          isLocalFile(site, path, url),
        ),
      );
      if (!page) return undefined;
      const newUrl = page.found.url.replace(/(\.\w+)$/, `-${random.nextWord(3)}$1`);
      return isLocalFile(site, page.path, newUrl)
        ? undefined
        : { ...replaceAt(page.path, page.found, newUrl), what: newUrl };
    },
  },
  {
    name: "link/image-wrong-case",
    codes: ["link/wrong-case", "link/file-not-found"],
    inject: (site, random) => {
      const page = pickIn(site, random, ({ images, text }, path) =>
        images.flatMap(({ url, start, end }) => {
          const at = text.lastIndexOf(url, end);
          return isLocalFile(site, path, url) && at > start ? [{ url, start: at, end: at + url.length }] : [];
        }),
      );
      const newUrl = page && toOtherCase(page.found.url, random);
      return page && newUrl && !isLocalFile(site, page.path, newUrl)
        ? { ...replaceAt(page.path, page.found, newUrl), what: newUrl }
        : undefined;
    },
  },
  {
    name: "link/through-redirect",
    codes: ["link/to-redirect"],
    inject: (site, random) => {
      const found = random.pick(
        site.config.redirects.filter(
          ({ source, destination }) =>
            /^\/[\w/.-]+$/.test(source) &&
            /^\/[\w/-]+$/.test(destination) &&
            !getPageFile(site, source.slice(1)) &&
            getPageFile(site, destination.slice(1)) &&
            !isRedirected(site, destination) &&
            source !== destination,
        ),
      );
      const first = found && site.config.redirects.find(({ source }) => source === found.source);
      return found && first === found ? addWords(site, random, `[words](${found.source})`) : undefined;
    },
  },
  {
    name: "link/scheme-unsafe",
    codes: ["link/unsafe-scheme"],
    inject: (site, random) =>
      addWords(
        site,
        random,
        `[words](${random.pick(["javascript:alert(1)", "data:text/html,hi", "file:///etc/hosts", "command:zz.run", "JavaScript:void"]) ?? ""})`,
      ),
  },
  {
    name: "link/scheme-misspelled",
    codes: ["link/misspelled-scheme"],
    inject: (site, random) =>
      addWords(
        site,
        random,
        `[words](${random.pick(["htps://", "https//", "http:://", "htttps://", "https;//"]) ?? ""}zz.example.com)`,
      ),
  },
  {
    name: "link/empty",
    codes: ["link/empty"],
    inject: (site, random) =>
      addWords(site, random, random.pick(["[words]()", "[words](<>)", '<a href="">words</a>']) ?? ""),
  },
  {
    name: "link/label-undefined",
    codes: ["link/undefined-reference"],
    inject: (site, random) => addWords(site, random, `[words][zz-${random.nextWord(5)}]`),
  },
  {
    name: "link/href-scheme-unsafe",
    codes: ["link/unsafe-scheme"],
    inject: (site, random) => {
      const page = pickIn(site, random, listHrefs);
      return (
        page && {
          ...replaceAt(
            page.path,
            page.found,
            random.pick(["javascript:void(0)", "file:///tmp/a", "data:text/html,a"]) ?? "",
          ),
          what: "an unsafe href",
        }
      );
    },
  },
];

/** Changes the URL of a link to an existing page. */
function createLinkKind(
  name: string,
  codes: readonly string[],
  list: (places: PagePlaces) => readonly LinkTarget[],
  change: (site: SiteCopy, path: string, random: Random) => string | undefined,
): FaultKind {
  return {
    name,
    codes,
    inject: (site, random) => {
      const page = pickIn(site, random, (places) =>
        list(places).filter(({ url }) => /^\/[\w/.-]+$/.test(url) && site.texts.has(`${url.slice(1)}.mdx`)),
      );
      const newUrl = page && change(site, page.found.url.slice(1), random);
      return page && newUrl !== undefined
        ? { ...replaceAt(page.path, page.found, `/${newUrl}`), what: `${page.found.url} → /${newUrl}` }
        : undefined;
    },
  };
}

function findChangedCase(site: SiteCopy, path: string, random: Random): string | undefined {
  const newPath = toOtherCase(path, random);
  return newPath === undefined || getPageFile(site, newPath) || isRedirected(site, `/${path}`) ? undefined : newPath;
}

function listMarkdownLinks({ links, text }: PagePlaces): readonly LinkTarget[] {
  return links.flatMap(({ url, start, end }) => {
    const at = text.lastIndexOf(`](${url}`, end) + 2;
    return at > start + 1 ? [{ url, start: at, end: at + url.length }] : [];
  });
}

function listHrefs(places: PagePlaces): readonly LinkTarget[] {
  return listAttributeValues(places, /^(Card|Tile|Button|Update|Tooltip|a)$/, /^href$/);
}

function listAttributeValues(places: PagePlaces, tags: RegExp, names: RegExp): readonly LinkTarget[] {
  return listTags(places, tags).flatMap(({ attributes }) =>
    attributes.flatMap(({ name, text, start, end }) => {
      const at = text === undefined ? -1 : places.text.lastIndexOf(text, end);
      return text !== undefined && text !== "" && names.test(name) && at > start
        ? [{ url: text, start: at, end: at + text.length }]
        : [];
    }),
  );
}

/** Whether all headings of a page are in the page's own text. */
function isReadable(site: SiteCopy, path: string | undefined): boolean {
  const text = path === undefined ? "" : (site.texts.get(path) ?? "");
  return text !== "" && !/^\s*import\s|^(openapi|api|asyncapi|url):|<Snippet|^export /m.test(text);
}

function isLocalFile(site: SiteCopy, page: string, url: string): boolean {
  if (/^[a-z]+:|^#|[?#]/i.test(url)) return false;
  return [url.startsWith("/") ? url.slice(1) : normalize(`${getFolder(page)}${url}`), normalize(url)].some(
    (path) => site.files.has(path) && /\.(png|jpe?g|svg|gif|webp|mp4)$/i.test(path),
  );
}
