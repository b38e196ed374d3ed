import type { JsonNode } from "../../config/json/json-tree.ts";
import type { Site } from "../../site/site.ts";
import { isSpecUsed } from "../../site/specs/operation-references.ts";
import { hasOverlays } from "../../site/specs/specs.ts";
import { getOperationKey, type OperationModel, type SpecModels } from "../../spec/model/operation-model.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import { basesOf, type DocumentedTarget, segmentsOf, withoutParameterNames } from "./called-operations.ts";
import { compareBody } from "./compare-fields.ts";
import { type Allowed, compareAllValues } from "./compare-value.ts";
import type { Drift, PageMismatch } from "./page-drift.ts";

export interface KnownOperation {
  readonly operation: OperationModel;
  readonly models: SpecModels;
}

/** Returns the model of an operation, or undefined if it hasn't been loaded yet or if overlays may change it. */
export function modelOf(site: Site, { spec, operation }: DocumentedTarget): KnownOperation | undefined {
  if (hasOverlays(spec, site)) return undefined;
  const models = site.analyses.get(spec.path)?.models;
  const isWebhook = spec.webhooks.includes(operation);
  const model = models?.operations.get(getOperationKey({ ...operation, isWebhook }));
  return models && model ? { operation: model, models } : undefined;
}

/**
 * Compares a sample with an operation. An API such as JSON-RPC has many operations with the same method and path, which
 * differ only in a value in the body. If the sample has another value than the operation, it's compared with the
 * operations that allow its value. If no operation does, only the problem with this value is returned.
 */
export function compareSample(
  site: Site,
  pageTarget: DocumentedTarget,
  body: JsonNode | undefined,
  compare: (candidate: KnownOperation, allowed: Allowed) => readonly Drift[],
): readonly PageMismatch[] {
  const knownOperation = modelOf(site, pageTarget);
  const allowed: Allowed = new Map();
  const found = knownOperation ? compare(knownOperation, allowed) : [];
  const isRpc = body !== undefined && isRpcCall(body);
  const isOther = isRpc ? isOtherRpcMethod : isOtherValue;
  const isOfOwn = !found.some(isOther);
  if (found.length === 0 || (isOfOwn && !isRpc)) return found.map((drift) => ({ ...drift, ...pageTarget }));
  const names = isRpc ? ["method"] : found.filter(isOther).map(({ name }) => name);
  const distinguishing = body && withProperties(body, new Set(names));
  const matching = isOfOwn ? [{ target: pageTarget, drifts: found }] : [];
  const rejecting: { target: DocumentedTarget; drifts: readonly Drift[] }[] = isOfOwn
    ? []
    : [{ target: pageTarget, drifts: found.filter(isOther) }];
  const others = operationsWithSamePath(site, pageTarget);
  for (const target of others ?? [undefined]) {
    const other = target && modelOf(site, target);
    // The operation isn't known yet, or overlays may change it. It may accept this sample, even if another operation
    // accepts the same distinguishing value, so comparing the sample with only the others could find false problems.
    if (!other) return [];
    const candidateResults = compareBody(distinguishing, other, allowed, true);
    if (candidateResults.some(isOther)) {
      rejecting.push({ target, drifts: candidateResults });
      continue;
    }
    const drifts = compare(other, allowed);
    if (drifts.length === 0 || matching.length >= maxMatching) return [];
    (drifts.some(isOther) ? rejecting : matching).push({ target, drifts });
  }
  // In JSON-RPC, `method` identifies the operation as a path does, and specifications don't contain all methods.
  // Without `jsonrpc`, the body may belong to another kind of API.
  if (matching.length === 0 && isRpc && (rejecting.length > 1 || hasKey(body, "jsonrpc"))) return [];
  const isOnlyTarget = rejecting.length === 1 && matching.length === 0;
  const possible = isOnlyTarget
    ? [{ target: pageTarget, drifts: found }]
    : matching.length > 0
      ? matching
      : rejecting;
  const target = possible[0]?.target ?? pageTarget;
  const commonDrifts = compareAllValues(
    possible.map(({ drifts }) => drifts),
    allowed,
  );
  return commonDrifts.map((drift) => ({ ...drift, ...target }));
}

