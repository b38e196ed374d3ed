import { referencesIn } from "../../spec/references.ts";
import { refTarget } from "../../spec/resolve-ref.ts";
import {
  entriesOf,
  entryOf,
  itemsOf,
  textOf,
  valueAt,
  type SpecNode,
  type SpecTree,
} from "../../spec/spec-tree.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import { operationsIn } from "./operations-in.ts";
import { keysOf, type SpecParts, type SpecThing } from "./spec-thing.ts";

/** A place that names a thing. */
export interface ThingUse {
  readonly file: SitePath;
  /** The value or key with its quotes. */
  readonly range: TextRange;
  /** As written, without quotes. */
  readonly text: string;
  /** The key of the thing is that segment of the pointer in it, `#/components/schemas/User` has three; or all of it is the name. */
  readonly form: { readonly kind: "pointer"; readonly segment: number } | { readonly kind: "name" };
}

type NodeThing = Extract<SpecThing, { kind: "node" }>;

const byName = { kind: "name" } as const;
const mostNodes = 3_000_000;

/** Every place in the files of a specification that names the thing; where it is defined is not among them. */
export function usesOf(parts: SpecParts, thing: SpecThing): readonly ThingUse[] {
  return parts.paths.flatMap((file) => {
    const tree = parts.files.treeOf(file);
    if (!tree) return [];
    switch (thing.kind) {
      case "node":
        return usesOfNode(parts, file, tree, thing);
      case "tag":
        return usesOfTag(file, tree, thing.name);
      case "operation-id":
        return linksIn(tree, "operationId").flatMap((value) => nameIn(file, value, thing.name));
    }
  });
}

function usesOfNode(
  { files }: SpecParts,
  file: SitePath,
  tree: SpecTree,
  thing: NodeThing,
): readonly ThingUse[] {
  const pointers = [
    ...referencesIn(tree),
    ...linksIn(tree, "operationRef").flatMap((value) => {
      const text = textOf(value);
      return text === undefined ? [] : [{ range: value.range, text }];
    }),
  ];
  const uses = pointers.flatMap(({ range, text }): ThingUse[] =>
    isTo(thing, text, file) ? [{ file, range, text, form: segmentOf(thing) }] : [],
  );
  const [first, section, name = ""] = thing.keys;
  if (first !== "components" || thing.keys.length !== 3) return uses;
  if (section === "schemas") uses.push(...mappingsTo(thing, file, tree));
  if (section === "securitySchemes" && thing.file === files.entry)
    uses.push(...requirementsOf(file, tree, name));
  return uses.sort((a, b) => a.range.start - b.range.start);
}

function segmentOf({ keys }: NodeThing): ThingUse["form"] {
  return { kind: "pointer", segment: keys.length };
}

/** Whether a reference leads to the thing or through it. */
function isTo({ file, keys }: NodeThing, text: string, from: SitePath): boolean {
  if (keys.length === 0 && text.startsWith("#")) return false;
  const hash = text.indexOf("#");
  const fragment = hash < 0 ? "" : text.slice(hash + 1);
  if (keys.length > 0 && !fragment.startsWith("/")) return false;
  const target = refTarget(text, from);
  if (target.kind !== "inside" || target.file !== file) return false;
  const written = keysOf(fragment);
  return keys.every((key, i) => written[i] === key);
}

/** Tags of operations, and parents of other tags. */
function usesOfTag(file: SitePath, tree: SpecTree, name: string): ThingUse[] {
  const parents = itemsOf(valueAt(tree.root, "tags")).flatMap((tag) =>
    nameIn(file, valueAt(tag, "parent"), name),
  );
  const ofOperations = operationsIn(tree).flatMap(({ entry }) =>
    itemsOf(valueAt(entry.value, "tags")).flatMap((item) => nameIn(file, item, name)),
  );
  return [...parents, ...ofOperations];
}

function requirementsOf(file: SitePath, tree: SpecTree, name: string): ThingUse[] {
  const lists = [tree.root, ...operationsIn(tree).map(({ entry }) => entry.value)].map((node) =>
    valueAt(node, "security"),
  );
  return lists.flatMap((list) =>
    itemsOf(list).flatMap((item): ThingUse[] => {
      const entry = entryOf(item, name);
      return entry ? [{ file, range: entry.keyRange, text: name, form: byName }] : [];
    }),
  );
}

/** Values of `discriminator.mapping`, which are names or references. Few files have any. */
function mappingsTo(thing: NodeThing, file: SitePath, tree: SpecTree): ThingUse[] {
  if (tree.table && !tree.table.text.includes("discriminator")) return [];
  const name = thing.keys[2] ?? "";
  const uses: ThingUse[] = [];
  const seen = new Set<SpecNode>();
  let left = mostNodes;
  const visit = (node: SpecNode): void => {
    if (node.kind === "scalar" || --left < 0) return;
    if (tree.shared.has(node)) {
      if (seen.has(node)) return;
      seen.add(node);
    }
    if (node.kind === "list") for (const item of node.items) visit(item);
    else
      for (const { key, value } of node.entries) {
        if (key === "discriminator")
          for (const entry of entriesOf(valueAt(value, "mapping"))) take(entry.value);
        else if (key !== "example" && key !== "examples" && key !== "enum") visit(value);
      }
  };
  const take = (value: SpecNode): void => {
    const text = textOf(value);
    if (text === undefined) return;
    const { range } = value;
    if (text === name) uses.push({ file, range, text, form: byName });
    else if (isTo(thing, text, file)) uses.push({ file, range, text, form: segmentOf(thing) });
  };
  if (tree.root) visit(tree.root);
  return uses;
}

/** That field of every link: links stand in answers, of operations and of components, and in components. */
function linksIn(tree: SpecTree, field: "operationId" | "operationRef"): SpecNode[] {
  if (tree.table && !tree.table.text.includes("links")) return [];
  const components = valueAt(tree.root, "components");
  const answers = [
    ...operationsIn(tree).flatMap(({ entry }) => [...entriesOf(valueAt(entry.value, "responses"))]),
    ...entriesOf(valueAt(components, "responses")),
  ];
  const links = [valueAt(components, "links"), ...answers.map(({ value }) => valueAt(value, "links"))];
  return links.flatMap((map) => [...entriesOf(map)].flatMap(({ value }) => valueAt(value, field) ?? []));
}

function nameIn(file: SitePath, node: SpecNode | undefined, name: string): ThingUse[] {
  return node && textOf(node) === name ? [{ file, range: node.range, text: name, form: byName }] : [];
}
