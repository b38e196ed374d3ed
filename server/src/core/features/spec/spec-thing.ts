import { placeAt, type PlaceInSpec } from "../../spec/edit-spec.ts";
import { childOf, resolveRef, rootOf } from "../../spec/resolve-ref.ts";
import { entryOf, itemsOf, type PlacedNode, type SpecFiles, type SpecNode, textOf, valueAt } from "../../spec/spec-tree.ts";
import { decodePercent } from "../../text/decode-text.ts";
import type { SiteLocation, SitePath, TextRange } from "../../text/text-edit.ts";
import { isMethodKey, operationsIn } from "./operations-in.ts";

/** A specification with all the files that it is made of, its own first. */
export interface SpecParts {
  readonly files: SpecFiles;
  readonly paths: readonly SitePath[];
}

/** Something in a specification that other places name. */
export type SpecThing =
  /** What stands at these keys of a file: a component, a path, an operation, a channel; without keys the file. */
  | { readonly kind: "node"; readonly file: SitePath; readonly keys: readonly string[] }
  | { readonly kind: "tag"; readonly name: string }
  | { readonly kind: "operation-id"; readonly name: string };

/** What is named, or names something, at an offset. */
export interface ThingAt {
  readonly thing: SpecThing;
  /** The words at the offset that stand for it, quotes included. */
  readonly range: TextRange;
  /** As it is written there. */
  readonly name: string;
  /** Where it is defined: its key or name; several where it is defined several times. */
  readonly definitions: readonly SiteLocation[];
}

/** Undefined where nothing is named that has a place of its own. */
export function thingAt({ files, paths }: SpecParts, file: SitePath, offset: number): ThingAt | undefined {
  const tree = files.treeOf(file);
  const place = tree && placeAt(tree, offset);
  if (!place) return undefined;
  const named = place.isOnKey ? namedByKey(files, file, place) : namedByValue(files, file, place);
  return named && { ...named, definitions: definitionsOf({ files, paths }, named.thing) };
}

type Named = Omit<ThingAt, "definitions">;

function namedByKey(files: SpecFiles, file: SitePath, place: PlaceInSpec): Named | undefined {
  const { path, entry } = place;
  if (!entry) return undefined;
  const { key, keyRange: range } = entry;
  const before = path.at(-2) ?? "";
  if (path.at(-3) === "security" && /^\d+$/.test(before)) return named(schemeOf(files, key), range, key);
  if (path.length === 1 && file === files.entry && /^(openapi|asyncapi|swagger)$/.test(key))
    return named({ kind: "node", file, keys: [] }, range, file);
  if (key === "$ref") return namedByReference(files, file, place);
  return isNameOfThing(path, file === files.entry)
    ? named({ kind: "node", file, keys: path }, range, key)
    : undefined;
}

/** Keys that authors choose and that others name, and methods. */
export function isNameOfThing(path: readonly string[], isWhole: boolean): boolean {
  const [first, second] = path;
  const last = path.at(-1) ?? "";
  if (first === "components" && path.length === 3) return true;
  if ((first === "paths" || first === "webhooks" || first === "channels") && path.length === 2) return true;
  if (first === "definitions" && path.length === 2) return true;
  if (first === "channels" && path[2] === "messages" && path.length === 4) return true;
  if (first === "operations" && path.length === 2) return true;
  if (isMethodKey(last) && (first === "paths" || first === "webhooks") && path.length === 3) return true;
  if (path.at(-2) === "$defs") return true;
  return (
    !isWhole && path.length <= 2 && (path.length === 1 || second !== undefined) && !last.startsWith("x-")
  );
}

