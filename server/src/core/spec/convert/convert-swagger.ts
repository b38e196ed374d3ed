import { upgradeFromTwoToThree } from "@scalar/openapi-upgrader/2.0-to-3.0";
import type { ConversionTarget } from "./conversion-target.ts";
import { hideData } from "./author-data.ts";
import { inOrder, isObject, objectAt, type JsonObject } from "./json-value.ts";
import { decodeSegment } from "./prepare-operation.ts";
import { prepareSwagger } from "./prepare-swagger.ts";
import { withNullTypes, withSingleTypes } from "./null-types.ts";

export interface ConvertedDocument {
  readonly document: JsonObject;
  /** What was assumed or could not be kept, in sentences; each once. */
  readonly notes: readonly string[];
}

/**
 * A Swagger 2.0 document as OpenAPI 3. A library turns the document around; what it gets wrong is done before it
 * (`prepareSwagger`) and behind it, and the author's data never passes through it. Undefined for what is too far from Swagger 2.0.
 */
export function convertSwagger(source: JsonObject, target: ConversionTarget): ConvertedDocument | undefined {
  try {
    return convert(source, target);
  } catch {
    // The library stops at what is no Swagger at all, such as a list where an object has to be.
    return undefined;
  }
}

function convert(source: JsonObject, target: ConversionTarget): ConvertedDocument {
  const notes = new Set<string>();
  const note = (text: string) => void notes.add(text);
  const hidden = hideData(source);
  const prepared = prepareSwagger({ ...hidden.document, swagger: "2.0" }, note);
  const upgraded: unknown = upgradeFromTwoToThree(prepared);
  const named = withSoundNames(isObject(upgraded) ? upgraded : {}, note);
  const written = target === "3.1" ? withNullTypes(named) : withSingleTypes(named);
  tellOtherFiles(written, note);
  const restored = hidden.restore(arranged(written as JsonObject, target)) as JsonObject;
  return { document: restored, notes: [...notes] };
}

const rootOrder = ["openapi", "info", "externalDocs", "servers", "security", "tags", "paths", "components"];
const operationOrder = [
  "tags", "summary", "description", "externalDocs", "operationId", "deprecated", "security", "servers", "parameters",
  "requestBody", "responses",
]; // prettier-ignore
const parameterOrder = [
  "name",
  "in",
  "description",
  "required",
  "deprecated",
  "allowEmptyValue",
  "style",
  "explode",
];

/** In the order in which people write it. */
function arranged(document: JsonObject, target: ConversionTarget): JsonObject {
  const version = target === "3.1" ? "3.1.1" : "3.0.4";
  return inOrder(arrangedParts({ ...document, openapi: version }) as JsonObject, rootOrder);
}

function arrangedParts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(arrangedParts);
  if (!isObject(value)) return value;
  const parts: JsonObject = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, arrangedParts(one)]),
  );
  if (isObject(parts["responses"]) && !("openapi" in parts) && !("schemas" in parts))
    return inOrder(parts, operationOrder);
  if (typeof parts["in"] === "string" && typeof parts["name"] === "string" && isObject(parts["schema"]))
    return inOrder(parts, parameterOrder);
  return parts;
}

const soundName = /^[\w.-]+$/;

/** Names of shared things may hold anything in Swagger 2.0, and few characters in OpenAPI 3. */
function withSoundNames(document: JsonObject, note: (text: string) => void): JsonObject {
  const renamed = new Map<string, string>();
  const components = Object.entries(objectAt(document, "components") ?? {}).map(([kind, things]) => {
    if (!isObject(things)) return [kind, things] as const;
    const taken = new Set(Object.keys(things));
    const entries = Object.entries(things).map(([name, thing]): [string, unknown] => {
      if (soundName.test(name)) return [name, thing];
      const base = name.replace(/[^\w.-]+/g, "_").replace(/^_+|_+$/g, "") || "Unnamed";
      let sound = base;
      for (let i = 2; taken.has(sound); i++) sound = `${base}_${i}`;
      taken.add(sound);
      renamed.set(`${kind}/${name}`, sound);
      note(`${name} is called ${sound}, as OpenAPI 3 allows few characters in names.`);
      return [sound, thing];
    });
    return [kind, Object.fromEntries(entries)] as const;
  });
  if (components.length === 0) return document;
  const whole = { ...document, components: Object.fromEntries(components) };
  return (renamed.size > 0 ? withRenamed(whole, renamed) : whole) as JsonObject;
}

function withRenamed(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => withRenamed(one, renamed));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => {
    if (key === "security" && Array.isArray(one)) return [key, one.map((need) => withSchemes(need, renamed))];
    if (key === "$ref" && typeof one === "string") return [key, renamedReference(one, renamed)];
    return [key, withRenamed(one, renamed)];
  });
  return Object.fromEntries(entries);
}

function renamedReference(reference: string, renamed: ReadonlyMap<string, string>): string {
  const [, kind = "", name = "", rest = ""] = /^#\/components\/([^/]+)\/([^/]+)(.*)$/s.exec(reference) ?? [];
  const sound = renamed.get(`${kind}/${decodeSegment(name)}`);
  return sound === undefined ? reference : `#/components/${kind}/${sound}${rest}`;
}

function withSchemes(need: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (!isObject(need)) return need;
  const nameOf = (name: string) => renamed.get(`securitySchemes/${name}`) ?? name;
  return Object.fromEntries(Object.entries(need).map(([name, scopes]) => [nameOf(name), scopes]));
}

function tellOtherFiles(value: unknown, note: (text: string) => void): void {
  if (Array.isArray(value)) for (const one of value) tellOtherFiles(one, note);
  if (!isObject(value)) return;
  for (const [key, one] of Object.entries(value))
    if (key === "$ref" && typeof one === "string" && !one.startsWith("#"))
      note(`${one.replace(/#.*$/s, "")} is another file and has to be converted by itself.`);
    else tellOtherFiles(one, note);
}
