import { CodeFault, tooMuch } from "../fault.ts";
import { checkList, checkText, limits } from "../fuel.ts";
import type { Machine } from "../machine.ts";
import { matchesOf } from "../matcher.ts";
import { toNumber, toText } from "../operators.ts";
import { isFunction, isObject, type Matcher, type Value } from "../value.ts";
import { methodsOf, type Methods } from "./method.ts";

export const textMethods: Methods<string> = methodsOf<string>(
  {
    at: (self, [index]) => self.at(toNumber(index)),
    charAt: (self, [index]) => self.charAt(whole(index, 0)),
    charCodeAt: (self, [index]) => self.charCodeAt(whole(index, 0)),
    codePointAt: (self, [index]) => self.codePointAt(whole(index, 0)),
    concat: (self, args, machine) =>
      countText(
        args.reduce<string>((text, each) => text + toText(each), self),
        machine,
      ),
    endsWith: (self, [text]) => self.endsWith(toText(text)),
    includes: (self, [text]) => self.includes(toText(text)),
    indexOf: (self, [text, from]) => self.indexOf(toText(text), whole(from, 0)),
    lastIndexOf: (self, [text]) => self.lastIndexOf(toText(text)),
    localeCompare: (self, [text]) => (self < toText(text) ? -1 : self > toText(text) ? 1 : 0),
    match: (self, [pattern], machine) => match(self, pattern, machine),
    normalize: (self) => self.normalize(),
    padEnd: (self, [length, fill], machine) => pad(self, length, fill, "end", machine),
    padStart: (self, [length, fill], machine) => pad(self, length, fill, "start", machine),
    repeat: (self, [count], machine) => {
      const times = whole(count, 0);
      if (times < 0 || self.length * times > limits.text) throw new CodeFault("too-much", tooMuch);
      return countText(self.repeat(times), machine);
    },
    replace: (self, [pattern, by], machine) => replace(self, pattern, by, false, machine),
    replaceAll: (self, [pattern, by], machine) => replace(self, pattern, by, true, machine),
    search: (self, [pattern], machine) =>
      isMatcher(pattern)
        ? (matchesOf(pattern, self, machine, 1)[0]?.index ?? -1)
        : self.indexOf(toText(pattern)),
    slice: (self, [from, to]) => self.slice(whole(from, 0), to === undefined ? undefined : whole(to, 0)),
    split: (self, [by, limit], machine) => split(self, by, limit, machine),
    startsWith: (self, [text, from]) => self.startsWith(toText(text), whole(from, 0)),
    substr: (self, [from, length]) => {
      const start = whole(from, 0) < 0 ? Math.max(0, self.length + whole(from, 0)) : whole(from, 0);
      return self.slice(start, length === undefined ? undefined : start + whole(length, 0));
    },
    substring: (self, [from, to]) =>
      self.substring(whole(from, 0), to === undefined ? undefined : whole(to, 0)),
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

function whole(value: Value, otherwise: number): number {
  const number = Math.trunc(toNumber(value));
  return Number.isNaN(number) ? otherwise : number;
}

/** Counts what a text costs that was just made. */
function countText(text: string, machine: Machine): string {
  checkText(machine.fuel, text.length);
  return text;
}

function pad(self: string, length: Value, fill: Value, side: "start" | "end", machine: Machine): string {
  const width = whole(length, 0);
  if (width > limits.text) throw new CodeFault("too-much", tooMuch);
  const by = fill === undefined ? " " : toText(fill);
  return countText(side === "start" ? self.padStart(width, by) : self.padEnd(width, by), machine);
}

function isMatcher(value: Value): value is Matcher {
  return isObject(value) && value.kind === "matcher";
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
    checkText(machine.fuel, out.length);
  }
  return countText(out + self.slice(end), machine);
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
  checkList(machine.fuel, self.length > limits.list && by === "" ? self.length : 0);
  const parts =
    by === undefined ? [self] : isMatcher(by) ? splitAt(self, by, machine) : self.split(toText(by));
  checkList(machine.fuel, parts.length);
  return limit === undefined ? parts : parts.slice(0, Math.max(0, whole(limit, 0)));
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
