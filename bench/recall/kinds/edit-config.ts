import type { Injection } from "../fault-kind.ts";
import { getMember, type ConfigValue } from "../read-config.ts";
import type { SiteCopy } from "../site-copy.ts";

/**
 * Inserts `text` as the first or last member of an object, in the style of its siblings. The mark is at the member's
 * key.
 */
export function addMember(
  site: SiteCopy,
  { path, node }: ConfigValue,
  member: string,
  where: "first" | "last" = "first",
  marked = member.slice(0, 3),
): Pick<Injection, "edits" | "marks"> {
  const source = site.texts.get(path) ?? "";
  const members = node.children ?? [];
  const [first, last] = [members[0], members.at(-1)];
  if (!first || !last) {
    const at = node.offset + 1;
    return createPlace(path, at, member, marked);
  }
  const lead = /(\r?\n)?[ \t]*$/.exec(source.slice(node.offset + 1, first.offset))?.[0] ?? "";
  return where === "first"
    ? createPlace(path, node.offset + 1, `${lead}${member},`, marked)
    : createPlace(path, last.offset + last.length, `,${lead || " "}${member}`, marked);
}

/** Inserts `text` as a list item before the item at `index`, or at the end of the list. */
export function addItem(
  site: SiteCopy,
  { path, node }: ConfigValue,
  item: string,
  index: number,
  marked = item.slice(0, 3),
): Pick<Injection, "edits" | "marks"> {
  const source = site.texts.get(path) ?? "";
  const items = node.children ?? [];
  const [first, before, last] = [items[0], items[index], items.at(-1)];
  if (!first || !last) return createPlace(path, node.offset + 1, item, marked);
  const lead = /(\r?\n)?[ \t]*$/.exec(source.slice(node.offset + 1, first.offset))?.[0] ?? "";
  return before
    ? createPlace(path, before.offset, `${item},${lead || " "}`, marked)
    : createPlace(path, last.offset + last.length, `,${lead || " "}${item}`, marked);
}

/** Removes a member and its comma. Returns `undefined` if the object doesn't have the member. */
export function removeMember(site: SiteCopy, object: ConfigValue, name: string): Injection["edits"] | undefined {
  const members = object.node.children ?? [];
  const index = members.findIndex(({ children }) => children?.[0]?.value === name);
  const member = members[index];
  return member ? [createRemoval(object.path, members, index)] : undefined;
}

export function removeItem(list: ConfigValue, index: number): Injection["edits"] | undefined {
  const items = list.node.children ?? [];
  return items[index] ? [createRemoval(list.path, items, index)] : undefined;
}

/**
 * Returns the elements in the navigation, along with the key of the list that contains each element, such as `tabs` or
 * `groups`.
 */
export function listElements({ config }: SiteCopy): readonly (ConfigValue & { readonly kind: string })[] {
  return config.all.flatMap((value) => {
    const kind = value.pointer.at(-2);
    return value.pointer[0] === "navigation" &&
      !value.pointer.includes("global") &&
      value.node.type === "object" &&
      typeof kind === "string" &&
      kind in nameOf
      ? [{ ...value, kind: kind === "pages" ? "groups" : kind }]
      : [];
  });
}

/** Maps the key of each list to the field that contains the names of its elements. */
export const nameOf: Readonly<Record<string, string>> = {
  groups: "group",
  pages: "group",
  tabs: "tab",
  anchors: "anchor",
  dropdowns: "dropdown",
  products: "product",
  versions: "version",
  languages: "language",
  menu: "item",
};

/** Whether one of the surrounding objects has a member with one of these names. */
export function isUnder({ parent }: ConfigValue, ...names: readonly string[]): boolean {
  return parent !== undefined && (has(parent, ...names) || isUnder(parent, ...names));
}

export function has({ node }: ConfigValue, ...names: readonly string[]): boolean {
  return names.some((name) => getMember(node, name) !== undefined);
}

function createRemoval(
  path: string,
  list: NonNullable<ConfigValue["node"]["children"]>,
  index: number,
): Injection["edits"][number] {
  const [self, before, after] = [list[index], list[index - 1], list[index + 1]];
  const start = after || !before ? (self?.offset ?? 0) : before.offset + before.length;
  const end = after ? after.offset : (self?.offset ?? 0) + (self?.length ?? 0);
  return { path, start, end, text: "" };
}

function createPlace(path: string, at: number, text: string, marked: string): Pick<Injection, "edits" | "marks"> {
  return {
    edits: [{ path, start: at, end: at, text }],
    marks: [{ path, at: at + Math.max(0, text.indexOf(marked)) }],
  };
}

/** Converts an offset to its position after edits that don't touch it. */
export function shiftOffset(path: string, at: number, edits: Injection["edits"]): number {
  return edits
    .filter((edit) => edit.path === path && edit.end <= at)
    .reduce((sum, { start, end, text }) => sum + text.length - (end - start), at);
}
