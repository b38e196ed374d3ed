import type { NavElement, NavNode } from "../../config/settings/navigation.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { navigationOf, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { looksLikeEndpoint } from "../../spec/operation-reference.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { pageTitle } from "../hover/describe-page.ts";
import type { OutlineNode } from "./outline.ts";

/** The part of the navigation that stands in this file, docs.json or one that it pulls in: divisions, groups, pages. */
export function configOutline(site: Site, file: SitePath): readonly OutlineNode[] {
  const { root } = navigationOf(site.config);
  return root ? outlineBelow(site, file, root) : [];
}

function outlineBelow(site: Site, file: SitePath, element: NavElement): OutlineNode[] {
  const globals = element.globals ? [element.globals] : [];
  return [...element.children, ...globals].flatMap((node) => outlineOf(site, file, node));
}

/** A node of another file gives way to what it holds of this one. */
function outlineOf(site: Site, file: SitePath, node: NavNode): OutlineNode[] {
  if (node.type === "entry") {
    if (node.node.file !== file) return [];
    const { range } = node.node;
    const isEndpoint = looksLikeEndpoint(node.text);
    const name = node.text.trim() === "" ? "(empty)" : node.text;
    const detail = isEndpoint ? "" : (titleOf(site, node.text) ?? "");
    return [{ kind: isEndpoint ? "operation" : "page", name, detail, range, nameRange: range, children: [] }];
  }
  const children = outlineBelow(site, file, node);
  if (node.node.file !== file) return children;
  const { label, kind, href } = node;
  const { range } = node.node;
  const isNamed = label !== undefined && label.value.trim() !== "";
  // Beside a `$ref` the label stands in the other file.
  const isHere = isNamed && label.file === file && isWithin(label.range, range);
  return [
    {
      kind: href ? "link" : kind === "group" ? "group" : "division",
      name: isNamed ? label.value : kind,
      detail: isNamed ? kind : "",
      range,
      nameRange: isHere ? label.range : { start: range.start, end: range.start + 1 },
      // What another file holds in between may hold something of this file again, elsewhere.
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
