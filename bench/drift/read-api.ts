import { toRecord, readSpecs } from "../recall/read-specs.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Values = Readonly<Record<string, unknown>>;

/** A specification as the benchmark parses it, independently of the product. */
export interface Api {
  /** The name of the site and the file, such as `mem0ai+mem0:openapi.json`. */
  readonly name: string;
  readonly text: string;
  readonly json: boolean;
  readonly root: Values;
  readonly operations: readonly ApiOperation[];
}

export interface ApiOperation {
  readonly method: string;
  readonly path: string;
  /** The URL without a query. Placeholders such as `{id}` are replaced with values later. */
  readonly url: string;
  readonly parameters: readonly ApiParameter[];
  /** The schema of the JSON body. Undefined if the operation has no JSON body. */
  readonly body: Values | undefined;
  /** The only successful response. Undefined if there isn't exactly one, or if it isn't JSON. */
  readonly answer: { readonly status: string; readonly schema: Values } | undefined;
}

export interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Values;
  readonly style: unknown;
}

/**
 * Returns the OpenAPI 3 files among a site's files. If several files are translations of each other with the same
 * operations, returns only one of them.
 */
export function readApis(site: string, texts: ReadonlyMap<string, string>): readonly Api[] {
  const names = new Set<string>();
  return readSpecs(texts).flatMap(({ path, text, kind, json, content, operations }): Api[] => {
    if (kind !== "openapi" || !String(content["openapi"]).startsWith("3.")) return [];
    const key = operations.map((operation) => `${operation.method} ${operation.path}`).join("\n");
    if (operations.length === 0 || names.has(key)) return [];
    names.add(key);
    const apiOperations = operations.map((operation) => readOperation(content, operation.method, operation.path));
    return [{ name: `${site}:${path}`, text, json, root: content, operations: apiOperations }];
  });
}

function readOperation(root: Values, method: string, path: string): ApiOperation {
  const item = toRecord(toRecord(root["paths"])[path]);
  const operation = toRecord(item[method]);
  const ownParameters = [operation["parameters"], item["parameters"]].flatMap((list) =>
    Array.isArray(list) ? (list as readonly unknown[]) : [],
  );
  const parameters = new Map<string, ApiParameter>();
  for (const each of ownParameters) {
    const parameter = resolveReference(root, toRecord(each));
    if (!parameter || typeof parameter["name"] !== "string") continue;
    const key = `${String(parameter["in"])} ${parameter["name"]}`;
    if (parameters.has(key)) continue;
    parameters.set(key, {
      name: parameter["name"],
      in: String(parameter["in"]),
      required: parameter["required"] === true,
      schema: toRecord(parameter["schema"]),
      style: parameter["style"],
    });
  }
  const body = getJson(root, resolveReference(root, toRecord(operation["requestBody"])));
  const responses = Object.entries(toRecord(operation["responses"])).filter(([status]) => /^2\d\d$/.test(status));
  const [only] = responses;
  const answer = only && responses.length === 1 ? getJson(root, resolveReference(root, toRecord(only[1]))) : undefined;
  return {
    method: method.toUpperCase(),
    path,
    url: getServer(root, item, operation) + path,
    parameters: [...parameters.values()],
    body,
    answer: only && answer && { status: only[0], schema: answer },
  };
}

function getServer(...holders: readonly Values[]): string {
  for (const holder of [...holders].reverse()) {
    const servers: unknown = holder["servers"];
    const url = Array.isArray(servers) ? toRecord(servers[0])["url"] : undefined;
    if (typeof url === "string" && /^https:\/\/[^{}]+$/.test(url)) return url.replace(/\/$/, "");
  }
  return "https://api.example.com";
}

function getJson(root: Values, part: Values | undefined): Values | undefined {
  const content = toRecord(part?.["content"]);
  const media = Object.keys(content);
  // If there are several media types, an author would document one of them, but it's unknown which one.
  if (media.length !== 1 || !/json/.test(media[0] ?? "")) return undefined;
  const schema = toRecord(toRecord(content[media[0] ?? ""])["schema"]);
  return Object.keys(schema).length > 0 && resolveReference(root, schema) ? schema : undefined;
}

/** Resolves a reference within the file, or returns undefined for a reference to another file. */
export function resolveReference(root: Values, value: Values, depth = 0): Values | undefined {
  const ref = value["$ref"];
  if (typeof ref !== "string") return value;
  if (!ref.startsWith("#/") || depth > 20) return undefined;
  let at: unknown = root;
  for (const part of ref.slice(2).split("/"))
    at = toRecord(at)[decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")];
  return at === undefined ? undefined : resolveReference(root, toRecord(at), depth + 1);
}
