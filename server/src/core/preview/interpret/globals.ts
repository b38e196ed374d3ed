import { EvaluationError } from "./evaluation-error.ts";
import { checkListLimit, checkTextLimit, limits, spend } from "./fuel.ts";
import type { Machine } from "./machine.ts";
import { memberName, setMember } from "./members.ts";
import { isTruthy, toNumber, toText } from "./operators.ts";
import { toList } from "./patterns.ts";
import { dict, fromBase64, isDictValue, type Native, plainValue, toBase64, type Value } from "./values.ts";

/** Converts plain JSON data to interpreter values. */
export function fromPlain(data: unknown): Value {
  if (data === null || typeof data === "string" || typeof data === "number" || typeof data === "boolean")
    return data;
  if (Array.isArray(data)) return data.map(fromPlain);
  if (typeof data !== "object") return undefined;
  return dict(Object.entries(data).map(([key, member]) => [key, fromPlain(member)] as const));
}

export function toJson(value: Value, space: Value, machine: Machine): Value {
  const indent = typeof space === "string" ? space.slice(0, 10) : Math.min(10, toNumber(space) || 0);
  const plain = plainValue(value);
  if (plain === undefined) return undefined;
  const text = JSON.stringify(plain, undefined, indent);
  checkTextLimit(machine.fuel, text.length);
  return text;
}

type Run = Native["run"];

function native(name: string, run: Run, members: Record<string, Run> = {}): Native {
  return {
    kind: "native",
    name,
    run,
    members: new Map(Object.entries(members).map(([key, each]) => [key, native(key, each)])),
  };
}

function namespace(members: Record<string, Run>, values: Record<string, Value> = {}): Value {
  return frozen([
    ...Object.entries(members).map(([name, run]) => [name, native(name, run)] as const),
    ...Object.entries(values),
  ]);
}

function frozen(entries: readonly (readonly [string, Value])[]): Value {
  return { ...dict(entries), isFrozen: true };
}

const numeric =
  (compute: (...numbers: number[]) => number): Run =>
  (args) =>
    compute(...args.map(toNumber));

const maths = namespace(
  {
    ...Object.fromEntries(
      (
        [
          "abs",
          "cbrt",
          "ceil",
          "cos",
          "exp",
          "floor",
          "log",
          "log10",
          "log2",
          "round",
          "sign",
          "sin",
          "sqrt",
          "tan",
          "trunc",
        ] as const
      ).map((name) => [name, numeric((number = Number.NaN) => Math[name](number))]),
    ),
    max: numeric((...numbers) => Math.max(...numbers)),
    min: numeric((...numbers) => Math.min(...numbers)),
    pow: numeric((base = Number.NaN, power = Number.NaN) => base ** power),
    hypot: numeric((...numbers) => Math.hypot(...numbers)),
    random: () => {
      throw new EvaluationError(
        "not-static",
        "`Math.random()` returns a different value each time, so the preview leaves this part out. Use a fixed value.",
      );
    },
  },
  { PI: Math.PI, E: Math.E, SQRT2: Math.SQRT2, LN2: Math.LN2, LN10: Math.LN10 },
);

const objects = native("Object", ([value]) => value ?? dict(), {
  keys: ([value], machine) =>
    listed(
      entriesOf(value).map(([key]) => key),
      machine,
    ),
  values: ([value], machine) =>
    listed(
      entriesOf(value).map(([, member]) => member),
      machine,
    ),
  entries: ([value], machine) =>
    listed(
      entriesOf(value).map(([key, member]) => [key, member]),
      machine,
    ),
  fromEntries: ([value], machine) =>
    dict(
      toList(value, machine).map((each) => {
        const [key, member] = toList(each, machine);
        return [memberName(key), member] as const;
      }),
    ),
  assign: ([target, ...sources], machine) => {
    for (const source of sources) {
      const entries = entriesOf(source);
      checkListLimit(machine.fuel, entries.length);
      for (const [key, member] of entries) setMember(target, key, member);
    }
    return target;
  },
  freeze: ([value]) => value,
  hasOwn: ([value, key]) => isDictValue(value) && value.entries.has(toText(key)),
});

function entriesOf(value: Value): readonly (readonly [string, Value])[] {
  if (isDictValue(value)) return [...value.entries];
  if (Array.isArray(value)) return value.map((each, i) => [String(i), each] as const);
  if (typeof value === "string") return Array.from(value, (each, i) => [String(i), each] as const);
  if (value === undefined || value === null)
    throw new EvaluationError(
      "fails",
      "This code reads a property of `undefined` or `null`, so readers see an error. Make sure that the value is an object.",
    );
  return [];
}

