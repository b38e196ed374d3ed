import type { Machine } from "../machine.ts";
import type { Value } from "../value.ts";

/** A method of JavaScript that does nothing but compute. */
export type Method<Self extends Value> = (self: Self, args: readonly Value[], machine: Machine) => Value;
export type Methods<Self extends Value> = ReadonlyMap<string, Method<Self>>;

/** `inherited` are those that every object of ours has too, which a record cannot be trusted to tell apart. */
export function methodsOf<Self extends Value>(
  methods: Record<string, Method<Self>>,
  inherited: readonly (readonly [string, Method<Self>])[] = [],
): Methods<Self> {
  return new Map([...Object.entries(methods), ...inherited]);
}
