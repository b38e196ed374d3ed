import { spend } from "../fuel.ts";
import type { Machine } from "../machine.ts";
import { matchesOf } from "../matcher.ts";
import { isoText } from "../plain-value.ts";
import { toNumber, toText } from "../operators.ts";
import type { Dict, Matcher, Moment, Value } from "../value.ts";
import { isDict } from "../value.ts";
import { methodsOf, type Methods } from "./method.ts";

export const numberMethods: Methods<number | boolean> = methodsOf<number | boolean>(
  {
    toExponential: (self) => Number(self).toExponential(),
    toFixed: (self, [digits]) => Number(self).toFixed(between(digits, 0, 100)),
    toPrecision: (self, [digits]) =>
      digits === undefined ? String(self) : Number(self).toPrecision(between(digits, 1, 100)),
  },
  [
    ["toLocaleString", (self, [, options], machine) => localeNumber(self, options, machine)],
    [
      "toString",
      (self, [radix]) =>
        typeof self === "number" && radix !== undefined ? self.toString(between(radix, 2, 36)) : String(self),
    ],
    ["valueOf", (self) => self],
  ],
);

function between(value: Value, low: number, high: number): number {
  return Math.max(low, Math.min(high, Math.trunc(toNumber(value)) || low));
}

/** Steps for what takes as long as many others. */
const localeCost = 50;

/** As American readers write it, whatever the machine: `1,234.5`. */
function localeNumber(self: number | boolean, options: Value, machine: Machine): string {
  spend(machine.fuel, localeCost);
  const digits = (name: string) => {
    const value = isDict(options) ? options.entries.get(name) : undefined;
    return typeof value === "number" ? between(value, 0, 20) : undefined;
  };
  const [low, high] = [digits("minimumFractionDigits"), digits("maximumFractionDigits")];
  return Number(self).toLocaleString("en-US", {
    ...(low !== undefined && { minimumFractionDigits: low }),
    ...(high !== undefined && { maximumFractionDigits: Math.max(high, low ?? 0) }),
  });
}

/** What every object has. */
export const objectMethods: Methods<Dict> = methodsOf<Dict>({}, [
  ["hasOwnProperty", (self, [key]) => self.entries.has(toText(key))],
  ["toString", () => "[object Object]"],
  ["valueOf", (self) => self],
]);

const part = (get: (date: Date) => number) => (self: Moment) => get(new Date(self.time));

/** In universal time, so that a page looks alike wherever it is worked on. */
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
    const value = isDict(options) ? options.entries.get(name) : undefined;
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
