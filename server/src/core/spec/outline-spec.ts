import type { SitePath, TextRange } from "../text/text-edit.ts";
import { calledOrigins } from "./called-origins.ts";
import { checkReferences } from "./check-references.ts";
import { outlineChannels } from "./outline-channels.ts";
import { outlineOperations } from "./outline-operations.ts";
import type { SpecFiles } from "./spec-files.ts";
import { entriesOf, entryOf, itemsOf, textOf, valueAt, type SpecNode } from "./spec-node.ts";
import type {
  ExtensionFault,
  OperationOutline,
  SpecKind,
  SpecOutline,
  SpecProblem,
  TagOutline,
} from "./spec-outline.ts";

/** The outline of a file that was read; `reads` are the files that it pulls in. */
export function outlineSpec(kind: SpecKind, files: SpecFiles, reads: readonly SitePath[]): SpecOutline {
  const tree = files.treeOf(files.entry);
  const root = tree?.root;
  const versionEntry = entryOf(root, kind);
  const written = versionEntry?.value.kind === "scalar" ? versionEntry.value.value : null;
  const versionIsText = typeof written === "string";
  const version = versionIsText || typeof written === "number" ? String(written) : "";
  const extensionFaults: ExtensionFault[] = [];
  const operations = outlineOperations(files, "paths", extensionFaults);
  const webhooks = outlineOperations(files, "webhooks", extensionFaults);
  return {
    path: files.entry,
    kind,
    version,
    versionRange: versionEntry?.value.range ?? versionEntry?.keyRange ?? { start: 0, end: 0 },
    versionIsText,
    supported: versionIsText && isSupported(kind, version),
    title: textOf(valueAt(valueAt(root, "info"), "title")),
    operations,
    webhooks,
    schemas: [...entriesOf(valueAt(valueAt(root, "components"), "schemas"))].map(({ key, keyRange }) => ({
      name: key,
      range: keyRange,
    })),
    channels: kind === "asyncapi" ? outlineChannels(files) : [],
    tags: outlineTags(root, version),
    hasServers: hasServers(root),
    servers: serversOf(root),
    origins: calledOrigins(files),
    extensionFaults: distinct(extensionFaults),
    problems: [...duplicateIds([...operations, ...webhooks]), ...checkReferences(files, reads)],
    reads,
  };
}

function isSupported(kind: SpecKind, version: string): boolean {
  if (kind === "openapi") return /^3\.[012](\.\d+)?(-\S+)?$/.test(version);
  return kind === "asyncapi" && /^3\.\d+(\.\d+)?(-\S+)?$/.test(version);
}

function hasServers(root: SpecNode | undefined): boolean {
  const servers = valueAt(root, "servers");
  return servers?.kind === "map" ? servers.entries.length > 0 : itemsOf(servers).length > 0;
}

function serversOf(root: SpecNode | undefined): readonly string[] {
  return itemsOf(valueAt(root, "servers"))
    .slice(0, 20)
    .flatMap((server) => textOf(valueAt(server, "url")) ?? []);
}

function outlineTags(root: SpecNode | undefined, version: string): readonly TagOutline[] {
  return itemsOf(valueAt(root, "tags")).flatMap((tag): TagOutline[] => {
    const name = textOf(valueAt(tag, "name"));
    if (name === undefined) return [];
    const summary = version.startsWith("3.2") ? textOf(valueAt(tag, "summary")) : undefined;
    const label = textOf(valueAt(tag, "x-group")) || summary || name;
    return [{ name, label, parent: textOf(valueAt(tag, "parent")), kind: textOf(valueAt(tag, "kind")) }];
  });
}

/** What stands in a path item that several paths name is told once. */
function distinct(faults: readonly ExtensionFault[]): readonly ExtensionFault[] {
  const placeOf = ({ file = "", range, field }: ExtensionFault) => `${range.start} ${field} ${file}`;
  return [...new Map(faults.map((fault) => [placeOf(fault), fault])).values()];
}

function duplicateIds(operations: readonly OperationOutline[]): SpecProblem[] {
  const firstById = new Map<string, OperationOutline>();
  return operations.flatMap((operation): SpecProblem[] => {
    const { operationId, operationIdRange } = operation;
    if (operationId === undefined || !operationIdRange) return [];
    const first = firstById.get(operationId);
    if (!first) {
      firstById.set(operationId, operation);
      return [];
    }
    // One operation in two places, by a reference or an anchor, is written once.
    if (first.file === operation.file && first.operationIdRange?.start === operationIdRange.start) return [];
    const firstRange = ownRange(first);
    const problem: SpecProblem = {
      kind: "duplicate-operation-id",
      range: ownRange(operation) ?? operationIdRange,
      text: operationId,
      ...(firstRange ? { first: firstRange } : {}),
    };
    return [problem];
  });
}

/** Where the id of an operation is told of in the specification's own file: at its path when it stands elsewhere. */
function ownRange({ file, operationIdRange, pathRange }: OperationOutline): TextRange | undefined {
  return file === undefined ? operationIdRange : pathRange;
}
