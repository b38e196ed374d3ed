import type { ProfileName } from "../config/settings/profile.ts";
import { findNearestName, haveSimilarWords } from "../text/similarity.ts";
import { decodePercent } from "../text/decode-text.ts";
import { getFileName, getFolderPath, resolveSitePath } from "../text/site-path.ts";
import type { SitePath } from "../text/text-edit.ts";
import { isRemoteSource } from "./operation-reference.ts";
import { findRemoteSpec, isRemoteSpec } from "./detect-spec.ts";
import { getFamily, type OperationOutline, type SpecFamily, type SpecOutline } from "./spec-outline.ts";
import { groupBy } from "../text/maps.ts";

type SpecsByPath = ReadonlyMap<SitePath, SpecOutline>;

/** The specifications that a file name may refer to, starting with the most likely one. */
export type SpecLookup =
  | {
      readonly kind: "found";
      readonly specs: readonly SpecOutline[];
      /**
       * `named`: the text refers to exactly this file, from the site root or the page's folder, with or without an
       * extension. `loose`: only part of the name matches. The service accepts a loose match, even though the author
       * may have meant another file.
       */
      readonly match: "named" | "loose";
    }
  /** The reference is a URL that has no local copy. */
  | { readonly kind: "remote" }
  | { readonly kind: "outside-site" }
  | { readonly kind: "not-found" };

/**
 * Returns the specifications that a reference on a page or in the navigation may refer to: files at exactly this path,
 * from the site root or the page's folder. If there are none, returns files whose name or path partly matches. Some
 * services fall back to any specification that contains the operation. The caller of this function decides whether to
 * do the same, because authors should learn that the file name is wrong.
 */
export function findSpecs(specs: SpecsByPath, rawName: string, folder: SitePath): SpecLookup {
  if (isRemoteSource(rawName)) return findLocalCopy(specs, rawName);
  const rootResult = resolveSitePath(rawName.replace(/^\/+/, ""));
  const pageResult = resolveSitePath(rawName, folder);
  const namedSpecs = [rootResult, pageResult].flatMap((result) =>
    result.ok ? findExactMatches(specs, result.path) : [],
  );
  if (namedSpecs.length > 0) return { kind: "found", specs: removeDuplicates(namedSpecs), match: "named" };
  if (!rootResult.ok && !pageResult.ok)
    return { kind: pageResult.reason === "outside-site" ? "outside-site" : "not-found" };
  const looseMatches = findLooseMatches(specs, rawName);
  return looseMatches.length > 0 ? { kind: "found", specs: looseMatches, match: "loose" } : { kind: "not-found" };
}

/** Returns the specification for a path in docs.json. The path must match exactly. */
export function findNamedSpec(specs: SpecsByPath, rawName: string): SpecLookup {
  if (isRemoteSource(rawName)) return findLocalCopy(specs, rawName);
  const pathResult = resolveSitePath(rawName.replace(/^\/+/, ""));
  if (!pathResult.ok) return { kind: pathResult.reason === "outside-site" ? "outside-site" : "not-found" };
  const spec = specs.get(pathResult.path);
  return spec ? { kind: "found", specs: [spec], match: "named" } : { kind: "not-found" };
}

/**
 * Returns the reason why the service doesn't find a specification that `findNamedSpec` finds. The service doesn't
 * decode paths in docs.json, and it reads only files with a lowercase extension as specifications.
 */
export function getServiceMissReason({ path }: SpecOutline, rawName: string): "encoded" | "extension" | undefined {
  if (isRemoteSpec(path)) return undefined;
  if (decodePercent(rawName) !== rawName) return "encoded";
  return /\.(json|ya?ml)$/.test(path) ? undefined : "extension";
}

function findLocalCopy(specs: SpecsByPath, url: string): SpecLookup {
  const localCopy = findRemoteSpec(specs, url);
  return localCopy ? { kind: "found", specs: [localCopy], match: "named" } : { kind: "remote" };
}

function findExactMatches(specs: SpecsByPath, path: SitePath): SpecOutline[] {
  const spec = specs.get(path);
  if (spec) return [spec];
  if (hasExtension(path)) return [];
  return [...specs.values()].filter((candidate) => removeExtension(candidate.path) === path);
}

