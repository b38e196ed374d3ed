import { httpMethods } from "../text/http-methods.ts";
import type { SitePath } from "../text/text-range.ts";
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
} from "./spec-node.ts";
import { hasExample, summariseRequest } from "./summarise-request.ts";
import type { ExtensionFault, OperationOutline } from "./spec-outline.ts";
import { outlineExtensions } from "./outline-extensions.ts";

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
    const { file, node: item } = itemOf(files, pathEntry.value);
    // Faults have no file of their own; those of a file pulled in are told nowhere.
    const own = file === files.entry ? faults : [];
    const context = { files, file, item, path: pathEntry, itemHasServers: hasServers(item), faults: own };
    outlineExtensions(item, "path", own);
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
  readonly file: SitePath;
  readonly item: SpecNode;
  readonly path: SpecEntry;
  readonly itemHasServers: boolean;
  readonly faults: ExtensionFault[];
}

function outlineOperation(
  entry: SpecEntry,
  method: string,
  additional: boolean,
  { files, file, item, path, itemHasServers, faults }: Context,
): OperationOutline[] {
  const node = entry.value;
  if (node.kind !== "map") return [];
  const id = entryOf(node, "operationId")?.value;
  const operation: OperationOutline = {
    method,
    additional,
    path: path.key,
    range: entry.keyRange,
    pathRange: path.keyRange,
    ...(file !== files.entry && { file }),
    operationId: textOf(id),
    operationIdRange: id?.range,
    summary: textOf(valueAt(node, "summary")),
    request: summariseRequest({ files, file, item, node }),
    tags: textsOf(valueAt(node, "tags")),
    deprecated: isTrue(valueAt(node, "deprecated")),
    hidden: isTrue(valueAt(node, "x-hidden")),
    excluded: isTrue(valueAt(node, "x-excluded")),
    hasServers: itemHasServers || hasServers(node),
    hasExample: hasExample({ files, file, item, node }),
    extensions: outlineExtensions(node, "operation", faults),
  };
  return [operation];
}

function hasServers(node: SpecNode): boolean {
  return itemsOf(valueAt(node, "servers")).length > 0;
}

/** A path item may stand elsewhere: `$ref: "#/components/pathItems/users"`, `$ref: "./users.yaml"`. */
function itemOf(files: SpecFiles, node: SpecNode): Spot {
  const here = { file: files.entry, node };
  return followSpot(files, here) ?? here;
}