/** Returns the object, or the objects in a list, with only these properties. */
function withProperties(node: JsonNode, names: ReadonlySet<string>): JsonNode {
  if (node.kind === "array") return { ...node, items: node.items.map((item) => withProperties(item, names)) };
  if (node.kind !== "object") return node;
  return { ...node, properties: node.properties.filter(({ key }) => names.has(key)) };
}

/** Whether a value in the body distinguishes the operation from the one that the sample calls. */
function isOtherValue({ kind, name }: Drift): boolean {
  return kind === "wrong-value" && !/[.[]/.test(name);
}

/** Whether the operation is another JSON-RPC method. An operation for one call doesn't accept several calls. */
function isOtherRpcMethod({ kind, name }: Drift): boolean {
  return kind === "wrong-value" ? /^(?:\[\]\.)?method$/.test(name) : kind === "wrong-type" && name === "";
}

/**
 * Whether the body is a JSON-RPC request or a list of them. Version 1.0 requires `params`, and version 2.0 requires
 * `jsonrpc`.
 */
function isRpcCall(body: JsonNode): boolean {
  if (body.kind === "array") return body.items.length > 0 && body.items.every(isRpcCall);
  if (body.kind !== "object") return false;
  const method = body.properties.find(({ key }) => key === "method")?.value;
  return method?.kind === "string" && (hasKey(body, "jsonrpc") || hasKey(body, "params"));
}

/** Whether the object, or the first object in a list, has a property with this name. */
function hasKey(node: JsonNode | undefined, name: string): boolean {
  if (node?.kind === "array") return hasKey(node.items[0], name);
  return node?.kind === "object" && node.properties.some(({ key }) => key === name);
}

/** The maximum number of operations with the same path whose distinguishing values are read. */
const maxCompared = 300;

/** The maximum number of operations with a sample's value that the sample is compared with. */
const maxMatching = 20;

/**
 * Returns the other operations of used specifications with the same method, path, and host. Returns undefined if there
 * are too many of them.
 */
export function operationsWithSamePath(
  site: Site,
  { spec, operation }: DocumentedTarget,
): readonly DocumentedTarget[] | undefined {
  const { byHost, byPath } = samePaths(site.specs);
  const key = pathKey(operation);
  const hosts = hostsOf(spec);
  const all = hosts.includes(undefined)
    ? byPath.get(key)
    : [...hosts, undefined].flatMap((host) => byHost.get(`${host ?? ""}\n${key}`) ?? []);
  const others = new Set((all ?? []).filter((other) => other.operation !== operation));
  const used = [...others].filter((other) => isSpecUsed(other.spec, site));
  return used.length > maxCompared ? undefined : used;
}

/** Returns a key that is the same for operations that a sample is compared with together. */
export function samePathKey({ spec, operation }: DocumentedTarget): string {
  return [pathKey(operation), ...hostsOf(spec)].join("\n");
}

interface SamePaths {
  readonly byHost: ReadonlyMap<string, readonly DocumentedTarget[]>;
  readonly byPath: ReadonlyMap<string, readonly DocumentedTarget[]>;
}

/** The operations with the same method and path, with and without the host. */
const samePaths = derive((specs: Site["specs"]): SamePaths => {
  const byPath = new Map<string, DocumentedTarget[]>();
  for (const spec of specs.values())
    for (const operation of spec.operations) addToGroup(byPath, pathKey(operation), { spec, operation });
  const byHost = new Map<string, DocumentedTarget[]>();
  for (const [key, targets] of byPath) {
    if (targets.length < 2) byPath.delete(key);
    else
      for (const target of targets)
        for (const host of hostsOf(target.spec)) addToGroup(byHost, `${host ?? ""}\n${key}`, target);
  }
  return { byHost, byPath };
});

function pathKey({ method, path }: DocumentedTarget["operation"]): string {
  return `${method} ${segmentsOf(path).map(withoutParameterNames).join("/")}`;
}

/** The origins of a specification's servers. Undefined represents an unknown one. */
const hostsOf = derive((spec: SpecOutline): readonly (string | undefined)[] => [
  ...new Set(basesOf(spec).map(({ origin }) => origin)),
]);
