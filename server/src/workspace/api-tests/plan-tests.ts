import { parseSampleUrl, getSegments } from "../../core/analysis/drift/called-operations.ts";
import { findCallsOnPage } from "../../core/analysis/drift/page-drift.ts";
import type { JsonNode } from "../../core/config/json/json-tree.ts";
import type { SampleRequest } from "../../core/page/samples/read-curl.ts";
import type { BuiltRequest } from "../../core/request/build/build-context.ts";
import { buildRequest } from "../../core/request/build/build-request.ts";
import { listSecretNames } from "../../core/request/build/secret-placeholders.ts";
import { createInitialValues } from "../../core/request/form/initial-values.ts";
import {
  defaultFormSettings,
  createRequestForm,
  type RequestForm,
  type SiteAuth,
} from "../../core/request/form/request-form.ts";
import type { Site } from "../../core/site/site.ts";
import { isSpecUsed } from "../../core/site/specs/operation-references.ts";
import { getOperationKey, type OperationModel, type SpecModels } from "../../core/spec/model/operation-model.ts";
import type { SchemaId, SchemaModel } from "../../core/spec/model/schema-model.ts";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import { createMessage, type LocalizedMessage, type Refusal, refuse } from "../../core/text/message.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { type ApiTest, hasSafeMethod, type TestPlan, type TestTarget } from "./api-test.ts";
import { chooseServer, type ChosenServer, createTestCredentials, fillForm, getSiteAuth } from "./request-values.ts";

/** All example values in the specification are sent, including those of optional parameters and fields. */
const formSettings = { ...defaultFormSettings, prefillsExamples: true };

export interface TestedOperation {
  readonly spec: SitePath;
  readonly operation: OperationModel;
  readonly schemas: ReadonlyMap<SchemaId, SchemaModel>;
  readonly auth: SiteAuth;
  readonly server: ChosenServer;
}

export const unsafeRequestReason = createMessage("This request might change data. Use --all-methods to send it.");
const secretReferenceReason = createMessage(
  "The example refers to a secret, but only the environment can use secrets.",
);

/** Returns one test for each named example of the body, or a single test if there are no named examples. */
export function planOperation(testedOperation: TestedOperation, target: TestTarget): readonly ApiTest[] {
  const { spec, operation } = testedOperation;
  const form = createForm(testedOperation);
  const names = form.body?.mediaTypes[0]?.examples.map(({ name }) => name) ?? [];
  const exampleNames = names.length > 1 ? names.slice(0, 20) : [undefined];
  return exampleNames.map((name): ApiTest => {
    const label = `${operation.method} ${operation.path}${name === undefined ? "" : ` · ${name}`}`;
    return {
      id: `${spec} ${label}`,
      label,
      spec,
      operation: { method: operation.method, path: operation.path, isWebhook: false },
      location: operation.location,
      operationLocation: operation.location,
      source: "specification",
      plan: createPlan(form, name, testedOperation, target),
    };
  });
}

export function createForm({ operation, schemas, auth }: Omit<TestedOperation, "server" | "spec">): RequestForm {
  return createRequestForm({ kind: "operation", operation, schemas, auth, settings: formSettings });
}

function createPlan(
  form: RequestForm,
  example: string | undefined,
  { server, operation }: TestedOperation,
  target: TestTarget,
): TestPlan {
  if (!hasSafeMethod(operation) && !target.allMethods) return { kind: "skip", reason: unsafeRequestReason };
  if (!server.ok) return { kind: "skip", reason: server.reason };
  const filledRequest = fillForm(form, example, target.variables);
  if (!filledRequest.ok) return { kind: "skip", reason: filledRequest.reason };
  // The author's secrets are added later, so a placeholder at this point would come from the site.
  if (listSecretNames(JSON.stringify(filledRequest.values)).length > 0)
    return { kind: "skip", reason: secretReferenceReason };
  const credentialsResult = createTestCredentials(form, target);
  if (!credentialsResult.ok) return { kind: "skip", reason: credentialsResult.reason };
  const { securityIndex, credentials } = credentialsResult;
  const values = { ...filledRequest.values, way: securityIndex, credentials };
  const { variables } = target;
  const { request, problems } = buildRequest(form, values, { baseUrl: server.url, variables });
  const blockingProblem = problems.find(({ isBlocking }) => isBlocking);
  return blockingProblem ? { kind: "skip", reason: blockingProblem.localizedMessage } : { kind: "send", request };
}

/** Returns the JSON text of a value read from a sample. */
export function formatSampleJson(node: JsonNode): string {
  return JSON.stringify(toJsonValue(node));
}

function toJsonValue(node: JsonNode): unknown {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(
        node.properties.flatMap(({ key, value }) => (value ? [[key, toJsonValue(value)]] : [])),
      );
    case "array":
      return node.items.map(toJsonValue);
    case "null":
      return null;
    default:
      return node.value;
  }
}

