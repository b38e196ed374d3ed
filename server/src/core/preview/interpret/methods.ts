import { EvaluationError, limitMessage } from "./evaluation-error.ts";
import { checkListLimit, checkTextLimit, limits, spendSteps } from "./fuel.ts";
import type { Machine } from "./machine.ts";
import { findMatches } from "./matcher.ts";
import { isTruthy, toNumber, toText } from "./operators.ts";
import {
  type Dict,
  isDictValue,
  isFunction,
  isObjectValue,
  toIsoText,
  type PatternValue,
  type DateValue,
  type Value,
} from "./values.ts";

/** A JavaScript method that only computes a value. */
export type Method<Self extends Value> = (self: Self, args: readonly Value[], machine: Machine) => Value;
export type Methods<Self extends Value> = ReadonlyMap<string, Method<Self>>;

/**
 * Creates a table of methods. `inheritedMethods` contains the methods of every interpreter object. These methods are
 * passed separately, because names such as `toString` in a record literal would conflict with the literal's own
 * inherited members.
 */
export function createMethods<Self extends Value>(
  methods: Record<string, Method<Self>>,
  inheritedMethods: readonly (readonly [string, Method<Self>])[] = [],
): Methods<Self> {
  return new Map([...Object.entries(methods), ...inheritedMethods]);
}

export const arrayMethods: Methods<Value[]> = createMethods<Value[]>(
  {
    at: (self, [index]) => self.at(toNumber(index)),
    concat: (self, args, machine) => checkList([...self, ...args.flat(1)], machine),
    every: (self, [test], machine) => self.every((item, i) => isTruthy(callCallback(test, item, i, self, machine))),
    fill: (self, [value, start, end]) =>
      checkMutable(self).fill(value, toPosition(start, 0), end === undefined ? undefined : toPosition(end, 0)),
    filter: (self, [test], machine) => self.filter((item, i) => isTruthy(callCallback(test, item, i, self, machine))),
    find: (self, [test], machine) => self.find((item, i) => isTruthy(callCallback(test, item, i, self, machine))),
    findIndex: (self, [test], machine) =>
      self.findIndex((item, i) => isTruthy(callCallback(test, item, i, self, machine))),
    findLast: (self, [test], machine) =>
      self.findLast((item, i) => isTruthy(callCallback(test, item, i, self, machine))),
    findLastIndex: (self, [test], machine) =>
      self.findLastIndex((item, i) => isTruthy(callCallback(test, item, i, self, machine))),
    flat: (self, [depth], machine) =>
      checkList(flattenList(self, depth === undefined ? 1 : toNumber(depth), machine), machine),
    flatMap: (self, [callback], machine) =>
      checkList(
        self.flatMap((item, i) => callCallback(callback, item, i, self, machine)),
        machine,
      ),
    forEach: (self, [callback], machine) => {
      self.forEach((item, i) => callCallback(callback, item, i, self, machine));
      return undefined;
    },
    entries: (self, _, machine) =>
      checkList(
        self.map((item, i) => [i, item]),
        machine,
      ),
    includes: (self, [value]) => self.includes(value),
    indexOf: (self, [value]) => self.indexOf(value),
    join: (self, [separatorValue], machine) => {
      const separator = separatorValue === undefined ? "," : toText(separatorValue);
      let result = "";
      self.forEach((item, i) => {
        result += (i > 0 ? separator : "") + (item == null ? "" : toText(item));
        if (result.length > limits.text) throw new EvaluationError("too-much", limitMessage);
      });
      checkTextLimit(machine.fuel, result.length);
      return result;
    },
    keys: (self, _, machine) =>
      checkList(
        self.map((_each, i) => i),
        machine,
      ),
    lastIndexOf: (self, [value]) => self.lastIndexOf(value),
    map: (self, [callback], machine) =>
      checkList(
        self.map((item, i) => callCallback(callback, item, i, self, machine)),
        machine,
      ),
    pop: (self) => checkMutable(self).pop(),
    push: (self, args, machine) => {
      checkListLimit(machine.fuel, self.length + args.length);
      return checkMutable(self).push(...args);
    },
    reduce: (self, args, machine) => reduceList(self, args, machine),
    reduceRight: (self, args, machine) => reduceList(self.toReversed(), args, machine),
    reverse: (self) => checkMutable(self).reverse(),
    shift: (self) => checkMutable(self).shift(),
    slice: (self, [start, end], machine) =>
      checkList(self.slice(toPosition(start, 0), end === undefined ? undefined : toPosition(end, 0)), machine),
    some: (self, [test], machine) => self.some((item, i) => isTruthy(callCallback(test, item, i, self, machine))),
    sort: (self, [compareFunction], machine) => {
      const sortedList = sortList(self, compareFunction, machine);
      checkMutable(self).splice(0, self.length, ...sortedList);
      return self;
    },
    splice: (self, [start, count, ...items], machine) => {
      checkListLimit(machine.fuel, self.length + items.length);
      return checkMutable(self).splice(
        toPosition(start, 0),
        count === undefined ? self.length : toPosition(count, 0),
        ...items,
      );
    },
    toReversed: (self, _, machine) => checkList(self.toReversed(), machine),
    toSorted: (self, [compareFunction], machine) => checkList(sortList(self, compareFunction, machine), machine),
    unshift: (self, args, machine) => {
      checkListLimit(machine.fuel, self.length + args.length);
      return checkMutable(self).unshift(...args);
    },
    values: (self) => self,
  },
  [["toString", (self) => toText(self)]],
);

