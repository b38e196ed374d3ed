import type { PageReferences } from "../../page/page.ts";
import { pageSections } from "../page-sections.ts";
import { mostOutlineNodes, type OutlineNode } from "./outline.ts";
import { titleOfTag } from "./title-of-tag.ts";

type Draft = Omit<OutlineNode, "children"> & { readonly children: Draft[] };

/** Headings as a tree of sections, components with a title among them, and what the page exports. */
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

/** What lies within another goes below it. */
function nested(drafts: readonly Draft[]): readonly OutlineNode[] {
  const top: Draft[] = [];
  const open: Draft[] = [];
  for (const draft of drafts.slice(0, mostOutlineNodes)) {
    for (let last = open.at(-1); last && last.range.end < draft.range.end; last = open.at(-1)) open.pop();
    (open.at(-1)?.children ?? top).push(draft);
    open.push(draft);
  }
  return top;
}
