import type { FaultKind, Injection } from "../fault-kind.ts";
import type { Random } from "../random.ts";
import { getMember, type ConfigValue, type PageEntry } from "../read-config.ts";
import { parseMdx, type Range } from "../read-page.ts";
import { getPageFile } from "../served.ts";
import type { SiteCopy } from "../site-copy.ts";
import { addItem, removeItem, shiftOffset } from "./edit-config.ts";

/**
 * A language in the navigation, along with its pages. The pages are stored by their path relative to the language's
 * folder.
 */
interface Language {
  readonly element: ConfigValue;
  readonly folder: string;
  readonly pages: ReadonlyMap<string, PageEntry>;
}

/** Pages that exist in one language but not in another. */
export const languageFaults: readonly FaultKind[] = [
  {
    name: "nav/language-lacks-page",
    codes: ["nav/language-gap"],
    alone: true,
    inject: (site, random) => {
      const languages = listLanguages(site);
      const ownLanguage = random.pick(languages);
      return (
        ownLanguage &&
        removeLanguage(site, random, ownLanguage, (name) =>
          languages.some((one) => one !== ownLanguage && shows(site, one, name)),
        )
      );
    },
  },
  {
    name: "nav/page-in-one-language",
    codes: ["nav/language-gap"],
    alone: true,
    inject: (site, random) => {
      const languages = listLanguages(site);
      const ownLanguage = random.pick(languages);
      const beside = ownLanguage && random.pick([...ownLanguage.pages.values()]);
      const list = beside?.config.parent;
      if (!ownLanguage || !beside || !list) return undefined;
      const path = `${beside.value.slice(0, beside.value.lastIndexOf("/") + 1)}zz-${random.nextWord(5)}`;
      const { edits } = addItem(site, list, JSON.stringify(path), Number(beside.config.pointer.at(-1)) + 1);
      return {
        edits: [...edits, { path: `${path}.mdx`, start: 0, end: 0, text: "---\ntitle: Zz\n---\n\nNew.\n" }],
        marks: languages.filter((one) => one !== ownLanguage).map(({ element }) => createNameMark(element, edits)),
        what: `${path}, which no other language has`,
      };
    },
  },
  {
    name: "mdx/translation-lacks-heading",
    codes: ["mdx/translation-gap"],
    inject: (site, random) => shorten(site, random, "headings"),
  },
  {
    name: "mdx/translation-lacks-code",
    codes: ["mdx/translation-gap"],
    inject: (site, random) => shorten(site, random, "fences"),
  },
];

/**
 * Returns the languages in the first list of languages that are translations of each other, which means that at least
 * half of their pages are the same.
 */
function listLanguages(site: SiteCopy): readonly Language[] {
  const knownLanguages = languagesBySite.get(site);
  if (knownLanguages) return knownLanguages;
  const elements = site.config.all.filter(
    ({ pointer, node }) =>
      pointer[0] === "navigation" &&
      pointer.at(-2) === "languages" &&
      node.type === "object" &&
      getMember(node, "hidden")?.value !== true,
  );
  const all = elements
    .filter(({ pointer }) => pointer.length === elements[0]?.pointer.length)
    .map((one) => readLanguage(site, one));
  const [first] = all;
  const similarEntries = all.filter(
    ({ pages }) => first && [...pages.keys()].filter((name) => first.pages.has(name)).length * 2 > pages.size,
  );
  const languages = similarEntries.length > 1 ? similarEntries : [];
  languagesBySite.set(site, languages);
  return languages;
}

const languagesBySite = new WeakMap<SiteCopy, readonly Language[]>();

function readLanguage(site: SiteCopy, element: ConfigValue): Language {
  const entries = site.config.entries.filter(({ config }) =>
    element.pointer.every((step, i) => config.pointer[i] === step),
  );
  const first = /^[^/]+\//.exec(entries[0]?.value ?? "")?.[0] ?? "";
  const share = entries.filter(({ value }) => value.startsWith(first)).length / Math.max(1, entries.length);
  const language: unknown = getMember(element.node, "language")?.value;
  const isOwn = typeof language === "string" && first === `${language}/`;
  const folder = share > 0.9 && isOwn ? first : "";
  return {
    element,
    folder,
    pages: new Map(entries.map((entry) => [entry.value.slice(folder.length), entry])),
  };
}

/** Removes a page that exists in other languages from the navigation. */
function removeLanguage(
  site: SiteCopy,
  random: Random,
  { element, pages }: Language,
  isElsewhere: (name: string) => boolean,
): Injection | undefined {
  const [name, entry] = random.pick([...pages]) ?? [];
  const list = entry?.config.parent;
  if (name === undefined || !entry || !list || !isElsewhere(name)) return undefined;
  if ((list.node.children?.length ?? 0) < 2) return undefined;
  if (site.config.entries.filter(({ value }) => value === entry.value).length > 1) return undefined;
  const edits = removeItem(list, Number(entry.config.pointer.at(-1)));
  return edits && { edits, marks: [createNameMark(element, edits)], what: `${entry.value} no longer listed` };
}

function shows(site: SiteCopy, { pages }: Language, name: string): boolean {
  const entry = pages.get(name);
  return entry !== undefined && getPageFile(site, entry.value) !== undefined;
}

/** Returns the position where the element specifies its language. */
function createNameMark({ path, node }: ConfigValue, edits: Injection["edits"]) {
  const name = getMember(node, "language") ?? node;
  return { path, at: shiftOffset(path, name.offset, edits) };
}

/** Removes a heading or fence from a translation that has the same number of headings or fences as the source. */
function shorten(site: SiteCopy, random: Random, what: "headings" | "fences"): Injection | undefined {
  const [source, ...others] = listLanguages(site);
  const ownLanguage = random.pick(others);
  const [name, entry] = random.pick([...(ownLanguage?.pages ?? [])]) ?? [];
  const original = name === undefined ? undefined : source?.pages.get(name);
  const [path, sourcePath] = [entry, original].map((one) => one && getPageFile(site, one.value));
  if (path === undefined || sourcePath === undefined || !site.pages.includes(path)) return undefined;
  const [page, sourcePage] = [site.getPage(path), site.getPage(sourcePath)];
  if (!page || !sourcePage || page.imports.length > sourcePage.imports.length) return undefined;
  if (page.headings.length !== sourcePage.headings.length || page.fences.length !== sourcePage.fences.length)
    return undefined;
  const lost = random.pick<Range>(page[what]);
  if (!lost || !parseMdx(page.text.slice(0, lost.start) + page.text.slice(lost.end))) return undefined;
  const title = /^title\s*:/m.exec(page.text.slice(0, page.frontmatter.end))?.index ?? 0;
  return {
    edits: [{ path, start: lost.start, end: lost.end, text: "" }],
    marks: [
      { path, at: 0 },
      { path, at: title },
    ],
    what: `without ${page.text.slice(lost.start, lost.end).slice(0, 60)}`,
  };
}
