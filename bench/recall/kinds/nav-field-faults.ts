import { replaceAt, type FaultKind } from "../fault-kind.ts";
import { getMember, getRange } from "../read-config.ts";
import { addItem, addMember, listElements, has } from "./edit-config.ts";
import { listShownEntries } from "./nav-faults.ts";

/** Problems in the fields of navigation elements. */
export const navFieldFaults: readonly FaultKind[] = [
  {
    name: "nav/expanded-at-top",
    codes: ["nav/expanded-without-effect"],
    inject: (site, random) => {
      const found = random.pick(
        listElements(site).filter((one) => one.pointer.at(-2) === "groups" && !has(one, "expanded")),
      );
      return (
        found && {
          ...addMember(site, found, `"expanded": ${random.pick(["true", "false"])}`),
          what: "expanded on a top group",
        }
      );
    },
  },
  {
    name: "nav/directory-without-root",
    codes: ["nav/directory-without-root"],
    inject: (site, random) => {
      const found = random.pick(
        listElements(site).filter(
          (one) =>
            has(one, "pages", "groups") &&
            !has(one, "directory", "href") &&
            !/"(root|\$ref)"\s*:/.test(getSource(site.texts, one)),
        ),
      );
      return (
        found && {
          ...addMember(site, found, `"directory": "${random.pick(["card", "accordion"])}"`),
          what: "directory without a root",
        }
      );
    },
  },
  {
    name: "nav/language-unknown",
    codes: ["nav/unknown-language"],
    inject: (site, random) => {
      const code = JSON.stringify(random.pick(["eng", "english", "xx", "pt_BR", "zz-ZZ", "EN"]));
      const found = random.pick(listElements(site).filter(({ kind }) => kind === "languages"));
      const language = found && getMember(found.node, "language");
      return found && language && { ...replaceAt(found.path, getRange(language), code), what: `language ${code}` };
    },
  },
  {
    name: "nav/language-twice",
    codes: ["nav/duplicate-language"],
    inject: (site, random) => {
      const found = random.pick(listElements(site).filter(({ kind }) => kind === "languages"));
      const list = found?.parent;
      const code: unknown = found && getMember(found.node, "language")?.value;
      const page = random.pick(listShownEntries(site))?.value;
      if (!list || typeof code !== "string" || page === undefined) return undefined;
      const item = `{ "language": ${JSON.stringify(code)}, "pages": [${JSON.stringify(page)}] }`;
      return {
        ...addItem(site, list, item, list.node.children?.length ?? 0, '"language'),
        what: `language ${code} twice`,
      };
    },
  },
  {
    name: "nav/version-twice",
    codes: ["nav/duplicate-version"],
    inject: (site, random) => {
      const found = random.pick(listElements(site).filter(({ kind }) => kind === "versions"));
      const list = found?.parent;
      const name: unknown = found && getMember(found.node, "version")?.value;
      const page = random.pick(listShownEntries(site))?.value;
      if (!list || typeof name !== "string" || page === undefined) return undefined;
      const item = `{ "version": ${JSON.stringify(name)}, "pages": [${JSON.stringify(page)}] }`;
      return {
        ...addItem(site, list, item, list.node.children?.length ?? 0, '"version'),
        what: `version ${name} twice`,
      };
    },
  },
  {
    name: "nav/two-default-versions",
    codes: ["nav/several-default-versions"],
    inject: (site, random) => {
      const list = random.pick(
        site.config.all.filter(
          ({ pointer, node }) => pointer.at(-1) === "versions" && node.type === "array" && !pointer.includes("global"),
        ),
      );
      const page = random.pick(listShownEntries(site))?.value;
      if (!list || page === undefined) return undefined;
      const hasDefault = list.node.children?.some((node) => getMember(node, "default")?.value === true) ?? false;
      const one = (n: number) => `{ "version": "zz${n}", "default": true, "pages": [${JSON.stringify(page)}] }`;
      const injection = addItem(
        site,
        list,
        hasDefault ? one(1) : `${one(1)},\n${one(2)}`,
        list.node.children?.length ?? 0,
        hasDefault ? '{ "version": "zz1' : '{ "version": "zz2',
      );
      return { ...injection, what: "a second default version" };
    },
  },
  {
    name: "nav/boost-not-positive",
    codes: ["nav/boost-not-positive"],
    inject: (site, random) => {
      const found = random.pick(listElements(site).filter((one) => one.kind === "groups" && !has(one, "boost")));
      return (
        found && {
          ...addMember(site, found, `"boost": ${random.pick(["0", "-1", "-0.5"])}`),
          what: "boost not above 0",
        }
      );
    },
  },
  {
    name: "nav/icon-unknown",
    codes: ["nav/unknown-icon"],
    inject: (site, random) => {
      const found = random.pick(
        listElements(site).filter(({ kind }) => ["groups", "tabs", "anchors", "dropdowns"].includes(kind)),
      );
      if (!found) return undefined;
      const icon = JSON.stringify(`${random.pick(["rocket", "book", "star", "circle"])}-zz${random.nextWord(3)}`);
      const own = getMember(found.node, "icon");
      if (own?.type === "string") return { ...replaceAt(found.path, getRange(own), icon), what: `icon ${icon}` };
      return own ? undefined : { ...addMember(site, found, `"icon": ${icon}`), what: `icon ${icon}` };
    },
  },
  {
    name: "nav/href-and-children",
    codes: ["nav/href-with-children", "nav/mixed-children"],
    inject: (site, random) => {
      const found = random.pick(
        listElements(site).filter(
          (one) => one.kind !== "groups" && has(one, "groups", "pages", "tabs") && !has(one, "href"),
        ),
      );
      const child = found?.node.children?.find(({ children }) =>
        ["groups", "pages", "tabs"].includes(String(children?.[0]?.value)),
      );
      if (!found || !child) return undefined;
      const { edits, marks } = addMember(site, found, '"href": "https://example.com"');
      const moved = child.offset + (edits[0]?.text.length ?? 0);
      return { edits, marks: [...marks, { path: found.path, at: moved }], what: "href next to children" };
    },
  },
  {
    name: "nav/invisible-character",
    codes: ["nav/bidi-or-control-character"],
    inject: (site, random) => {
      const configValue = random.pick(
        site.config.all.filter(
          ({ key, value, pointer }) =>
            pointer[0] === "navigation" &&
            ["group", "tab", "anchor", "dropdown"].includes(String(key?.value)) &&
            typeof value === "string",
        ),
      );
      if (!configValue) return undefined;
      const { start } = getRange(configValue.node);
      const at = start + 2 + random.nextBelow(Math.max(1, String(configValue.value).length - 1));
      const character = random.pick(["\u202e", "\u200b", "\u2066", "\u202a"]) ?? "";
      return {
        ...replaceAt(configValue.path, { start: at, end: at }, character),
        what: `U+${character.charCodeAt(0).toString(16)} in a label`,
      };
    },
  },
  {
    name: "nav/two-files-one-address",
    codes: ["nav/slug-collision"],
    inject: (site, random) => {
      const page = random.pick(site.pages.filter((path) => path.endsWith(".mdx") && !/(^|\/)index\.mdx$/.test(path)));
      const copy = page?.replace(/\.mdx$/, ".md");
      if (!page || !copy || site.files.has(copy)) return undefined;
      const title = Math.max(0, site.texts.get(page)?.search(/^title:/m) ?? 0);
      return {
        edits: [{ path: copy, start: 0, end: 0, text: "---\ntitle: Zz\n---\n\nZz.\n" }],
        marks: [
          { path: copy, at: 0 },
          { path: copy, at: 4 },
          { path: page, at: 0 },
          { path: page, at: title },
        ],
        what: `${copy} next to ${page}`,
      };
    },
  },
];

function getSource(
  texts: ReadonlyMap<string, string>,
  { path, node }: { readonly path: string; readonly node: { readonly offset: number; readonly length: number } },
): string {
  return texts.get(path)?.slice(node.offset, node.offset + node.length) ?? "";
}
