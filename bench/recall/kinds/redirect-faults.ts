import type { FaultKind, Injection } from "../fault-kind.ts";
import { getFolder } from "../paths.ts";
import { getMember } from "../read-config.ts";
import type { Random } from "../random.ts";
import { isFree, isRedirected, getPageFile } from "../served.ts";
import type { SiteCopy } from "../site-copy.ts";
import { addItem, addMember } from "./edit-config.ts";

export const redirectFaults: readonly FaultKind[] = [
  {
    name: "redirect/target-missing",
    codes: ["redirect/target-not-found"],
    inject: (site, random) => {
      const value = random.pick(
        site.config.all.filter(({ pointer, key }) => pointer[0] === "redirects" && key?.value === "destination"),
      );
      // The path must be in a folder of the site's pages, because other paths may belong to another site on the same
      // host.
      const target = freePath(site, random, getFolder(random.pick(site.pages) ?? ""));
      if (target === undefined) return undefined;
      if (value && random.nextChance(0.5) && typeof value.value === "string" && !/[:*]/.test(value.value)) {
        const edits = [
          {
            path: value.path,
            start: value.node.offset,
            end: value.node.offset + value.node.length,
            text: JSON.stringify(target),
          },
        ];
        return {
          edits,
          marks: [{ path: value.path, at: value.node.offset }],
          what: `destination is ${target}`,
        };
      }
      return add(site, random, [[freePath(site, random), target]], (text) => [text.indexOf('"destination')]);
    },
  },
  {
    name: "redirect/circle",
    codes: ["redirect/loop"],
    inject: (site, random) => {
      const [a, b] = [freePath(site, random), freePath(site, random)];
      return add(
        site,
        random,
        [
          [a, b],
          [b, a],
        ],
        findAll,
      );
    },
  },
  {
    name: "redirect/chain",
    codes: ["redirect/chain"],
    inject: (site, random) => {
      const [a, b, page] = [freePath(site, random), freePath(site, random), choosePagePath(site, random)];
      return add(
        site,
        random,
        [
          [a, b],
          [b, page],
        ],
        (text) => [text.indexOf('"source'), text.indexOf('"destination')],
      );
    },
  },
  {
    name: "redirect/source-twice",
    codes: ["redirect/duplicate-source", "config/invalid-value"],
    inject: (site, random) => {
      const [a, page, other] = [freePath(site, random), choosePagePath(site, random), choosePagePath(site, random)];
      return add(
        site,
        random,
        [
          [a, page],
          [a, other],
        ],
        (text) => [text.lastIndexOf('"source')],
      );
    },
  },
  {
    name: "redirect/to-itself",
    codes: ["redirect/to-itself"],
    inject: (site, random) => {
      const a = freePath(site, random);
      return add(site, random, [[a, a]], findAll);
    },
  },
  {
    name: "redirect/anchor-in-source",
    codes: ["redirect/source-with-anchor-or-query"],
    inject: (site, random) => {
      const [a, page] = [freePath(site, random), choosePagePath(site, random)];
      return a === undefined
        ? undefined
        : add(site, random, [[`${a}${random.pick(["#setup", "?tab=one"])}`, page]], (text) => [
            text.indexOf('"source'),
          ]);
    },
  },
  {
    name: "redirect/from-a-page",
    codes: ["redirect/shadows-page"],
    inject: (site, random) => {
      const [page, other] = [choosePagePath(site, random), choosePagePath(site, random)];
      if (page === other || page === undefined || isRedirected(site, page)) return undefined;
      return add(site, random, [[page, other]], (text) => [text.indexOf('"source')]);
    },
  },
];

const findAll = (text: string) => [...text.matchAll(/"(source|destination)/g)].map(({ index }) => index);

type Pair = readonly [string | undefined, string | undefined];

/**
 * Adds consecutive redirects at a random position in the list. `findMarked` returns the positions in their text where an
 * author would look for the problem.
 */
function add(
  site: SiteCopy,
  random: Random,
  pairs: readonly Pair[],
  findMarked: (text: string) => readonly number[],
): Injection | undefined {
  if (pairs.flat().includes(undefined)) return undefined;
  const hasLines = random.nextChance(0.5);
  const text = pairs
    .map(
      ([source, destination]) =>
        `{${hasLines ? "\n      " : " "}"source": ${JSON.stringify(source)},${hasLines ? "\n      " : " "}"destination": ${JSON.stringify(destination)}${hasLines ? "\n    " : " "}}`,
    )
    .join(",\n    ");
  const list = site.config.getAt("redirects");
  const root = site.config.getAt();
  if (list ? list.node.type !== "array" : !root || getMember(root.node, "redirects")) return undefined;
  const injection = list
    ? addItem(site, list, text, random.nextBelow((list.node.children?.length ?? 0) + 1), text)
    : root && addMember(site, root, `"redirects": [${text}]`, "first", text);
  const begin = injection?.marks[0];
  if (!injection || !begin) return undefined;
  return {
    edits: injection.edits,
    marks: findMarked(text).map((at) => ({ path: begin.path, at: begin.at + at })),
    what: pairs.map((pair) => pair.join(" → ")).join(", "),
  };
}

function freePath(site: SiteCopy, random: Random, folder = ""): string | undefined {
  const path = `${folder}zz-${random.nextWord(5)}/${random.nextWord(6)}`;
  return isFree(site, path) && !isRedirected(site, `/${path}`) ? `/${path}` : undefined;
}

/** Returns the path of a page in the navigation that isn't redirected. */
function choosePagePath(site: SiteCopy, random: Random): string | undefined {
  const page = random.pick(site.pages)?.replace(/\.mdx?$/, "");
  return page !== undefined && !page.endsWith("index") && getPageFile(site, page) && !isRedirected(site, `/${page}`)
    ? `/${page}`
    : undefined;
}
