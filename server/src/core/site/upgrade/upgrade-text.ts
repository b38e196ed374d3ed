import { insertProperty, jsonText } from "../../config/json/json-edit.ts";
import { readJson, valueOf } from "../../config/json/json-tree.ts";
import type { Config } from "../../config/config.ts";
import { applyEdits, type FileEdit } from "../../text/text-edit.ts";
import type { Json, JsonMap } from "./old-settings.ts";

/** As for docs.json (config/json/json-tree.ts). */
const largest = 10_000_000;

/** What a mint.json says; undefined where it cannot be read as an object of JSON. */
export function oldSettingsIn(text: string): JsonMap | undefined {
  if (text.length > largest) return undefined;
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, "")) as Json;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a new docs.json. */
export function upgradedText(config: JsonMap): string {
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

/** What an older file says of which docs.json says nothing. */
export interface TakenOver {
  /** Behind what stands in docs.json, in its layout. */
  readonly edit: FileEdit;
  readonly keys: readonly string[];
}

/** Settings at the top that docs.json lacks; undefined where it lacks none, or cannot be written. */
export function takeOver({ root, files, entry }: Config, upgraded: JsonMap): TakenOver | undefined {
  const file = files.find(({ path }) => path === entry);
  if (root?.kind !== "object" || !file) return undefined;
  const keys = Object.keys(upgraded).filter((key) => key !== "$schema" && valueOf(root, key) === undefined);
  let { text } = file;
  for (const key of keys) {
    const now = readJson(entry, text);
    if (now.root?.kind !== "object") return undefined;
    const edits = insertProperty(now, now.root, key, jsonText(now, upgraded[key]));
    if (edits.length === 0) return undefined;
    text = applyEdits(text, edits);
  }
  return keys.length === 0
    ? undefined
    : { edit: { kind: "edit", file: entry, edits: [oneEdit(file.text, text)] }, keys };
}

/** What is another, as one edit. */
function oneEdit(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let behind = 0;
  while (behind < shorter - start && before.at(-1 - behind) === after.at(-1 - behind)) behind++;
  return {
    range: { start, end: before.length - behind },
    newText: after.slice(start, after.length - behind),
  };
}
