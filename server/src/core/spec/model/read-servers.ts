import { entriesOf, itemsOf, textOf, textsOf, valueAt, type SpecNode } from "../spec-node.ts";
import type { Spot } from "../resolve-ref.ts";
import type { ServerModel } from "./operation-model.ts";

const mostServers = 50;

/** The servers of the first owner that names any. */
export function readServers(owners: readonly Spot[]): readonly ServerModel[] {
  for (const { node } of owners) {
    const servers = itemsOf(valueAt(node, "servers")).slice(0, mostServers).flatMap(readServer);
    if (servers.length > 0) return servers;
  }
  return [];
}

function readServer(node: SpecNode): ServerModel[] {
  const url = textOf(valueAt(node, "url"));
  if (url === undefined) return [];
  return [{ url, description: textOf(valueAt(node, "description")), variables: readVariables(node) }];
}

/** Those of a server, in OpenAPI and in AsyncAPI. */
export function readVariables(node: SpecNode | undefined): ServerModel["variables"] {
  return [...entriesOf(valueAt(node, "variables"))].map(({ key, value }) => ({
    name: key,
    default: writtenText(valueAt(value, "default")),
    values: itemsOf(valueAt(value, "enum")).map(writtenText),
    description: textOf(valueAt(value, "description")),
  }));
}

/** YAML reads a port as a number. */
function writtenText(node: SpecNode | undefined): string {
  return node?.kind === "scalar" && node.value !== null ? String(node.value) : textsOf(node).join(", ");
}
