import type { CheckedSchema, SchemaIndex, XmlModel } from "../../spec/model/schema-model.ts";
import type { XmlElement } from "./read-xml-tree.ts";
import { type XmlShape, xmlShapes } from "./xml-shape.ts";

/** A document as the value that its schema describes. */
export interface XmlValue {
  readonly value: unknown;
  /** Elements that the schema gives another name: where, and what follows that in a sentence. */
  readonly misnamed: readonly {
    readonly pointer: string;
    readonly text: string;
    readonly schema: SchemaIndex;
  }[];
  /** The schema allows for several readings, of which this is one. */
  readonly isOpen: boolean;
}

const instanceNames = "http://www.w3.org/2001/XMLSchema-instance";

/**
 * Takes a document for what its schema says (OpenAPI 3.2, “XML Object”; `attribute` and `wrapped` of 3.0 and 3.1 are node
 * types here): names, attributes, lists with and without an element around them, numbers and booleans where they are wanted.
 * What the schema does not name stays under its own name, so that the check can tell it.
 */
export function xmlValue(root: XmlElement, index: SchemaIndex, schemas: readonly CheckedSchema[]): XmlValue {
  const reading = new Reading(schemas);
  reading.expectName(root, index, "");
  const value = reading.valueOf(root, index, "");
  return { value, misnamed: reading.misnamed, isOpen: reading.isOpen };
}

class Reading {
  readonly misnamed: { pointer: string; text: string; schema: SchemaIndex }[] = [];
  isOpen = false;
  readonly #shapeAt: (index: SchemaIndex) => XmlShape;