function findLooseMatches(specs: SpecsByPath, rawName: string): SpecOutline[] {
  const requestedPath = rawName.replace(/^(\.{0,2}\/)+/, "");
  if (requestedPath === "") return [];
  const localSpecs = [...specs.values()].filter(({ path }) => !isRemoteSpec(path));
  const specsWithName = localSpecs.filter(
    ({ path }) => getFileName(path) === requestedPath || removeExtension(getFileName(path)) === requestedPath,
  );
  const suffixMatches = localSpecs.filter(({ path }) => path.endsWith(`/${requestedPath}`));
  const containingSpecs = localSpecs.filter(({ path }) => path.includes(requestedPath));
  return removeDuplicates([...suffixMatches, ...specsWithName, ...containingSpecs]);
}

function removeDuplicates(specs: readonly SpecOutline[]): SpecOutline[] {
  return [...new Set(specs)];
}

export function hasExtension(path: string): boolean {
  return /\.(json|ya?ml)$/i.test(path);
}

function removeExtension(path: SitePath): string {
  return path.replace(/\.(json|ya?ml)$/i, "");
}

/** Whether a loose match has the file name that the author wrote, such as `api/openapi.json` for `openapi.json`. */
export function hasExactFileName(spec: SpecOutline, rawName: string): boolean {
  if (isRemoteSpec(spec.path)) return isRemoteSource(rawName);
  const path = rawName.replace(/^(\.{0,2}\/)+/, "");
  return !hasExtension(path) || spec.path === path || spec.path.endsWith(`/${path}`);
}

/**
 * Returns the specification that the author of `from` most likely meant: the one with the same name or, if there is
 * none, the one with the most similar path or name. A similar name in the folder that the author wrote takes
 * precedence. If several have the same name, returns the one that has the most folders in common with `from` or with
 * the path as written. Only local files that `isEligible` accepts are returned.
 */
export function findNearestSpec(
  specs: SpecsByPath,
  family: SpecFamily,
  rawName: string,
  referencingFile: SitePath,
  isEligible: (path: SitePath) => boolean,
): SitePath | undefined {
  const paths = [...specs.values()].flatMap((spec) =>
    getFamily(spec) === family && !isRemoteSpec(spec.path) && isEligible(spec.path) ? [spec.path] : [],
  );
  const requestedPath = rawName.replace(/^(\.{0,2}\/)+/, "");
  const name = getFileName(requestedPath);
  const baseName = removeExtension(name);
  const folder = getFolderPath(requestedPath);
  const pathsInFolder = folder === "" ? [] : paths.filter((path) => getFolderPath(path) === folder);
  const nearestNameInFolder = findNearestName(name, pathsInFolder.map(getFileName));
  if (nearestNameInFolder !== undefined) return `${folder}/${nearestNameInFolder}`;
  const pathsWithName = paths.filter((path) => getFileName(path) === name);
  const similarPaths =
    pathsWithName.length > 0 ? pathsWithName : paths.filter((path) => removeExtension(getFileName(path)) === baseName);
  if (similarPaths.length > 0)
    return (
      findClosestPath(referencingFile, similarPaths) ??
      findClosestPath(requestedPath, similarPaths) ??
      findNearestName(requestedPath, similarPaths)
    );
  const nearestPath = findNearestName(requestedPath, paths);
  if (nearestPath !== undefined) return nearestPath;
  const nearestName = findNearestName(name, paths.map(getFileName));
  return paths.find((path) => getFileName(path) === nearestName) ?? findUnversionedMatch(name, paths);
}

/** Returns the only file that has the most top-level folders in common with `from`, or undefined if none has any. */
function findClosestPath(referencingFile: SitePath, paths: readonly SitePath[]): SitePath | undefined {
  if (paths.length === 1) return paths[0];
  const folders = referencingFile.split("/").slice(0, -1);
  const sharedCounts = paths.map((path) => {
    const pathFolders = path.split("/").slice(0, -1);
    const count = pathFolders.findIndex((folder, i) => folder !== folders[i]);
    return count < 0 ? pathFolders.length : count;
  });
  const maxSharedFolders = Math.max(...sharedCounts);
  const closestPaths = paths.filter((_, i) => sharedCounts[i] === maxSharedFolders);
  return maxSharedFolders > 0 && closestPaths.length === 1 ? closestPaths[0] : undefined;
}

/**
 * Returns the only file whose name is similar apart from a version that only one of the names has, such as `users.yaml`
 * for `users-1.2.yaml`.
 */
