import { readConfig } from "../../server/src/core/config/config.ts";
import {
  type InheritedValue,
  type NavElement,
  type NavNode,
  readNavigation,
  type SpecSource,
} from "../../server/src/core/config/settings/navigation.ts";
import { createMemoryDisk } from "../../server/src/workspace/files/disk.ts";
import { readConfigSources } from "../../server/src/workspace/files/site-files.ts";
import { type NodeReading, readIndependently } from "./independent-reading.ts";

export interface Comparison {
  readonly nodes: number;
  /** The nodes for which the two results differ, each with both results. */
  readonly differences: readonly {
    readonly independent: NodeReading | undefined;
    readonly product: NodeReading | undefined;
  }[];
}

/**
 * Reads the navigation of these files with both the product and the independent implementation, and compares the
 * results node by node.
 */
export function compareNavigation(files: ReadonlyMap<string, string>): Comparison {
  const independent = readIndependently((path) => files.get(path));
  const product = readByProduct(files);
  const nodes = Math.max(independent.length, product.length);
  const differences = Array.from({ length: nodes }, (_, i) => ({
    independent: independent[i],
    product: product[i],
  })).filter((pair) => JSON.stringify(pair.independent) !== JSON.stringify(pair.product));
  return { nodes, differences };
}

/** Returns the product's result in the format that the independent implementation uses. */
export function readByProduct(files: ReadonlyMap<string, string>): NodeReading[] {
  const config = readConfig("docs.json", readConfigSources({ disk: createMemoryDisk("/", files) }));
  const { root } = readNavigation(config.root);
  return root ? nodesBelow(root).map((node) => describe(node, files)) : [];
}

function nodesBelow(node: NavNode): NavNode[] {
  if (node.type === "entry") return [node];
  return [node, ...(node.globalElement ? nodesBelow(node.globalElement) : []), ...node.children.flatMap(nodesBelow)];
}

function describe(node: NavNode, files: ReadonlyMap<string, string>): NodeReading {
  const element: NavElement = node.type === "entry" ? node.parent : node;
  const { file, range } = node.node;
  return {
    kind: node.type === "entry" ? "entry" : node.kind,
    name: node.type === "entry" ? node.text : (node.label?.value ?? ""),
    file,
    start: range.start,
    text: (files.get(file) ?? "").slice(range.start, range.end),
    openapi: showInherited(node, element.openapi, showSources),
    asyncapi: showInherited(node, element.asyncapi, showSources),
    directory: showInherited(node, element.directory, String),
    boost: showInherited(node, element.boost, String),
    language: element.language ?? "",
    version: element.version ?? "",
    isDefault: node.type === "element" && node.isDefault,
  };
}

function showInherited<T>(node: NavNode, value: InheritedValue<T> | undefined, show: (value: T) => string): string {
  if (!value) return "none";
  return `${node.type === "element" && !value.isInherited ? "own" : "inherited"} ${show(value.value)}`;
}

function showSources(sources: readonly SpecSource[]): string {
  return sources
    .map(
      ({ source, location: at, directory }) =>
        `${source}${directory === undefined ? "" : ` into ${directory}`} @ ${at.file}:${at.range.start}`,
    )
    .join(" + ");
}
