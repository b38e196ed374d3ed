import { EvaluationError } from "./evaluation-error.ts";
import { checkListLimit, checkTextLimit, limits, spendSteps } from "./fuel.ts";
import type { Machine } from "./machine.ts";
import { getMemberName, setMember } from "./members.ts";
import { isTruthy, toNumber, toText } from "./operators.ts";
import { toList } from "./patterns.ts";
import { createDict, fromBase64, isDictValue, type NativeValue, toViewValue, toBase64, type Value } from "./values.ts";

/** Converts plain JSON data to interpreter values. */
export function toValue(data: unknown): Value {
  if (data === null || typeof data === "string" || typeof data === "number" || typeof data === "boolean") return data;
  if (Array.isArray(data)) return data.map(toValue);
  if (typeof data !== "object") return undefined;
  return createDict(Object.entries(data).map(([key, member]) => [key, toValue(member)] as const));
}

export function toJson(value: Value, space: Value, machine: Machine): Value {
  const indent = typeof space === "string" ? space.slice(0, 10) : Math.min(10, toNumber(space) || 0);
  const data = toViewValue(value);
  if (data === undefined) return undefined;
  const text = JSON.stringify(data, undefined, indent);
  checkTextLimit(machine.fuel, text.length);
  return text;
}

type NativeFunction = NativeValue["run"];

function createNativeFunction(
  name: string,
  run: NativeFunction,
  members: Record<string, NativeFunction> = {},
): NativeValue {
  return {
    kind: "native",
    name,
    run,
    members: new Map(Object.entries(members).map(([key, each]) => [key, createNativeFunction(key, each)])),
  };
}

function createNamespace(members: Record<string, NativeFunction>, values: Record<string, Value> = {}): Value {
  return createFrozenDict([
    ...Object.entries(members).map(([name, run]) => [name, createNativeFunction(name, run)] as const),
    ...Object.entries(values),
  ]);
}

function createFrozenDict(entries: readonly (readonly [string, Value])[]): Value {
  return { ...createDict(entries), isFrozen: true };
}

const createNumericFunction =
  (compute: (...numbers: number[]) => number): NativeFunction =>
  (args) =>
    compute(...args.map(toNumber));

const mathGlobals = createNamespace(
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
      ).map((name) => [name, createNumericFunction((number = Number.NaN) => Math[name](number))]),
    ),
    max: createNumericFunction((...numbers) => Math.max(...numbers)),
    min: createNumericFunction((...numbers) => Math.min(...numbers)),
    pow: createNumericFunction((base = Number.NaN, exponent = Number.NaN) => base ** exponent),
    hypot: createNumericFunction((...numbers) => Math.hypot(...numbers)),
    random: () => {
      throw new EvaluationError(
        "not-static",
        "`Math.random()` returns a different value each time, so the preview leaves this part out. Use a fixed value.",
      );
    },
  },
  { PI: Math.PI, E: Math.E, SQRT2: Math.SQRT2, LN2: Math.LN2, LN10: Math.LN10 },
);

const objectGlobals = createNativeFunction("Object", ([value]) => value ?? createDict(), {
  keys: ([value], machine) =>
    checkList(
      getEntries(value).map(([key]) => key),
      machine,
    ),
  values: ([value], machine) =>
    checkList(
      getEntries(value).map(([, member]) => member),
      machine,
    ),
  entries: ([value], machine) =>
    checkList(
      getEntries(value).map(([key, member]) => [key, member]),
      machine,
    ),
  fromEntries: ([value], machine) =>
    createDict(
      toList(value, machine).map((item) => {
        const [key, member] = toList(item, machine);
        return [getMemberName(key), member] as const;
      }),
    ),
  assign: ([target, ...sources], machine) => {
    for (const source of sources) {
      const entries = getEntries(source);
      checkListLimit(machine.fuel, entries.length);
      for (const [key, member] of entries) setMember(target, key, member);
    }
    return target;
  },
  freeze: ([value]) => value,
  hasOwn: ([value, key]) => isDictValue(value) && value.entries.has(toText(key)),
});

function getEntries(value: Value): readonly (readonly [string, Value])[] {
  if (isDictValue(value)) return [...value.entries];
  if (Array.isArray(value)) return value.map((item, i) => [String(i), item] as const);
  if (typeof value === "string") return Array.from(value, (character, i) => [String(i), character] as const);
  if (value === undefined || value === null)
    throw new EvaluationError(
      "fails",
      "This code reads a property of `undefined` or `null`, so readers see an error. Make sure that the value is an object.",
    );
  return [];
}