export type SampleUrlResult =
  | { readonly ok: true; readonly path: string; readonly query: string }
  /** A sentence that explains why there isn't a result. */
  | Refusal;

const placeholderPattern = /[$<>{}`]/;

/**
 * Returns an operation's path and query as written in a sample, without the server. Each placeholder for a parameter
 * (`$ID`, `<id>`) is replaced with the author's variable or the parameter's example.
 */
export function createSampleUrl(
  { url, query }: SampleRequest,
  { path, parameters }: OperationModel,
  variables: Readonly<Record<string, string>>,
): SampleUrlResult {
  const pathSegments = getSegments(path);
  const sampleSegments = parseSampleUrl(url)?.segments.slice(-pathSegments.length) ?? [];
  const segments: string[] = [];
  for (const [i, segment] of sampleSegments.entries()) {
    const name = /^\{([^{}]+)\}$/.exec(pathSegments[i] ?? "")?.[1];
    if (name === undefined || !placeholderPattern.test(segment)) {
      segments.push(segment);
      continue;
    }
    const example = parameters.find((each) => each.in === "path" && each.name === name)?.examples[0]?.value;
    const value = Object.hasOwn(variables, name) ? variables[name] : example;
    if (typeof value !== "string" && typeof value !== "number")
      return refuse(createMessage("The URL contains `{0}`, and there's no example for `{1}`.", segment, name));
    segments.push(encodeURIComponent(String(value)));
  }
  const urlQuery = url.text.split("#")[0]?.split("?")[1] ?? "";
  const queryPairs = query.map(
    ({ name, value }) => `${name}=${encodeURIComponent(value.replace(/\p{Cs}/gu, "\ufffd"))}`,
  );
  const search = [urlQuery, ...queryPairs].filter((each) => each !== "").join("&");
  if (segments.some((segment) => placeholderPattern.test(segment)) || placeholderPattern.test(search))
    return refuse(createMessage("The URL contains a placeholder, so the request can't be sent as written."));
  return { ok: true, path: `/${segments.join("/")}`, query: search };
}

export interface TestedSample {
  readonly page: SitePath;
  /** The sample's number on its page, starting at 1. */
  readonly number: number;
  readonly request: SampleRequest;
  readonly testedOperation: TestedOperation;
}

/**
 * Creates a test from a request to an operation, as shown on a page. The request is sent as written except for the
 * server and the credentials.
 */
export function createSampleTest(
  { page, number, request, testedOperation }: TestedSample,
  target: TestTarget,
): ApiTest {
  const { spec, operation } = testedOperation;
  const { method, path } = operation;
  return {
    id: `${page}#${number} ${method} ${path}`,
    label: `${method} ${path}`,
    spec,
    operation: { method, path, isWebhook: false },
    location: { file: page, range: request.range },
    operationLocation: operation.location,
    source: "page",
    plan: planSample(request, testedOperation, target),
  };
}

const unreproducibleBodyReason = createMessage(
  "The request body is a file or form, or contains a placeholder, so the request can't be sent as written.",
);