function callCallback(callee: Value, item: Value, index: number, self: Value[], machine: Machine): Value {
  spendSteps(machine.fuel);
  return machine.call(callee, [item, index, self]);
}

function checkList(list: Value[], machine: Machine): Value[] {
  checkListLimit(machine.fuel, list.length);
  return list;
}

/**
 * Returns the array if it can be changed. An array in a module that was completely read can't be changed, because all
 * blocks that use the module share the array.
 */
function checkMutable(self: Value[]): Value[] {
  if (!Object.isFrozen(self)) return self;
  throw new EvaluationError(
    "not-static",
    "This code changes an array that is shared by the entire page. The preview doesn't evaluate that. Make a copy with `[...array]`, and change the copy.",
  );
}

function toPosition(value: Value, fallback: number): number {
  const number = Math.trunc(toNumber(value));
  return Number.isNaN(number) ? fallback : number;
}

function reduceList(self: Value[], args: readonly Value[], machine: Machine): Value {
  if (self.length === 0 && args.length < 2)
    throw new EvaluationError(
      "fails",
      "`reduce` needs an initial value for an empty array, so readers see an error. Add one after the function.",
    );
  const [reducer] = args;
  const start = args.length < 2 ? 1 : 0;
  let result = args.length < 2 ? self[0] : args[1];
  for (let i = start; i < self.length; i++) {
    spendSteps(machine.fuel);
    result = machine.call(reducer, [result, self[i], i, self]);
  }
  return result;
}

function sortList(self: Value[], compareFunction: Value, machine: Machine): Value[] {
  checkListLimit(machine.fuel, self.length);
  if (compareFunction === undefined)
    return self.toSorted((a, b) => (toText(a) < toText(b) ? -1 : toText(a) > toText(b) ? 1 : 0));
  return self.toSorted((a, b) => {
    spendSteps(machine.fuel);
    return toNumber(machine.call(compareFunction, [a, b])) || 0;
  });
}

function flattenList(list: readonly Value[], depth: number, machine: Machine): Value[] {
  spendSteps(machine.fuel, list.length);
  return list.flatMap((item) =>
    Array.isArray(item) && depth >= 1 ? flattenList(item, Math.min(depth, 10) - 1, machine) : [item],
  );
}

export const numberMethods: Methods<number | boolean> = createMethods<number | boolean>(
  {
    toExponential: (self) => Number(self).toExponential(),
    toFixed: (self, [digits]) => Number(self).toFixed(clampInteger(digits, 0, 100)),
    toPrecision: (self, [digits]) =>
      digits === undefined ? String(self) : Number(self).toPrecision(clampInteger(digits, 1, 100)),
  },
  [
    ["toLocaleString", (self, [, options], machine) => formatNumber(self, options, machine)],
    [
      "toString",
      (self, [radix]) =>
        typeof self === "number" && radix !== undefined ? self.toString(clampInteger(radix, 2, 36)) : String(self),
    ],
    ["valueOf", (self) => self],
  ],
);

function clampInteger(value: Value, low: number, high: number): number {
  return Math.max(low, Math.min(high, Math.trunc(toNumber(value)) || low));
}

/** The number of steps charged for a locale-dependent operation. Such an operation is slower than most others. */
const localeCost = 50;

/** Formats a number in US English regardless of the system locale, such as `1,234.5`. */
function formatNumber(self: number | boolean, options: Value, machine: Machine): string {
  spendSteps(machine.fuel, localeCost);
  const getDigits = (name: string) => {
    const value = isDictValue(options) ? options.entries.get(name) : undefined;
    return typeof value === "number" ? clampInteger(value, 0, 20) : undefined;
  };
  const [minDigits, maxDigits] = [getDigits("minimumFractionDigits"), getDigits("maximumFractionDigits")];
  return Number(self).toLocaleString("en-US", {
    ...(minDigits !== undefined && { minimumFractionDigits: minDigits }),
    ...(maxDigits !== undefined && { maximumFractionDigits: Math.max(maxDigits, minDigits ?? 0) }),
  });
}

