import type { Place } from "./place.ts";
import type { Value } from "./value.ts";

export interface Binding {
  value: Value;
  readonly isConstant: boolean;
  /** Of a module that has been read: it cannot be given another value from inside a component. */
  isFrozen?: boolean;
}

/** Names and what they stand for, from the inside out. */
export interface Scope {
  readonly names: Map<string, Binding>;
  readonly parent?: Scope;
  /** Where the code is written that runs in it. */
  readonly place: Place;
}

export function innerScope(parent: Scope, place: Place = parent.place): Scope {
  return { names: new Map(), parent, place };
}

export function lookUp(scope: Scope, name: string): Binding | undefined {
  for (let each: Scope | undefined = scope; each; each = each.parent) {
    const found = each.names.get(name);
    if (found) return found;
  }
  return undefined;
}

export function declare(scope: Scope, name: string, value: Value, isConstant = true): void {
  scope.names.set(name, { value, isConstant });
}
