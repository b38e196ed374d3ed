import { createMessage, type LocalizedMessage } from "../../text/message.ts";
import type { CheckedSchema, SchemaIndex, XmlModel } from "../../spec/model/schema-model.ts";
import { escapeKey } from "../../text/decode-text.ts";
import { addToGroup } from "../../text/maps.ts";
import { createXmlSchemaLookup, decodeScalar, type XmlSchema } from "./specified-response.ts";

export interface XmlElement {
  /** The element's name as written, including its prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** All text that is directly inside the element, joined into one string. */
  readonly text: string;
  /**
   * The namespace of the element's prefix or, if the name has no prefix, the default namespace. Undefined if this
   * namespace isn't declared.
   */
  readonly namespace: string | undefined;
}

export type XmlTree =
  | { readonly kind: "read"; readonly root: XmlElement }
  /** Text that isn't valid XML. For example, `reason` is `` line 3: `<b>` is closed by `</a>` ``. */
  | { readonly kind: "broken"; readonly reason: LocalizedMessage }
  /** The text may be valid XML, but the parser doesn't support it. `reason` is a sentence. */
  | { readonly kind: "refused"; readonly reason: LocalizedMessage };

const maxDepth = 200;
/** The maximum number of namespace declarations in an element and its ancestors. */
const maxDeclarations = 1_000;

interface OpenNode {
  readonly element: XmlElement & { readonly children: XmlElement[] };
  readonly texts: string[];
  readonly namespacesByPrefix: ReadonlyMap<string, string>;
}

class XmlError extends Error {
  readonly reason: LocalizedMessage;

  constructor(reason: LocalizedMessage) {
    super(reason.text);
    this.reason = reason;
  }
}
class XmlSyntaxError extends XmlError {}
class UnsupportedXmlError extends XmlError {}

/**
 * Parses an XML document (XML 1.0, fifth edition, with Namespaces in XML) without expanding custom entities. Supports
 * only character references and the five predefined entities, and rejects documents with a DOCTYPE. Therefore, the
 * result can't be larger than the document.
 */
export function readXmlTree(text: string): XmlTree {
  const source = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const reader = new TreeReader(source);
  try {
    return { kind: "read", root: reader.read() };
  } catch (error) {
    if (error instanceof UnsupportedXmlError) return { kind: "refused", reason: error.reason };
    if (!(error instanceof XmlSyntaxError)) throw error;
    const line = source.slice(0, reader.offset).split("\n").length;
    return { kind: "broken", reason: createMessage("line {0}: {1}", String(line), error.reason) };
  }
}

const nameStartCharacters = ":A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}"; // prettier-ignore
const nameSource = `[${nameStartCharacters}][${nameStartCharacters}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f-\\u2040]*`;
const patterns = {
  declaration: /<\?xml[ \t\n][^?<>]*\?>/y,
  comment: /<!--(?:(?!--)[^])*-->/y,
  instruction: /<\?(?!xml[?\s])[^?\s][^]*?\?>/iy,
  data: /<!\[CDATA\[([^]*?)\]\]>/y,
  end: new RegExp(`</(${nameSource})[ \\t\\n]*>`, "uy"),
  start: new RegExp(`<(${nameSource})`, "uy"),
  attribute: new RegExp(`[ \\t\\n]+(${nameSource})[ \\t\\n]*=[ \\t\\n]*(?:"([^<"]*)"|'([^<']*)')`, "uy"),
  close: /[ \t\n]*(\/?)>/y,
  text: /[^<]+/y,
  blank: /[ \t\n]+/y,
};
/** Matches characters that XML doesn't allow. */
const disallowedPattern = /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const charactersByEntity: ReadonlyMap<string, string> = new Map([
  ["lt", "<"], ["gt", ">"], ["amp", "&"], ["quot", '"'], ["apos", "'"],
]); // prettier-ignore

