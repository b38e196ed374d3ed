import type { FaultyOperation } from "../spec-fault.ts";
import { entriesOf, entryOf, type SpecEntry } from "../spec-node.ts";
import { methodKeys, mostUsers, type FaultyOperations } from "./faulty-operations.ts";
import { locate } from "./located-error.ts";
import type { PartPlace, PulledInPart } from "./pulled-in-parts.ts";

/** Whom a fault in a file that is pulled in concerns. */
export interface Concerned {
  /** The operation it stands in; several where several paths name one path item. */
  readonly around: readonly FaultyOperation[];
  /** Those that name what it stands in, by way of other parts too. At most 200. */
  readonly users: readonly FaultyOperation[];
}

/** Whom things concern that stand in parts, by the references that lead there. */
export class PartUsers {
  readonly #operations: FaultyOperations;
  /** Ways from a part to operations, which are the same for all that stands in it. */
  readonly #usersOf = new Map<PulledInPart, readonly FaultyOperation[]>();
  readonly #pathsOf = new Map<PulledInPart, readonly string[]>();

  constructor(operations: FaultyOperations) {
    this.#operations = operations;
  }

  of(place: PartPlace): Concerned {
    const around = this.#around(place);
    return { around, users: around.length > 0 || !place.part ? [] : this.#users(place.part, place.path) };
  }

  /** An operation stands under a path of the specification's own file, or in a path item that such a path names. */
  #around({ part, path }: PartPlace): readonly FaultyOperation[] {
    if (!part) {
      const operation = this.#operations.operationAt(path);
      return operation ? [operation] : [];
    }
    if (part.kind !== "pathItem") return [];
    const entry = methodEntry(part, path);
    return entry ? this.#paths(part).map((name) => operationOf(part, entry, name)) : [];
  }

  #users(part: PulledInPart, path: readonly string[] = []): readonly FaultyOperation[] {
    // What stands beside the methods of a path concerns all of them.
    if (part.kind === "pathItem" && path[0] !== "additionalOperations") {
      const own = methodsOf(part).flatMap((entry) =>
        this.#paths(part).map((name) => operationOf(part, entry, name)),
      );
      if (own.length > 0) return own.slice(0, mostUsers);
    }
    const known = this.#usersOf.get(part);
    if (known) return known;
    // While it is being found out: references may go round in a circle.
    this.#usersOf.set(part, []);
    const found = new Map<string, FaultyOperation>();
    for (const operation of this.#reached(part)) {
      if (found.size >= mostUsers) break;
      found.set(`${operation.file ?? ""} ${operation.range.start} ${operation.path}`, operation);
    }
    const users = [...found.values()];
    this.#usersOf.set(part, users);
    return users;
  }

  /** Every operation from which references lead here, however many parts lie between. */
  *#reached(start: PulledInPart): Generator<FaultyOperation> {
    const parts = new Set([start]);
    for (const part of parts)
      for (const place of part.from) {
        const around = this.#around(place);
        yield* around;
        if (around.length > 0) continue;
        if (!place.part) yield* this.#operations.usersOf(place.path);
        else if (place.part.kind === "pathItem") yield* this.#users(place.part, place.path);
        else parts.add(place.part);
      }
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

function operationOf({ file }: PulledInPart, { key, keyRange }: SpecEntry, path: string): FaultyOperation {
  return { method: methodKeys.has(key) ? key.toUpperCase() : key, path, range: keyRange, file };
}

function nodeOf({ tree, path }: PulledInPart) {
  return tree.root && locate(tree.root, path).node;
}