function findUnversionedMatch(requestedName: string, paths: readonly SitePath[]): SitePath | undefined {
  const unversionedName = removeVersion(requestedName);
  const isVersioned = unversionedName !== requestedName;
  const candidates = paths.filter((path) => (removeVersion(getFileName(path)) !== getFileName(path)) !== isVersioned);
  const name = findNearestName(
    unversionedName,
    candidates.map((path) => removeVersion(getFileName(path))),
  );
  const matches = candidates.filter((path) => removeVersion(getFileName(path)) === name);
  return matches.length === 1 ? matches[0] : undefined;
}

function removeVersion(name: string): string {
  return name.replace(/[-_.]v?\d+(?:\.\d+)*(?=\.[a-z]+$)/i, "");
}

/**
 * Returns the operation with this method and path. The paths must be the same, except that one of them can have a
 * trailing slash. The case of standard methods is ignored so that callers can distinguish between a lowercase method
 * and a missing operation (see `isExactMethod`). Methods in `additionalOperations` are case-sensitive.
 */
export function findOperation(spec: SpecOutline, method: string, path: string): OperationOutline | undefined {
  const operationsByPath = indexOperations(spec);
  const paths = path.length > 1 && path.endsWith("/") ? [path, path.slice(0, -1)] : [path, `${path}/`];
  for (const candidate of paths) {
    const matchingOperation = operationsByPath.get(candidate)?.find((operation) => hasMethod(operation, method));
    if (matchingOperation) return matchingOperation;
  }
  return undefined;
}

/** Whether the service accepts this spelling of the method for the operation. The result depends on the profile. */
export function isExactMethod(operation: OperationOutline, method: string, profile: ProfileName): boolean {
  return operation.method === method || (profile === "mintlify" && !operation.isAdditional);
}

/** Returns the first operation of a webhook, because references to webhooks don't contain a method. */
export function findWebhook(spec: SpecOutline, name: string): OperationOutline | undefined {
  return spec.webhooks.find((webhook) => webhook.path === name);
}

export type NearestOperation = { readonly spec: SpecOutline; readonly operation: OperationOutline } & {
  /** The part of the reference that differs: only the method, only the specification, or the path. */
  readonly difference: "method" | "spec" | "path";
};

/**
 * Returns the operation that the author most likely meant if `spec` doesn't contain `method path`: the same operation
 * in another specification, the same path with another method, or the most similar path with the same method.
 */
export function findNearestOperation(
  spec: SpecOutline | undefined,
  otherSpecs: Iterable<SpecOutline>,
  method: string,
  path: string,
): NearestOperation | undefined {
  const candidates = [...otherSpecs].filter((other) => other !== spec);
  for (const other of candidates) {
    const operation = findOperation(other, method, path);
    if (operation) return { spec: other, operation, difference: "spec" };
  }
  const searchedSpecs = spec ? [spec] : candidates;
  for (const candidate of searchedSpecs) {
    const nearestOperation = findNearestOperationIn(candidate, method, path);
    if (nearestOperation) return nearestOperation;
  }
  return findOneSegmentMatch(searchedSpecs, method, path);
}

/**
 * Returns the only operation whose path has one segment more or less. If several specifications are searched, the paths
 * must have two segments in common, because each API can have an operation such as `/status`.
 */
function findOneSegmentMatch(
  specs: readonly SpecOutline[],
  method: string,
  path: string,
): NearestOperation | undefined {
  const minSharedSegments = specs.length > 1 ? 2 : 1;
  const matches = specs.flatMap((spec) => {
    const operationsWithMethod = spec.operations.filter((operation) => hasMethod(operation, method));
    return operationsWithMethod.length > maxComparisons
      ? []
      : operationsWithMethod
          .filter((operation) => hasOneExtraSegment(path, operation.path, minSharedSegments))
          .map((operation) => ({ spec, operation, difference: "path" as const }));
  });
  // A segment at the start, such as `/beta`, is missing or added more often than the name of a resource.
  const prefixedMatches = matches.filter(
    ({ operation }) => operation.path.endsWith(path) || path.endsWith(operation.path),
  );
  const [first, ...otherMatches] = prefixedMatches.length > 0 ? prefixedMatches : matches;
  return otherMatches.every(({ operation }) => operation.path === first?.operation.path) ? first : undefined;
}

/**
 * The maximum number of operations with the same method in a specification. Larger specifications aren't searched for
 * similar paths.
 */
const maxComparisons = 5000;

