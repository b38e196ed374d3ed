import type { FaultyOperation } from "../spec-fault.ts";
import { entriesOf, entryOf, type SpecEntry } from "../spec-node.ts";
import { methodKeys, mostUsers, type FaultyOperations } from "./faulty-operations.ts";
import { locate, nameRange } from "./located-error.ts";
import type { PartPlace, PulledInPart } from "./pulled-in-parts.ts";

/** Whom things concern that stand in parts, by the references that lead there. */
export class PartUsers {
  readonly #operations: FaultyOperations;
  readonly #back: ReadonlyMap<string, readonly PartPlace[]>;
  /** Ways from a part to operations, which are the same for all that stands in it. */
  readonly #usersOf = new Map<PulledInPart, readonly FaultyOperation[]>();
  readonly #operationsIn = new Map<PulledInPart, readonly FaultyOperation[]>();
  readonly #pathsOf = new Map<PulledInPart, readonly string[]>();

  /** `back` are references from parts to components of the specification's own file. */
  constructor(operations: FaultyOperations, back: ReadonlyMap<string, readonly PartPlace[]> = new Map()) {
    this.#operations = operations;
    this.#back = back;
  }

  /** The operation that holds this place; several where several paths name one path item. */
  around({ part, path }: PartPlace): readonly FaultyOperation[] {
    if (!part) {
      const operation = this.#operations.operationAt(path);
      return operation ? [operation] : [];
    }
    if (part.kind === "channel") return this.#channels(part);
    if (part.kind === "operation") return this.#operationsOf(part);
    if (part.kind !== "pathItem") return [];
    const entry = methodEntry(part, path);
    return entry ? this.#paths(part).map((name) => toFaultyOperation(part, entry, name)) : [];
  }

  /** Operations that name what stands at this place, by way of others too, without holding it. At most 200. */
  users({ part, path }: PartPlace): readonly FaultyOperation[] {
    if (!part) return this.#collect([{ part, path }]);
    // What stands beside the methods of a path concerns all of them.
    if (part.kind === "pathItem") {
      const paths = this.#paths(part);
      const own = methodsOf(part).flatMap((entry) => paths.map((name) => toFaultyOperation(part, entry, name)));
      if (own.length > 0) return own.slice(0, mostUsers);
    }
    const known = this.#usersOf.get(part);
    if (known) return known;
    const users = this.#collect(part.from);
    this.#usersOf.set(part, users);
    return users;
  }

  /** Every operation from which references lead to these places, however many parts lie between. */
  #collect(start: readonly PartPlace[]): readonly FaultyOperation[] {
    const found = new Map<string, FaultyOperation>();
    const add = (operations: readonly FaultyOperation[]) => {
      for (const operation of operations)
        found.set(`${operation.file ?? ""} ${operation.range.start} ${operation.path}`, operation);
    };
    const places = [...start];
    const seen = new Set<unknown>();
    // Grows while it is gone through.
    for (const place of places) {
      if (found.size >= mostUsers) break;
      const { part, path } = place;
      const around = this.around(place);
      add(around);
      if (around.length > 0) continue;
      if (!part) {
        add(this.#operations.usersOf(path));
        for (const component of this.#operations.componentsUsing(path)) {
          if (seen.has(component)) continue;
          seen.add(component);
          places.push(...(this.#back.get(component) ?? []));
        }
      } else if (part.kind === "pathItem" && this.#paths(part).length > 0) {
        add(this.users(place));
      } else if (!seen.has(part)) {
        seen.add(part);
        places.push(...part.from);
      }
    }
    return [...found.values()].slice(0, mostUsers);
  }

  /** The channels that name this part as what they are. */
  #channels({ from }: PulledInPart): readonly FaultyOperation[] {
    return from.flatMap(({ part, path }) => {
      const operation = part || path.length > 2 ? undefined : this.#operations.operationAt(path);
      return operation ?? [];
    });
  }

  /** The operations that this part is, by the methods that name it. */
  #operationsOf(part: PulledInPart): readonly FaultyOperation[] {
    const known = this.#operationsIn.get(part);
    if (known) return known;
    this.#operationsIn.set(part, []);
    const node = nodeOf(part);
    const range = node && nameRange({ path: [], node, entry: undefined });
    if (!range) return [];
    const operations = part.from
      .flatMap((place) => this.#named(place))
      .slice(0, mostUsers)
      .map(({ method, path }) => ({ method, path, range, file: part.file }));
    this.#operationsIn.set(part, operations);
    return operations;
  }

  /** The operations that a reference at this place stands for. */
  #named({ part, path }: PartPlace): readonly Pick<FaultyOperation, "method" | "path">[] {
    if (part?.kind === "operation") return path.length === 0 ? this.#operationsOf(part) : [];
    if (part && part.kind !== "pathItem") return [];
    const [section, name = "", ...inItem] = part ? ["paths", "", ...path] : path;
    if (section !== "paths" && section !== "webhooks") return [];
    const [key = "", additional] = inItem;
    const method = key === "additionalOperations" ? additional : key.toUpperCase();
    const isWhole = inItem.length === (key === "additionalOperations" ? 2 : 1);
    if (method === undefined || !isWhole) return [];
    return (part ? this.#paths(part) : [name]).map((own) => ({ method, path: own }));
  }

  /** The paths that name this path item. */
  #paths(part: PulledInPart): readonly string[] {
    const known = this.#pathsOf.get(part);
    if (known) return known;
    this.#pathsOf.set(part, []);
    const names = part.from.flatMap(({ part: outer, path }) => {
      if (outer) return outer.kind === "pathItem" && path.length === 0 ? this.#paths(outer) : [];
      const [section, name] = path;
      const isPath = (section === "paths" || section === "webhooks") && path.length === 2;
      return isPath && name !== undefined ? [name] : [];
    });
    const paths = [...new Set(names)].slice(0, mostUsers);
    this.#pathsOf.set(part, paths);
    return paths;
  }
}

/** The key of the method around this place of a path item. */
function methodEntry(
  part: PulledInPart,
  [key = "", additional = ""]: readonly string[],
): SpecEntry | undefined {
  const item = nodeOf(part);
  if (methodKeys.has(key)) return entryOf(item, key);
  return key === "additionalOperations" ? entryOf(entryOf(item, key)?.value, additional) : undefined;
}

function methodsOf(part: PulledInPart): readonly SpecEntry[] {
  return [...entriesOf(nodeOf(part))].filter(({ key }) => methodKeys.has(key));
}

function toFaultyOperation({ file }: PulledInPart, { key, keyRange }: SpecEntry, path: string): FaultyOperation {
  return { method: methodKeys.has(key) ? key.toUpperCase() : key, path, range: keyRange, file };
}

function nodeOf({ tree, path }: PulledInPart) {
  return tree.root && locate(tree.root, path).node;
}
