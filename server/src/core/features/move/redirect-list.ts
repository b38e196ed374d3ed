import { addRedirects, type WrittenRedirect } from "../../config/redirect-edits.ts";
import type { Config } from "../../config/config.ts";
import { insertItem, jsonText } from "../../config/json/json-edit.ts";
import { removeItems } from "../../config/json/change-members.ts";
import { findProperty, type JsonArray, type JsonFile } from "../../config/json/json-tree.ts";
import type { Redirect } from "../../site/links/redirects.ts";
import type { EditsByFile } from "../../analysis/migration/migration-edits.ts";

/** The list of redirects without some of them; each run of neighbours goes with its commas and lines. */
export function withoutRedirects(config: Config, gone: ReadonlySet<Redirect>): EditsByFile {
  const list = redirectList(config);
  if (!list || gone.size === 0) return new Map();
  const removed = goneRanges(list.array, gone);
  return new Map([[list.array.file, removeItems(list.file, list.array, ({ start }) => removed.has(start))]]);
}

/** The list with redirects added behind the last that stays. */
export function withRedirects(
  config: Config,
  wanted: readonly WrittenRedirect[],
  gone: ReadonlySet<Redirect>,
): EditsByFile {
  const list = redirectList(config);
  const removed = list && goneRanges(list.array, gone);
  if (!list || !removed || removed.size === 0) {
    const added = addRedirects(config, wanted);
    return added ? new Map([[added.file, [...added.edits]]]) : new Map();
  }
  if (wanted.length === 0) return new Map();
  const { array, file } = list;
  const last = array.items.findLast((item) => !removed.has(item.range.start));
  const after = last?.range;
  const made = wanted.flatMap((redirect) => insertItem(file, array, textFor(file, array, redirect), after));
  const at = after?.end ?? array.range.start + 1;
  const texts = made.map(({ newText }) => (after ? newText : newText.replace(/^,/, "")));
  const newText = after ? texts.join("") : texts.join(",");
  return new Map([[array.file, [{ range: { start: at, end: at }, newText }]]]);
}

interface RedirectList {
  readonly array: JsonArray;
  readonly file: JsonFile;
}

function redirectList({ root, files }: Config): RedirectList | undefined {
  const array = root?.kind === "object" ? findProperty(root, "redirects")?.value : undefined;
  const file = array && files.find(({ path }) => path === array.file);
  return array?.kind === "array" && file ? { array, file } : undefined;
}

function goneRanges(array: JsonArray, gone: ReadonlySet<Redirect>): ReadonlySet<number> {
  const own = [...gone].filter(({ node }) => node.file === array.file);
  return new Set(own.map(({ node }) => node.range.start));
}

/** In the style of the list: each on one line where the first is. */
function textFor(file: JsonFile, array: JsonArray, { source, destination }: WrittenRedirect): string {
  const [first] = array.items;
  const isOneLine = first && !file.text.slice(first.range.start, first.range.end).includes("\n");
  return isOneLine
    ? `{ "source": ${JSON.stringify(source)}, "destination": ${JSON.stringify(destination)} }`
    : jsonText(file, { source, destination });
}
