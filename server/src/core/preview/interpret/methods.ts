import { EvaluationError, limitExceeded } from "./evaluation-error.ts";
import { checkListLimit, checkTextLimit, limits, spend } from "./fuel.ts";
import type { Machine } from "./machine.ts";
import { matchesOf } from "./matcher.ts";
import { isTruthy, toNumber, toText } from "./operators.ts";
import {
  type Dict,
  isDictValue,
  isFunction,
  isObjectValue,
  isoText,
  type Matcher,
  type Moment,
  type Value,
} from "./values.ts";

/** A JavaScript method that only computes a value. */
export type Method<Self extends Value> = (self: Self, args: readonly Value[], machine: Machine) => Value;
export type Methods<Self extends Value> = ReadonlyMap<string, Method<Self>>;

/**
 * Creates a table of methods. `inherited` contains the methods of every interpreter object. These methods are passed
 * separately, because names such as `toString` in a record literal would conflict with the literal's own inherited
 * members.
 */
export function methodsOf<Self extends Value>(
  methods: Record<string, Method<Self>>,
  inherited: readonly (readonly [string, Method<Self>])[] = [],
): Methods<Self> {
  return new Map([...Object.entries(methods), ...inherited]);
}

export const arrayMethods: Methods<Value[]> = methodsOf<Value[]>(
  {
    at: (self, [index]) => self.at(toNumber(index)),
    concat: (self, args, machine) => withinListLimit([...self, ...args.flat(1)], machine),
    every: (self, [test], machine) => self.every((each, i) => isTruthy(call(test, each, i, self, machine))),
    fill: (self, [value, from, to]) =>
      mutableArray(self).fill(value, position(from, 0), to === undefined ? undefined : position(to, 0)),
    filter: (self, [test], machine) => self.filter((each, i) => isTruthy(call(test, each, i, self, machine))),
    find: (self, [test], machine) => self.find((each, i) => isTruthy(call(test, each, i, self, machine))),
    findIndex: (self, [test], machine) =>
      self.findIndex((each, i) => isTruthy(call(test, each, i, self, machine))),
    findLast: (self, [test], machine) =>
      self.findLast((each, i) => isTruthy(call(test, each, i, self, machine))),
    findLastIndex: (self, [test], machine) =>
      self.findLastIndex((each, i) => isTruthy(call(test, each, i, self, machine))),
    flat: (self, [depth], machine) =>
      withinListLimit(flattened(self, depth === undefined ? 1 : toNumber(depth), machine), machine),
    flatMap: (self, [map], machine) =>
      withinListLimit(
        self.flatMap((each, i) => call(map, each, i, self, machine)),
        machine,
      ),
    forEach: (self, [run], machine) => {
      self.forEach((each, i) => call(run, each, i, self, machine));
      return undefined;
    },
    entries: (self, _, machine) =>
      withinListLimit(
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
        if (out.length > limits.text) throw new EvaluationError("too-much", limitExceeded);
      });
      checkTextLimit(machine.fuel, out.length);
      return out;
    },
    keys: (self, _, machine) =>
      withinListLimit(
        self.map((_each, i) => i),
        machine,
      ),
    lastIndexOf: (self, [value]) => self.lastIndexOf(value),
    map: (self, [map], machine) =>
      withinListLimit(
        self.map((each, i) => call(map, each, i, self, machine)),
        machine,
      ),
    pop: (self) => mutableArray(self).pop(),
    push: (self, args, machine) => {
      checkListLimit(machine.fuel, self.length + args.length);
      return mutableArray(self).push(...args);
    },
    reduce: (self, args, machine) => fold(self, args, machine),
    reduceRight: (self, args, machine) => fold(self.toReversed(), args, machine),
    reverse: (self) => mutableArray(self).reverse(),
    shift: (self) => mutableArray(self).shift(),
    slice: (self, [from, to], machine) =>
      withinListLimit(self.slice(position(from, 0), to === undefined ? undefined : position(to, 0)), machine),
    some: (self, [test], machine) => self.some((each, i) => isTruthy(call(test, each, i, self, machine))),
    sort: (self, [by], machine) => {
      const sorted = inOrder(self, by, machine);
      mutableArray(self).splice(0, self.length, ...sorted);
      return self;
    },
    splice: (self, [from, count, ...added], machine) => {
      checkListLimit(machine.fuel, self.length + added.length);
      return mutableArray(self).splice(
        position(from, 0),
        count === undefined ? self.length : position(count, 0),
        ...added,
      );
    },
    toReversed: (self, _, machine) => withinListLimit(self.toReversed(), machine),
    toSorted: (self, [by], machine) => withinListLimit(inOrder(self, by, machine), machine),
    unshift: (self, args, machine) => {
      checkListLimit(machine.fuel, self.length + args.length);
      return mutableArray(self).unshift(...args);
    },
    values: (self) => self,
  },
  [["toString", (self) => toText(self)]],
);