function planSample(request: SampleRequest, testedOperation: TestedOperation, target: TestTarget): TestPlan {
  const skip = (reason: LocalizedMessage): TestPlan => ({ kind: "skip", reason });
  const { server, operation } = testedOperation;
  if (!hasSafeMethod(operation) && !target.allMethods) return skip(unsafeRequestReason);
  if (!server.ok) return skip(server.reason);
  const text = request.bodyText ?? (request.body && formatSampleJson(request.body));
  const isLiteral = text !== undefined && !/\$[\w{(]|`/.test(text);
  if (request.hasBody && (!isLiteral || (request.hasOpenBody && request.bodyText === undefined)))
    return skip(unreproducibleBodyReason);
  const form = createForm(testedOperation);
  const credentialsResult = createTestCredentials(form, target);
  if (!credentialsResult.ok) return skip(credentialsResult.reason);
  const urlResult = createSampleUrl(request, operation, target.variables);
  if (!urlResult.ok) return skip(urlResult.reason);
  const sampleHeaders = request.headers.filter(({ name }) => !isCredentialHeader(name, form));
  const unresolvedHeader = sampleHeaders.find(({ value }) => value.isOpen || /[\r\n]/.test(value.text));
  if (unresolvedHeader) return skip(createMessage("The `{0}` header contains a placeholder.", unresolvedHeader.name));
  const headers = sampleHeaders.map(({ name, value }): [string, string] => [name, value.text]);
  if (listSecretNames([urlResult.path, urlResult.query, text ?? "", ...headers.flat()].join("\n")).length > 0)
    return skip(createMessage("The request refers to a secret, but only the environment can use secrets."));
  const { securityIndex, credentials } = credentialsResult;
  const authorizationForm = { ...form, path: "", parameters: [], body: undefined };
  const values = { ...createInitialValues(authorizationForm), way: securityIndex, credentials };
  const { request: credentialsRequest } = buildRequest(authorizationForm, values, {
    baseUrl: server.url,
    variables: target.variables,
  });
  return {
    kind: "send",
    request: createAuthorizedRequest(credentialsRequest, {
      ...urlResult,
      baseUrl: server.url,
      headers,
      text: request.hasBody ? text : undefined,
    }),
  };
}

interface Sample {
  readonly baseUrl: string;
  readonly path: string;
  readonly query: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string | undefined;
}

/**
 * Combines the sample's request with the credentials. `credentialsRequest` is a request that contains only the
 * credentials.
 */
function createAuthorizedRequest(
  credentialsRequest: BuiltRequest,
  { baseUrl, path, query, headers, text }: Sample,
): BuiltRequest {
  const credentialsQuery = credentialsRequest.url.split("?")[1] ?? "";
  const search = [query, credentialsQuery].filter((each) => each !== "").join("&");
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const needsContentType = text !== undefined && !names.has("content-type");
  return {
    method: credentialsRequest.method,
    url: `${baseUrl}${path}${search === "" ? "" : `?${search}`}`,
    headers: [
      ...headers,
      // curl also sets this content type for data sent with `-d`.
      ...(needsContentType ? [["Content-Type", "application/x-www-form-urlencoded"] as const] : []),
      ...credentialsRequest.headers.filter(([name]) => !names.has(name.toLowerCase())),
    ],
    cookies: credentialsRequest.cookies,
    body: text === undefined ? undefined : { kind: "text", text },
  };
}

/** Whether this header is set by the author's credentials or by the relay. */
function isCredentialHeader(name: string, { security }: RequestForm): boolean {
  const isApiKeyHeader = security
    .flat()
    .some((scheme) => scheme.kind === "apiKey" && scheme.field.toLowerCase() === name.toLowerCase());
  if (isApiKeyHeader) return true;
  return /^(authorization|cookie|host|content-length|connection|.*(api-?key|token|secret|password).*)$/i.test(name);
}

export interface TestedSite {
  readonly site: Site;
  /** The models of the specifications in `listTestedSpecs`, with every operation. */
  readonly modelsByPath: ReadonlyMap<SitePath, SpecModels>;
  /**
   * Whether the site has only one specification. If so, the author's URL must belong to that specification.
   */
  readonly hasSingleSpec: boolean;
}

/**
 * Returns the specifications whose operations are tested, sorted by file. These are the specifications that the site
 * uses.
 */
export function listTestedSpecs(site: Site): readonly SpecOutline[] {
  return [...site.specs.values()]
    .filter((spec) => spec.kind === "openapi" && spec.operations.length > 0 && isSpecUsed(spec, site))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Plans every request that the site shows, in a fixed order: first the operations in file order, and then the samples
 * on pages.
 */
export function planTests(
  { site, modelsByPath, hasSingleSpec: isOnlySpec }: TestedSite,
  target: TestTarget,
): readonly ApiTest[] {
  const operationsBySpec = new Map<SpecOutline, ReadonlyMap<string, TestedOperation>>();
  const auth = getSiteAuth(site);
  for (const spec of listTestedSpecs(site)) {
    const specModels = modelsByPath.get(spec.path);
    if (!specModels) continue;
    const operations = [...specModels.operations].flatMap(([key, operation]): [string, TestedOperation][] => {
      if (operation.isWebhook) return [];
      const server = chooseServer(operation.servers, target, isOnlySpec);
      return [[key, { spec: spec.path, operation, schemas: specModels.schemas, auth, server }]];
    });
    operationsBySpec.set(spec, new Map(operations));
  }
  const examples = [...operationsBySpec.values()].flatMap((operations) =>
    [...operations.values()].flatMap((operation) => planOperation(operation, target)),
  );
  return [...examples, ...listSamples(site, operationsBySpec, target)];
}

function listSamples(
  site: Site,
  operationsBySpec: ReadonlyMap<SpecOutline, ReadonlyMap<string, TestedOperation>>,
  target: TestTarget,
): readonly ApiTest[] {
  const pages = [...site.pages.keys()].sort();
  return pages.flatMap((page) => {
    const outline = site.pages.get(page);
    const references = site.references.get(page);
    if (!outline || !references) return [];
    return findCallsOnPage(site, outline, references).flatMap(({ request, target: documentedTarget }, i) => {
      const operation = operationsBySpec.get(documentedTarget.spec)?.get(getOperationKey(documentedTarget.operation));
      return operation ? [createSampleTest({ page, number: i + 1, request, testedOperation: operation }, target)] : [];
    });
  });
}
