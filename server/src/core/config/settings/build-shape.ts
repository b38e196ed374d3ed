import type {
  ChoiceShape,
  EnumShape,
  ListShape,
  NamedShape,
  ObjectShape,
  RecordShape,
  Setting,
  Shape,
  ShapeName,
  StringCheck,
  StringShape,
} from "./setting-shape.ts";

/** Short names for the setting tables. */
export const text: StringShape = { kind: "string" };
export const nonEmpty: StringShape = { kind: "string", minLength: 1 };
export const nonBlank: StringShape = { kind: "string", minLength: 1, trimmed: true };
export const flag: Shape = { kind: "boolean" };
export const number: Shape = { kind: "number" };
export const imageFile: StringShape = { kind: "string", file: "image" };
export const color: StringShape = checked("color");

export function checked(check: StringCheck, more: Omit<StringShape, "kind" | "check"> = {}): StringShape {
  return { kind: "string", check, ...more };
}

export function enumShape(
  values: EnumShape["values"],
  more: Omit<EnumShape, "kind" | "values"> = {},
): EnumShape {
  return { kind: "enum", values, ...more };
}

/** Returns an enum shape with a description of each value. */
export function oneOfExplained(about: Readonly<Record<string, string>>): EnumShape {
  return { kind: "enum", values: Object.keys(about), about };
}

export function setting(
  shape: Shape,
  meaning: string,
  more: Omit<Setting, "shape" | "meaning"> = {},
): Setting {
  return { shape, meaning, ...more };
}

/** Returns an object shape for which the service silently ignores unknown keys. */
export function object(settings: Readonly<Record<string, Setting>>): ObjectShape {
  return { kind: "object", settings: new Map(Object.entries(settings)), unknownKeys: "ignored" };
}

/** Returns an object shape for which the service rejects unknown keys. */
export function closedObject(settings: Readonly<Record<string, Setting>>): ObjectShape {
  return { kind: "object", settings: new Map(Object.entries(settings)), unknownKeys: "refused" };
}

export function list(items: Shape, more: Omit<ListShape, "kind" | "items"> = {}): ListShape {
  return { kind: "list", items, ...more };
}

export function record(values: Shape): RecordShape {
  return { kind: "record", values };
}

export function either(branches: ChoiceShape["branches"], disputed?: ChoiceShape["disputed"]): ChoiceShape {
  return { kind: "choice", branches, ...(disputed ? { disputed } : {}) };
}

export function named(name: ShapeName): NamedShape {
  return { kind: "named", name };
}
