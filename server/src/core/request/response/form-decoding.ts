import type { CheckedSchema, SchemaIndex, SpecifiedMedia } from "../../spec/model/schema-model.ts";
import { decodePercent } from "../../text/decode-text.ts";
import { getOwn } from "../../text/plain-record.ts";
import { getStyledEncoding } from "../build/serialize.ts";
import type { PartEncoding } from "../form/request-form.ts";
import { parseJsonValue } from "../media/encoding.ts";
import { readEncodings, isJsonMediaType } from "../media/media-types.ts";
import { decodeScalar, type XmlShape, createShapeLookup } from "./xml.ts";
import { addToGroup } from "../../text/maps.ts";

const maxDepth = 20;

/** The decoded names and values of a form. */
export type FormPairs = readonly (readonly [name: string, values: readonly string[]])[];

/** Returns the property names that are followed by brackets, such as `color` in `color[R]`, without duplicates. */
export function listBracketedNames(pairs: FormPairs): readonly string[] {
  return [...new Set(pairs.flatMap(([name]) => /^([^[]+)\[[^]*\]$/.exec(name)?.[1] ?? []))];
}

/**
 * Returns the value of a property whose name is followed by brackets. Follows the convention of web frameworks, in
 * which each pair of brackets adds a level, and an array's brackets are empty or contain numbers. OpenAPI doesn't
 * define this convention (3.2.0, “Extending Support for Querystring Formats”).
 */
export function decodeBracketValue(
  property: string,
  pairs: FormPairs,
  index: SchemaIndex | undefined,
  getShape: (index: SchemaIndex) => XmlShape,
): unknown {
  const matchingLeaves = pairs.flatMap(([name, values]): Leaf[] => {
    if (!name.startsWith(`${property}[`) || !name.endsWith("]")) return [];
    const steps = name.slice(property.length + 1, -1).split("][");
    return [{ steps: steps.slice(0, maxDepth), values }];
  });
  return createValue(matchingLeaves, index === undefined ? undefined : getShape(index), getShape);
}

interface Leaf {
  readonly steps: readonly string[];
  readonly values: readonly string[];
}

function createValue(
  leaves: readonly Leaf[],
  shape: XmlShape | undefined,
  getShape: (index: SchemaIndex) => XmlShape,
): unknown {
  const ends = leaves.filter(({ steps }) => steps.length === 0).flatMap(({ values }) => values);
  if (ends.length === leaves.length || ends.length > 0) {
    const texts = ends.map((text) => decodeScalar(text, shape));
    return texts.length > 1 ? texts : texts[0];
  }
  const steps = [...new Set(leaves.map(({ steps: [step = ""] }) => step))];
  const isList = shape ? shape.isList : steps.every((step) => /^\d*$/.test(step));
  const getInnerShape = (step: string): XmlShape | undefined => {
    const index = isList ? shape?.items : (shape?.properties.get(step) ?? shape?.additional);
    return index === undefined ? undefined : getShape(index);
  };
  const members = steps.map((step): readonly [string, unknown] => {
    const innerLeaves = leaves.flatMap(({ steps: [first = "", ...rest], values }) =>
      first === step ? [{ steps: rest, values }] : [],
    );
    // In `a[]=1&a[]=2`, both items use the same empty brackets.
    const hasSeveralValues = step === "" && isList && innerLeaves.every((leaf) => leaf.steps.length === 0);
    if (hasSeveralValues)
      return [step, innerLeaves.flatMap(({ values }) => values.map((text) => decodeScalar(text, getInnerShape(step))))];
    return [step, createValue(innerLeaves, getInnerShape(step), getShape)];
  });
  if (!isList) return Object.fromEntries(members);
  return members.flatMap(([step, value]) => (step === "" && Array.isArray(value) ? (value as unknown[]) : [value]));
}

/** A form that has been decoded to a value according to its schema. */
export interface FormValue {
  readonly value: object;
  /** Whether the form could also be decoded in another way that the schema allows. */
  readonly isOpen: boolean;
  /**
   * The form's value if brackets in property names have their usual meaning, which the specification doesn't define.
   * `names` contains the property names with brackets. Undefined if no property name has brackets.
   */
  readonly bracketForm?: { readonly names: readonly string[]; readonly value: object };
}

type ShapeLookup = (index: SchemaIndex) => XmlShape;

/**
 * Decodes `application/x-www-form-urlencoded` text according to its schema and its Encoding Objects. Without an
 * Encoding Object, an object is JSON, and an array consists of repeated name-value pairs (OpenAPI 3.2, “Encoding the
 * x-www-form-urlencoded Media Type”). Properties that the schema doesn't define keep their names so that the check can
 * report them.
 */
export function decodeForm(
  text: string,
  index: SchemaIndex,
  schemas: readonly CheckedSchema[],
  encoding: SpecifiedMedia["encoding"],
): FormValue {
  const getShape = createShapeLookup(schemas);
  const shape = getShape(index);
  const encodings = readEncodings(encoding ?? {});
  const unreadPairs = new Pairs(text);
  const members = [...shape.properties].flatMap(([name, inner]): [string, unknown][] => {
    const value = decodeProperty({
      name,
      shape: getShape(inner),
      encoding: getOwn(encodings, name),
      unreadPairs,
      getShape,
    });
    return value === undefined ? [] : [[name, value]];
  });
  const rest = unreadPairs.listRemainingPairs();
  const bracketedNames = listBracketedNames(rest).filter((name) => shape.properties.has(name));
  const isPlain = ([name]: FormPairs[number]) => !bracketedNames.some((each) => name.startsWith(`${each}[`));
  const other = shape.additional === undefined ? undefined : getShape(shape.additional);
  const decodePairs = (pairs: FormPairs) =>
    pairs.map(([name, values]): [string, unknown] => [name, toSingleOrList(values, other)]);
  return {
    value: Object.fromEntries([...members, ...decodePairs(rest)]),
    isOpen: shape.isOpen,
    ...(bracketedNames.length > 0 && {
      bracketForm: {
        names: bracketedNames,
        value: Object.fromEntries([
          ...members,
          ...decodePairs(rest.filter(isPlain)),
          ...bracketedNames.map(
            (name) => [name, decodeBracketValue(name, rest, shape.properties.get(name), getShape)] as const,
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
  readonly unreadPairs: Pairs;
  readonly getShape: ShapeLookup;
}

/** Returns a property's decoded value, or undefined if the form doesn't contain the property. */
function decodeProperty(property: Property): unknown {
  const { name, shape, encoding, unreadPairs, getShape } = property;
  const styledEncoding = getStyledEncoding(encoding);
  if (styledEncoding) return decodeStyledValue(property, styledEncoding);
  const values = unreadPairs.take(name);
  const item = shape.items === undefined ? undefined : getShape(shape.items);
  const isJson = isJsonMediaType(encoding?.contentType ?? "");
  const read = (text: string, of: XmlShape | undefined) =>
    isJson || (of !== undefined && isObjectOrArray(of)) ? (parseJsonValue(decodeText(text))?.value ?? decodeText(text)) : decodeScalar(decodeText(text), of); // prettier-ignore
  if (shape.isList) return values.length > 0 ? values.map((each) => read(each, item)) : undefined;
  const all = values.map((each) => read(each, shape));
  return all.length > 1 ? all : all[0];
}

/** Decodes a property in the same way as a query parameter with this style (OpenAPI, “Style Values”). */
function decodeStyledValue(
  { name, shape, unreadPairs, getShape }: Property,
  { style = "form", explode }: PartEncoding,
): unknown {
  const getInnerShape = (key: string) => {
    const index = shape.properties.get(key) ?? shape.additional;
    return index === undefined ? undefined : getShape(index);
  };
  const isObject = !shape.isList && isObjectOrArray(shape);
  const isExploded = explode ?? (style === "form" || style === "deepObject");
  if (style === "deepObject" && isObject) {
    const members = unreadPairs
      .takeBracketValues(name)
      .map(([key, text]): [string, unknown] => [key, decodeScalar(text, getInnerShape(key))]);
    return members.length > 0 ? Object.fromEntries(members) : undefined;
  }
  if (isObject && isExploded) {
    const members = [...shape.properties.keys()].flatMap((key) =>
      unreadPairs.take(key).map((text): [string, unknown] => [key, decodeScalar(decodeText(text), getInnerShape(key))]),
    );
    return members.length > 0 ? Object.fromEntries(members) : undefined;
  }
  const values = unreadPairs.take(name);
  if (!shape.isList && !isObject) return toSingleOrList(values.map(decodeText), shape);
  const [first] = values;
  if (first === undefined) return undefined;
  const texts =
    isExploded || values.length > 1 ? values : first === "" ? [] : first.split(separators.get(style) ?? ",");
  const item = shape.items === undefined ? undefined : getShape(shape.items);
  if (shape.isList) return texts.map((text) => decodeScalar(decodeText(text), item));
  const members = texts.flatMap((key, i): [string, unknown][] =>
    i % 2 === 0
      ? [[decodeText(key), decodeScalar(decodeText(texts[i + 1] ?? ""), getInnerShape(decodeText(key)))]]
      : [],
  );
  return Object.fromEntries(members);
}

/**
 * Matches the separators between items, by style. A comma, space, or vertical bar inside an item doesn't match, because
 * it's encoded twice.
 */
const separators: ReadonlyMap<string, RegExp> = new Map([
  ["form", /,/],
  ["spaceDelimited", /%20|\+/],
  ["pipeDelimited", /%7C|\|/i],
]);

function isObjectOrArray({ types, properties, isList }: XmlShape): boolean {
  return types.has("object") || properties.size > 0 || isList;
}

function toSingleOrList(texts: readonly string[], shape: XmlShape | undefined): unknown {
  const values = texts.map((text) => decodeScalar(text, shape));
  return values.length > 1 ? values : values[0];
}

function decodeText(text: string): string {
  return decodePercent(text.replaceAll("+", " "));
}

/** The names in a form with their raw values. Decoding a name's value removes the name. */
class Pairs {
  readonly #values = new Map<string, string[]>();

  constructor(text: string) {
    for (const pair of text.split("&").filter((each) => each !== "")) {
      const equals = pair.indexOf("=");
      const name = decodeText(equals < 0 ? pair : pair.slice(0, equals));
      const value = equals < 0 ? "" : pair.slice(equals + 1);
      addToGroup(this.#values, name, value);
    }
  }

  take(name: string): readonly string[] {
    const values = this.#values.get(name) ?? [];
    this.#values.delete(name);
    return values;
  }

  /**
   * Removes the names that consist of `name` and brackets. Returns the text in the brackets of each name with its
   * decoded value, such as `b` and its value for `a[b]`.
   */
  takeBracketValues(name: string): readonly (readonly [string, string])[] {
    return [...this.#values.keys()].flatMap((key) => {
      const isInside = key.startsWith(`${name}[`) && key.endsWith("]");
      const innerKey = key.slice(name.length + 1, -1);
      return isInside ? this.take(key).map((text) => [innerKey, decodeText(text)] as const) : [];
    });
  }

  /** Returns the names that haven't been removed, with their decoded values. */
  listRemainingPairs(): readonly (readonly [name: string, values: readonly string[]])[] {
    return [...this.#values].map(([name, values]) => [name, values.map(decodeText)]);
  }
}
