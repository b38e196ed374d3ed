import type { SpecFiles } from "./spec-files.ts";
import { entriesOf, itemsOf, textOf, valueAt, type SpecNode } from "./spec-node.ts";
import { followSpot, rootOf, type Spot } from "./resolve-ref.ts";

const mostOrigins = 200;
/** Of one server with variables in its name. */
const mostOfOne = 100;

/**
 * The origins that requests by this specification go to, each once: those of its servers, also of paths and operations,
 * with each value that their variables may have, and those where its security schemes sign in. Relative addresses and
 * variables without a value name none.
 */
export function calledOrigins(files: SpecFiles): readonly string[] {
  const root = rootOf(files, files.entry);
  const origins = new Set<string>();
  if (!root) return [];
  for (const address of addressesIn(files, root)) {
    const origin = originOf(address);
    if (origin !== undefined) origins.add(origin);
    if (origins.size >= mostOrigins) break;
  }
  return [...origins];
}

function* addressesIn(files: SpecFiles, root: Spot): Generator<string> {
  yield* addressesOfServers(files, root);
  const components = valueAt(root.node, "components");
  for (const { value } of entriesOf(valueAt(components, "securitySchemes")))
    yield* addressesOfScheme(followed(files, root, value).node);
  for (const { value } of entriesOf(valueAt(root.node, "paths"))) {
    const item = followed(files, root, value);
    if (item.node.kind !== "map") continue;
    yield* addressesOfServers(files, item);
    // Keys are passed over where they stand: a large file has thousands of operations and next to no servers in them.
    for (const { value: operation } of item.node.entries)
      if (operation.kind === "map") yield* addressesOfServers(files, followed(files, item, operation));
  }
}

/** A list of URLs in OpenAPI, hosts by name in AsyncAPI. */
function* addressesOfServers(files: SpecFiles, owner: Spot): Generator<string> {
  const servers = valueAt(owner.node, "servers");
  for (const server of itemsOf(servers)) yield* expanded(textOf(valueAt(server, "url")) ?? "", server);
  if (servers?.kind !== "map") return;
  for (const { value } of entriesOf(servers)) {
    const { node } = followed(files, owner, value);
    const [protocol, host] = ["protocol", "host"].map((key) => textOf(valueAt(node, key)) ?? "");
    yield* expanded(`${protocol}://${host}`, node);
  }
}

function* addressesOfScheme(scheme: SpecNode): Generator<string> {
  const urls = [valueAt(scheme, "openIdConnectUrl")];
  for (const { value: flow } of entriesOf(valueAt(scheme, "flows")))
    for (const key of ["authorizationUrl", "tokenUrl", "refreshUrl"]) urls.push(valueAt(flow, key));
  for (const url of urls) yield textOf(url) ?? "";
}

/** The address with each value of the variables in front of its path; what is behind does not matter. */
function expanded(address: string, server: SpecNode): readonly string[] {
  const [base = ""] = /^[^/]*\/\/[^/?#]*/.exec(address) ?? [];
  const variables = valueAt(server, "variables");
  let addresses = [base];
  for (const [mark, name = ""] of base.matchAll(/\{([^{}]{1,100})\}/g)) {
    const values = valuesOf(valueAt(variables, name));
    addresses = addresses.flatMap((each) => values.map((value) => each.replace(mark, () => value)));
    if (addresses.length > mostOfOne) addresses.length = mostOfOne;
  }
  return addresses;
}

function valuesOf(variable: SpecNode | undefined): readonly string[] {
  const listed = itemsOf(valueAt(variable, "enum")).slice(0, mostOfOne);
  const nodes = listed.length > 0 ? listed : [valueAt(variable, "default")];
  // YAML reads a port as a number.
  return nodes.flatMap((node) =>
    node?.kind === "scalar" && node.value !== null ? [String(node.value)] : [],
  );
}

/**
 * `https://api.example.com` of a full address, undefined for everything else. As the platform writes it for every host
 * that is written as usual; whoever connects judges it anew.
 */
export function originOf(address: string): string | undefined {
  const [, scheme = "", host = "", port = ""] =
    /^(https?|wss?):\/\/([^/?#@\\\s{}:]+|\[[\da-f:.]+\])(?::(\d{1,5}))?(?:[/?#]|$)/i.exec(address) ?? [];
  if (host === "") return undefined;
  const protocol = scheme.toLowerCase();
  const isUsual = port === "" || port === (/^(https|wss)$/.test(protocol) ? "443" : "80");
  return `${protocol}://${host.toLowerCase()}${isUsual ? "" : `:${port}`}`;
}

function followed(files: SpecFiles, { file }: Spot, node: SpecNode): Spot {
  return followSpot(files, { file, node }) ?? { file, node };
}
