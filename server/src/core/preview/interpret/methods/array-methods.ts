import { CodeFault, tooMuch } from "../fault.ts";
import { checkList, checkText, limits, spend } from "../fuel.ts";
import type { Machine } from "../machine.ts";
import { isTruthy, toNumber, toText } from "../operators.ts";
import type { Value } from "../value.ts";
import { methodsOf, type Methods } from "./method.ts";

export const arrayMethods: Methods<Value[]> = methodsOf<Value[]>(
  {
    at: (self, [index]) => self.at(toNumber(index)),
    concat: (self, args, machine) => made([...self, ...args.flat(1)], machine),
    every: (self, [test], machine) => self.every((each, i) => isTruthy(call(test, each, i, self, machine))),
    fill: (self, [value, from, to]) =>
      changed(self).fill(value, position(from, 0), to === undefined ? undefined : position(to, 0)),
    filter: (self, [test], machine) => self.filter((each, i) => isTruthy(call(test, each, i, self, machine))),
    find: (self, [test], machine) => self.find((each, i) => isTruthy(call(test, each, i, self, machine))),
    findIndex: (self, [test], machine) =>
      self.findIndex((each, i) => isTruthy(call(test, each, i, self, machine))),
    findLast: (self, [test], machine) =>
      self.findLast((each, i) => isTruthy(call(test, each, i, self, machine))),
    findLastIndex: (self, [test], machine) =>
      self.findLastIndex((each, i) => isTruthy(call(test, each, i, self, machine))),
    flat: (self, [depth], machine) =>
      made(flattened(self, depth === undefined ? 1 : toNumber(depth), machine), machine),
    flatMap: (self, [map], machine) =>
      made(
        self.flatMap((each, i) => call(map, each, i, self, machine)),
        machine,
      ),
    forEach: (self, [run], machine) => {
      self.forEach((each, i) => call(run, each, i, self, machine));
      return undefined;
    },
    entries: (self, _, machine) =>
      made(
        self.map((each, i) => [i, each]),
        machine,
      ),
    includes: (self, [value]) => self.includes(value),
    indexOf: (self, [value]) => self.indexOf(value),
    join: (self, [by], machine) => {
      const between = by === undefined ? "," : toText(by);
      let out = "";
      self.forEach((each, i) => {
        out += (i > 0 ? between : "") + (each == null ? "" : toText(each));
        if (out.length > limits.text) throw new CodeFault("too-much", tooMuch);
      });
      checkText(machine.fuel, out.length);
      return out;
    },
    keys: (self, _, machine) =>
      made(
        self.map((_each, i) => i),
        machine,
      ),
    lastIndexOf: (self, [value]) => self.lastIndexOf(value),
    map: (self, [map], machine) =>
      made(
        self.map((each, i) => call(map, each, i, self, machine)),
        machine,
      ),
    pop: (self) => changed(self).pop(),
    push: (self, args, machine) => {
      checkList(machine.fuel, self.length + args.length);
      return changed(self).push(...args);
    },
    reduce: (self, args, machine) => fold(self, args, machine),
    reduceRight: (self, args, machine) => fold(self.toReversed(), args, machine),
    reverse: (self) => changed(self).reverse(),
    shift: (self) => changed(self).shift(),
    slice: (self, [from, to], machine) =>
      made(self.slice(position(from, 0), to === undefined ? undefined : position(to, 0)), machine),
    some: (self, [test], machine) => self.some((each, i) => isTruthy(call(test, each, i, self, machine))),
    sort: (self, [by], machine) => {
      const sorted = inOrder(self, by, machine);
      changed(self).splice(0, self.length, ...sorted);
      return self;
    },
    splice: (self, [from, count, ...added], machine) => {
      checkList(machine.fuel, self.length + added.length);
      return changed(self).splice(
        position(from, 0),
        count === undefined ? self.length : position(count, 0),
        ...added,
      );
    },
    toReversed: (self, _, machine) => made(self.toReversed(), machine),
    toSorted: (self, [by], machine) => made(inOrder(self, by, machine), machine),
    unshift: (self, args, machine) => {
      checkList(machine.fuel, self.length + args.length);
      return changed(self).unshift(...args);
    },
    values: (self) => self,
  },
  [["toString", (self) => toText(self)]],
);

function call(callee: Value, each: Value, index: number, self: Value[], machine: Machine): Value {
  spend(machine.fuel);
  return machine.call(callee, [each, index, self]);
}

function made(list: Value[], machine: Machine): Value[] {
  checkList(machine.fuel, list.length);
  return list;
}

/** What may be changed: lists of a module that has been read are shared by all that shows them. */
function changed(self: Value[]): Value[] {
  if (!Object.isFrozen(self)) return self;
  throw new CodeFault(
    "not-static",
    "A list that the whole page shares is changed here, which the preview does not work out. Make a copy with `[...list]` and change that.",
  );
}

function position(value: Value, otherwise: number): number {
  const number = Math.trunc(toNumber(value));
  return Number.isNaN(number) ? otherwise : number;
}

function fold(self: Value[], args: readonly Value[], machine: Machine): Value {
  if (self.length === 0 && args.length < 2)
    throw new CodeFault(
      "fails",
      "`reduce` of an empty list needs a first value, so readers see an error. Give it one behind the function.",
    );
  const [run] = args;
  const start = args.length < 2 ? 1 : 0;
  let result = args.length < 2 ? self[0] : args[1];
  for (let i = start; i < self.length; i++) {
    spend(machine.fuel);
    result = machine.call(run, [result, self[i], i, self]);
  }
  return result;
}

function inOrder(self: Value[], by: Value, machine: Machine): Value[] {
  checkList(machine.fuel, self.length);
  if (by === undefined)
    return self.toSorted((a, b) => (toText(a) < toText(b) ? -1 : toText(a) > toText(b) ? 1 : 0));
  return self.toSorted((a, b) => {
    spend(machine.fuel);
    return toNumber(machine.call(by, [a, b])) || 0;
  });
}

function flattened(list: readonly Value[], depth: number, machine: Machine): Value[] {
  spend(machine.fuel, list.length);
  return list.flatMap((each) =>
    Array.isArray(each) && depth >= 1 ? flattened(each, Math.min(depth, 10) - 1, machine) : [each],
  );
}
