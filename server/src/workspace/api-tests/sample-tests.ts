import { readSampleUrl, segmentsOf } from "../../core/analysis/drift/called-operations.ts";
import type { JsonNode } from "../../core/config/json/json-tree.ts";
import type { SampleRequest } from "../../core/page/samples/read-curl.ts";
import type { BuiltRequest } from "../../core/request/build/build-context.ts";
import { buildRequest } from "../../core/request/build/build-request.ts";
import { secretNames } from "../../core/request/build/secret-placeholders.ts";
import { initialValues } from "../../core/request/form/initial-values.ts";
import type { RequestForm } from "../../core/request/form/request-form.ts";
import type { OperationModel } from "../../core/spec/model/operation-model.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { type ApiTest, isSafe, type TestPlan, type TestTarget } from "./api-test.ts";
import { formOf, type TestedOperation, unsafe } from "./operation-tests.ts";
import { createTestCredentials } from "./request-values.ts";

/** Returns the JSON text of a value read from a sample. */
export function jsonOf(node: JsonNode): string {
  return JSON.stringify(plain(node));
}

function plain(node: JsonNode): unknown {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(
        node.properties.flatMap(({ key, value }) => (value ? [[key, plain(value)]] : [])),
      );
    case "array":
      return node.items.map(plain);
    case "null":
      return null;
    default:
      return node.value;
  }
}

export type SampleAddress =
  | { readonly ok: true; readonly path: string; readonly query: string }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

const placeholder = /[$<>{}`]/;

/**
 * Returns the path and query of an operation as a sample contains them, without the server. Placeholders for parameters
 * (`$ID`, `<id>`) are replaced by the author's variable, or by the parameter's example.
 */
export function sampleAddress(
  { url, query }: SampleRequest,
  { path, parameters }: OperationModel,
  variables: Readonly<Record<string, string>>,
): SampleAddress {
  const requested = segmentsOf(path);
  const written = readSampleUrl(url)?.segments.slice(-requested.length) ?? [];
  const segments: string[] = [];
  for (const [i, segment] of written.entries()) {
    const name = /^\{([^{}]+)\}$/.exec(requested[i] ?? "")?.[1];
    if (name === undefined || !placeholder.test(segment)) {
      segments.push(segment);
      continue;
    }
    const example = parameters.find((each) => each.in === "path" && each.name === name)?.examples[0]?.value;
    const value = Object.hasOwn(variables, name) ? variables[name] : example;
    if (typeof value !== "string" && typeof value !== "number")
      return {
        ok: false,
        reason: `Its URL contains \`${segment}\`, and there's no example for \`${name}\`.`,
      };
    segments.push(encodeURIComponent(String(value)));
  }
  const own = url.text.split("#")[0]?.split("?")[1] ?? "";
  const more = query.map(
    ({ name, value }) => `${name}=${encodeURIComponent(value.replace(/\p{Cs}/gu, "\ufffd"))}`,
  );
  const search = [own, ...more].filter((each) => each !== "").join("&");
  if (segments.some((segment) => placeholder.test(segment)) || placeholder.test(search))
    return { ok: false, reason: "Its URL contains a placeholder, so it can't be sent as written." };
  return { ok: true, path: `/${segments.join("/")}`, query: search };
}

export interface TestedSample {
  readonly page: SitePath;
  /** Number of the sample on its page, starting at 1. */
  readonly number: number;
  readonly request: SampleRequest;
  readonly tested: TestedOperation;
}

/** Creates a test from an operation request on a page, sent as written except for the server and the credentials. */
export function sampleTest({ page, number, request, tested }: TestedSample, target: TestTarget): ApiTest {
  const { spec, operation } = tested;
  const { method, path } = operation;
  return {
    id: `${page}#${number} ${method} ${path}`,
    label: `${method} ${path}`,
    spec,
    operation: { method, path, isWebhook: false },
    at: { file: page, range: request.range },
    operationAt: operation.at,
    from: "page",
    plan: planOf(request, tested, target),
  };
}

const openBody = "Its body is a file or form, or contains a placeholder, so it can't be sent as written.";

function planOf(request: SampleRequest, tested: TestedOperation, target: TestTarget): TestPlan {
  const skip = (reason: string): TestPlan => ({ kind: "skip", reason });
  const { server, operation } = tested;
  if (!isSafe(operation) && !target.allMethods) return skip(unsafe);
  if (!server.ok) return skip(server.reason);
  const text = request.bodyText ?? (request.body && jsonOf(request.body));
  const isPlain = text !== undefined && !/\$[\w{(]|`/.test(text);
  if (request.hasBody && (!isPlain || (request.hasOpenBody && request.bodyText === undefined)))
    return skip(openBody);
  const form = formOf(tested);
  const signed = createTestCredentials(form, target);
  if (!signed.ok) return skip(signed.reason);
  const address = sampleAddress(request, operation, target.variables);
  if (!address.ok) return skip(address.reason);
  const own = request.headers.filter(({ name }) => !isOfSignIn(name, form));
  const open = own.find(({ value }) => value.isOpen || /[\r\n]/.test(value.text));
  if (open) return skip(`Its header \`${open.name}\` contains a placeholder.`);
  const headers = own.map(({ name, value }): [string, string] => [name, value.text]);
  if (secretNames([address.path, address.query, text ?? "", ...headers.flat()].join("\n")).length > 0)
    return skip("It refers to a secret, but only the environment can use secrets.");
  const { way, credentials } = signed;
  const bare = { ...form, path: "", parameters: [], body: undefined };
  const values = { ...initialValues(bare), way, credentials };
  const { request: signIns } = buildRequest(bare, values, {
    baseUrl: server.url,
    variables: target.variables,
  });
  return {
    kind: "send",
    request: withSample(signIns, {
      ...address,
      base: server.url,
      headers,
      text: request.hasBody ? text : undefined,
    }),
  };
}

interface Sample {
  readonly base: string;
  readonly path: string;
  readonly query: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string | undefined;
}

/** Combines the sample's request with the credentials of an otherwise empty request. */
function withSample(signIns: BuiltRequest, { base, path, query, headers, text }: Sample): BuiltRequest {
  const credentials = signIns.url.split("?")[1] ?? "";
  const search = [query, credentials].filter((each) => each !== "").join("&");
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const typed = text !== undefined && !names.has("content-type");
  return {
    method: signIns.method,
    url: `${base}${path}${search === "" ? "" : `?${search}`}`,
    headers: [
      ...headers,
      // curl does the same for data sent with `-d`.
      ...(typed ? [["Content-Type", "application/x-www-form-urlencoded"] as const] : []),
      ...signIns.headers.filter(([name]) => !names.has(name.toLowerCase())),
    ],
    cookies: signIns.cookies,
    body: text === undefined ? undefined : { kind: "text", text },
  };
}

/** Whether a header is set by the author's credentials or by the relay. */
function isOfSignIn(name: string, { security }: RequestForm): boolean {
  const isKey = security
    .flat()
    .some((scheme) => scheme.kind === "apiKey" && scheme.field.toLowerCase() === name.toLowerCase());
  if (isKey) return true;
  return /^(authorization|cookie|host|content-length|connection|.*(api-?key|token|secret|password).*)$/i.test(
    name,
  );
}
