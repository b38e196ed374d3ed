import { flattenSchema, namedSchema, schemaName, type HasSchemas } from "../spec/model/flatten-schema.ts";
import type { SchemaModel, XmlModel } from "../spec/model/schema-model.ts";
import { isPlainRecord } from "../text/plain-record.ts";
import { plainTextOf } from "./plain-text-of.ts";

/** An element while it is written: what stands in its tag and what inside. */
interface Element {
  readonly attributes: string[];
  /** Lines of nodes, or one text. */
  readonly inside: string[];
  readonly texts: string[];
}

const maxXmlDepth = 30;

/**
 * A value as XML by the XML Objects of its schema (OpenAPI 3.2, “XML Object”; `attribute` and `wrapped` of 3.0 and 3.1
 * are node types there), indented by two blanks. The root is named by its schema, else `root`.
 */
export function writeXml(value: unknown, schema: SchemaModel, models: HasSchemas): string {
  const root: Element = { attributes: [], inside: [], texts: [] };
  const name = (schema.ref === undefined ? undefined : schemaName(schema.ref)) ?? "root";
  // A document has one element, also where its schema is a list, which by itself has none.
  const isBareList = Array.isArray(value) && nodeOf(schema, value, models) === "none";
  if (isBareList)
    putElement(root, { value, schema, models, depth: 0 }, xmlOf(schema, models)?.name ?? name, undefined);
  else put(root, { value, schema, models, depth: 0 }, name);
  return root.inside.join("\n");
}

interface Part {
  readonly value: unknown;
  readonly schema: SchemaModel | undefined;
  readonly models: HasSchemas;
  readonly depth: number;
}

/** Puts what stands for a value into its parent; `inferred` is the name where the schema says none. */
function put(parent: Element, part: Part, inferred: string): void {
  const { value, schema, models } = part;
  const xml = schema && xmlOf(schema, models);
  const name = xml?.name ?? inferred;
  switch (nodeOf(schema, value, models)) {
    case "attribute":
      if (value !== null && value !== undefined)
        parent.attributes.push(`${qualified(name, xml)}="${escaped(textOf(value))}"`);
      return;
    case "text":
      parent.texts.push(escaped(textOf(value)));
      return;
    case "cdata":
      parent.texts.push(`<![CDATA[${textOf(value).replaceAll("]]>", "]]]]><![CDATA[>")}]]>`);
      return;
    case "none":
      putInside(parent, part, inferred);
      return;
    case "element":
      putElement(parent, part, name, xml);
  }
}

function putElement(parent: Element, part: Part, name: string, xml: XmlModel | undefined): void {
  const own: Element = { attributes: [], inside: [], texts: [] };
  if (xml?.namespace !== undefined)
    own.attributes.push(
      `xmlns${xml.prefix === undefined ? "" : `:${tagName(xml.prefix)}`}="${escaped(xml.namespace)}"`,
    );
  if (part.value === null)
    own.attributes.push('xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"', 'xsi:nil="true"');
  else putInside(own, { ...part, depth: part.depth + 1 }, name);
  const tag = qualified(name, xml);
  const start = [tag, ...own.attributes].join(" ");
  const text = own.texts.join("");
  if (own.inside.length === 0) parent.inside.push(text === "" ? `<${start}/>` : `<${start}>${text}</${tag}>`);
  else
    parent.inside.push(
      `<${start}>`,
      ...[...(text === "" ? [] : [text]), ...own.inside].map((line) => `  ${line}`),
      `</${tag}>`,
    );
}

/** The members of a list or object, or the text of anything else. */
function putInside(into: Element, { value, schema, models, depth }: Part, name: string): void {
  if (depth > maxXmlDepth) return;
  const whole = schema && flattenSchema(models, schema);
  if (Array.isArray(value))
    for (const [at, each] of value.entries())
      put(into, { value: each, schema: whole?.prefixItems[at] ?? whole?.items, models, depth }, name);
  else if (isPlainRecord(value))
    for (const [key, each] of Object.entries(value))
      put(into, { value: each, schema: whole?.properties.get(key)?.schema, models, depth }, key);
  else {
    const text = escaped(textOf(value));
    if (text !== "") into.texts.push(text);
  }
}

/** What stands beside a reference wins over what it names. */
function xmlOf(schema: SchemaModel, models: HasSchemas): XmlModel | undefined {
  return schema.xml ?? namedSchema(models, schema)?.xml;
}

function nodeOf(schema: SchemaModel | undefined, value: unknown, models: HasSchemas) {
  return (schema && xmlOf(schema, models)?.node) ?? (Array.isArray(value) ? "none" : "element");
}

function qualified(name: string, xml: XmlModel | undefined): string {
  return xml?.prefix === undefined ? tagName(name) : `${tagName(xml.prefix)}:${tagName(name)}`;
}

/** Names of JSON may hold what names of XML may not. */
function tagName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}_.\-:]/gu, "_");
  return /^[\p{L}_]/u.test(plain) ? plain : `_${plain}`;
}

function textOf(value: unknown): string {
  return plainTextOf(value) ?? "";
}

/** Characters that XML cannot hold at all are left out. */
function escaped(text: string): string {
  return text
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
