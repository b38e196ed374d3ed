import type { NavElement, NavNode } from "../../config/settings/navigation.ts";
import type { PageReferences, PageTag } from "../../page/page.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { navigationOf, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { isEndpointLike } from "../../spec/operation-reference.ts";
import { decodeEntities } from "../../text/decode-text.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import { pageTitle } from "../hover/describe-page.ts";
import { pageSections } from "../../page/headings.ts";

/** A node in the outline of a file. */
export interface OutlineNode {
  readonly kind: "heading" | "component" | "export" | "division" | "group" | "page" | "operation" | "link";
  readonly name: string;
  /** Extra text such as `Card` or `tab`. Empty if there is none. */
  readonly detail: string;
  /** The full range, which includes the children. */
  readonly range: TextRange;
  /** The range of the name, within `range`. */
  readonly nameRange: TextRange;
  readonly children: readonly OutlineNode[];
}

/** More nodes slow down editors and aren't useful. */
export const maxOutlineNodes = 10_000;

/** Returns the part of the navigation in this file, docs.json or one that it includes: sections, groups, and pages. */
export function configOutline(site: Site, file: SitePath): readonly OutlineNode[] {
  const { root } = navigationOf(site.config);
  return root ? outlineBelow(site, file, root) : [];
}

function outlineBelow(site: Site, file: SitePath, element: NavElement): OutlineNode[] {
  const globals = element.globals ? [element.globals] : [];
  return [...element.children, ...globals].flatMap((node) => outlineOf(site, file, node));
}

/** Nodes from another file are replaced with their descendants in this file. */
function outlineOf(site: Site, file: SitePath, node: NavNode): OutlineNode[] {
  if (node.type === "entry") {
    if (node.node.file !== file) return [];
    const { range } = node.node;
    const isEndpoint = isEndpointLike(node.text);
    const name = node.text.trim() === "" ? "(empty)" : node.text;
    const detail = isEndpoint ? "" : (titleOf(site, node.text) ?? "");
    return [{ kind: isEndpoint ? "operation" : "page", name, detail, range, nameRange: range, children: [] }];
  }
  const children = outlineBelow(site, file, node);
  if (node.node.file !== file) return children;
  const { label, kind, href } = node;
  const { range } = node.node;
  const isNamed = label !== undefined && label.value.trim() !== "";
  // The label next to a `$ref` is in the other file.
  const isHere = isNamed && label.file === file && isWithin(label.range, range);
  return [
    {
      kind: href ? "link" : kind === "group" ? "group" : "division",
      name: isNamed ? label.value : kind,
      detail: isNamed ? kind : "",
      range,
      nameRange: isHere ? label.range : { start: range.start, end: range.start + 1 },
      // Content from another file may include content of this file again, at another position.
      children: children.filter((child) => isWithin(child.range, range)),
    },
  ];
}

function isWithin(inner: OutlineNode["range"], outer: OutlineNode["range"]): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function titleOf(site: Site, text: string): string | undefined {
  const read = readPageEntry(text);
  const file = read.kind === "page" ? pageSlugsOf(site.files).fileOf.get(read.slug) : undefined;
  return file === undefined ? undefined : pageTitle(site.pages.get(file));
}

/** Props that contain a component's visible title, in order of precedence. */
const titleProps = ["title", "label", "name", "body", "path", "query", "header", "cookie", "auth"];

/** Returns the title in a component's tag, such as `<Card title="Start">`. HTML elements have none. */
export function titleOfTag({
  name,
  attributes,
}: PageTag): { readonly text: string; readonly range: TextRange } | undefined {
  if (!/^[A-Z]/.test(name)) return undefined;
  for (const prop of titleProps) {
    const value = attributes.find((each) => each.name === prop)?.value;
    if (value?.kind === "text" && value.text.trim() !== "")
      return { text: decodeEntities(value.text).trim(), range: value.range };
  }
  return undefined;
}

type Draft = Omit<OutlineNode, "children"> & { readonly children: Draft[] };

/** Returns the headings as a tree of sections, with titled components and the page's exports. */
export function pageOutline(page: PageReferences): readonly OutlineNode[] {
  const drafts: Draft[] = [
    ...pageSections(page).map(({ heading, range }): Draft => {
      const name = heading.text === "" ? "(empty)" : heading.text;
      return { kind: "heading", name, detail: "", range, nameRange: heading.range, children: [] };
    }),
    ...page.tags.flatMap((tag): Draft[] => {
      const title = tag.inExpression ? undefined : titleOfTag(tag);
      if (!title) return [];
      const range = { start: tag.range.start, end: tag.closing?.end ?? tag.range.end };
      const { text: name, range: nameRange } = title;
      return [{ kind: "component", name, detail: tag.name, range, nameRange, children: [] }];
    }),
    ...page.exports.map(({ name, range }): Draft => {
      return { kind: "export", name, detail: "export", range, nameRange: range, children: [] };
    }),
  ];
  return nested(drafts.sort((a, b) => a.range.start - b.range.start || b.range.end - a.range.end));
}

/** Nests each node below the one that contains it. */
function nested(drafts: readonly Draft[]): readonly OutlineNode[] {
  const top: Draft[] = [];
  const open: Draft[] = [];
  for (const draft of drafts.slice(0, maxOutlineNodes)) {
    for (let last = open.at(-1); last && last.range.end < draft.range.end; last = open.at(-1)) open.pop();
    (open.at(-1)?.children ?? top).push(draft);
    open.push(draft);
  }
  return top;
}
