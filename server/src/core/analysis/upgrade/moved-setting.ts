import { insertProperty, jsonText, removeMember } from "../../config/json/json-edit.ts";
import {
  findProperty,
  getJsonValue,
  type JsonFile,
  type JsonObject,
  type JsonProperty,
  readJson,
} from "../../config/json/json-tree.ts";
import { applyEdits, type TextEdit } from "../../text/text-edit.ts";
import { oldSettingsIn, oneEdit, upgradeConfig } from "./upgrade-config.ts";
import { isJsonMap, type Json } from "./upgrade-navigation.ts";

/** The setting of docs.json that replaces a top-level setting of mint.json. */
export interface MovedSetting {
  /** The top-level setting that contains the value now: `appearance` for `modeToggle`. */
  readonly target: string;
  readonly value: Json;
}

/** Returns the replacement, or undefined if there is none or if it can't express the value completely. */
export function movedSetting(file: JsonFile, key: string): MovedSetting | undefined {
  const property = file.root?.kind === "object" ? findProperty(file.root, key) : undefined;
  if (property?.value?.file !== file.path) return undefined;
  const old = oldSettingsIn(`{${file.text.slice(property.keyRange.start, property.value.range.end)}}`);
  if (!old) return undefined;
  const { config, left } = upgradeConfig(old);
  const always = upgradeConfig({}).config;
  const [only, ...others] = Object.entries(config).filter(
    ([name, value]) => JSON.stringify(always[name]) !== JSON.stringify(value),
  );
  if (!only || others.length > 0 || left.length > 0 || only[0] === key) return undefined;
  return { target: only[0], value: only[1] };
}

/**
 * Returns the edits that replace the setting. Returns none if the file already has one of the new keys, because either
 * value may be the right one.
 */
export function moveSetting(file: JsonFile, key: string, { target, value }: MovedSetting): TextEdit[] {
  const { root } = file;
  const property = root?.kind === "object" ? findProperty(root, key) : undefined;
  if (root?.kind !== "object" || !property) return [];
  const removed = applyEdits(file.text, removeMember(file, property.keyRange));
  const added = withSetting(file.path, removed, target, value, keyBefore(root, property));
  return added === undefined ? [] : [oneEdit(file.text, added)];
}

function withSetting(
  path: string,
  text: string,
  key: string,
  value: Json,
  after: string | undefined,
): string | undefined {
  const file = readJson(path, text);
  if (file.root?.kind !== "object") return undefined;
  if (!findProperty(file.root, key)) return inserted(file, file.root, key, value, after);
  // Each insertion changes the positions of the next.
  let done: string | undefined = text;
  for (const [name, own] of isJsonMap(value) ? Object.entries(value) : []) {
    const now = readJson(path, done);
    const object = getJsonValue(now.root, key);
    if (object?.kind !== "object" || findProperty(object, name)) return undefined;
    done = inserted(now, object, name, own);
    if (done === undefined) return undefined;
  }
  return done === text ? undefined : done;
}

function inserted(
  file: JsonFile,
  object: JsonObject,
  key: string,
  value: Json,
  after?: string,
): string | undefined {
  const edits = insertProperty(file, object, key, jsonText(file, value), after);
  return edits.length === 0 ? undefined : applyEdits(file.text, edits);
}

function keyBefore({ properties }: JsonObject, property: JsonProperty): string | undefined {
  return properties[properties.indexOf(property) - 1]?.key;
}
