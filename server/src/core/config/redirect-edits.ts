import type { SitePath, TextEdit } from "../text/text-edit.ts";
import type { Config } from "./config.ts";
import { insertItem, insertProperty, jsonText } from "./json/json-edit.ts";
import { findProperty } from "./json/json-tree.ts";

/** A redirect as written in docs.json. */
export interface WrittenRedirect {
  readonly source: string;
  readonly destination: string;
}

/**
 * Returns edits that add redirects after the existing ones in the style of the last one. Returns undefined if they
 * can't be inserted.
 */
export function addRedirects(
  { root, files }: Config,
  requested: readonly WrittenRedirect[],
): { readonly file: SitePath; readonly edits: readonly TextEdit[] } | undefined {
  if (root?.kind !== "object" || requested.length === 0) return undefined;
  const list = findProperty(root, "redirects");
  const path = list?.value?.file ?? list?.file ?? root.file;
  const file = files.find((one) => one.path === path);
  if (!file) return undefined;
  if (!list) return { file: path, edits: insertProperty(file, root, "redirects", jsonText(file, requested)) };
  if (list.value?.kind !== "array") return undefined;
  const last = list.value.items.at(-1);
  if (!last) return { file: path, edits: [{ range: list.value.range, newText: jsonText(file, requested) }] };
  const isOneLine = !file.text.slice(last.range.start, last.range.end).includes("\n");
  const array = list.value;
  const edits = requested.flatMap(({ source, destination }) => {
    const text = isOneLine
      ? `{ "source": ${JSON.stringify(source)}, "destination": ${JSON.stringify(destination)} }`
      : jsonText(file, { source, destination });
    return insertItem(file, array, text);
  });
  return { file: path, edits: joined(edits) };
}

/** Merges insertions at the same position into one edit. */
function joined(edits: readonly TextEdit[]): TextEdit[] {
  const byPlace = new Map<string, TextEdit>();
  for (const { range, newText } of edits) {
    const key = `${range.start} ${range.end}`;
    byPlace.set(key, { range, newText: (byPlace.get(key)?.newText ?? "") + newText });
  }
  return [...byPlace.values()];
}
