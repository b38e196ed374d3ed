import { insertionOf } from "./insertion-of.ts";
import { plainValueOf } from "./plain-value-of.ts";
import {
  entriesOf,
  entryOf,
  textOf,
  textsOf,
  valueAt,
  type SpecEntry,
  type SpecNode,
  type SpecTree,
} from "./spec-node.ts";
import type { ExtensionFault, VendorExtension } from "./spec-outline.ts";

/** Under which keys services keep what they add to an operation (contracts.md §6). */
const extensionKeys = ["x-service", "x-mint"] as const;

type Shape = "text" | "texts" | "object" | "boolean";

/** Fields by where the extension stands (reference/openapi-extensions.jsonl). */
const fieldsOf: Readonly<Record<"operation" | "path", ReadonlyMap<string, Shape>>> = {
  operation: new Map<string, Shape>([
    ["href", "text"],
    ["metadata", "object"],
    ["content", "text"],
    ["groups", "texts"],
    ["mcp", "object"],
    ["pre", "texts"],
    ["post", "texts"],
    ["playground", "object"],
  ]),
  path: new Map<string, Shape>([
    ["groups", "texts"],
    ["mcp", "object"],
  ]),
};
const fieldsOfMcp: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ["enabled", "boolean"],
  ["name", "text"],
  ["description", "text"],
]);

/** Fields of an operation's extension, for whoever looks for the one that was meant. */
export const extensionFields: readonly string[] = [...fieldsOf.operation.keys()];

const shapeWords: Readonly<Record<Shape, string>> = {
  text: "a text",
  texts: "a list of texts",
  object: "an object",
  boolean: "true or false",
};

/** The vendor extensions of an operation or a path; what is wrong with them is added to `faults`. */
export function outlineExtensions(
  node: SpecNode,
  where: "operation" | "path",
  faults: ExtensionFault[],
  tree?: SpecTree,
): readonly VendorExtension[] {
  return extensionKeys.flatMap((key): VendorExtension[] => {
    const entry = entryOf(node, key);
    if (!entry) return [];
    const own = faultsOf(entry, where);
    faults.push(...own);
    const { value } = entry;
    const metadata = valueAt(value, "metadata");
    const content = valueAt(value, "content");
    const href = entryOf(value, "href");
    const insertAt = value.kind === "map" && tree && insertionOf(tree, value, entry.keyRange);
    const extension: VendorExtension = {
      key,
      range: entry.keyRange,
      href: textOf(href?.value),
      metadata: metadata?.kind === "map" ? (plainValueOf(metadata) as Record<string, unknown>) : undefined,
      content: textOf(content),
      ...(textOf(content) !== undefined && { contentRange: content?.range }),
      groups: valueAt(value, "groups")?.kind === "list" ? textsOf(valueAt(value, "groups")) : undefined,
      hasWrongType: own.some(({ kind }) => kind === "wrong-type"),
      ...(href && { hrefRange: { start: href.keyRange.start, end: href.value.range.end } }),
      ...(insertAt && { insertAt }),
    };
    return [extension];
  });
}

function faultsOf({ key: extension, value }: SpecEntry, where: "operation" | "path"): ExtensionFault[] {
  if (value.kind !== "map")
    return [{ extension, field: "", kind: "wrong-type", expected: shapeWords.object, range: value.range }];
  const known = fieldsOf[where];
  const faults = [...entriesOf(value)].flatMap((field) => fieldFaults(extension, "", field, known));
  const metadataTarget = entryOf(valueAt(value, "metadata"), "openapi");
  if (metadataTarget)
    faults.push({
      extension,
      field: "metadata.openapi",
      kind: "ignored",
      expected: "",
      range: metadataTarget.keyRange,
    });
  for (const field of entriesOf(valueAt(value, "mcp")))
    faults.push(...fieldFaults(extension, "mcp.", field, fieldsOfMcp));
  return faults;
}

function fieldFaults(
  extension: string,
  prefix: string,
  { key, keyRange, value }: SpecEntry,
  known: ReadonlyMap<string, Shape>,
): ExtensionFault[] {
  const shape = known.get(key);
  const field = prefix + key;
  if (!shape) return [{ extension, field, kind: "unknown", expected: "", range: keyRange }];
  if (hasShape(value, shape)) return [];
  return [{ extension, field, kind: "wrong-type", expected: shapeWords[shape], range: value.range }];
}

function hasShape(node: SpecNode, shape: Shape): boolean {
  switch (shape) {
    case "text":
      return textOf(node) !== undefined;
    case "texts":
      return node.kind === "list" && node.items.every((item) => textOf(item) !== undefined);
    case "object":
      return node.kind === "map";
    case "boolean":
      return node.kind === "scalar" && typeof node.value === "boolean";
  }
}
