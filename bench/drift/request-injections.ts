import { misspell } from "../recall/misspell.ts";
import type { Random } from "../recall/random.ts";
import type { EndpointPage } from "./endpoint-page.ts";
import type { Inject } from "./injection.ts";
import type { CleanPage } from "./make-page.ts";

/** Returns the kinds of drift that can be added to the method and the URL of requests. */
export function listRequestInjections(): [string, Inject][] {
  return (["curl", "fetch"] as const).flatMap((part): [string, Inject][] => [
    [`wrong method: ${part}`, createInject(part, changeMethod)],
    [`required parameter missing: ${part} query`, createInject(part, removeQuery)],
    [`parameter too many: ${part} query`, createInject(part, addQuery)],
    [`parameter renamed: ${part} query`, createInject(part, renameQuery)],
  ]);
}

type Request = NonNullable<EndpointPage["curl"]>;
type ChangeRequest = (
  request: Request,
  clean: CleanPage,
  random: Random,
) => { readonly request: Request; readonly at: string; readonly code: string; readonly what: string } | undefined;

function createInject(part: "curl" | "fetch", change: ChangeRequest): Inject {
  return (cleanPage, random) => {
    const request = cleanPage.page[part];
    const changed = request && change(request, cleanPage, random);
    if (!changed) return undefined;
    const page = { ...cleanPage.page, [part]: changed.request };
    return { page, at: [`${part}/${changed.at}`], codes: [changed.code], what: changed.what };
  };
}

const changeMethod: ChangeRequest = (request, { api, operation }, random) => {
  const usedMethods = api.operations.filter(({ path }) => fits(path, operation.path)).map(({ method }) => method);
  const method = random.pick(["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !usedMethods.includes(one)));
  if (method === undefined) return undefined;
  return {
    request: { ...request, method },
    at: "method",
    code: "drift/wrong-method",
    what: `${operation.method} as ${method}`,
  };
};

/** Whether a call to a changed path could refer to this path in the specification. */
function fits(template: string, path: string): boolean {
  const [one, other] = [template.split("/"), path.split("/")];
  return one.length === other.length && one.every((part, i) => part === other[i] || /\{/.test(part + (other[i] ?? "")));
}

const removeQuery: ChangeRequest = (request, { operation }, random) => {
  const needed = request.query.filter(({ name }) =>
    operation.parameters.some((one) => one.in === "query" && one.name === name && one.required),
  );
  const removed = random.pick(needed);
  if (!removed) return undefined;
  const query = request.query.filter((one) => one !== removed);
  return {
    request: { ...request, query },
    at: "url",
    code: "drift/missing-field",
    what: `without ${removed.name}`,
  };
};

const addQuery: ChangeRequest = (request, page, random) => {
  if (hasObjects(page)) return undefined;
  const name = `${random.nextWord(4)}_${random.nextWord(5)}`;
  const query = [...request.query, { name, value: "amber" }];
  return { request: { ...request, query }, at: "url", code: "drift/unknown-field", what: `with ${name}` };
};

const renameQuery: ChangeRequest = (request, page, random) => {
  const one = random.pick(request.query.filter(({ name }) => name.length > 2));
  if (!one || hasObjects(page)) return undefined;
  const name = misspell(one.name, random);
  if (!/^[\w-]+$/.test(name) || page.operation.parameters.some((other) => other.name === name)) return undefined;
  const query = request.query.map((other) => (other === one ? { ...one, name } : other));
  return {
    request: { ...request, query },
    at: "url",
    code: "drift/unknown-field",
    what: `${one.name} as ${name}`,
  };
};

/**
 * Whether any parameter is an object. Because the fields of an object are separate names in the query, any name may be
 * correct.
 */
function hasObjects({ operation }: CleanPage): boolean {
  return operation.parameters.some(
    ({ in: place, schema }) =>
      place === "query" &&
      !["string", "integer", "number", "boolean", "array"].includes(String(schema["type"])) &&
      !("enum" in schema) &&
      !("anyOf" in schema),
  );
}