function call(callee: Value, each: Value, index: number, self: Value[], machine: Machine): Value {
  spend(machine.fuel);
  return machine.call(callee, [each, index, self]);
}

function withinListLimit(list: Value[], machine: Machine): Value[] {
  checkListLimit(machine.fuel, list.length);
  return list;
}

/**
 * Returns the array if it can be changed. An array in a module that was completely read can't be changed, because all
 * blocks that use the module share the array.
 */
function mutableArray(self: Value[]): Value[] {
  if (!Object.isFrozen(self)) return self;
  throw new EvaluationError(
    "not-static",
    "This code changes an array that is shared by the entire page. The preview doesn't evaluate that. Make a copy with `[...array]`, and change the copy.",
  );
}

function position(value: Value, otherwise: number): number {
  const number = Math.trunc(toNumber(value));
  return Number.isNaN(number) ? otherwise : number;
}

function fold(self: Value[], args: readonly Value[], machine: Machine): Value {
  if (self.length === 0 && args.length < 2)
    throw new EvaluationError(
      "fails",
      "`reduce` needs an initial value for an empty array, so readers see an error. Add one after the function.",
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
  checkListLimit(machine.fuel, self.length);
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

export const numberMethods: Methods<number | boolean> = methodsOf<number | boolean>(
  {
    toExponential: (self) => Number(self).toExponential(),
    toFixed: (self, [digits]) => Number(self).toFixed(clamp(digits, 0, 100)),
    toPrecision: (self, [digits]) =>
      digits === undefined ? String(self) : Number(self).toPrecision(clamp(digits, 1, 100)),
  },
  [
    ["toLocaleString", (self, [, options], machine) => localeNumber(self, options, machine)],
    [
      "toString",
      (self, [radix]) =>
        typeof self === "number" && radix !== undefined ? self.toString(clamp(radix, 2, 36)) : String(self),
    ],
    ["valueOf", (self) => self],
  ],
);

function clamp(value: Value, low: number, high: number): number {
  return Math.max(low, Math.min(high, Math.trunc(toNumber(value)) || low));
}

/** The number of steps charged for a locale-dependent operation. Such an operation is slower than most others. */
const localeCost = 50;

/** Formats a number in US English regardless of the system locale, such as `1,234.5`. */
function localeNumber(self: number | boolean, options: Value, machine: Machine): string {
  spend(machine.fuel, localeCost);
  const digits = (name: string) => {
    const value = isDictValue(options) ? options.entries.get(name) : undefined;
    return typeof value === "number" ? clamp(value, 0, 20) : undefined;
  };
  const [low, high] = [digits("minimumFractionDigits"), digits("maximumFractionDigits")];
  return Number(self).toLocaleString("en-US", {
    ...(low !== undefined && { minimumFractionDigits: low }),
    ...(high !== undefined && { maximumFractionDigits: Math.max(high, low ?? 0) }),
  });
}

/** Methods that every object has. */
export const objectMethods: Methods<Dict> = methodsOf<Dict>({}, [
  ["hasOwnProperty", (self, [key]) => self.entries.has(toText(key))],
  ["toString", () => "[object Object]"],
  ["valueOf", (self) => self],
]);

const part = (get: (date: Date) => number) => (self: Moment) => get(new Date(self.time));

/** Methods of dates. They use UTC so that a page looks the same wherever it's rendered. */
export const momentMethods: Methods<Moment> = methodsOf<Moment>(
  {
    getTime: (self) => self.time,
    toISOString: (self) => isoText(self.time),
    toJSON: (self) => isoText(self.time),
    toDateString: (self) => isoText(self.time).slice(0, 10),
    toLocaleDateString: (self, [, options], machine) => localeDate(self, options, machine),
    getFullYear: part((date) => date.getUTCFullYear()),
    getUTCFullYear: part((date) => date.getUTCFullYear()),
    getMonth: part((date) => date.getUTCMonth()),
    getUTCMonth: part((date) => date.getUTCMonth()),
    getDate: part((date) => date.getUTCDate()),
    getUTCDate: part((date) => date.getUTCDate()),
    getDay: part((date) => date.getUTCDay()),
    getUTCDay: part((date) => date.getUTCDay()),
    getHours: part((date) => date.getUTCHours()),
    getMinutes: part((date) => date.getUTCMinutes()),
    getSeconds: part((date) => date.getUTCSeconds()),
  },
  [
    ["valueOf", (self) => self.time],
    ["toString", (self) => isoText(self.time)],
    ["toLocaleString", (self, [, options], machine) => localeDate(self, options, machine)],
  ],
);

const datePieces: ReadonlyMap<string, readonly string[]> = new Map([
  ["weekday", ["long", "short", "narrow"]],
  ["year", ["numeric", "2-digit"]],
  ["month", ["long", "short", "narrow", "numeric", "2-digit"]],
  ["day", ["numeric", "2-digit"]],
]);

function localeDate({ time }: Moment, options: Value, machine: Machine): string {
  spend(machine.fuel, localeCost);
  if (Number.isNaN(time)) return "Invalid Date";
  const pieces: Record<string, string> = {};
  for (const [name, values] of datePieces) {
    const value = isDictValue(options) ? options.entries.get(name) : undefined;
    if (typeof value === "string" && values.includes(value)) pieces[name] = value;
  }
  return new Date(time).toLocaleDateString("en-US", { timeZone: "UTC", ...pieces });
}

export const matcherMethods: Methods<Matcher> = methodsOf<Matcher>(
  {
    test: (self, [text], machine) => matchesOf(self, toText(text), machine, 1).length > 0,
    exec: (self, [text], machine) => {
      const [found] = matchesOf(self, toText(text), machine, 1);
      return found ? [...found.groups] : null;
    },
  },
  [["toString", (self) => toText(self)]],
);

export const textMethods: Methods<string> = methodsOf<string>(
  {
    at: (self, [index]) => self.at(toNumber(index)),
    charAt: (self, [index]) => self.charAt(position(index, 0)),
    charCodeAt: (self, [index]) => self.charCodeAt(position(index, 0)),
    codePointAt: (self, [index]) => self.codePointAt(position(index, 0)),
    concat: (self, args, machine) =>
      chargeText(
        args.reduce<string>((text, each) => text + toText(each), self),
        machine,
      ),
    endsWith: (self, [text]) => self.endsWith(toText(text)),
    includes: (self, [text]) => self.includes(toText(text)),
    indexOf: (self, [text, from]) => self.indexOf(toText(text), position(from, 0)),
    lastIndexOf: (self, [text]) => self.lastIndexOf(toText(text)),
    localeCompare: (self, [text]) => (self < toText(text) ? -1 : self > toText(text) ? 1 : 0),
    match: (self, [pattern], machine) => match(self, pattern, machine),
    normalize: (self) => self.normalize(),
    padEnd: (self, [length, fill], machine) => pad(self, length, fill, "end", machine),
    padStart: (self, [length, fill], machine) => pad(self, length, fill, "start", machine),
    repeat: (self, [count], machine) => {
      const times = position(count, 0);
      if (times < 0 || self.length * times > limits.text)
        throw new EvaluationError("too-much", limitExceeded);
      return chargeText(self.repeat(times), machine);
    },
    replace: (self, [pattern, by], machine) => replace(self, pattern, by, false, machine),
    replaceAll: (self, [pattern, by], machine) => replace(self, pattern, by, true, machine),
    search: (self, [pattern], machine) =>
      isMatcher(pattern)
        ? (matchesOf(pattern, self, machine, 1)[0]?.index ?? -1)
        : self.indexOf(toText(pattern)),
    slice: (self, [from, to]) =>
      self.slice(position(from, 0), to === undefined ? undefined : position(to, 0)),
    split: (self, [by, limit], machine) => split(self, by, limit, machine),
    startsWith: (self, [text, from]) => self.startsWith(toText(text), position(from, 0)),
    substr: (self, [from, length]) => {
      const start = position(from, 0) < 0 ? Math.max(0, self.length + position(from, 0)) : position(from, 0);
      return self.slice(start, length === undefined ? undefined : start + position(length, 0));
    },
    substring: (self, [from, to]) =>
      self.substring(position(from, 0), to === undefined ? undefined : position(to, 0)),
    toLocaleLowerCase: (self) => self.toLowerCase(),
    toLocaleUpperCase: (self) => self.toUpperCase(),
    toLowerCase: (self) => self.toLowerCase(),
    toUpperCase: (self) => self.toUpperCase(),
    trim: (self) => self.trim(),
    trimEnd: (self) => self.trimEnd(),
    trimStart: (self) => self.trimStart(),
  },
  [
    ["toString", (self) => self],
    ["valueOf", (self) => self],
  ],
);

/** Charges the budget for a newly created string. Throws an error if the string is too long. */
function chargeText(text: string, machine: Machine): string {
  checkTextLimit(machine.fuel, text.length);
  return text;
}

function pad(self: string, length: Value, fill: Value, side: "start" | "end", machine: Machine): string {
  const width = position(length, 0);
  if (width > limits.text) throw new EvaluationError("too-much", limitExceeded);
  const by = fill === undefined ? " " : toText(fill);
  return chargeText(side === "start" ? self.padStart(width, by) : self.padEnd(width, by), machine);
}

function isMatcher(value: Value): value is Matcher {
  return isObjectValue(value) && value.kind === "matcher";
}

function match(self: string, pattern: Value, machine: Machine): Value {
  if (!isMatcher(pattern)) return self.includes(toText(pattern)) ? [toText(pattern)] : null;
  const found = matchesOf(pattern, self, machine, pattern.flags.includes("g") ? limits.list : 1);
  if (found.length === 0) return null;
  return pattern.flags.includes("g") ? found.map(({ text }) => text) : [...(found[0]?.groups ?? [])];
}

function replace(self: string, pattern: Value, by: Value, isAll: boolean, machine: Machine): string {
  const found = isMatcher(pattern)
    ? matchesOf(pattern, self, machine, isAll || pattern.flags.includes("g") ? limits.list : 1)
    : placesOf(self, toText(pattern), isAll);
  let out = "";
  let end = 0;
  for (const { index, text, groups } of found) {
    out += self.slice(end, index);
    out += isFunction(by)
      ? toText(machine.call(by, [...groups, index, self]))
      : toText(by).replace(/\$(\$|&|[1-9])/g, (_, mark: string) =>
          mark === "$" ? "$" : mark === "&" ? text : (groups[Number(mark)] ?? ""),
        );
    end = index + text.length;
    checkTextLimit(machine.fuel, out.length);
  }
  return chargeText(out + self.slice(end), machine);
}

function placesOf(self: string, text: string, isAll: boolean) {
  const places: { index: number; text: string; groups: string[] }[] = [];
  for (let at = self.indexOf(text); at >= 0; at = self.indexOf(text, at + Math.max(1, text.length))) {
    places.push({ index: at, text, groups: [text] });
    if (!isAll || at >= self.length || places.length >= limits.list) break;
  }
  return places;
}

function split(self: string, by: Value, limit: Value, machine: Machine): Value {
  checkListLimit(machine.fuel, self.length > limits.list && by === "" ? self.length : 0);
  const parts =
    by === undefined ? [self] : isMatcher(by) ? splitAt(self, by, machine) : self.split(toText(by));
  checkListLimit(machine.fuel, parts.length);
  return limit === undefined ? parts : parts.slice(0, Math.max(0, position(limit, 0)));
}

function splitAt(self: string, by: Matcher, machine: Machine): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const { index, text } of matchesOf(by, self, machine, limits.list)) {
    if (text === "" && (index === 0 || index >= self.length)) continue;
    parts.push(self.slice(end, index));
    end = index + text.length;
  }
  return [...parts, self.slice(end)];
}
