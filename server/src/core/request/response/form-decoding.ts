import type { CheckedSchema, SchemaIndex, SpecifiedMediaType } from "../../spec/model/schema-model.ts";
import { decodePercent } from "../../text/decode-text.ts";
import { getOwnProperty } from "../../text/plain-record.ts";
import { getStyledEncoding } from "../build/serialize.ts";
import type { PartEncoding } from "../form/request-form.ts";
import { parseJsonValue } from "../media/encoding.ts";
import { readEncodings, isJsonMediaType } from "../media/media-types.ts";
import { decodeScalar, type XmlSchema, createXmlSchemaLookup } from "./specified-response.ts";
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
  getXmlSchema: (index: SchemaIndex) => XmlSchema,
): unknown {
  const matchingLeaves = pairs.flatMap(([name, values]): Leaf[] => {
    if (!name.startsWith(`${property}[`) || !name.endsWith("]")) return [];
    const steps = name.slice(property.length + 1, -1).split("][");
    return [{ steps: steps.slice(0, maxDepth), values }];
  });
  return createValue(matchingLeaves, index === undefined ? undefined : getXmlSchema(index), getXmlSchema);
}

interface Leaf {
  readonly steps: readonly string[];
  readonly values: readonly string[];
}

function createValue(
  leaves: readonly Leaf[],
  xmlSchema: XmlSchema | undefined,
  getXmlSchema: (index: SchemaIndex) => XmlSchema,
): unknown {
  const endValues = leaves.filter(({ steps }) => steps.length === 0).flatMap(({ values }) => values);
  if (endValues.length === leaves.length || endValues.length > 0) {
    const texts = endValues.map((text) => decodeScalar(text, xmlSchema));
    return texts.length > 1 ? texts : texts[0];
  }
  const steps = [...new Set(leaves.map(({ steps: [step = ""] }) => step))];
  const isList = xmlSchema ? xmlSchema.isList : steps.every((step) => /^\d*$/.test(step));
  const getInnerSchema = (step: string): XmlSchema | undefined => {
    const index = isList ? xmlSchema?.items : (xmlSchema?.properties.get(step) ?? xmlSchema?.additionalProperties);
    return index === undefined ? undefined : getXmlSchema(index);
  };
  const members = steps.map((step): readonly [string, unknown] => {
    const innerLeaves = leaves.flatMap(({ steps: [firstStep = "", ...remainingSteps], values }) =>
      firstStep === step ? [{ steps: remainingSteps, values }] : [],
    );
    // In `a[]=1&a[]=2`, both items use the same empty brackets.
    const hasSeveralValues = step === "" && isList && innerLeaves.every((leaf) => leaf.steps.length === 0);
    if (hasSeveralValues)
      return [
        step,
        innerLeaves.flatMap(({ values }) => values.map((text) => decodeScalar(text, getInnerSchema(step)))),
      ];
    return [step, createValue(innerLeaves, getInnerSchema(step), getXmlSchema)];
  });
  if (!isList) return Object.fromEntries(members);
  return members.flatMap(([step, value]) => (step === "" && Array.isArray(value) ? (value as unknown[]) : [value]));
}

/** A form that has been decoded to a value according to its schema. */
export interface FormValue {
  readonly value: object;
  /** Whether the form could also be decoded in another way that the schema allows. */
  readonly isAmbiguous: boolean;
  /**
   * The form's value if brackets in property names have their usual meaning, which the specification doesn't define.
   * `names` contains the property names with brackets. Undefined if no property name has brackets.
   */
  readonly bracketForm?: { readonly names: readonly string[]; readonly value: object };
}

type XmlSchemaLookup = (index: SchemaIndex) => XmlSchema;

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
  encoding: SpecifiedMediaType["encoding"],
): FormValue {
  const getXmlSchema = createXmlSchemaLookup(schemas);
  const xmlSchema = getXmlSchema(index);
  const encodings = readEncodings(encoding ?? {});
  const unreadPairs = new Pairs(text);
  const members = [...xmlSchema.properties].flatMap(([name, propertyIndex]): [string, unknown][] => {
    const value = decodeProperty({
      name,
      xmlSchema: getXmlSchema(propertyIndex),
      encoding: getOwnProperty(encodings, name),
      unreadPairs,
      getXmlSchema,
    });
    return value === undefined ? [] : [[name, value]];
  });
  const remainingPairs = unreadPairs.listRemainingPairs();
  const bracketedNames = listBracketedNames(remainingPairs).filter((name) => xmlSchema.properties.has(name));
  const hasNoBrackets = ([name]: FormPairs[number]) => !bracketedNames.some((each) => name.startsWith(`${each}[`));
  const additionalSchema =
    xmlSchema.additionalProperties === undefined ? undefined : getXmlSchema(xmlSchema.additionalProperties);
  const decodePairs = (pairs: FormPairs) =>
    pairs.map(([name, values]): [string, unknown] => [name, toSingleOrList(values, additionalSchema)]);
  return {
    value: Object.fromEntries([...members, ...decodePairs(remainingPairs)]),
    isAmbiguous: xmlSchema.isAmbiguous,
    ...(bracketedNames.length > 0 && {
      bracketForm: {
        names: bracketedNames,
        value: Object.fromEntries([
          ...members,
          ...decodePairs(remainingPairs.filter(hasNoBrackets)),
          ...bracketedNames.map(
            (name) =>
              [name, decodeBracketValue(name, remainingPairs, xmlSchema.properties.get(name), getXmlSchema)] as const,
          ),
        ]),
      },
    }),
  };
}

interface Property {
  readonly name: string;
  readonly xmlSchema: XmlSchema;
  readonly encoding: PartEncoding | undefined;
  readonly unreadPairs: Pairs;
  readonly getXmlSchema: XmlSchemaLookup;
}