function listed(list: Value[], machine: Machine): Value[] {
  checkListLimit(machine.fuel, list.length);
  return list;
}

const arrays = native("Array", (args, machine) => sized(args, machine), {
  isArray: ([value]) => Array.isArray(value),
  of: (args) => [...args],
  from: ([value, map], machine) => {
    const length = isDictValue(value) ? toNumber(value.entries.get("length")) : undefined;
    const list = length === undefined ? [...toList(value, machine)] : sized([length], machine);
    if (map === undefined) return list;
    return list.map((each, i) => {
      spend(machine.fuel);
      return machine.call(map, [each, i]);
    });
  },
});

function sized(args: readonly Value[], machine: Machine): Value[] {
  const [length] = args;
  if (args.length !== 1 || typeof length !== "number") return [...args];
  const count = Number.isInteger(length) && length >= 0 ? length : limits.list + 1;
  checkListLimit(machine.fuel, count);
  return Array.from({ length: count }, () => undefined);
}

const numbers = native("Number", ([value]) => (value === undefined ? 0 : toNumber(value)), {
  isFinite: ([value]) => typeof value === "number" && Number.isFinite(value),
  isInteger: ([value]) => Number.isInteger(value),
  isNaN: ([value]) => typeof value === "number" && Number.isNaN(value),
  parseFloat: ([value]) => Number.parseFloat(toText(value)),
  parseInt: ([value, radix]) => Number.parseInt(toText(value), toNumber(radix)),
});

const encode =
  (change: (text: string) => string): Run =>
  ([value], machine) => {
    const text = toText(value);
    checkTextLimit(machine.fuel, text.length * 3);
    try {
      return change(text);
    } catch {
      throw new EvaluationError(
        "fails",
        "This text can't be encoded or decoded, so readers see an error. Fix the text.",
      );
    }
  };

/** The JavaScript globals that are available on every page. They only compute values, and this map never changes. */
export const globals: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["undefined", undefined],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["Math", maths],
  ["Object", objects],
  ["Array", arrays],
  ["Number", numbers],
  [
    "String",
    native("String", (args) => (args.length === 0 ? "" : toText(args[0])), {
      fromCharCode: (args) => String.fromCharCode(...args.slice(0, 1000).map(toNumber)),
    }),
  ],
  ["Boolean", native("Boolean", ([value]) => isTruthy(value))],
  [
    "JSON",
    namespace({
      stringify: ([value, , space], machine) => toJson(value, space, machine),
      parse: ([text], machine) => {
        const source = toText(text);
        checkTextLimit(machine.fuel, source.length);
        try {
          return fromPlain(JSON.parse(source));
        } catch {
          throw new EvaluationError(
            "fails",
            "This text isn't valid JSON, so readers see an error. Fix the JSON.",
          );
        }
      },
    }),
  ],
  [
    "console",
    namespace(
      Object.fromEntries(["debug", "error", "info", "log", "warn"].map((name) => [name, () => undefined])),
    ),
  ],
  ["parseInt", native("parseInt", ([value, radix]) => Number.parseInt(toText(value), toNumber(radix)))],
  ["parseFloat", native("parseFloat", ([value]) => Number.parseFloat(toText(value)))],
  ["isNaN", native("isNaN", ([value]) => Number.isNaN(toNumber(value)))],
  ["isFinite", native("isFinite", ([value]) => Number.isFinite(toNumber(value)))],
  ["encodeURIComponent", native("encodeURIComponent", encode(encodeURIComponent))],
  ["decodeURIComponent", native("decodeURIComponent", encode(decodeURIComponent))],
  ["encodeURI", native("encodeURI", encode(encodeURI))],
  ["decodeURI", native("decodeURI", encode(decodeURI))],
  ["btoa", native("btoa", encode(toBase64))],
  ["atob", native("atob", encode(fromBase64))],
  [
    "Date",
    native(
      "Date",
      () => {
        throw currentTimeError();
      },
      {
        now: () => {
          throw currentTimeError();
        },
        parse: ([text]) => Date.parse(toText(text)),
      },
    ),
  ],
]);

/** Returns the error for code that reads the current time, because the result differs each time a page is viewed. */
export function currentTimeError(): EvaluationError {
  return new EvaluationError(
    "not-static",
    "The current time changes whenever the page is rendered, so the preview leaves this part out. Use a fixed date.",
  );
}