function findNearestOperationIn(spec: SpecOutline, method: string, path: string): NearestOperation | undefined {
  const samePathOperations = spec.operations.filter((operation) => isSamePath(operation.path, path));
  const otherMethodOperation = samePathOperations.find((operation) => isLikelyMatch(method, operation.method));
  const operationsWithMethod = spec.operations.filter((operation) => hasMethod(operation, method));
  const paths = operationsWithMethod.map((operation) => operation.path);
  const nearestPath = paths.length > maxComparisons ? undefined : findNearestPath(path, paths);
  const nearestOperation = operationsWithMethod.find((operation) => operation.path === nearestPath);
  if (nearestOperation && isSameExceptNames(nearestOperation.path, path))
    return { spec, operation: nearestOperation, difference: "path" };
  if (otherMethodOperation) return { spec, operation: otherMethodOperation, difference: "method" };
  return nearestOperation && { spec, operation: nearestOperation, difference: "path" };
}

/**
 * Whether the author may have meant another method. A method that changes data is never mistaken for one that reads.
 */
function isLikelyMatch(method: string, otherMethod: string): boolean {
  const writeMethodPattern = /^(?:POST|PUT|PATCH|DELETE)$/i;
  return !writeMethodPattern.test(method) || writeMethodPattern.test(otherMethod);
}

/**
 * Returns the most similar path. Each word must be similar to its counterpart, so `/getVersion` isn't similar to
 * `/getPermission`.
 */
function findNearestPath(path: string, paths: readonly string[]): string | undefined {
  const words = splitPathWords(path);
  return findNearestName(
    path,
    paths.filter((other) => haveSimilarWords(words, splitPathWords(other))),
  );
}

/** Returns the words of a path's segments, such as `get` and `user` for `/getUser`. Ignores the names of parameters. */
function splitPathWords(path: string): string[] {
  return removeParameterNames(path)
    .split(/[/_.-]+|(?<=[a-z\d])(?=[A-Z])/)
    .map((word) => word.toLowerCase());
}

/**
 * Whether one path has an additional segment, such as `/beta/users` and `/users`. The segment can't be a parameter or
 * the last segment, because `/users` and `/users/{id}` are different resources.
 */
function hasOneExtraSegment(a: string, b: string, minSharedSegments: number): boolean {
  const [shorter = [], longer = []] = [a, b]
    .map((path) => removeParameterNames(path).split("/").slice(1))
    .sort((one, other) => one.length - other.length);
  if (longer.length !== shorter.length + 1 || shorter.length < minSharedSegments) return false;
  const extraIndex = longer.findIndex((segment, i) => segment !== shorter[i]);
  return (
    extraIndex < shorter.length &&
    longer[extraIndex] !== "{}" &&
    shorter.slice(extraIndex).every((segment, i) => segment === longer[extraIndex + 1 + i])
  );
}

function hasMethod(operation: OperationOutline, method: string): boolean {
  return operation.isAdditional ? operation.method === method : operation.method === method.toUpperCase();
}

function isSamePath(a: string, b: string): boolean {
  return a === b || a === `${b}/` || `${a}/` === b;
}

/** Whether two paths differ only in the names of their parameters, such as `/users/{id}` and `/users/{userId}`. */
function isSameExceptNames(a: string, b: string): boolean {
  return removeParameterNames(a) === removeParameterNames(b);
}

/** Removes the names of parameters and a trailing slash. */
function removeParameterNames(path: string): string {
  return path.replace(/\{[^{}]*\}|:[^/]+/g, "{}").replace(/\/$/, "");
}

const indexesBySpec = new WeakMap<SpecOutline, ReadonlyMap<string, readonly OperationOutline[]>>();

function indexOperations(spec: SpecOutline): ReadonlyMap<string, readonly OperationOutline[]> {
  const cachedIndex = indexesBySpec.get(spec);
  if (cachedIndex) return cachedIndex;
  const operationsByPath = groupBy(spec.operations, (operation) => operation.path);
  indexesBySpec.set(spec, operationsByPath);
  return operationsByPath;
}

/** Whether two specifications are equal, or whether readers see the same operation from both of them. */
export function haveSameOperation(
  first: SpecOutline,
  other: SpecOutline,
  findOperation: (spec: SpecOutline) => OperationOutline | undefined,
): boolean {
  if (first.digest !== undefined && first.digest === other.digest) return true;
  if (first.kind !== other.kind || first.isSupported !== other.isSupported) return false;
  const digest = findOperation(first)?.digest;
  return digest !== undefined && digest === findOperation(other)?.digest;
}