/** Returns a property's decoded value, or undefined if the form doesn't contain the property. */
function decodeProperty(property: Property): unknown {
  const { name, xmlSchema, encoding, unreadPairs, getXmlSchema } = property;
  const styledEncoding = getStyledEncoding(encoding);
  if (styledEncoding) return decodeStyledValue(property, styledEncoding);
  const values = unreadPairs.takeValues(name);
  const itemXmlSchema = xmlSchema.items === undefined ? undefined : getXmlSchema(xmlSchema.items);
  const isJson = isJsonMediaType(encoding?.contentType ?? "");
  const read = (text: string, itemSchema: XmlSchema | undefined) =>
    isJson || (itemSchema !== undefined && isObjectOrArray(itemSchema)) ? (parseJsonValue(decodeText(text))?.value ?? decodeText(text)) : decodeScalar(decodeText(text), itemSchema); // prettier-ignore
  if (xmlSchema.isList) return values.length > 0 ? values.map((each) => read(each, itemXmlSchema)) : undefined;
  const decodedValues = values.map((each) => read(each, xmlSchema));
  return decodedValues.length > 1 ? decodedValues : decodedValues[0];
}

/** Decodes a property in the same way as a query parameter with this style (OpenAPI, “Style Values”). */
function decodeStyledValue(
  { name, xmlSchema, unreadPairs, getXmlSchema }: Property,
  { style = "form", explode }: PartEncoding,
): unknown {
  const getInnerSchema = (key: string) => {
    const index = xmlSchema.properties.get(key) ?? xmlSchema.additionalProperties;
    return index === undefined ? undefined : getXmlSchema(index);
  };
  const isObject = !xmlSchema.isList && isObjectOrArray(xmlSchema);
  const isExploded = explode ?? (style === "form" || style === "deepObject");
  if (style === "deepObject" && isObject) {
    const members = unreadPairs
      .takeBracketValues(name)
      .map(([key, text]): [string, unknown] => [key, decodeScalar(text, getInnerSchema(key))]);
    return members.length > 0 ? Object.fromEntries(members) : undefined;
  }
  if (isObject && isExploded) {
    const members = [...xmlSchema.properties.keys()].flatMap((key) =>
      unreadPairs
        .takeValues(key)
        .map((text): [string, unknown] => [key, decodeScalar(decodeText(text), getInnerSchema(key))]),
    );
    return members.length > 0 ? Object.fromEntries(members) : undefined;
  }
  const values = unreadPairs.takeValues(name);
  if (!xmlSchema.isList && !isObject) return toSingleOrList(values.map(decodeText), xmlSchema);
  const [firstValue] = values;
  if (firstValue === undefined) return undefined;
  const texts =
    isExploded || values.length > 1
      ? values
      : firstValue === ""
        ? []
        : firstValue.split(separatorsByStyle.get(style) ?? ",");
  const itemXmlSchema = xmlSchema.items === undefined ? undefined : getXmlSchema(xmlSchema.items);
  if (xmlSchema.isList) return texts.map((text) => decodeScalar(decodeText(text), itemXmlSchema));
  const members = texts.flatMap((key, i): [string, unknown][] =>
    i % 2 === 0
      ? [[decodeText(key), decodeScalar(decodeText(texts[i + 1] ?? ""), getInnerSchema(decodeText(key)))]]
      : [],
  );
  return Object.fromEntries(members);
}

/**
 * Matches the separators between items, by style. A comma, space, or vertical bar inside an item doesn't match, because
 * it's encoded twice.
 */
const separatorsByStyle: ReadonlyMap<string, RegExp> = new Map([
  ["form", /,/],
  ["spaceDelimited", /%20|\+/],
  ["pipeDelimited", /%7C|\|/i],
]);

function isObjectOrArray({ types, properties, isList }: XmlSchema): boolean {
  return types.has("object") || properties.size > 0 || isList;
}

function toSingleOrList(texts: readonly string[], xmlSchema: XmlSchema | undefined): unknown {
  const values = texts.map((text) => decodeScalar(text, xmlSchema));
  return values.length > 1 ? values : values[0];
}

function decodeText(text: string): string {
  return decodePercent(text.replaceAll("+", " "));
}

/** The names in a form with their encoded values. Taking the values of a name removes the name. */
class Pairs {
  readonly #valuesByName = new Map<string, string[]>();

  constructor(text: string) {
    for (const pair of text.split("&").filter((each) => each !== "")) {
      const equalsIndex = pair.indexOf("=");
      const name = decodeText(equalsIndex < 0 ? pair : pair.slice(0, equalsIndex));
      const value = equalsIndex < 0 ? "" : pair.slice(equalsIndex + 1);
      addToGroup(this.#valuesByName, name, value);
    }
  }

  takeValues(name: string): readonly string[] {
    const values = this.#valuesByName.get(name) ?? [];
    this.#valuesByName.delete(name);
    return values;
  }

  /**
   * Removes the names that consist of `name` and brackets. Returns the text in the brackets of each name with its
   * decoded value, such as `b` and its value for `a[b]`.
   */
  takeBracketValues(name: string): readonly (readonly [string, string])[] {
    return [...this.#valuesByName.keys()].flatMap((key) => {
      const isBracketKey = key.startsWith(`${name}[`) && key.endsWith("]");
      const innerKey = key.slice(name.length + 1, -1);
      return isBracketKey ? this.takeValues(key).map((text) => [innerKey, decodeText(text)] as const) : [];
    });
  }

  /** Returns the names that haven't been removed, with their decoded values. */
  listRemainingPairs(): readonly (readonly [name: string, values: readonly string[]])[] {
    return [...this.#valuesByName].map(([name, values]) => [name, values.map(decodeText)]);
  }
}
