import { serviceFields, serviceKeys, shapeWords } from "./extensions/vendor-extensions.ts";
import type { ExtensionShape, VendorField } from "./extensions/vendor-field.ts";
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

/** Fields of an operation's extension, for whoever looks for the one that was meant. */
export const extensionFields: readonly string[] = serviceFields
  .filter(({ where }) => where.includes("operation"))
  .map(({ name }) => name);

/** The vendor extensions of an operation or a path; what is wrong with them is added to `faults`. */
export function outlineExtensions(
  node: SpecNode,
  where: "operation" | "path",
  faults: ExtensionFault[],
  tree?: SpecTree,
): readonly VendorExtension[] {
  return serviceKeys.flatMap((key): VendorExtension[] => {
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

/** Extensions that are a value by themselves and have no effect with one of another kind. */
const markKeys = ["x-hidden", "x-excluded"] as const;

/** What is wrong with the marks of an operation. */
export function markFaults(node: SpecNode): ExtensionFault[] {
  return markKeys.flatMap((key): ExtensionFault[] => {
    const value = valueAt(node, key);
    if (!value || hasShape(value, "boolean")) return [];
    const text = textOf(value)?.trim().toLowerCase();
    const meant = text === "true" || text === "false" ? ({ meant: text } as const) : {};
    const expected = shapeWords.boolean;
    return [{ extension: key, field: "", kind: "wrong-type", expected, range: value.range, ...meant }];
  });
}

function faultsOf({ key: extension, value }: SpecEntry, where: "operation" | "path"): ExtensionFault[] {
  if (value.kind !== "map")
    return [{ extension, field: "", kind: "wrong-type", expected: shapeWords.object, range: value.range }];
  const known = serviceFields.filter((field) => field.where.includes(where));
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
  const mcpFields = known.find(({ name }) => name === "mcp")?.fields ?? [];
  for (const field of entriesOf(valueAt(value, "mcp")))
    faults.push(...fieldFaults(extension, "mcp.", field, mcpFields));
  return faults;
}

function fieldFaults(
  extension: string,
  prefix: string,
  { key, keyRange, value }: SpecEntry,
  fields: readonly VendorField[],
): ExtensionFault[] {
  const known = fields.find(({ name }) => name === key);
  const field = prefix + key;
  if (!known) return [{ extension, field, kind: "unknown", expected: "", range: keyRange }];
  if (hasShape(value, known.shape)) return [];
  return [{ extension, field, kind: "wrong-type", expected: shapeWords[known.shape], range: value.range }];
}

/** Whether a value is of the kind that a field takes. */
export function hasShape(node: SpecNode, shape: ExtensionShape): boolean {
  switch (shape) {
    case "text":
      return textOf(node) !== undefined;
    case "texts":
      return node.kind === "list" && node.items.every((item) => textOf(item) !== undefined);
    case "object":
      return node.kind === "map";
    case "boolean":
      return node.kind === "scalar" && typeof node.value === "boolean";
    case "samples":
      return node.kind === "list";
    case "any":
      return true;
  }
}
