import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiCall, Caller } from "./api-call.ts";
import { matchPath } from "./match-path.ts";
import { mediaType, readBody, readBytes } from "./read-body.ts";
import { readParameters } from "./read-parameters.ts";
import { RateLimit } from "./rate-limit.ts";
import type { Reply, RequestFault } from "./reply.ts";
import { schemaChecks, type CheckAt } from "./schema-checks.ts";
import { sendReply } from "./send-reply.ts";
import type { ServedApi } from "./served-api.ts";
import { escaped, readSpecification, type Dict, type Operation } from "./specification.ts";

/** Handles a request to an API. Returns false if the URL doesn't belong to the API. */
export type ServeApi = (request: IncomingMessage, response: ServerResponse, url: URL) => boolean;

/** Serves the API that a specification describes. Requests are validated before an operation handles them. */
export function serveApi(api: ServedApi): ServeApi {
  const { document, operations } = readSpecification(api.specification);
  const server: Serving = { api, check: schemaChecks(document), limit: new RateLimit() };
  return (request, response, url) => {
    const rest = url.pathname.slice(api.base.length);
    if (!url.pathname.startsWith(api.base) || !/^(\/|$)/.test(rest)) return false;
    const here = operations.flatMap((operation) => {
      const path = matchPath(operation.path, rest);
      return path ? [{ operation, path }] : [];
    });
    if (here.length === 0 && api.base === "") return false;
    if (api.isForBrowsers) {
      response.setHeader("Access-Control-Allow-Origin", "*");
      response.setHeader("Access-Control-Expose-Headers", "Location, RateLimit-Remaining, Retry-After");
    }
    const method = request.method === "HEAD" ? "GET" : request.method;
    const found = here.find(({ operation }) => operation.method === method);
    const allow = here.map(({ operation }) => operation.method).join(", ");
    if (found)
      void answer(server, found.operation, { request, url, path: found.path }).then(
        (reply) => (api.send ? api.send(request, response, reply) : sendReply(response, reply)),
        () => response.destroy(),
      );
    else if (api.isForBrowsers && method === "OPTIONS" && here.length > 0)
      sendReply(response, preflight(request, allow));
    else
      sendReply(
        response,
        here.length > 0
          ? { ...api.refuse(405, "This address takes other methods"), headers: { Allow: allow } }
          : api.refuse(404, "Not found"),
      );
    return true;
  };
}

interface Serving {
  readonly api: ServedApi;
  readonly check: CheckAt;
  readonly limit: RateLimit;
}

interface Asked {
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly path: Readonly<Record<string, string>>;
}

async function answer(server: Serving, operation: Operation, requested: Asked): Promise<Reply> {
  const { api, limit } = server;
  const { request, url, path } = requested;
  const bytes = await readBytes(request);
  const header = (name: string) => {
    const value = request.headers[name.toLowerCase()];
    return Array.isArray(value) ? value[0] : value;
  };
  const caller = callerOf(api, operation, header);
  if (typeof caller === "number")
    return api.refuse(
      caller,
      caller === 401 ? "The key is missing or invalid" : "This key doesn't have the required permissions",
    );
  const rate = api.limits && caller.name !== "" ? limit.take(caller.name) : undefined;
  if (rate && rate.left < 0)
    return { ...api.refuse(429, "Too many requests"), headers: { "Retry-After": String(rate.wait) } };
  const parameters = readParameters(operation, { path, query: url.searchParams, header });
  const faults = parameterFaults(operation, parameters, server.check);
  if (faults.length > 0) return api.refuse(400, "A parameter is missing or invalid", faults);
  const body = await readChecked(server, operation, header("content-type") ?? "", bytes);
  if ("refused" in body) return body.refused;
  const call: ApiCall = { parameters, body: body.value, caller, accepts: header("accept") ?? "" };
  const reply =
    (await api.operations[operation.id]?.(call)) ?? api.refuse(501, "This operation isn't part of the sample");
  if (!rate) return reply;
  return { ...reply, headers: { ...reply.headers, "RateLimit-Remaining": String(rate.left) } };
}

/**
 * Returns the caller. Fails with status 401 if there's no valid credential, and with status 403 if the credential is of
 * the wrong kind or doesn't have the required scopes.
 */
function callerOf(
  { credentials }: ServedApi,
  { security }: Operation,
  header: (name: string) => string | undefined,
): Caller | 401 | 403 {
  if (security.length === 0 || security.some((way) => way.length === 0)) return { name: "", scopes: [] };
  for (const way of security) {
    const callers = way.map(([scheme]) => credentials[scheme]?.({ header }));
    const [first] = callers;
    if (!first || callers.includes(undefined)) continue;
    const scopes = callers.flatMap((caller) => caller?.scopes ?? []);
    return way.every(([, needed]) => needed.every((scope) => scopes.includes(scope))) ? first : 403;
  }
  const needed = new Set(security.flatMap((way) => way.map(([scheme]) => scheme)));
  const isOther = Object.entries(credentials).some(([scheme, read]) => !needed.has(scheme) && read({ header }));
  return isOther ? 403 : 401;
}

function parameterFaults(
  { parameters }: Operation,
  values: Readonly<Record<string, unknown>>,
  check: CheckAt,
): RequestFault[] {
  return parameters.flatMap(({ name, in: where, required, at }): RequestFault[] => {
    const place = `${where} ${name}`;
    const value = values[name];
    if (value === undefined) return required ? [{ at: place, message: "is required" }] : [];
    return check(at, value).map(({ at: inside, message }) => ({ at: place + inside, message }));
  });
}

type CheckedBody = { readonly value: unknown } | { readonly refused: Reply };

async function readChecked(
  { api, check }: Serving,
  { body }: Operation,
  type: string,
  bytes: Buffer | undefined,
): Promise<CheckedBody> {
  if (!body) return { value: undefined };
  if (!bytes) return { refused: api.refuse(413, "The body is larger than 20 MB") };
  if (bytes.length === 0)
    return body.required ? { refused: api.refuse(400, "The body is missing") } : { value: undefined };
  const media = mediaType(type);
  const properties = body.types[media];
  if (!properties) return { refused: api.refuse(415, `The body must be ${Object.keys(body.types).join(" or ")}`) };
  const read = await readBody(type, bytes, properties);
  if (!read) return { refused: api.refuse(400, "The body can't be parsed") };
  const faults = check(`${body.at}/${escaped(media)}/schema`, withoutFiles(read.value));
  if (faults.length > 0) return { refused: api.refuse(api.wrongBody, "The body is invalid", faults) };
  return read;
}

/** Replaces files with strings, because a schema describes files in a form as strings. */
function withoutFiles(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value as Dict).map(([key, each]) => [key, each instanceof Blob ? "" : each]),
  );
}

function preflight(request: IncomingMessage, allow: string): Reply {
  const requested = request.headers["access-control-request-headers"];
  return {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": allow,
      ...(requested !== undefined && { "Access-Control-Allow-Headers": requested }),
      "Access-Control-Max-Age": "600",
    },
  };
}
