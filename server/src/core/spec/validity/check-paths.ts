import { childOf, followRefs, followSpot, refOf, rootOf } from "../resolve-ref.ts";
import type { PlacedNode, SpecFiles } from "../spec-files.ts";
import { entriesOf, itemsOf, textOf, valueAt, type SpecEntry, type SpecNode } from "../spec-node.ts";
import { fixedMethods } from "../outline-operations.ts";
import type { FoundFault } from "./fault-of-error.ts";

const methodKeys: ReadonlySet<string> = new Set(fixedMethods.map((method) => method.toLowerCase()));

/**
 * What the specification says of paths and no schema can: two templates that only differ in the names in braces are
 * one path (3.1.1 §4.8.8.1), and each name in braces has a parameter `in: path`, and the other way round (§4.8.12).
 * Services check neither, so these faults are tolerated.
 */
export function* checkPaths(files: SpecFiles): Generator<void, readonly FoundFault[]> {
  const found: FoundFault[] = [];
  const root = rootOf(files, files.entry);
  const paths = root && childOf(root, "paths");
  if (!paths) return found;
  const known = new Map<string, SpecEntry>();
  let count = 0;
  for (const entry of entriesOf(paths.node)) {
    if (!entry.key.startsWith("/")) continue;
    const shape = entry.key.replace(/\{[^{}]*\}/g, "{}");
    const first = known.get(shape);
    if (!first) known.set(shape, entry);
    else
      found.push({
        kind: "same-path",
        path: ["paths", entry.key],
        range: entry.keyRange,
        name: first.key,
        expected: "",
        isTolerated: true,
        first: first.keyRange,
      });
    const item = childOf(paths, entry.key);
    if (item) found.push(...checkParameters(files, item, entry));
    if (++count % pathsOfStep === 0) yield;
  }
  return found;
}

/** So many paths are looked at in one step: some 10 ms. */
const pathsOfStep = 100;

interface PathParameter {
  readonly name: string;
  /** Its name, where it stands in the operation itself: one that is kept among the components may be right for another path. */
  readonly own: SpecNode | undefined;
}

function* checkParameters(
  files: SpecFiles,
  item: PlacedNode,
  { key, keyRange }: Pick<SpecEntry, "key" | "keyRange">,
): Generator<FoundFault> {
  const wanted = new Set([...key.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? ""));
  if (refOf(item.node) !== undefined) {
    yield* checkElsewhere(files, item, { key, keyRange }, wanted);
    return;
  }
  const shared = pathParametersOf(files, item);
  const methods = [...entriesOf(item.node)].filter(({ key: method }) => methodKeys.has(method));
  const own = methods.map((method) => {
    const operation = childOf(item, method.key);
    return [method, operation && pathParametersOf(files, operation)] as const;
  });
  if (!shared) return;
  for (const [method, parameters] of [[undefined, shared] as const, ...own])
    for (const { name, own: node } of parameters ?? [])
      if (node && !wanted.has(name))
        yield parameterFault("unused", name, ["paths", key, ...(method ? [method.key] : [])], node.range);
  const lacking = (name: string) =>
    own.filter(
      ([, parameters]) => parameters && ![...shared, ...parameters].some((one) => one.name === name),
    );
  for (const name of wanted) {
    const methodsWithout = lacking(name);
    if (methodsWithout.length === methods.length && methods.length > 1)
      yield parameterFault("undefined", name, ["paths", key], keyRange);
    else
      for (const [method] of methodsWithout)
        yield parameterFault("undefined", name, ["paths", key, method.key], method.keyRange);
  }
}

/**
 * A path item that stands elsewhere may be used by several paths, so that parameters of other names say nothing; a
 * name that none of its operations explains is wrong here.
 */
function* checkElsewhere(
  files: SpecFiles,
  item: PlacedNode,
  { key, keyRange }: Pick<SpecEntry, "key" | "keyRange">,
  wanted: ReadonlySet<string>,
): Generator<FoundFault> {
  const result = followRefs(files, item);
  if (!result.ok || [...entriesOf(item.node)].length > 1) return;
  const { target } = result;
  const shared = pathParametersOf(files, target);
  const methods = [...entriesOf(target.node)].filter(({ key: method }) => methodKeys.has(method));
  const own = methods.map((method) => {
    const operation = childOf(target, method.key);
    return operation && pathParametersOf(files, operation);
  });
  if (!shared || own.length === 0) return;
  for (const name of wanted) {
    const isLacking = own.every(
      (parameters) => parameters && ![...shared, ...parameters].some((one) => one.name === name),
    );
    if (isLacking) yield parameterFault("undefined", name, ["paths", key], keyRange);
  }
}

function parameterFault(
  expected: "unused" | "undefined",
  name: string,
  path: readonly string[],
  range: FoundFault["range"],
): FoundFault {
  return { kind: "path-parameter", path, range, name, expected, isTolerated: true };
}

/** Undefined when one of them cannot be read, so that it might be any. */
function pathParametersOf(files: SpecFiles, holder: PlacedNode): readonly PathParameter[] | undefined {
  if (refOf(holder.node) !== undefined) return undefined;
  const list = childOf(holder, "parameters");
  const parameters: PathParameter[] = [];
  if (!list) return parameters;
  for (const index of itemsOf(list.node).keys()) {
    const item = childOf(list, String(index));
    const found = item && followSpot(files, item);
    const nameNode = valueAt(found?.node, "name");
    const name = textOf(nameNode);
    const place = textOf(valueAt(found?.node, "in"));
    if (place === undefined || name === undefined) return undefined;
    if (place === "path") parameters.push({ name, own: found === item ? nameNode : undefined });
  }
  return parameters;
}
