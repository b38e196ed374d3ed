import { replaceAt, type FaultKind } from "../fault-kind.ts";
import type { Random } from "../random.ts";
import { folderOf, normalise } from "../paths.ts";
import type { PagePlaces, Range } from "../read-page.ts";
import { brokenPath, isRedirected, otherCase, pageFileOf } from "../served.ts";
import type { SiteCopy } from "../site-copy.ts";
import { addBlock, addWords, pickIn, tagsOf } from "./pages.ts";

/** A URL on a page, along with its range. */
interface LinkTarget extends Range {
  readonly url: string;
}

export const linkFaults: readonly FaultKind[] = [
  link("link/markdown-broken", ["link/page-not-found"], markdownLinks, (site, path, random) =>
    brokenPath(site, path, random),
  ),
  link("link/href-broken", ["link/page-not-found"], hrefs, (site, path, random) =>
    brokenPath(site, path, random),
  ),
  link("link/markdown-wrong-case", ["link/wrong-case"], markdownLinks, changedCase),
  link("link/href-wrong-case", ["link/wrong-case"], hrefs, changedCase),
  {
    name: "link/html-broken",
    codes: ["link/page-not-found"],
    inject: (site, random) =>
      addWords(site, random, `<a href="/zz-${random.word(4)}/${random.word(5)}">words</a>`),
  },
  {
    name: "link/relative-broken",
    codes: ["link/page-not-found"],
    inject: (site, random) => addWords(site, random, `[words](./zz-${random.word(6)})`),
  },
  {
    name: "link/definition-broken",
    codes: ["link/page-not-found"],
    inject: (site, random) => {
      const target = `/zz-${random.word(4)}/${random.word(5)}`;
      return addBlock(site, random, `More in [the guide][zz-ref].\n\n[zz-ref]: ${target}`, "[zz-ref]:");
    },
  },
  {
    name: "link/anchor-own-broken",
    codes: ["link/anchor-not-found"],
    inject: (site, random) => {
      const added = addWords(site, random, `[words](#zz-${random.word(6)})`);
      return added && isReadable(site, added.edits[0]?.path) ? added : undefined;
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
        : addWords(site, random, `[words](/${path}#zz-${random.word(6)})`);
    },
  },
  {
    name: "link/anchor-misspelt",
    codes: ["link/anchor-not-found"],
    inject: (site, random) => {
      const page = pickIn(site, random, (places) =>
        markdownLinks(places).filter(({ url }) => /^(\/[^#]+)?#[\w-]{5,}$/.test(url)),
      );
      if (!page) return undefined;
      const [path = "", anchor = ""] = page.found.url.split("#");
      const target = path === "" ? page.path : pageFileOf(site, path.slice(1));
      const written = `${anchor.slice(0, -1)}-zz${random.word(2)}`;
      if (!isReadable(site, target) || (path !== "" && isRedirected(site, path))) return undefined;
      return {
        ...replaceAt(page.path, page.found, `${path}#${written}`),
        what: `${page.found.url} → #${written}`,
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
          return localFile(site, path, url) && at > start ? [{ url, start: at, end: at + url.length }] : [];
        }),
      );
      if (!page) return undefined;
      const written = page.found.url.replace(/(\.\w+)$/, `-${random.word(3)}$1`);
      return localFile(site, page.path, written)
        ? undefined
        : { ...replaceAt(page.path, page.found, written), what: written };
    },
  },
  {
    name: "link/img-src-missing",
    codes: ["link/file-not-found"],
    inject: (site, random) => {
      const page = pickIn(site, random, (places, path) =>
        attributeValues(places, /^(img|video|source|Card|Icon)$/, /^(src|img)$/).filter(({ url }) =>
          localFile(site, path, url),
        ),
      );
      if (!page) return undefined;
      const written = page.found.url.replace(/(\.\w+)$/, `-${random.word(3)}$1`);
      return localFile(site, page.path, written)
        ? undefined
        : { ...replaceAt(page.path, page.found, written), what: written };
    },
  },
  {
    name: "link/image-wrong-case",
    codes: ["link/wrong-case", "link/file-not-found"],
    inject: (site, random) => {
      const page = pickIn(site, random, ({ images, text }, path) =>
        images.flatMap(({ url, start, end }) => {
          const at = text.lastIndexOf(url, end);
          return localFile(site, path, url) && at > start ? [{ url, start: at, end: at + url.length }] : [];
        }),
      );
      const written = page && otherCase(page.found.url, random);
      return page && written && !localFile(site, page.path, written)
        ? { ...replaceAt(page.path, page.found, written), what: written }
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
            !pageFileOf(site, source.slice(1)) &&
            pageFileOf(site, destination.slice(1)) &&
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
    inject: (site, random) => addWords(site, random, `[words][zz-${random.word(5)}]`),
  },
  {
    name: "link/href-scheme-unsafe",
    codes: ["link/unsafe-scheme"],
    inject: (site, random) => {
      const page = pickIn(site, random, hrefs);
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
function link(
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
      const written = page && change(site, page.found.url.slice(1), random);
      return page && written !== undefined
        ? { ...replaceAt(page.path, page.found, `/${written}`), what: `${page.found.url} → /${written}` }
        : undefined;
    },
  };
}

function changedCase(site: SiteCopy, path: string, random: Random): string | undefined {
  const written = otherCase(path, random);
  return written === undefined || pageFileOf(site, written) || isRedirected(site, `/${path}`)
    ? undefined
    : written;
}

function markdownLinks({ links, text }: PagePlaces): readonly LinkTarget[] {
  return links.flatMap(({ url, start, end }) => {
    const at = text.lastIndexOf(`](${url}`, end) + 2;
    return at > start + 1 ? [{ url, start: at, end: at + url.length }] : [];
  });
}

function hrefs(places: PagePlaces): readonly LinkTarget[] {
  return attributeValues(places, /^(Card|Tile|Button|Update|Tooltip|a)$/, /^href$/);
}

function attributeValues(places: PagePlaces, tags: RegExp, names: RegExp): readonly LinkTarget[] {
  return tagsOf(places, tags).flatMap(({ attributes }) =>
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

function localFile(site: SiteCopy, page: string, url: string): boolean {
  if (/^[a-z]+:|^#|[?#]/i.test(url)) return false;
  return [url.startsWith("/") ? url.slice(1) : normalise(`${folderOf(page)}${url}`), normalise(url)].some(
    (path) => site.files.has(path) && /\.(png|jpe?g|svg|gif|webp|mp4)$/i.test(path),
  );
}
