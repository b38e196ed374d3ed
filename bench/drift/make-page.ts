import type { Random } from "../recall/random.ts";
import type { EndpointPage, PageField, PageRequest } from "./endpoint-page.ts";
import type { Api, ApiOperation, ApiParameter, Json } from "./read-api.ts";
import { createSample, getView, type Sample } from "./sample-json.ts";

/** A page that matches its specification, along with information about its samples. */
export interface CleanPage {
  readonly api: Api;
  readonly operation: ApiOperation;
  readonly page: EndpointPage;
  readonly body: Sample | undefined;
  readonly answer: Sample | undefined;
}

/**
 * Creates a page. Returns undefined if the benchmark can't write the page because names are unrealistic or schemas are
 * too complex.
 */
export function makeCleanPage(api: Api, operation: ApiOperation, file: string, random: Random): CleanPage | undefined {
  const { root } = api;
  if (operation.parameters.some(({ name }) => /["'<>{}\\`\s&]/.test(name))) return undefined;
  const body = operation.body && createSample(root, operation.body, true, random);
  const answer = operation.answer && createSample(root, operation.answer.schema, false, random);
  if (operation.body && !body) return undefined;
  const request = makeRequest(api, operation, body, random);
  if (!request || [body, answer].some((sample) => /['\\`]|\.\.\./.test(JSON.stringify(sample?.value ?? null))))
    return undefined;
  const page: EndpointPage = {
    reference: `/${file} ${operation.method} ${operation.path}`,
    fields: listFields(api, operation),
    curl: request,
    fetch: request,
    body: body?.value,
    answer: answer && operation.answer && { status: operation.answer.status, value: answer.value },
  };
  return { api, operation, page, body, answer };
}

function makeRequest(
  { root }: Api,
  operation: ApiOperation,
  body: Sample | undefined,
  random: Random,
): PageRequest | undefined {
  const values = new Map<ApiParameter, string>();
  for (const parameter of operation.parameters) {
    const sample = createSample(root, parameter.schema, true, random)?.value;
    const one = Array.isArray(sample) ? (sample as readonly Json[])[0] : sample;
    if (typeof one !== "string" && typeof one !== "number" && typeof one !== "boolean") {
      if (parameter.required) return undefined;
      continue;
    }
    values.set(parameter, encodeURIComponent(String(one)));
  }
  let url = operation.url;
  for (const [{ name, in: place }, value] of values) if (place === "path") url = url.replace(`{${name}}`, value);
  if (/[{}]/.test(url)) return undefined;
  const query = [...values].flatMap(([parameter, value]) =>
    parameter.in === "query" && (parameter.required || random.nextChance(0.5)) ? [{ name: parameter.name, value }] : [],
  );
  const ownParameters = [...values].flatMap(([parameter, value]) =>
    parameter.in === "header" && parameter.required && parameter.name.toLowerCase() !== "authorization"
      ? [[parameter.name, value] as const]
      : [],
  );
  return {
    method: operation.method,
    url,
    query,
    headers: [
      ["Authorization", "Bearer <token>"],
      ...ownParameters,
      ...(body ? [["Content-Type", "application/json"] as const] : []),
    ],
    body: body?.value,
  };
}

function listFields(api: Api, operation: ApiOperation): readonly PageField[] {
  return [
    ...operation.parameters
      .filter(({ in: place }) => place === "query" || place === "path" || place === "header")
      .map(({ in: place, name, required, schema }) => ({
        place,
        name,
        required,
        type: getType(api, schema),
      })),
    ...listObjectFields(api, operation.body, "body"),
    ...listObjectFields(api, operation.answer?.schema, "response"),
  ];
}

/**
 * Returns the fields of an object, or of the items of a list. Omits alternatives, because an author would write a
 * separate list for each of them.
 */
function listObjectFields(
  api: Api,
  schema: Readonly<Record<string, unknown>> | undefined,
  place: "body" | "response",
): PageField[] {
  const outer = schema && getView(api.root, schema);
  const view = outer && outer.properties.size === 0 && outer.items ? getView(api.root, outer.items) : outer;
  if (!view || view.choices.length > 0) return [];
  return [...view.properties].flatMap(([name, property]): PageField[] => {
    const parts = getView(api.root, property)?.parts ?? [];
    const isElsewhere = [property, ...parts].some((part) => part[place === "body" ? "readOnly" : "writeOnly"] === true);
    if (isElsewhere || !/^[\w$.-]+$/.test(name)) return [];
    const field = { place, name, required: view.required.has(name), type: getType(api, property) };
    return [view.isOpen ? { ...field, isOpen: true } : field];
  });
}

/** Returns the type name that an author would write, or undefined if the schema has several types. */
function getType(api: Api, schema: Readonly<Record<string, unknown>>): string | undefined {
  const view = getView(api.root, schema);
  if (!view || view.choices.length > 0 || view.types.length !== 1) return undefined;
  const [type] = view.types;
  const item = type === "array" && view.items ? getType(api, view.items) : undefined;
  return item === undefined || item.endsWith("[]") ? type : `${item}[]`;
}