function checkList(list: Value[], machine: Machine): Value[] {
  checkListLimit(machine.fuel, list.length);
  return list;
}

const arrayGlobals = createNativeFunction("Array", (args, machine) => createSizedArray(args, machine), {
  isArray: ([value]) => Array.isArray(value),
  of: (args) => [...args],
  from: ([value, callback], machine) => {
    const length = isDictValue(value) ? toNumber(value.entries.get("length")) : undefined;
    const list = length === undefined ? [...toList(value, machine)] : createSizedArray([length], machine);
    if (callback === undefined) return list;
    return list.map((item, i) => {
      spendSteps(machine.fuel);
      return machine.call(callback, [item, i]);
    });
  },
});

function createSizedArray(args: readonly Value[], machine: Machine): Value[] {
  const [length] = args;
  if (args.length !== 1 || typeof length !== "number") return [...args];
  const count = Number.isInteger(length) && length >= 0 ? length : limits.list + 1;
  checkListLimit(machine.fuel, count);
  return Array.from({ length: count }, () => undefined);
}

const numberGlobals = createNativeFunction("Number", ([value]) => (value === undefined ? 0 : toNumber(value)), {
  isFinite: ([value]) => typeof value === "number" && Number.isFinite(value),
  isInteger: ([value]) => Number.isInteger(value),
  isNaN: ([value]) => typeof value === "number" && Number.isNaN(value),
  parseFloat: ([value]) => Number.parseFloat(toText(value)),
  parseInt: ([value, radix]) => Number.parseInt(toText(value), toNumber(radix)),
});

const createTextFunction =
  (convert: (text: string) => string): NativeFunction =>
  ([value], machine) => {
    const text = toText(value);
    checkTextLimit(machine.fuel, text.length * 3);
    try {
      return convert(text);
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
  ["Math", mathGlobals],
  ["Object", objectGlobals],
  ["Array", arrayGlobals],
  ["Number", numberGlobals],
  [
    "String",
    createNativeFunction("String", (args) => (args.length === 0 ? "" : toText(args[0])), {
      fromCharCode: (args) => String.fromCharCode(...args.slice(0, 1000).map(toNumber)),
    }),
  ],
  ["Boolean", createNativeFunction("Boolean", ([value]) => isTruthy(value))],
  [
    "JSON",
    createNamespace({
      stringify: ([value, , space], machine) => toJson(value, space, machine),
      parse: ([text], machine) => {
        const source = toText(text);
        checkTextLimit(machine.fuel, source.length);
        try {
          return toValue(JSON.parse(source));
        } catch {
          throw new EvaluationError("fails", "This text isn't valid JSON, so readers see an error. Fix the JSON.");
        }
      },
    }),
  ],
  [
    "console",
    createNamespace(
      Object.fromEntries(["debug", "error", "info", "log", "warn"].map((name) => [name, () => undefined])),
    ),
  ],
  ["parseInt", createNativeFunction("parseInt", ([value, radix]) => Number.parseInt(toText(value), toNumber(radix)))],
  ["parseFloat", createNativeFunction("parseFloat", ([value]) => Number.parseFloat(toText(value)))],
  ["isNaN", createNativeFunction("isNaN", ([value]) => Number.isNaN(toNumber(value)))],
  ["isFinite", createNativeFunction("isFinite", ([value]) => Number.isFinite(toNumber(value)))],
  ["encodeURIComponent", createNativeFunction("encodeURIComponent", createTextFunction(encodeURIComponent))],
  ["decodeURIComponent", createNativeFunction("decodeURIComponent", createTextFunction(decodeURIComponent))],
  ["encodeURI", createNativeFunction("encodeURI", createTextFunction(encodeURI))],
  ["decodeURI", createNativeFunction("decodeURI", createTextFunction(decodeURI))],
  ["btoa", createNativeFunction("btoa", createTextFunction(toBase64))],
  ["atob", createNativeFunction("atob", createTextFunction(fromBase64))],
  [
    "Date",
    createNativeFunction(
      "Date",
      () => {
        throw createTimeError();
      },
      {
        now: () => {
          throw createTimeError();
        },
        parse: ([text]) => Date.parse(toText(text)),
      },
    ),
  ],
]);

/** Returns the error for code that reads the current time, because the result differs each time a page is viewed. */
export function createTimeError(): EvaluationError {
  return new EvaluationError(
    "not-static",
    "The current time changes whenever the page is rendered, so the preview leaves this part out. Use a fixed date.",
  );
}
