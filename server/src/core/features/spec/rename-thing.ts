import { partRange } from "../../spec/edit-spec.ts";
import { followSpot } from "../../spec/resolve-ref.ts";
import { itemsOf, textOf, valueAt } from "../../spec/spec-tree.ts";
import type { FileEdit, SiteLocation, SitePath, TextEdit, TextRange } from "../../text/text-edit.ts";
import { yamlText } from "../yaml-text.ts";
import { isMethodKey, operationsIn } from "./operations-in.ts";
import { definitionsOf, isNameOfThing, nodeAtKeys, type SpecParts, type SpecThing } from "./spec-thing.ts";
import { type ThingUse, usesOf } from "./thing-uses.ts";

/** What a thing is called by its author, or why it cannot be called otherwise. */
export type RenameName =
  | { readonly ok: true; readonly name: string; readonly kind: RenameKind }
  | { readonly ok: false; readonly reason: string };

export type RenameKind = "path" | "webhook" | "component" | "name" | "tag" | "operation-id";

/** The edits of a specification's files, or why there are none. */
export type ThingRename =
  | { readonly ok: true; readonly edits: readonly FileEdit[] }
  | { readonly ok: false; readonly reason: string };

/** Keys at the top of a file that is a specification by itself. */
const wholeSections: ReadonlySet<string> = new Set([
  "components",
  "paths",
  "webhooks",
  "channels",
  "operations",
  "definitions",
]);

export const wholeFile = { ok: false, reason: "This names a whole file. Rename the file instead." } as const;

/** Told by the thing alone. */
export function nameToRename(thing: SpecThing): RenameName {
  if (thing.kind !== "node") return { ok: true, name: thing.name, kind: thing.kind };
  const { keys } = thing;
  const name = keys.at(-1) ?? "";
  if (keys.length === 0) return wholeFile;
  if (isMethodKey(name) && (keys[0] === "paths" || keys[0] === "webhooks" || keys.length === 1))
    return refused("A method cannot be renamed. To rename the operation's path, put the caret on the path.");
  const [first = ""] = keys;
  if (!isNameOfThing(keys, wholeSections.has(first)))
    return refused("This name is a part of the API itself, which only its owner can change where it stands.");
  if (first === "paths" && keys.length === 2) return { ok: true, name, kind: "path" };
  if (first === "webhooks" && keys.length === 2) return { ok: true, name, kind: "webhook" };
  return { ok: true, name, kind: first === "components" && keys.length === 3 ? "component" : "name" };
}