  constructor(schemas: readonly CheckedSchema[]) {
    const shapeAt = xmlShapes(schemas);
    this.#shapeAt = (index) => {
      const shape = shapeAt(index);
      this.isOpen ||= shape.isOpen;
      return shape;
    };
  }

  expectName(element: XmlElement, schema: SchemaIndex, pointer: string): void {
    const { xml } = this.#shapeAt(schema);
    if (xml.name === undefined || xml.node === "none" || fits(element, xml.name, xml)) return;
    const said = xml.namespace === undefined ? `<${xml.name}>` : `<${xml.name}>\` of \`${xml.namespace}`;
    this.misnamed.push({
      pointer,
      text: `is \`<${element.name}>\`; the specification says \`${said}\``,
      schema,
    });
  }

  valueOf(element: XmlElement, index: SchemaIndex | undefined, pointer: string): unknown {
    if (isNil(element)) return null;
    const shape = index === undefined ? undefined : this.#shapeAt(index);
    if (shape?.isList) return this.#itemsOf(element, shape, pointer);
    const hasInside = element.children.length > 0 || namedAttributes(element).length > 0;
    const isObject = shape !== undefined && (shape.types.has("object") || shape.properties.size > 0);
    const isText =
      shape !== undefined && ["string", "number", "integer", "boolean"].some((type) => shape.types.has(type));
    if (isObject ? hasInside || !isText : hasInside) return this.#objectOf(element, shape, pointer);
    return scalarOf(element.text, shape);
  }

  /** What stands in the element around a list. */
  #itemsOf({ children }: XmlElement, { items }: XmlShape, pointer: string): readonly unknown[] {
    return children.map((child, at) => {
      if (items !== undefined) this.expectName(child, items, `${pointer}/${at}`);
      return this.valueOf(child, items, `${pointer}/${at}`);
    });
  }

  #objectOf(element: XmlElement, shape: XmlShape | undefined, pointer: string): object {
    const left = new Left(element);
    const found = shape ? this.#propertiesOf(element, shape, left, pointer) : [];
    const { properties = new Map<string, SchemaIndex>(), additional } = shape ?? {};
    const freeName = (name: string) => (properties.has(name) ? `<${name}>` : name);
    for (const [name, elements] of left.elements) {
      const key = freeName(name);
      const values = elements.map((each) => this.valueOf(each, additional, `${pointer}/${escaped(key)}`));
      found.push([key, values.length === 1 ? values[0] : values]);
    }
    const other = additional === undefined ? undefined : this.#shapeAt(additional);
    for (const [name, value] of left.attributes)
      found.push([freeName(localOf(name)), scalarOf(value, other)]);
    return Object.fromEntries(found);
  }

  /** The properties that the schema names, taken out of what is left. */
  #propertiesOf(element: XmlElement, shape: XmlShape, left: Left, pointer: string): [string, unknown][] {
    return [...shape.properties].flatMap(([property, index]): [string, unknown][] => {
      const inner = this.#shapeAt(index);
      const { xml } = inner;
      const name = xml.name ?? property;
      const at = `${pointer}/${escaped(property)}`;
      switch (xml.node ?? (inner.isList ? "none" : "element")) {
        case "attribute": {
          const value = left.takeAttribute(name, xml);
          return value === undefined ? [] : [[property, scalarOf(value, inner)]];
        }
        case "text":
        case "cdata":
          return element.text === "" ? [] : [[property, scalarOf(element.text, inner)]];
        case "none": {
          if (!inner.isList)
            return [[property, Object.fromEntries(this.#propertiesOf(element, inner, left, at))]];
          // A list without an element around it: the name of the list itself says nothing, and an empty one leaves no trace.
          const { items } = inner;
          const own = items === undefined ? {} : this.#shapeAt(items).xml;
          const all = left
            .take(own.name ?? property, own)
            .map((each, i) => this.valueOf(each, items, `${at}/${i}`));
          return all.length > 0 || shape.required.has(property) ? [[property, all]] : [];
        }
        case "element": {
          const [first, ...more] = left
            .take(name, xml)
            .map((each) => ({ value: this.valueOf(each, index, at) }));
          if (!first) return [];
          return [[property, more.length === 0 ? first.value : [first, ...more].map(({ value }) => value)]];
        }
      }
    });
  }
}

/** What of an element has not been taken for a property. */
class Left {
  readonly elements = new Map<string, XmlElement[]>();
  readonly attributes: Map<string, string>;

  constructor(element: XmlElement) {
    this.attributes = new Map(namedAttributes(element));
    for (const child of element.children) {
      const name = localOf(child.name);
      const known = this.elements.get(name);
      if (known) known.push(child);
      else this.elements.set(name, [child]);
    }
  }

  take(name: string, xml: XmlModel): readonly XmlElement[] {
    const local = localOf(name);
    const known = this.elements.get(local) ?? [];
    const taken = known.filter((each) => fits(each, name, xml));
    const rest = known.filter((each) => !taken.includes(each));
    if (rest.length === 0) this.elements.delete(local);
    else this.elements.set(local, rest);
    return taken;
  }

  takeAttribute(name: string, { prefix }: XmlModel): string | undefined {
    const keys = [name, ...(prefix === undefined ? [] : [`${prefix}:${name}`])];
    const key = keys.find((each) => this.attributes.has(each));
    const value = key === undefined ? undefined : this.attributes.get(key);
    if (key !== undefined) this.attributes.delete(key);
    return value;
  }
}

/** By its namespace where one is said, whatever prefix stands for it; else by the prefix that is said. */
function fits({ name, namespace }: XmlElement, wanted: string, xml: XmlModel): boolean {
  if (localOf(name) !== localOf(wanted)) return false;
  if (xml.namespace !== undefined) return namespace === xml.namespace;
  return xml.prefix === undefined || name.startsWith(`${xml.prefix}:`);
}

function localOf(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Those that say something of the value, and nothing of the document. */
function namedAttributes({ attributes }: XmlElement): [string, string][] {
  return [...attributes].filter(([name]) => !/^xml(?:ns)?(?::|$)|^xsi:/.test(name));
}

function isNil({ attributes }: XmlElement): boolean {
  return [...attributes].some(
    ([name, value]) =>
      name.endsWith(":nil") &&
      value === "true" &&
      (name === "xsi:nil" || attributes.get(`xmlns:${name.slice(0, -4)}`) === instanceNames),
  );
}

/** A text as the type that is wanted, where it can be read as that. */
export function scalarOf(text: string, shape: XmlShape | undefined): unknown {
  if (!shape || shape.types.has("string")) return text;
  const trimmed = text.trim();
  const named = shape.values
    .filter((value) => typeof value !== "object")
    .find((value) => String(value) === trimmed);
  if (shape.types.size === 0) return named ?? text;
  const wantsNumber = shape.types.has("number") || shape.types.has("integer");
  if (wantsNumber && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(trimmed)) return Number(trimmed);
  if (shape.types.has("boolean") && /^(?:true|false)$/.test(trimmed)) return trimmed === "true";
  return text;
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
