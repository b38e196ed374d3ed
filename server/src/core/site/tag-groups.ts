import type { SpecOutline, TagOutline } from "../spec/spec-outline.ts";
import { derive } from "../text/view.ts";

/** A group that the service makes of a tag. */
export interface TagGroup {
  /** Tells groups of one parent apart: two of a key are one. */
  readonly key: string;
  /** Absent for the group of operations without tag. */
  readonly tag: string | undefined;
  readonly label: string;
}

/**
 * The groups for an operation with these tags, outermost first, the last of its own tag; none where no tag makes one
 * (research/docsjson.md §4). Before OpenAPI 3.2 the first tag counts and tags with one label are one group. From then
 * on tags make a tree: those that say `kind: nav` come first, then others that the file lists, then any; a parent that
 * is not there or makes no group is passed over.
 */
export function tagPath(spec: SpecOutline, tags: readonly string[]): readonly TagGroup[] {
  const index = tagIndex(spec);
  if (!hasTree(spec)) {
    const [first] = tags;
    if (!first) return [];
    const label = index.get(first)?.label ?? first;
    return [{ key: label, tag: first, label }];
  }
  const candidates = tags.filter((name) => isGroup(index.get(name)));
  const name =
    candidates.find((candidate) => index.get(candidate)?.kind === "nav") ??
    candidates.find((candidate) => index.has(candidate)) ??
    candidates.find(Boolean);
  const path: TagGroup[] = [];
  const seen = new Set<string>();
  for (let current = name; current !== undefined && !seen.has(current);) {
    seen.add(current);
    const tag = index.get(current);
    path.unshift({ key: current, tag: current, label: tag?.label ?? current });
    const parent = tag?.parent === undefined ? undefined : index.get(tag.parent);
    current = parent && isGroup(parent) ? parent.name : undefined;
  }
  return path;
}

/** The label of the first tag that is a badge (OpenAPI 3.2). */
export function badgeOf(spec: SpecOutline, tags: readonly string[]): string | undefined {
  if (!hasTree(spec)) return undefined;
  const index = tagIndex(spec);
  return tags.map((name) => index.get(name)).find((tag) => tag?.kind === "badge")?.label;
}

function hasTree({ version }: SpecOutline): boolean {
  return /^3\.2\b/.test(version);
}

function isGroup(tag: TagOutline | undefined): boolean {
  return tag?.kind === undefined || tag.kind === "nav";
}

const tagIndex = derive(({ tags }: SpecOutline): ReadonlyMap<string, TagOutline> => {
  const index = new Map<string, TagOutline>();
  for (const tag of tags) if (!index.has(tag.name)) index.set(tag.name, tag);
  return index;
});