/** Why the new name will not do; undefined when it will. */
export function whyNotNamed(
  parts: SpecParts,
  thing: SpecThing,
  kind: RenameKind,
  name: string,
): string | undefined {
  if (name.trim() === "" || /[\u0000-\u001f\u007f]/.test(name))
    return "The new name is empty or cannot be written.";
  if (kind === "path" && !name.startsWith("/")) return "A path begins with a slash.";
  if ((kind === "path" || kind === "webhook") && /\s/.test(name))
    return "Entries of the navigation name it by one word, so it cannot have blanks.";
  if (kind === "path" && /[?#]/.test(name)) return "A path has no ? and no #.";
  if (kind === "component" && !/^[\w.-]+$/.test(name))
    return "Names of components are made of letters, digits, dots, dashes and underscores.";
  const isTaken =
    thing.kind === "node"
      ? nodeAtKeys(parts.files, thing.file, [...thing.keys.slice(0, -1), name]) !== undefined
      : definitionsOf(parts, { ...thing, name }).length > 0;
  return isTaken ? "There is one of this name already." : undefined;
}

/** Every place of the specification's files that has the name, written anew. `textOf` has every file of it. */
export function renameThing(
  parts: SpecParts,
  thing: SpecThing,
  newName: string,
  textOf: (path: SitePath) => string | undefined,
): ThingRename {
  const known = nameToRename(thing);
  if (!known.ok) return known;
  const why = whyNotNamed(parts, thing, known.kind, newName) ?? whyNotRead(parts, thing);
  if (why !== undefined) return { ok: false, reason: why };
  const edits = new Map<SitePath, TextEdit[]>();
  let isLost = false;
  const take = (at: SiteLocation, old: string, value: string, part: TextRange): void => {
    const text = textOf(at.file);
    if (text === undefined) isLost = true;
    else edits.set(at.file, [...(edits.get(at.file) ?? []), written(text, at.range, old, value, part)]);
  };
  const whole = { start: 0, end: known.name.length };
  for (const at of definitionsOf(parts, thing)) take(at, known.name, newName, whole);
  for (const use of usesOf(parts, thing)) {
    const part = partOf(use);
    if (part) take(use, use.text, useText(use, part, newName), part);
  }
  if (known.kind === "path") {
    const parameters = renamedParameters(parts, thing, newName);
    if (!parameters.ok) return parameters;
    for (const { at, old, name } of parameters.found) take(at, old, name, { start: 0, end: old.length });
  }
  if (isLost) return { ok: false, reason: "A file of the specification cannot be read." };
  return { ok: true, edits: [...edits].map(([file, all]) => ({ kind: "edit", file, edits: all })) };
}

/** Half of a broken file may be read as one text, which a new name would then replace. */
function whyNotRead({ files }: SpecParts, thing: SpecThing): string | undefined {
  const own = thing.kind === "node" ? [files.entry, thing.file] : [files.entry];
  return own.some((file) => files.treeOf(file)?.fault)
    ? "The file cannot be read to its end as it stands. Correct that first."
    : undefined;
}

/** Where in a use the name stands; undefined where a reference leads to more than it. */
export function partOf({ text, form }: ThingUse): TextRange | undefined {
  if (form.kind === "name") return { start: 0, end: text.length };
  let start = text.indexOf("#") + 1;
  for (let i = 0; i < form.segment; i++) start = text.indexOf("/", start) + 1;
  const end = text.indexOf("/", start);
  return start > 0 ? { start, end: end < 0 ? text.length : end } : undefined;
}

function useText({ text, form }: ThingUse, { start, end }: TextRange, name: string): string {
  const own = form.kind === "name" ? name : encodeURI(name.replaceAll("~", "~0").replaceAll("/", "~1"));
  // Braces of paths are mostly written as they are.
  const readable = own.replaceAll("%7B", "{").replaceAll("%7D", "}").replaceAll("#", "%23");
  return text.slice(0, start) + (form.kind === "name" ? name : readable) + text.slice(end);
}

/** As little as possible is replaced: within the quotes that are there, the name alone where nothing needs escaping. */
function written(text: string, at: TextRange, old: string, value: string, part: TextRange): TextEdit {
  const raw = text.slice(at.start, at.end);
  const inner = value.slice(part.start, value.length - (old.length - part.end));
  const range = partRange(old, at, part);
  const isExact = raw === old || raw.slice(1, -1) === old;
  if (isExact && raw.startsWith('"') && JSON.stringify(inner).length === inner.length + 2)
    return { range, newText: inner };
  if (isExact && raw.startsWith("'") && !inner.includes("'")) return { range, newText: inner };
  if (raw.startsWith('"') || raw.startsWith("'")) return { range: at, newText: JSON.stringify(value) };
  const line = text.slice(Math.max(text.lastIndexOf("\n", at.start - 1) + 1, at.start - 10_000), at.start);
  const isFlow = /[{[]/.test(line) && /[,[\]{}]/.test(value);
  if (raw === old && !isFlow && yamlText(value) === value) return { range, newText: inner };
  return { range: at, newText: JSON.stringify(value) };
}

interface RenamedParameter {
  readonly at: SiteLocation;
  readonly old: string;
  readonly name: string;
}

/** Parameters of the path whose name in braces is another now; a parameter that others share is not touched. */
function renamedParameters(
  { files }: SpecParts,
  thing: SpecThing,
  newPath: string,
):
  | { readonly ok: true; readonly found: readonly RenamedParameter[] }
  | { readonly ok: false; readonly reason: string } {
  if (thing.kind !== "node") return { ok: true, found: [] };
  const before = namesInBraces(thing.keys.at(-1) ?? "");
  const after = namesInBraces(newPath);
  const changed = new Map(
    before.flatMap((old, i) => {
      const name = after[i];
      return name === undefined || name === old || after.includes(old) ? [] : [[old, name] as const];
    }),
  );
  const node = nodeAtKeys(files, thing.file, thing.keys);
  if (changed.size === 0 || before.length !== after.length || !node) return { ok: true, found: [] };
  const item = followSpot(files, { file: thing.file, node });
  if (!item) return { ok: true, found: [] };
  const lists = [item.node, ...operationsIn({ root: item.node }).map(({ entry }) => entry.value)];
  const found: RenamedParameter[] = [];
  for (const list of lists)
    for (const parameter of itemsOf(valueAt(list, "parameters"))) {
      const target = followSpot(files, { file: item.file, node: parameter });
      const nameNode = valueAt(target?.node, "name");
      const old = textOf(nameNode) ?? "";
      const name = changed.get(old);
      if (!target || !nameNode || name === undefined || textOf(valueAt(target.node, "in")) !== "path")
        continue;
      if (target.node !== parameter || item.node !== node)
        return {
          ok: false,
          reason: `The parameter {${old}} is shared with other paths, so it has to keep its name.`,
        };
      found.push({ at: { file: item.file, range: nameNode.range }, old, name });
    }
  return { ok: true, found };
}

function namesInBraces(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
}

function refused(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}
