import { closest } from "../text/similarity.ts";
import type { ProfileName } from "../config/settings/profile.ts";
import type { OperationOutline, SpecOutline } from "./spec-outline.ts";

/**
 * The operation that `method path` names. The path must be the same, else the same but for one trailing slash; of
 * the usual methods the case counts for nothing here, so that whoever asks can tell a method written small from one
 * that is not there (`isExactMethod`). Methods under `additionalOperations` count as written.
 */
export function findOperation(spec: SpecOutline, method: string, path: string): OperationOutline | undefined {
  const byPath = operationsByPath(spec);
  const paths = path.length > 1 && path.endsWith("/") ? [path, path.slice(0, -1)] : [path, `${path}/`];
  for (const candidate of paths) {
    const found = byPath.get(candidate)?.find((operation) => hasMethod(operation, method));
    if (found) return found;
  }
  return undefined;
}

/** Whether the service of this profile takes the method as written for the operation's. */
export function isExactMethod(operation: OperationOutline, method: string, profile: ProfileName): boolean {
  return operation.method === method || (profile === "mintlify" && !operation.additional);
}

/** The operation of a webhook's name; its first, as a reference names no method. */
export function findWebhook(spec: SpecOutline, name: string): OperationOutline | undefined {
  return spec.webhooks.find((webhook) => webhook.path === name);
}

export type NearestOperation = { readonly spec: SpecOutline; readonly operation: OperationOutline } & {
  /** What differs: the method only, the specification only, or the path. */
  readonly differs: "method" | "spec" | "path";
};

/**
 * What the author most likely meant, when `spec` lacks `method path`: the same in another specification, the same
 * path with another method, or the nearest path that has the method.
 */
export function findNearestOperation(
  spec: SpecOutline | undefined,
  others: Iterable<SpecOutline>,
  method: string,
  path: string,
): NearestOperation | undefined {
  const candidates = [...others].filter((other) => other !== spec);
  for (const other of candidates) {
    const operation = findOperation(other, method, path);
    if (operation) return { spec: other, operation, differs: "spec" };
  }
  for (const candidate of spec ? [spec] : candidates) {
    const found = nearestIn(candidate, method, path);
    if (found) return found;
  }
  return undefined;
}

/** In a specification of more operations a near path is not looked for. */
const mostCompared = 5000;

function nearestIn(spec: SpecOutline, method: string, path: string): NearestOperation | undefined {
  const otherMethod = spec.operations.find((operation) => samePath(operation.path, path));
  const likely = spec.operations.filter((operation) => hasMethod(operation, method));
  const paths = likely.map((operation) => operation.path);
  const nearPath = paths.length > mostCompared ? undefined : closest(path, paths);
  const near = likely.find((operation) => operation.path === nearPath);
  if (near && sameButForNames(near.path, path)) return { spec, operation: near, differs: "path" };
  if (otherMethod) return { spec, operation: otherMethod, differs: "method" };
  return near && { spec, operation: near, differs: "path" };
}

function hasMethod(operation: OperationOutline, method: string): boolean {
  return operation.additional ? operation.method === method : operation.method === method.toUpperCase();
}

function samePath(a: string, b: string): boolean {
  return a === b || a === `${b}/` || `${a}/` === b;
}

/** `/users/{id}` and `/users/{userId}`. */
function sameButForNames(a: string, b: string): boolean {
  const nameless = (path: string) => path.replace(/\{[^{}]*\}|:[^/]+/g, "{}").replace(/\/$/, "");
  return nameless(a) === nameless(b);
}

const indexes = new WeakMap<SpecOutline, ReadonlyMap<string, readonly OperationOutline[]>>();

function operationsByPath(spec: SpecOutline): ReadonlyMap<string, readonly OperationOutline[]> {
  const known = indexes.get(spec);
  if (known) return known;
  const index = new Map<string, OperationOutline[]>();
  for (const operation of spec.operations) {
    const list = index.get(operation.path);
    if (list) list.push(operation);
    else index.set(operation.path, [operation]);
  }
  indexes.set(spec, index);
  return index;
}
