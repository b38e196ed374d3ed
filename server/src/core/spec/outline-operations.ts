import { httpMethods } from "../text/media-types.ts";
import type { SitePath } from "../text/text-edit.ts";
import { insertionOf } from "./insertion-of.ts";
import { followSpot, type Spot } from "./resolve-ref.ts";
import type { SpecFiles } from "./spec-files.ts";
import {
  entriesOf,
  entryOf,
  isTrue,
  itemsOf,
  textOf,
  textsOf,
  valueAt,
  type SpecEntry,
  type SpecNode,
  type SpecTree,
} from "./spec-node.ts";
import { nameRange } from "./validity/located-error.ts";
import { hasExample, summariseRequest } from "./summarise-request.ts";
import type { ExtensionFault, OperationOutline, VendorExtension } from "./spec-outline.ts";
import { markFaults, outlineExtensions } from "./outline-extensions.ts";

/** Methods whose case counts for nothing in the file, where they are lower-case keys of a path. */
export const fixedMethods = [...httpMethods, "QUERY"] as const;

const methodKeys: ReadonlySet<string> = new Set(fixedMethods.map((method) => method.toLowerCase()));

/** The operations under `paths` or `webhooks`, in file order. Faults of vendor extensions are added to `faults`. */
export function outlineOperations(
  files: SpecFiles,
  section: "paths" | "webhooks",
  faults: ExtensionFault[],
): readonly OperationOutline[] {
  const operations: OperationOutline[] = [];
  for (const pathEntry of entriesOf(valueAt(files.treeOf(files.entry)?.root, section))) {
    if (pathEntry.key.startsWith("x-")) continue;
    const { file, node: item } = spotOf(files, { file: files.entry, node: pathEntry.value });
    const tree = files.treeOf(file);
    const own: ExtensionFault[] = [];
    const pathExtensions = outlineExtensions(item, "path", own, tree);
    faults.push(...placed(own, file, files));
    const context = {
      files,
      file,
      item,
      tree: item === pathEntry.value ? tree : undefined,
      path: pathEntry,
      pathExtensions,
      itemHasServers: hasServers(item),
      faults,
    };
    for (const entry of entriesOf(item)) {
      if (methodKeys.has(entry.key))
        operations.push(...outlineOperation(entry, entry.key.toUpperCase(), false, context));
      if (entry.key === "additionalOperations")
        for (const additional of entriesOf(entry.value))
          operations.push(...outlineOperation(additional, additional.key, true, context));
    }
  }
  return operations;
}

interface Context {
  readonly files: SpecFiles;
  /** Where the path item stands. */
  readonly file: SitePath;
  readonly item: SpecNode;
  /** Absent where a reference led here: what is written into its operations may show elsewhere too. */
  readonly tree: SpecTree | undefined;
  readonly path: SpecEntry;
  readonly pathExtensions: readonly VendorExtension[];
  readonly itemHasServers: boolean;
  readonly faults: ExtensionFault[];
}

function outlineOperation(
  entry: SpecEntry,
  method: string,
  additional: boolean,
  { files, file: itemFile, item, tree, path, pathExtensions, itemHasServers, faults }: Context,
): OperationOutline[] {
  const { file, node } = spotOf(files, { file: itemFile, node: entry.value });
  if (node.kind !== "map") return [];
  const isElsewhere = node !== entry.value;
  const id = entryOf(node, "operationId")?.value;
  const insertAt = tree && !isElsewhere ? insertionOf(tree, node, entry.keyRange) : undefined;
  const hidden = valueAt(node, "x-hidden");
  const excluded = valueAt(node, "x-excluded");
  const own = markFaults(node);
  const extensions = outlineExtensions(node, "operation", own, isElsewhere ? files.treeOf(file) : tree);
  faults.push(...placed(own, file, files));
  const place = { files, file, itemFile, item, node };
  const operation: OperationOutline = {
    method,
    additional,
    path: path.key,
    range: nameRange({ path: [], node, entry: isElsewhere ? undefined : entry }),
    pathRange: path.keyRange,
    ...(file !== files.entry && { file }),
    operationId: textOf(id),
    operationIdRange: id?.range,
    summary: textOf(valueAt(node, "summary")),
    request: summariseRequest(place),
    tags: textsOf(valueAt(node, "tags")),
    deprecated: isTrue(valueAt(node, "deprecated")),
    hidden: isTrue(hidden),
    excluded: isTrue(excluded),
    ...(looksTrue(hidden) && { looksHidden: true }),
    ...(looksTrue(excluded) && { looksExcluded: true }),
    hasServers: itemHasServers || hasServers(node),
    hasExample: hasExample(place),
    extensions,
    ...(pathExtensions.length > 0 && { pathExtensions }),
    ...(insertAt && { insertAt }),
  };
  return [operation];
}

/** A value that is no `true` but counts as one where truth is not asked for by name. */
function looksTrue(node: SpecNode | undefined): boolean {
  if (!node || isTrue(node)) return false;
  return node.kind !== "scalar" || Boolean(node.value);
}

function hasServers(node: SpecNode): boolean {
  return itemsOf(valueAt(node, "servers")).length > 0;
}

/**
 * A path item may stand elsewhere: `$ref: "#/components/pathItems/users"`, `$ref: "./users.yaml"`. So may an operation:
 * the specification has no reference there, but everybody who puts files together follows it.
 */
function spotOf(files: SpecFiles, here: Spot): Spot {
  return followSpot(files, here) ?? here;
}

/** With the file they stand in, where that is none of the specification's own. */
function placed(
  faults: readonly ExtensionFault[],
  file: SitePath,
  { entry }: SpecFiles,
): readonly ExtensionFault[] {
  return file === entry ? faults : faults.map((fault) => ({ ...fault, file }));
}