/** Methods that every object has. */
export const objectMethods: Methods<Dict> = createMethods<Dict>({}, [
  ["hasOwnProperty", (self, [key]) => self.entries.has(toText(key))],
  ["toString", () => "[object Object]"],
  ["valueOf", (self) => self],
]);

const createDateGetter = (get: (date: Date) => number) => (self: DateValue) => get(new Date(self.time));

/** Methods of dates. They use UTC so that a page looks the same wherever it's rendered. */
export const dateMethods: Methods<DateValue> = createMethods<DateValue>(
  {
    getTime: (self) => self.time,
    toISOString: (self) => toIsoText(self.time),
    toJSON: (self) => toIsoText(self.time),
    toDateString: (self) => toIsoText(self.time).slice(0, 10),
    toLocaleDateString: (self, [, options], machine) => formatDate(self, options, machine),
    getFullYear: createDateGetter((date) => date.getUTCFullYear()),
    getUTCFullYear: createDateGetter((date) => date.getUTCFullYear()),
    getMonth: createDateGetter((date) => date.getUTCMonth()),
    getUTCMonth: createDateGetter((date) => date.getUTCMonth()),
    getDate: createDateGetter((date) => date.getUTCDate()),
    getUTCDate: createDateGetter((date) => date.getUTCDate()),
    getDay: createDateGetter((date) => date.getUTCDay()),
    getUTCDay: createDateGetter((date) => date.getUTCDay()),
    getHours: createDateGetter((date) => date.getUTCHours()),
    getMinutes: createDateGetter((date) => date.getUTCMinutes()),
    getSeconds: createDateGetter((date) => date.getUTCSeconds()),
  },
  [
    ["valueOf", (self) => self.time],
    ["toString", (self) => toIsoText(self.time)],
    ["toLocaleString", (self, [, options], machine) => formatDate(self, options, machine)],
  ],
);

const dateOptionValues: ReadonlyMap<string, readonly string[]> = new Map([
  ["weekday", ["long", "short", "narrow"]],
  ["year", ["numeric", "2-digit"]],
  ["month", ["long", "short", "narrow", "numeric", "2-digit"]],
  ["day", ["numeric", "2-digit"]],
]);

function formatDate({ time }: DateValue, options: Value, machine: Machine): string {
  spendSteps(machine.fuel, localeCost);
  if (Number.isNaN(time)) return "Invalid Date";
  const dateOptions: Record<string, string> = {};
  for (const [name, values] of dateOptionValues) {
    const value = isDictValue(options) ? options.entries.get(name) : undefined;
    if (typeof value === "string" && values.includes(value)) dateOptions[name] = value;
  }
  return new Date(time).toLocaleDateString("en-US", { timeZone: "UTC", ...dateOptions });
}

export const patternMethods: Methods<PatternValue> = createMethods<PatternValue>(
  {
    test: (self, [text], machine) => findMatches(self, toText(text), machine, 1).length > 0,
    exec: (self, [text], machine) => {
      const [match] = findMatches(self, toText(text), machine, 1);
      return match ? [...match.groups] : null;
    },
  },
  [["toString", (self) => toText(self)]],
);