class TreeReader {
  offset = 0;
  readonly #source: string;
  readonly #openNodes: OpenNode[] = [];
  #root: XmlElement | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  read(): XmlElement {
    const match = disallowedPattern.exec(this.#source);
    if (match) {
      this.offset = match.index;
      throw new XmlSyntaxError(createMessage("it contains a character that XML doesn't allow"));
    }
    this.#consumeToken("declaration");
    while (this.offset < this.#source.length) this.#readNext();
    const parent = this.#openNodes.at(-1);
    if (parent) throw new XmlSyntaxError(createMessage("`<{0}>` isn't closed", parent.element.name));
    if (!this.#root) throw new XmlSyntaxError(createMessage("it doesn't contain an element"));
    return this.#root;
  }

  #consumeToken(kind: keyof typeof patterns): RegExpExecArray | undefined {
    const pattern = patterns[kind];
    pattern.lastIndex = this.offset;
    const match = pattern.exec(this.#source) ?? undefined;
    if (match) this.offset += match[0].length;
    return match;
  }

  #readNext(): void {
    const parent = this.#openNodes.at(-1);
    if (this.#consumeToken("comment") || this.#consumeToken("instruction")) return;
    if (!parent && this.#consumeToken("blank")) return;
    if (this.#source.startsWith("<!DOCTYPE", this.offset))
      throw new UnsupportedXmlError(
        createMessage("The XML document contains a DOCTYPE, which Docwright doesn't support."),
      );
    if (!parent && this.#root) throw new XmlSyntaxError(createMessage("it has content after the root element"));
    const cdata = parent && this.#consumeToken("data");
    if (cdata) return void parent.texts.push(cdata[1] ?? "");
    const endTag = parent && this.#consumeToken("end");
    if (endTag) return this.#closeElement(parent, endTag[1] ?? "");
    const startTag = this.#consumeToken("start");
    if (startTag) return this.#openElement(startTag[1] ?? "");
    const text = parent && this.#consumeToken("text");
    if (!text)
      throw new XmlSyntaxError(createMessage("it contains something that isn't an element, text, or a comment"));
    if (text[0].includes("]]>")) throw new XmlSyntaxError(createMessage("text contains `]]>`"));
    parent.texts.push(unescapeText(text[0]));
  }

  #openElement(name: string): void {
    const attributesByName = new Map<string, string>();
    for (let attribute = this.#consumeToken("attribute"); attribute; attribute = this.#consumeToken("attribute")) {
      const [, key = "", doubleQuotedValue, singleQuotedValue = ""] = attribute;
      if (attributesByName.has(key)) throw new XmlSyntaxError(createMessage("the attribute `{0}` appears twice", key));
      attributesByName.set(key, unescapeText((doubleQuotedValue ?? singleQuotedValue).replace(/[\t\n]/g, " ")));
    }
    const tagEnd = this.#consumeToken("close");
    if (!tagEnd) throw new XmlSyntaxError(createMessage("the tag `<{0}` isn't valid", name));
    if (this.#openNodes.length >= maxDepth)
      throw new UnsupportedXmlError(
        createMessage("The XML document is nested more than {0} levels deep, which is too deep to check.", maxDepth),
      );
    const parent = this.#openNodes.at(-1);
    const namespacesByPrefix = addDeclarations(
      parent?.namespacesByPrefix ?? new Map<string, string>(),
      attributesByName,
    );
    const namespace = namespacesByPrefix.get(name.includes(":") ? name.slice(0, name.indexOf(":")) : "");
    const openNode: OpenNode = {
      element: { name, attributes: attributesByName, children: [], text: "", namespace },
      texts: [],
      namespacesByPrefix,
    };
    this.#openNodes.push(openNode);
    if (tagEnd[1] !== "") this.#closeElement(openNode, name);
  }

  #closeElement({ element, texts }: OpenNode, name: string): void {
    if (element.name !== name)
      throw new XmlSyntaxError(createMessage("`<{0}>` is closed by `</{1}>`", element.name, name));
    this.#openNodes.pop();
    const closedElement: XmlElement = { ...element, text: texts.join("") };
    const parent = this.#openNodes.at(-1);
    if (parent) parent.element.children.push(closedElement);
    else this.#root = closedElement;
  }
}

function addDeclarations(
  namespacesByPrefix: ReadonlyMap<string, string>,
  attributes: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const pairs = [...attributes].flatMap(([key, value]): [string, string][] =>
    key === "xmlns" ? [["", value]] : key.startsWith("xmlns:") ? [[key.slice(6), value]] : [],
  );
  if (pairs.length === 0) return namespacesByPrefix;
  if (namespacesByPrefix.size + pairs.length > maxDeclarations)
    throw new UnsupportedXmlError(createMessage("The XML document declares too many namespaces to check."));
  return new Map([...namespacesByPrefix, ...pairs]);
}

function unescapeText(text: string): string {
  return text.includes("&")
    ? text.replace(/&([^;&]{0,12};?)/g, (_, entityText: string) => decodeEntity(entityText))
    : text;
}

function decodeEntity(entityText: string): string {
  const entityName = entityText.endsWith(";") ? entityText.slice(0, -1) : "";
  const [, decimal, hex] = /^#(?:(\d+)|x([\da-fA-F]+))$/.exec(entityName) ?? [];
  const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? parseInt(hex, 16) : undefined;
  const character =
    code === undefined ? charactersByEntity.get(entityName) : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
  if (character === undefined || disallowedPattern.test(character)) {
    const reference = entityName === "" ? "&" : `&${entityName};`;
    throw new XmlSyntaxError(createMessage("`{0}` isn't a valid entity", reference));
  }
  return character;
}

/** A document that has been decoded to a value according to its schema. */
export interface XmlValue {
  readonly value: unknown;
  /**
   * Elements whose names differ from those in the schema. Each entry contains the element's location and the end of a
   * sentence that describes the difference.
   */
  readonly namingErrors: readonly {
    readonly pointer: string;
    readonly text: LocalizedMessage;
    readonly schema: SchemaIndex;
  }[];
  /** Whether the document could also be decoded in another way that the schema allows. */
  readonly isAmbiguous: boolean;
}

const xsiNamespace = "http://www.w3.org/2001/XMLSchema-instance";

/**
 * Decodes a document according to its schema (OpenAPI 3.2, “XML Object”, which replaces `attribute` and `wrapped` from
 * 3.0 and 3.1 with node types). Supports custom names, attributes, and both wrapped and unwrapped arrays. Converts text
 * to numbers and booleans if the schema requires these types. Elements that the schema doesn't define keep their names
 * so that the check can report them.
 */
export function decodeXml(root: XmlElement, index: SchemaIndex, schemas: readonly CheckedSchema[]): XmlValue {
  const decoder = new XmlDecoder(schemas);
  decoder.checkName(root, index, "");
  const value = decoder.decode(root, index, "");
  return { value, namingErrors: decoder.namingErrors, isAmbiguous: decoder.isAmbiguous };
}

class XmlDecoder {
  readonly namingErrors: { pointer: string; text: LocalizedMessage; schema: SchemaIndex }[] = [];
  isAmbiguous = false;
  readonly #getXmlSchema: (index: SchemaIndex) => XmlSchema;

  constructor(schemas: readonly CheckedSchema[]) {
    const getXmlSchema = createXmlSchemaLookup(schemas);
    this.#getXmlSchema = (index) => {
      const xmlSchema = getXmlSchema(index);
      this.isAmbiguous ||= xmlSchema.isAmbiguous;
      return xmlSchema;
    };
  }

  checkName(element: XmlElement, schemaIndex: SchemaIndex, pointer: string): void {
    const { xml } = this.#getXmlSchema(schemaIndex);
    if (xml.name === undefined || xml.node === "none" || hasName(element, xml.name, xml)) return;
    const text =
      xml.namespace === undefined
        ? createMessage("is `<{0}>`, but the specification requires `<{1}>`", element.name, xml.name)
        : createMessage(
            "is `<{0}>`, but the specification requires `<{1}>` in the namespace `{2}`",
            element.name,
            xml.name,
            xml.namespace,
          );
    this.namingErrors.push({ pointer, text, schema: schemaIndex });
  }

  decode(element: XmlElement, index: SchemaIndex | undefined, pointer: string): unknown {
    if (isNil(element)) return null;
    const xmlSchema = index === undefined ? undefined : this.#getXmlSchema(index);
    if (xmlSchema?.isList) return this.#decodeItems(element, xmlSchema, pointer);
    const hasContent = element.children.length > 0 || listAttributes(element).length > 0;
    const isObject = xmlSchema !== undefined && (xmlSchema.types.has("object") || xmlSchema.properties.size > 0);
    const isScalar =
      xmlSchema !== undefined && ["string", "number", "integer", "boolean"].some((type) => xmlSchema.types.has(type));
    if (isObject ? hasContent || !isScalar : hasContent) return this.#decodeObject(element, xmlSchema, pointer);
    return decodeScalar(element.text, xmlSchema);
  }

  /** Returns the items of an array from its wrapping element. */
  #decodeItems({ children }: XmlElement, { items }: XmlSchema, pointer: string): readonly unknown[] {
    return children.map((child, index) => {
      if (items !== undefined) this.checkName(child, items, `${pointer}/${index}`);
      return this.decode(child, items, `${pointer}/${index}`);
    });
  }

  #decodeObject(element: XmlElement, xmlSchema: XmlSchema | undefined, pointer: string): object {
    const nodes = new UnmatchedNodes(element);
    const members = xmlSchema ? this.#decodeProperties(element, xmlSchema, nodes, pointer) : [];
    const { properties = new Map<string, SchemaIndex>(), additionalProperties } = xmlSchema ?? {};
    const createUniqueName = (name: string) => (properties.has(name) ? `<${name}>` : name);
    for (const [name, elements] of nodes.elementsByLocalName) {
      const key = createUniqueName(name);
      const values = elements.map((each) => this.decode(each, additionalProperties, `${pointer}/${escapeKey(key)}`));
      members.push([key, values.length === 1 ? values[0] : values]);
    }
    const additionalSchema = additionalProperties === undefined ? undefined : this.#getXmlSchema(additionalProperties);
    for (const [name, value] of nodes.attributes)
      members.push([createUniqueName(getLocalName(name)), decodeScalar(value, additionalSchema)]);
    return Object.fromEntries(members);
  }

  /**
   * Returns the properties that the schema defines, and removes the elements and attributes that contain them from
   * `nodes`.
   */
  #decodeProperties(
    element: XmlElement,
    xmlSchema: XmlSchema,
    nodes: UnmatchedNodes,
    pointer: string,
  ): [string, unknown][] {
    return [...xmlSchema.properties].flatMap(([property, index]): [string, unknown][] => {
      const innerSchema = this.#getXmlSchema(index);
      const { xml } = innerSchema;
      const name = xml.name ?? property;
      const propertyPointer = `${pointer}/${escapeKey(property)}`;
      switch (xml.node ?? (innerSchema.isList ? "none" : "element")) {
        case "attribute": {
          const value = nodes.takeAttribute(name, xml);
          return value === undefined ? [] : [[property, decodeScalar(value, innerSchema)]];
        }
        case "text":
        case "cdata":
          return element.text === "" ? [] : [[property, decodeScalar(element.text, innerSchema)]];
        case "none": {
          if (!innerSchema.isList)
            return [
              [property, Object.fromEntries(this.#decodeProperties(element, innerSchema, nodes, propertyPointer))],
            ];
          // An unwrapped array doesn't have its own element, so the document doesn't show whether the array is empty or
          // missing.
          const { items } = innerSchema;
          const itemXml = items === undefined ? {} : this.#getXmlSchema(items).xml;
          const decodedItems = nodes
            .takeMatching(itemXml.name ?? property, itemXml)
            .map((each, i) => this.decode(each, items, `${propertyPointer}/${i}`));
          return decodedItems.length > 0 || xmlSchema.requiredNames.has(property) ? [[property, decodedItems]] : [];
        }
        case "element": {
          const [firstValue, ...otherValues] = nodes
            .takeMatching(name, xml)
            .map((each) => ({ value: this.decode(each, index, propertyPointer) }));
          if (!firstValue) return [];
          return [
            [
              property,
              otherValues.length === 0 ? firstValue.value : [firstValue, ...otherValues].map(({ value }) => value),
            ],
          ];
        }
      }
    });
  }
}

/** The elements and attributes that don't belong to any property yet. */
class UnmatchedNodes {
  readonly elementsByLocalName = new Map<string, XmlElement[]>();
  readonly attributes: Map<string, string>;

  constructor(element: XmlElement) {
    this.attributes = new Map(listAttributes(element));
    for (const child of element.children) {
      const name = getLocalName(child.name);
      addToGroup(this.elementsByLocalName, name, child);
    }
  }

  takeMatching(name: string, xml: XmlModel): readonly XmlElement[] {
    const localName = getLocalName(name);
    const elements = this.elementsByLocalName.get(localName) ?? [];
    const matches = elements.filter((each) => hasName(each, name, xml));
    const otherElements = elements.filter((each) => !matches.includes(each));
    if (otherElements.length === 0) this.elementsByLocalName.delete(localName);
    else this.elementsByLocalName.set(localName, otherElements);
    return matches;
  }

  takeAttribute(name: string, { prefix }: XmlModel): string | undefined {
    const keys = [name, ...(prefix === undefined ? [] : [`${prefix}:${name}`])];
    const key = keys.find((each) => this.attributes.has(each));
    const value = key === undefined ? undefined : this.attributes.get(key);
    if (key !== undefined) this.attributes.delete(key);
    return value;
  }
}

/**
 * Whether an element has the requested name. If the schema defines a namespace, compares the namespace and ignores the
 * prefix. Otherwise, compares the prefix.
 */
function hasName({ name, namespace }: XmlElement, expectedName: string, xml: XmlModel): boolean {
  if (getLocalName(name) !== getLocalName(expectedName)) return false;
  if (xml.namespace !== undefined) return namespace === xml.namespace;
  return xml.prefix === undefined || name.startsWith(`${xml.prefix}:`);
}

function getLocalName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Returns an element's attributes as name-value pairs, leaving out namespace declarations. */
function listAttributes({ attributes }: XmlElement): [string, string][] {
  return [...attributes].filter(([name]) => !/^xml(?:ns)?(?::|$)|^xsi:/.test(name));
}

function isNil({ attributes }: XmlElement): boolean {
  return [...attributes].some(
    ([name, value]) =>
      name.endsWith(":nil") &&
      value === "true" &&
      (name === "xsi:nil" || attributes.get(`xmlns:${name.slice(0, -4)}`) === xsiNamespace),
  );
}
