import { fixedMethods } from "../outline-operations.ts";
import type { FaultyOperation } from "../spec-fault.ts";
import { entriesOf, entryOf, itemsOf, textOf, valueAt, type SpecNode, type SpecTree } from "../spec-node.ts";
import { resolvePointerPath } from "./pointer-path.ts";

export const methodKeys: ReadonlySet<string> = new Set(fixedMethods.map((method) => method.toLowerCase()));
export const mostUsers = 200;

/** Whom a fault at a path concerns: the operation it stands in, or those that use what it stands in. */
export class FaultyOperations {
  readonly #tree: SpecTree;
  readonly #root: SpecNode;
  #components: ComponentUsers | undefined;

  constructor(tree: SpecTree, root: SpecNode) {
    this.#tree = tree;
    this.#root = root;
  }

  /** The operation, webhook or channel around this place. */
  operationAt(path: readonly string[]): FaultyOperation | undefined {
    const [section, name, key, additional] = path;
    if (name === undefined) return undefined;
    if (section === "channels") {
      const entry = entryOf(valueAt(this.#root, section), name);
      return entry && { method: "CHANNEL", path: name, range: entry.keyRange };
    }
    if (section !== "paths" && section !== "webhooks") return undefined;
    const item = valueAt(valueAt(this.#root, section), name);
    if (key !== undefined && methodKeys.has(key)) return operationOf(item, key, name);
    if (key !== "additionalOperations" || additional === undefined) return undefined;
    const range = entryOf(valueAt(item, key), additional)?.keyRange;
    return range && { method: additional, path: name, range };
  }

  /** Operations that use what stands at this place without being around it. */
  usersOf(path: readonly string[]): readonly FaultyOperation[] {
    const [section, name] = path;
    const component = componentAt(path);
    if (component !== undefined) return this.#componentUsers().operationsUsing(component);
    if ((section !== "paths" && section !== "webhooks") || name === undefined) return [];
    const item = valueAt(valueAt(this.#root, section), name);
    return [...entriesOf(item)].flatMap(({ key }) => operationOf(item, key, name) ?? []).slice(0, mostUsers);
  }

  /** The component at this place and all that use it, by way of others too. */
  componentsUsing(path: readonly string[]): Iterable<string> {
    const component = componentAt(path);
    return component === undefined ? [] : this.#componentUsers().componentsUsing(component);
  }

  #componentUsers(): ComponentUsers {
    this.#components ??= componentUsers(this.#root, this.#tree, this);
    return this.#components;
  }
}

interface ComponentUsers {
  readonly operationsUsing: (component: string) => readonly FaultyOperation[];
  readonly componentsUsing: (component: string) => Iterable<string>;
}

/** `schemas/User` for all that stands in it. */
export function componentAt([section, name, key]: readonly string[]): string | undefined {
  return section === "components" && name !== undefined && key !== undefined ? `${name}/${key}` : undefined;
}

function operationOf(item: SpecNode | undefined, key: string, path: string): FaultyOperation | undefined {
  const range = methodKeys.has(key) ? entryOf(item, key)?.keyRange : undefined;
  return range && { method: key.toUpperCase(), path, range };
}

/** Who uses a component, by way of others too: every reference is read once. */
function componentUsers(root: SpecNode, tree: SpecTree, operations: FaultyOperations): ComponentUsers {
  const usedBy = new Map<string, Set<string>>();
  const holders = new Map<string, FaultyOperation>();
  const collect = (holder: string, node: SpecNode, seen: Set<SpecNode>) => {
    if (node.kind === "scalar") return;
    if (tree.shared.has(node)) {
      if (seen.has(node)) return;
      seen.add(node);
    }
    for (const item of itemsOf(node)) collect(holder, item, seen);
    for (const { key, value } of entriesOf(node)) {
      const target = key === "$ref" ? resolvePointerPath(textOf(value) ?? "") : undefined;
      if (target?.[0] === "components" && target[2] !== undefined) {
        const component = `${target[1] ?? ""}/${target[2]}`;
        const users = usedBy.get(component) ?? new Set();
        users.add(holder);
        usedBy.set(component, users);
      }
      if (value.kind !== "scalar") collect(holder, value, seen);
    }
  };
  for (const section of ["paths", "webhooks"])
    for (const { key: path, value: item } of entriesOf(valueAt(root, section)))
      for (const { key, value } of entriesOf(item)) {
        const concerned = key === "parameters" ? operations.usersOf([section, path]) : [];
        const own = operations.operationAt([section, path, key]);
        for (const operation of own ? [own] : concerned) {
          const holder = `${section} ${operation.method} ${path}`;
          holders.set(holder, operation);
          collect(holder, value, new Set());
        }
      }
  for (const { key: section, value: parts } of entriesOf(valueAt(root, "components")))
    for (const { key, value } of entriesOf(parts)) collect(`${section}/${key}`, value, new Set());
  const reachedFrom = (component: string): ReadonlySet<string> => {
    const reached = new Set([component]);
    for (const one of reached) for (const user of usedBy.get(one) ?? []) reached.add(user);
    return reached;
  };
  return {
    componentsUsing: reachedFrom,
    operationsUsing: (component) =>
      [...reachedFrom(component)].flatMap((one) => holders.get(one) ?? []).slice(0, mostUsers),
  };
}
