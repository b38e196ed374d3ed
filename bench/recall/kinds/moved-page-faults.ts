import type { FaultKind, Injection } from "../fault-kind.ts";
import type { Random } from "../random.ts";
import { getRange, type PageEntry } from "../read-config.ts";
import { isGenerated, isRedirected, getPageFile } from "../served.ts";
import type { SiteCopy } from "../site-copy.ts";
import { removeItem, shiftOffset } from "./edit-config.ts";
import { listShownEntries } from "./nav-faults.ts";

/** Pages that were published at the last commit and have disappeared from their path without a redirect. */
export const movedPageFaults: readonly FaultKind[] = [
  {
    name: "redirect/page-moved",
    codes: ["redirect/missing-for-moved-page"],
    alone: true,
    committed: true,
    options: ["--changed-since", "HEAD"],
    inject: (site, random) => {
      const found = pickPublished(site, random);
      if (!found) return undefined;
      const at = found.entry.value.lastIndexOf("/") + 1;
      const [folder, name] = [found.entry.value.slice(0, at), found.entry.value.slice(at)];
      const moved =
        random.pick([`${folder}zz-${random.nextWord(4)}/${name}`, `${folder}${name}-${random.nextWord(4)}`]) ?? "";
      const { node, path } = found.entry.config;
      const edits = [{ path, ...getRange(node), text: JSON.stringify(moved) }];
      const page = { path: `${moved}.mdx`, start: 0, end: 0, text: site.texts.get(found.file) ?? "" };
      return {
        edits: [...edits, page],
        remove: [found.file],
        marks: listMarks(site, edits),
        what: `${found.entry.value} is now ${moved}`,
      };
    },
  },
  {
    name: "redirect/page-gone",
    codes: ["redirect/missing-for-moved-page"],
    alone: true,
    committed: true,
    options: ["--changed-since", "HEAD"],
    inject: (site, random) => {
      const found = pickPublished(site, random);
      const list = found?.entry.config.parent;
      const edits = list && removeItem(list, Number(found.entry.config.pointer.at(-1)));
      if (!found || !edits) return undefined;
      return {
        edits,
        remove: [found.file],
        marks: listMarks(site, edits),
        what: `${found.entry.value} deleted`,
      };
    },
  },
];

interface Published {
  readonly entry: PageEntry;
  readonly file: string;
}

/** Picks a page that exists only as a file. No redirect or specification matches its path. */
function pickPublished(site: SiteCopy, random: Random): Published | undefined {
  const entry = random.pick(listShownEntries(site));
  const file = entry && getPageFile(site, entry.value);
  if (!entry || !file || /(^|\/)index\.mdx?$/.test(file)) return undefined;
  if (isRedirected(site, `/${entry.value}`) || isGenerated(site, entry.value)) return undefined;
  const others = [...site.files].filter((path) => path !== file && path.startsWith(`${entry.value}.`));
  return others.length > 0 || [...site.files].some((path) => path.startsWith(`${entry.value}/`))
    ? undefined
    : { entry, file };
}

/**
 * Returns the position of the list of redirects, which is the position of the key or of the list itself. If docs.json
 * doesn't define redirects, returns its start.
 */
function listMarks(site: SiteCopy, edits: Injection["edits"]): Injection["marks"] {
  const list = site.config.getAt("redirects");
  const root = site.config.getAt();
  const first = root?.node.children?.[0];
  const places = list?.key
    ? [
        { path: root?.path ?? list.path, at: list.key.offset },
        { path: list.path, at: list.node.offset },
      ]
    : [
        { path: "docs.json", at: root?.node.offset ?? 0 },
        { path: "docs.json", at: first?.offset ?? 0 },
      ];
  return places.map(({ path, at }) => ({ path, at: shiftOffset(path, at, edits) }));
}
