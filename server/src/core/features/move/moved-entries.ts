import { quoted } from "../../config/json/json-edit.ts";
import type { JsonString } from "../../config/json/json-tree.ts";
import { addEdits, type EditsByFile } from "../../analysis/migration/migration-edits.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { navigationOf, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { looksLikeEndpoint } from "../../spec/operation-reference.ts";
import { type MovedFiles, movedSlugs } from "./moved-files.ts";

/** Entries of the navigation and the `root` of groups, in every language and version, as they are written after the move. */
export function movedEntries(site: Site, moved: MovedFiles): EditsByFile {
  const edits: EditsByFile = new Map();
  const slugs = movedSlugs(moved);
  const { fileOf } = pageSlugsOf(site.files);
  const add = (node: JsonString): void => {
    const text = looksLikeEndpoint(node.value) ? undefined : movedEntry(node.value, slugs, fileOf, moved);
    if (text !== undefined) addEdits(edits, node.file, [{ range: node.range, newText: quoted(text) }]);
  };
  const navigation = navigationOf(site.config);
  for (const { node } of navigation.entries) add(node);
  for (const { root } of navigation.elements) if (root) add(root);
  return edits;
}

/** A leading slash and an ending stay. */
function movedEntry(
  text: string,
  slugs: ReadonlyMap<string, string>,
  fileOf: ReadonlyMap<string, string>,
  moved: MovedFiles,
): string | undefined {
  const read = readPageEntry(text);
  const to = read.kind === "page" ? slugs.get(read.slug) : undefined;
  if (read.kind !== "page" || to === undefined) return undefined;
  const file = moved.get(fileOf.get(read.slug) ?? "");
  const ending = read.oddities.includes("extension") ? (/\.mdx?$/.exec(file ?? "")?.[0] ?? "") : "";
  const slashes = /^\/*/.exec(text)?.[0] ?? "";
  const dot = text.startsWith("./") ? "./" : "";
  return slashes + dot + to + ending;
}
