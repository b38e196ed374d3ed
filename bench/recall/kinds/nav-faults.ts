import { replaceAt, type FaultKind } from "../fault-kind.ts";
import type { Random } from "../random.ts";
import { getMember, getRange, type PageEntry } from "../read-config.ts";
import { isFree, isGeneratedPage, isRedirected, toOtherCase, getPageFile } from "../served.ts";
import type { SiteCopy } from "../site-copy.ts";
import { misspell } from "../misspell.ts";
import {
  addItem,
  addMember,
  listElements,
  has,
  isUnder,
  nameOf,
  removeItem,
  removeMember,
  shiftOffset,
} from "./edit-config.ts";

const childKinds = ["languages", "versions", "tabs", "dropdowns", "anchors", "products", "groups", "pages", "menu"];

/**
 * Problems in the entries and elements of the navigation. For problems in the fields of elements, see nav-field-faults.
 */
export const navFaults: readonly FaultKind[] = [
  {
    name: "nav/entry-broken",
    codes: ["nav/page-not-found"],
    inject: (site, random) => {
      const entry = random.pick(listShownEntries(site));
      if (!entry) return undefined;
      const broken = random.nextChance(0.5)
        ? misspellPath(entry.value, random)
        : `zz-${random.nextWord(5)}/${random.nextWord(6)}`;
      if (!isFree(site, broken)) return undefined;
      return changeEntry(entry, broken);
    },
  },
  {
    name: "nav/page-deleted",
    codes: ["nav/page-not-found"],
    inject: (site, random) => {
      const entry = random.pick(listShownEntries(site));
      const file = entry && getPageFile(site, entry.value);
      if (!entry || !file || file.includes("/index.") || isGeneratedPage(site, entry.value)) return undefined;
      if ([...site.files].filter((other) => other.startsWith(`${entry.value}.`)).length > 1) return undefined;
      return {
        edits: [],
        remove: [file],
        marks: site.config.entries
          .filter(({ value }) => value === entry.value)
          .map(({ config }) => ({ path: config.path, at: config.node.offset })),
        what: `${file} deleted`,
      };
    },
  },
  {
    name: "nav/entry-wrong-case",
    codes: ["nav/page-wrong-case"],
    inject: (site, random) => {
      const entry = random.pick(listShownEntries(site));
      const other = entry && toOtherCase(entry.value, random);
      return entry && other && !getPageFile(site, other) ? changeEntry(entry, other) : undefined;
    },
  },
  {
    name: "nav/entry-with-extension",
    codes: ["nav/page-has-extension"],
    inject: (site, random) => {
      const entry = random.pick(listShownEntries(site));
      return entry && changeEntry(entry, `${entry.value}.mdx`);
    },
  },
  {
    name: "nav/entry-slash-odd",
    codes: ["nav/page-leading-slash-odd", "nav/page-is-url"],
    inject: (site, random) => {
      const entry = random.pick(listShownEntries(site));
      return (
        entry && changeEntry(entry, random.pick([`./${entry.value}`, `//${entry.value}`, `${entry.value}/`]) ?? "")
      );
    },
  },
  {
    name: "nav/entry-is-address",
    codes: ["nav/page-is-url"],
    inject: (site, random) => {
      const entry = random.pick(listShownEntries(site));
      return entry && changeEntry(entry, `https://example.com/${entry.value}`);
    },
  },
  {
    name: "nav/entry-twice",
    codes: ["nav/page-listed-twice"],
    inject: (site, random) => {
      const entry = random.pick(listShownEntries(site));
      const list = entry?.config.parent;
      if (!entry || !list) return undefined;
      const text = JSON.stringify(entry.value);
      const items = list.node.children?.length ?? 0;
      const after = Number(entry.config.pointer.at(-1)) + 1;
      return {
        ...addItem(site, list, text, after + random.nextBelow(items - after + 1)),
        what: `${text} a second time`,
      };
    },
  },
  {
    name: "nav/page-unlisted",
    codes: ["nav/page-not-in-navigation"],
    inject: (site, random) => {
      const entry = random.pick(listShownEntries(site));
      const file = entry && getPageFile(site, entry.value);
      const list = entry?.config.parent;
      if (!entry || !file || !list || (list.node.children?.length ?? 0) < 2) return undefined;
      if (site.config.all.filter(({ value }) => value === entry.value).length > 1) return undefined;
      if (isRedirected(site, `/${entry.value}`)) return undefined;
      const page = site.getPage(file);
      if (!page || /^(hidden|noindex|searchable|url):/m.test(page.text.slice(0, page.frontmatter.end)))
        return undefined;
      const edits = removeItem(list, Number(entry.config.pointer.at(-1)));
      if (!edits) return undefined;
      const title = /^(title|sidebarTitle)\s*:/m.exec(page.text.slice(0, page.frontmatter.end))?.index ?? 0;
      // A page without frontmatter is recognized by its first heading.
      const heading = page.frontmatter.end === 0 ? (page.headings[0]?.start ?? 0) : title;
      return {
        edits,
        marks: [0, title, heading].map((at) => ({ path: file, at })),
        what: `${entry.value} taken out of the menu`,
      };
    },
  },
  {
    name: "nav/children-mixed",
    codes: ["nav/mixed-children"],
    inject: (site, random) => {
      const found = random.pick(
        listElements(site).filter((one) => one.kind !== "groups" && has(one, "groups", "pages", "tabs", "dropdowns")),
      );
      if (!found) return undefined;
      const ownKinds = childKinds.filter((kind) => has(found, kind));
      const added = random.pick(["groups", "pages"].filter((kind) => !ownKinds.includes(kind)));
      const page = site.config.entries[0]?.value;
      if (ownKinds.length !== 1 || !added || page === undefined) return undefined;
      const member =
        added === "pages"
          ? `"pages": [${JSON.stringify(page)}]`
          : `"groups": [{ "group": "Zz", "pages": [${JSON.stringify(page)}] }]`;
      const { edits, marks } = addMember(site, found, member);
      return { edits, marks, what: `${added} next to ${ownKinds.join()}` };
    },
  },
  {
    name: "nav/name-missing",
    codes: ["nav/missing-field"],
    inject: (site, random) => {
      const found = random.pick(listElements(site));
      const edits = found && removeMember(site, found, nameOf[found.kind] ?? "");
      return (
        found &&
        edits && {
          edits,
          marks: [found.node, ...(found.node.children ?? []).slice(0, 1)].map(({ offset }) => ({
            path: found.path,
            at: offset,
          })),
          what: `an element of ${found.kind} without its name`,
        }
      );
    },
  },
  {
    name: "nav/no-root-pattern",
    codes: ["nav/no-root-pattern", "config/missing-setting"],
    alone: true,
    inject: (site, random) => {
      const value = site.config.getAt("navigation");
      if (!value) return undefined;
      const text = random.pick(["{}", '{ "global": { "anchors": [] } }', '{ "directory": "card" }']) ?? "";
      const { edits } = replaceAt(value.path, getRange(value.node), text);
      return {
        edits,
        marks: [{ path: value.path, at: value.key?.offset ?? value.node.offset }],
        what: `navigation is ${text}`,
      };
    },
  },
  {
    name: "nav/two-root-patterns",
    codes: ["nav/several-root-patterns"],
    alone: true,
    inject: (site, random) => {
      const value = site.config.getAt("navigation");
      const page = random.pick(site.config.entries)?.value;
      if (!value || page === undefined) return undefined;
      const added = random.pick(["groups", "pages", "anchors"].filter((kind) => !has(value, kind)));
      const name = added === "groups" ? "group" : "anchor";
      const item = added === "pages" ? JSON.stringify(page) : `{ "${name}": "Zz", "pages": [${JSON.stringify(page)}] }`;
      const { edits, marks } = addMember(site, value, `"${added}": [${item}]`);
      // The problem is that both properties exist, and the service decides which one applies.
      const patterns = (value.node.children ?? []).filter(({ children }) =>
        childKinds.includes(String(children?.[0]?.value)),
      );
      const offsets = patterns.map(({ offset }) => ({
        path: value.path,
        at: shiftOffset(value.path, offset, edits),
      }));
      return { edits, marks: [...marks, ...offsets], what: `${added} next to the root pattern` };
    },
  },
  {
    name: "nav/own-kind-inside",
    codes: ["nav/misplaced-child", "nav/mixed-children"],
    inject: (site, random) => {
      const found = random.pick(listElements(site).filter(({ kind }) => !["groups", "menu"].includes(kind)));
      const page = random.pick(site.config.entries)?.value;
      if (!found || page === undefined) return undefined;
      const ownKind = childKinds.find((kind) => has(found, kind));
      const member = ownKind && found.node.children?.find(({ children }) => children?.[0]?.value === ownKind);
      const text = `"${found.kind}": [{ "${nameOf[found.kind]}": "Zz", "pages": [${JSON.stringify(page)}] }]`;
      if (!member) return undefined;
      return { ...replaceAt(found.path, getRange(member), text), what: `${found.kind} inside ${found.kind}` };
    },
  },
  {
    name: "nav/group-empty",
    codes: ["nav/empty-element"],
    inject: (site, random) => {
      const list = random.pick(
        site.config.all.filter(
          ({ pointer, node }) => pointer[0] === "navigation" && pointer.at(-1) === "groups" && node.type === "array",
        ),
      );
      // A specification above the group would add pages to it.
      if (!list || isUnder(list, "openapi", "asyncapi", "global")) return undefined;
      const item = '{ "group": "Zz soon", "pages": [] }';
      return {
        ...addItem(site, list, item, random.nextBelow((list.node.children?.length ?? 0) + 1)),
        what: "a group without pages",
      };
    },
  },
  {
    name: "nav/root-broken",
    codes: ["nav/root-page-not-found"],
    inject: (site, random) => {
      const found = random.pick(listElements(site).filter((one) => one.kind === "groups" && has(one, "pages")));
      if (!found) return undefined;
      const root = getMember(found.node, "root");
      const broken = JSON.stringify(`zz-${random.nextWord(4)}/${random.nextWord(5)}`);
      if (root) return { ...replaceAt(found.path, getRange(root), broken), what: `root is ${broken}` };
      return { ...addMember(site, found, `"root": ${broken}`), what: `root is ${broken}` };
    },
  },
];

/** Returns entries that are plain paths of existing pages and that are listed only once in the entire navigation. */
export function listShownEntries(site: SiteCopy): readonly PageEntry[] {
  const counts = new Map<string, number>();
  for (const { value } of site.config.entries) counts.set(value, (counts.get(value) ?? 0) + 1);
  return site.config.entries.filter(
    ({ value }) =>
      counts.get(value) === 1 &&
      !value.startsWith("/") &&
      (site.texts.has(`${value}.mdx`) || site.texts.has(`${value}.md`)),
  );
}

function changeEntry({ config, value }: PageEntry, newText: string): ReturnType<FaultKind["inject"]> {
  return {
    ...replaceAt(config.path, getRange(config.node), JSON.stringify(newText)),
    what: `${value} written ${newText}`,
  };
}

function misspellPath(path: string, random: Random): string {
  const at = path.lastIndexOf("/") + 1;
  return path.slice(0, at) + misspell(path.slice(at), random);
}
