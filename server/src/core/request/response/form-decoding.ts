import type { CheckedSchema, SchemaIndex, SpecifiedMedia } from "../../spec/model/schema-model.ts";
import { decodePercent } from "../../text/decode-text.ts";
import { getOwn } from "../../text/plain-record.ts";
import { styledBy } from "../build/form-urlencoded.ts";
import type { PartEncoding } from "../form/request-form.ts";
import { parsedJson } from "../media/encoding.ts";
import { encodingOf } from "../media/media-kind.ts";
import { isJsonMediaType } from "./media-types.ts";
import { scalarOf, type XmlShape, xmlShapes } from "./xml.ts";

const maxDepth = 20;

/** Names and values of a form, decoded. */
export type FormPairs = readonly (readonly [name: string, values: readonly string[]])[];

/** The names in front of brackets, each once: `color` of `color[R]`. */
export function bracketedNames(pairs: FormPairs): readonly string[] {
  return [...new Set(pairs.flatMap(([name]) => /^([^[]+)\[[^]*\]$/.exec(name)?.[1] ?? []))];
}

/**
 * What a property stands for whose name has brackets behind it, as the frameworks mean them that write so: each is one
 * level more, and of lists they are empty or numbers. OpenAPI says nothing of this (3.2.0, “Extending Support for
 * Querystring Formats”).
 */
export function bracketValue(
  property: string,
  pairs: FormPairs,
  index: SchemaIndex | undefined,
  shapeAt: (index: SchemaIndex) => XmlShape,
): unknown {
  const own = pairs.flatMap(([name, values]): Leaf[] => {
    if (!name.startsWith(`${property}[`) || !name.endsWith("]")) return [];
    const steps = name.slice(property.length + 1, -1).split("][");
    return [{ steps: steps.slice(0, maxDepth), values }];
  });
  return valueOf(own, index === undefined ? undefined : shapeAt(index), shapeAt);
}

interface Leaf {
  readonly steps: readonly string[];
  readonly values: readonly string[];
}

function valueOf(
  leaves: readonly Leaf[],
  shape: XmlShape | undefined,
  shapeAt: (index: SchemaIndex) => XmlShape,
): unknown {
  const ends = leaves.filter(({ steps }) => steps.length === 0).flatMap(({ values }) => values);
  if (ends.length === leaves.length || ends.length > 0) {
    const texts = ends.map((text) => scalarOf(text, shape));
    return texts.length > 1 ? texts : texts[0];
  }
  const steps = [...new Set(leaves.map(({ steps: [step = ""] }) => step))];
  const isList = shape ? shape.isList : steps.every((step) => /^\d*$/.test(step));
  const inner = (step: string): XmlShape | undefined => {
    const index = isList ? shape?.items : (shape?.properties.get(step) ?? shape?.additional);
    return index === undefined ? undefined : shapeAt(index);
  };
  const members = steps.map((step): readonly [string, unknown] => {
    const below = leaves.flatMap(({ steps: [first = "", ...rest], values }) =>
      first === step ? [{ steps: rest, values }] : [],
    );
    // `a[]=1&a[]=2`: several items stand at one place.
    const several = step === "" && isList && below.every((leaf) => leaf.steps.length === 0);
    if (several)
      return [step, below.flatMap(({ values }) => values.map((text) => scalarOf(text, inner(step))))];
    return [step, valueOf(below, inner(step), shapeAt)];
  });
  if (!isList) return Object.fromEntries(members);
  return members.flatMap(([step, value]) =>
    step === "" && Array.isArray(value) ? (value as unknown[]) : [value],
  );
}

/** A form as the value that its schema describes. */
export interface FormValue {
  readonly value: object;
  /** The schema allows for several readings, of which this is one. */
  readonly isOpen: boolean;
  /** Where properties are written with brackets although nothing says so: which, and the form as it is with them. */
  readonly withBrackets?: { readonly names: readonly string[]; readonly value: object };
}

type ShapeAt = (index: SchemaIndex) => XmlShape;

/**
 * Takes a text of `application/x-www-form-urlencoded` for what its schema says: each property as its Encoding Object has
 * it written, else lists with a pair for each item and objects as JSON (OpenAPI 3.2, “Encoding the x-www-form-urlencoded
 * Media Type”). What the schema does not name stays under its own name, so that the check can tell it.
 */
export function formValue(
  text: string,
  index: SchemaIndex,
  schemas: readonly CheckedSchema[],
  encoding: SpecifiedMedia["encoding"],
): FormValue {
  const shapeAt = xmlShapes(schemas);
  const shape = shapeAt(index);
  const encodings = encodingOf(encoding ?? {});
  const left = new Pairs(text);
  const found = [...shape.properties].flatMap(([name, inner]): [string, unknown][] => {
    const value = propertyOf({
      name,
      shape: shapeAt(inner),
      encoding: getOwn(encodings, name),
      left,
      shapeAt,
    });
    return value === undefined ? [] : [[name, value]];
  });
  const rest = left.rest();
  const bracketed = bracketedNames(rest).filter((name) => shape.properties.has(name));
  const isPlain = ([name]: FormPairs[number]) => !bracketed.some((each) => name.startsWith(`${each}[`));
  const other = shape.additional === undefined ? undefined : shapeAt(shape.additional);
  const more = (pairs: FormPairs) =>
    pairs.map(([name, values]): [string, unknown] => [name, oneOrAll(values, other)]);
  return {
    value: Object.fromEntries([...found, ...more(rest)]),
    isOpen: shape.isOpen,
    ...(bracketed.length > 0 && {
      withBrackets: {
        names: bracketed,
        value: Object.fromEntries([
          ...found,
          ...more(rest.filter(isPlain)),
          ...bracketed.map(
            (name) => [name, bracketValue(name, rest, shape.properties.get(name), shapeAt)] as const,
          ),
        ]),
      },
    }),
  };
}

interface Property {
  readonly name: string;
  readonly shape: XmlShape;
  readonly encoding: PartEncoding | undefined;
  readonly left: Pairs;
  readonly shapeAt: ShapeAt;
}

/** Undefined where the form says nothing of it. */
function propertyOf(property: Property): unknown {
  const { name, shape, encoding, left, shapeAt } = property;
  const styled = styledBy(encoding);
  if (styled) return styledValue(property, styled);
  const values = left.take(name);
  const item = shape.items === undefined ? undefined : shapeAt(shape.items);
  const isJson = isJsonMediaType(encoding?.contentType ?? "");
  const read = (text: string, of: XmlShape | undefined) =>
    isJson || (of !== undefined && holdsOthers(of)) ? (parsedJson(decoded(text))?.value ?? decoded(text)) : scalarOf(decoded(text), of); // prettier-ignore
  if (shape.isList) return values.length > 0 ? values.map((each) => read(each, item)) : undefined;
  const all = values.map((each) => read(each, shape));
  return all.length > 1 ? all : all[0];
}

/** As a query parameter of that style is written (OpenAPI, “Style Values”). */
function styledValue(
  { name, shape, left, shapeAt }: Property,
  { style = "form", explode }: PartEncoding,
): unknown {
  const inner = (key: string) => {
    const index = shape.properties.get(key) ?? shape.additional;
    return index === undefined ? undefined : shapeAt(index);
  };
  const isObject = !shape.isList && holdsOthers(shape);
  const isExploded = explode ?? (style === "form" || style === "deepObject");
  if (style === "deepObject" && isObject) {
    const members = left
      .takeInside(name)
      .map(([key, text]): [string, unknown] => [key, scalarOf(text, inner(key))]);
    return members.length > 0 ? Object.fromEntries(members) : undefined;
  }
  if (isObject && isExploded) {
    const members = [...shape.properties.keys()].flatMap((key) =>
      left.take(key).map((text): [string, unknown] => [key, scalarOf(decoded(text), inner(key))]),
    );
    return members.length > 0 ? Object.fromEntries(members) : undefined;
  }
  const values = left.take(name);
  if (!shape.isList && !isObject) return oneOrAll(values.map(decoded), shape);
  const [first] = values;
  if (first === undefined) return undefined;
  const texts =
    isExploded || values.length > 1 ? values : first === "" ? [] : first.split(separators.get(style) ?? ",");
  const item = shape.items === undefined ? undefined : shapeAt(shape.items);
  if (shape.isList) return texts.map((text) => scalarOf(decoded(text), item));
  const members = texts.flatMap((key, i): [string, unknown][] =>
    i % 2 === 0 ? [[decoded(key), scalarOf(decoded(texts[i + 1] ?? ""), inner(decoded(key)))]] : [],
  );
  return Object.fromEntries(members);
}

/** What stands between items; a comma, blank or bar that belongs to an item is encoded once more. */
const separators: ReadonlyMap<string, RegExp> = new Map([
  ["form", /,/],
  ["spaceDelimited", /%20|\+/],
  ["pipeDelimited", /%7C|\|/i],
]);

function holdsOthers({ types, properties, isList }: XmlShape): boolean {
  return types.has("object") || properties.size > 0 || isList;
}

function oneOrAll(texts: readonly string[], shape: XmlShape | undefined): unknown {
  const values = texts.map((text) => scalarOf(text, shape));
  return values.length > 1 ? values : values[0];
}

function decoded(text: string): string {
  return decodePercent(text.replaceAll("+", " "));
}

/** The names of a form, each with its values as they are written; what is taken is gone. */
class Pairs {
  readonly #values = new Map<string, string[]>();

  constructor(text: string) {
    for (const pair of text.split("&").filter((each) => each !== "")) {
      const equals = pair.indexOf("=");
      const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
      const value = equals < 0 ? "" : pair.slice(equals + 1);
      const known = this.#values.get(name);
      if (known) known.push(value);
      else this.#values.set(name, [value]);
    }
  }

  take(name: string): readonly string[] {
    const values = this.#values.get(name) ?? [];
    this.#values.delete(name);
    return values;
  }

  /** `b` and its value of `a[b]`, decoded. */
  takeInside(name: string): readonly (readonly [string, string])[] {
    return [...this.#values.keys()].flatMap((key) => {
      const isInside = key.startsWith(`${name}[`) && key.endsWith("]");
      const inside = key.slice(name.length + 1, -1);
      return isInside ? this.take(key).map((text) => [inside, decoded(text)] as const) : [];
    });
  }

  /** What nobody has taken, decoded. */
  rest(): readonly (readonly [name: string, values: readonly string[]])[] {
    return [...this.#values].map(([name, values]) => [name, values.map(decoded)]);
  }
}