export const textMethods: Methods<string> = createMethods<string>(
  {
    at: (self, [index]) => self.at(toNumber(index)),
    charAt: (self, [index]) => self.charAt(toPosition(index, 0)),
    charCodeAt: (self, [index]) => self.charCodeAt(toPosition(index, 0)),
    codePointAt: (self, [index]) => self.codePointAt(toPosition(index, 0)),
    concat: (self, args, machine) =>
      chargeText(
        args.reduce<string>((text, argument) => text + toText(argument), self),
        machine,
      ),
    endsWith: (self, [text]) => self.endsWith(toText(text)),
    includes: (self, [text]) => self.includes(toText(text)),
    indexOf: (self, [text, position]) => self.indexOf(toText(text), toPosition(position, 0)),
    lastIndexOf: (self, [text]) => self.lastIndexOf(toText(text)),
    localeCompare: (self, [text]) => (self < toText(text) ? -1 : self > toText(text) ? 1 : 0),
    match: (self, [pattern], machine) => matchText(self, pattern, machine),
    normalize: (self) => self.normalize(),
    padEnd: (self, [length, fill], machine) => padText(self, length, fill, "end", machine),
    padStart: (self, [length, fill], machine) => padText(self, length, fill, "start", machine),
    repeat: (self, [count], machine) => {
      const repeatCount = toPosition(count, 0);
      if (repeatCount < 0 || self.length * repeatCount > limits.text)
        throw new EvaluationError("too-much", limitMessage);
      return chargeText(self.repeat(repeatCount), machine);
    },
    replace: (self, [pattern, replacement], machine) => replaceText(self, pattern, replacement, false, machine),
    replaceAll: (self, [pattern, replacement], machine) => replaceText(self, pattern, replacement, true, machine),
    search: (self, [pattern], machine) =>
      isPatternValue(pattern)
        ? (findMatches(pattern, self, machine, 1)[0]?.index ?? -1)
        : self.indexOf(toText(pattern)),
    slice: (self, [start, end]) => self.slice(toPosition(start, 0), end === undefined ? undefined : toPosition(end, 0)),
    split: (self, [separator, limit], machine) => splitText(self, separator, limit, machine),
    startsWith: (self, [text, position]) => self.startsWith(toText(text), toPosition(position, 0)),
    substr: (self, [from, length]) => {
      const start = toPosition(from, 0) < 0 ? Math.max(0, self.length + toPosition(from, 0)) : toPosition(from, 0);
      return self.slice(start, length === undefined ? undefined : start + toPosition(length, 0));
    },
    substring: (self, [start, end]) =>
      self.substring(toPosition(start, 0), end === undefined ? undefined : toPosition(end, 0)),
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

function padText(self: string, length: Value, fill: Value, side: "start" | "end", machine: Machine): string {
  const width = toPosition(length, 0);
  if (width > limits.text) throw new EvaluationError("too-much", limitMessage);
  const padding = fill === undefined ? " " : toText(fill);
  return chargeText(side === "start" ? self.padStart(width, padding) : self.padEnd(width, padding), machine);
}

function isPatternValue(value: Value): value is PatternValue {
  return isObjectValue(value) && value.kind === "matcher";
}

function matchText(self: string, pattern: Value, machine: Machine): Value {
  if (!isPatternValue(pattern)) return self.includes(toText(pattern)) ? [toText(pattern)] : null;
  const matches = findMatches(pattern, self, machine, pattern.flags.includes("g") ? limits.list : 1);
  if (matches.length === 0) return null;
  return pattern.flags.includes("g") ? matches.map(({ text }) => text) : [...(matches[0]?.groups ?? [])];
}

function replaceText(self: string, pattern: Value, replacement: Value, replacesAll: boolean, machine: Machine): string {
  const matches = isPatternValue(pattern)
    ? findMatches(pattern, self, machine, replacesAll || pattern.flags.includes("g") ? limits.list : 1)
    : findOccurrences(self, toText(pattern), replacesAll);
  let result = "";
  let end = 0;
  for (const { index, text, groups } of matches) {
    result += self.slice(end, index);
    result += isFunction(replacement)
      ? toText(machine.call(replacement, [...groups, index, self]))
      : toText(replacement).replace(/\$(\$|&|[1-9])/g, (_, reference: string) =>
          reference === "$" ? "$" : reference === "&" ? text : (groups[Number(reference)] ?? ""),
        );
    end = index + text.length;
    checkTextLimit(machine.fuel, result.length);
  }
  return chargeText(result + self.slice(end), machine);
}

function findOccurrences(self: string, text: string, findsAll: boolean) {
  const occurrences: { index: number; text: string; groups: string[] }[] = [];
  for (
    let position = self.indexOf(text);
    position >= 0;
    position = self.indexOf(text, position + Math.max(1, text.length))
  ) {
    occurrences.push({ index: position, text, groups: [text] });
    if (!findsAll || position >= self.length || occurrences.length >= limits.list) break;
  }
  return occurrences;
}

function splitText(self: string, separator: Value, limit: Value, machine: Machine): Value {
  checkListLimit(machine.fuel, self.length > limits.list && separator === "" ? self.length : 0);
  const parts =
    separator === undefined
      ? [self]
      : isPatternValue(separator)
        ? splitAtMatches(self, separator, machine)
        : self.split(toText(separator));
  checkListLimit(machine.fuel, parts.length);
  return limit === undefined ? parts : parts.slice(0, Math.max(0, toPosition(limit, 0)));
}

function splitAtMatches(self: string, separator: PatternValue, machine: Machine): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const { index, text } of findMatches(separator, self, machine, limits.list)) {
    if (text === "" && (index === 0 || index >= self.length)) continue;
    parts.push(self.slice(end, index));
    end = index + text.length;
  }
  return [...parts, self.slice(end)];
}
