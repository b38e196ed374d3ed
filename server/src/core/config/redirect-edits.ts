import type { FileEdit, SitePath, TextEdit } from "../text/text-edit.ts";
import type { Config } from "./config.ts";
import { isUnclosed, insertItem, insertProperty, mergeInsertions, formatJson } from "./json/json-edit.ts";
import { findProperty, type JsonArray, type JsonFile, type JsonNode } from "./json/json-tree.ts";

/** A redirect as written in docs.json. */
export interface RedirectSetting {
  readonly source: string;
  readonly destination: string;
}

/** Redirects for paths that no longer lead to a page. */
export interface RedirectPlan {
  /** The edits that add the redirects to docs.json. The author must approve them. */
  readonly redirectEdits: readonly FileEdit[];
  /** The redirects that `redirectEdits` adds. */
  readonly addedRedirects: readonly RedirectSetting[];
  /** Redirects that the author must add manually, because docs.json can't be edited until its errors are fixed. */
  readonly manualRedirects: readonly RedirectSetting[];
}

/** Plans to add redirects. If docs.json can't be edited safely, all redirects must be added manually. */
export function planRedirects(config: Config, redirects: readonly RedirectSetting[]): RedirectPlan {
  const additions = addRedirects(config, redirects);
  return additions
    ? { redirectEdits: [{ kind: "edit", ...additions }], addedRedirects: redirects, manualRedirects: [] }
    : { redirectEdits: [], addedRedirects: [], manualRedirects: redirects };
}

/**
 * Returns edits that add redirects after the existing ones, in the style of the last one. Returns undefined if the
 * redirects can't be added.
 */
export function addRedirects(
  { root, files }: Config,
  redirects: readonly RedirectSetting[],
): { readonly file: SitePath; readonly edits: readonly TextEdit[] } | undefined {
  if (root?.kind !== "object" || redirects.length === 0) return undefined;
  const redirectsProperty = findProperty(root, "redirects");
  const path = redirectsProperty?.value?.file ?? redirectsProperty?.file ?? root.file;
  const file = files.find((one) => one.path === path);
  if (!file) return undefined;
  const edits = redirectsProperty
    ? addToList(file, redirectsProperty.value, redirects)
    : insertProperty(file, root, "redirects", formatJson(file, redirects));
  return edits.length > 0 ? { file: path, edits } : undefined;
}

function addToList(file: JsonFile, array: JsonNode | undefined, redirects: readonly RedirectSetting[]): TextEdit[] {
  if (array?.kind !== "array" || isUnclosed(file, array.range)) return [];
  if (array.items.length === 0) return [{ range: array.range, newText: formatJson(file, redirects) }];
  return mergeInsertions(
    file,
    redirects.flatMap((redirect) => insertItem(file, array, formatRedirect(file, array, redirect))),
  );
}

/** Formats a redirect in the style of the list. The redirect is on one line if the last one in the list is. */
export function formatRedirect(file: JsonFile, { items }: JsonArray, { source, destination }: RedirectSetting): string {
  const { range } = items.at(-1) ?? {};
  return range && !file.text.slice(range.start, range.end).includes("\n")
    ? `{ "source": ${JSON.stringify(source)}, "destination": ${JSON.stringify(destination)} }`
    : formatJson(file, { source, destination });
}