function namedByValue(files: SpecFiles, file: SitePath, place: PlaceInSpec): Named | undefined {
  const { path, node } = place;
  const text = textOf(node);
  if (text === undefined) return undefined;
  const [last = "", before = "", third = ""] = [...path].reverse();
  if (last === "$ref" || last === "operationRef") return namedByReference(files, file, place);
  if (last === "operationId") return named({ kind: "operation-id", name: text }, node.range, text);
  if (before === "mapping" && third === "discriminator") return namedByMapping(files, file, place, text);
  const isRootTag = path[0] === "tags" && path.length === 3;
  const isTag = before === "tags" && /^\d+$/.test(last) && path.length > 2;
  if (isTag || (isRootTag && (last === "name" || last === "parent")))
    return named({ kind: "tag", name: text }, node.range, text);
  return undefined;
}

function namedByReference(files: SpecFiles, file: SitePath, { entry }: PlaceInSpec): Named | undefined {
  const reference = textOf(entry?.value);
  if (!entry || reference === undefined) return undefined;
  const result = resolveRef(files, reference, { file });
  return result.ok ? named(thingOf(result.target), entry.value.range, reference) : undefined;
}

/** A value of `mapping` is the name of a schema, or a reference. */
function namedByMapping(
  files: SpecFiles,
  file: SitePath,
  { node }: PlaceInSpec,
  text: string,
): Named | undefined {
  const keys = ["components", "schemas", text];
  if (nodeAtKeys(files, files.entry, keys))
    return named({ kind: "node", file: files.entry, keys }, node.range, text);
  const result = resolveRef(files, text, { file });
  return result.ok ? named(thingOf(result.target), node.range, text) : undefined;
}

function schemeOf(files: SpecFiles, name: string): SpecThing {
  return { kind: "node", file: files.entry, keys: ["components", "securitySchemes", name] };
}

/** The address of a node is not percent-encoded. */
function thingOf({ file, id }: PlacedNode): SpecThing {
  const [, ...segments] = id.slice(file.length + 1).split("/");
  return { kind: "node", file, keys: segments.map(unescaped) };
}

/** The keys that the fragment of a reference leads through: `/components/schemas/User` → its three. */
export function keysOf(fragment: string): readonly string[] {
  const [, ...segments] = fragment.split("/");
  return segments.map((segment) => unescaped(decodePercent(segment)));
}

function unescaped(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

function named(thing: SpecThing, range: TextRange, name: string): Named {
  return { thing, range, name };
}

export function nodeAtKeys(files: SpecFiles, file: SitePath, keys: readonly string[]): SpecNode | undefined {
  let at = rootOf(files, file);
  for (const key of keys) at = at && childOf(at, key);
  return at?.node;
}

/** Where it is defined. */
export function definitionsOf({ files, paths }: SpecParts, thing: SpecThing): readonly SiteLocation[] {
  switch (thing.kind) {
    case "node": {
      const { file, keys } = thing;
      const tree = files.treeOf(file);
      if (keys.length === 0) return tree ? [{ file, range: { start: 0, end: 0 } }] : [];
      const parent = nodeAtKeys(files, file, keys.slice(0, -1));
      const last = keys.at(-1) ?? "";
      const range = entryOf(parent, last)?.keyRange ?? itemsOf(parent)[Number(last)]?.range;
      return range ? [{ file, range }] : [];
    }
    case "tag":
      return itemsOf(valueAt(files.treeOf(files.entry)?.root, "tags")).flatMap((item): SiteLocation[] => {
        const name = valueAt(item, "name");
        return name && textOf(name) === thing.name ? [{ file: files.entry, range: name.range }] : [];
      });
    case "operation-id":
      return paths.flatMap((file) => operationIdsIn(files, file, thing.name));
  }
}

/** Where operations of the file have that id. */
function operationIdsIn(files: SpecFiles, file: SitePath, id: string): readonly SiteLocation[] {
  const tree = files.treeOf(file);
  if (!tree) return [];
  return operationsIn(tree).flatMap(({ entry }): SiteLocation[] => {
    const value = valueAt(entry.value, "operationId");
    return value && textOf(value) === id ? [{ file, range: value.range }] : [];
  });
}
