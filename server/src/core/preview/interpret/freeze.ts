import type { Binding } from "./scope.ts";
import { isDict, type Value } from "./value.ts";

const maxFreezeDepth = 30;

/** Closes what a module has made: whoever shows it later cannot change it for others. */
export function freezeNames(names: ReadonlyMap<string, Binding>): void {
  const seen = new Set<Value>();
  for (const binding of names.values()) {
    binding.isFrozen = true;
    freeze(binding.value, seen, maxFreezeDepth);
  }
}

function freeze(value: Value, seen: Set<Value>, depth: number): void {
  if (depth === 0 || seen.has(value)) return;
  if (Array.isArray(value)) {
    seen.add(value);
    for (const each of value) freeze(each, seen, depth - 1);
    Object.freeze(value);
  } else if (isDict(value)) {
    seen.add(value);
    for (const each of value.entries.values()) freeze(each, seen, depth - 1);
    value.isFrozen = true;
  }
}
