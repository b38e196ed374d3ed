/** Messages for testing an API with the examples that the docs contain. */
import type { BuiltRequest } from "../core/request/build/build-context.ts";
import type { Credential } from "../core/request/form/request-values.ts";
import type { TestResponse } from "../core/request/protocol/relay-protocol.ts";
import type { LocalizedMessage } from "../core/text/message.ts";
import { createRequest } from "./message.ts";
import type { LspRange } from "./site.ts";

/**
 * Plans tests for an API that the author has specified. The response contains all requests that the site shows to
 * readers, in a fixed order. The client sends these requests.
 */
export const planApiTests = createRequest<PlanApiTestsParams, PlannedApiTest[]>("docwright/apiTests/plan");
export interface PlanApiTestsParams {
  /** The URI of the folder that contains docs.json. */
  readonly root: string;
  readonly target: ApiTestTarget;
}
export interface ApiTestTarget {
  /** The base URLs of the APIs. If the list is empty, no requests can be sent, and each test reports this. */
  readonly servers: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** The credentials by security scheme name. They contain placeholders for secrets. */
  readonly credentials: Readonly<Record<string, Credential>>;
  /** Whether to include requests that may change data. */
  readonly allMethods: boolean;
}
export interface PlannedApiTest {
  readonly id: string;
  /** The label, such as `POST /users · minimal`. */
  readonly label: string;
  /** The path of the specification that the example belongs to, such as `openapi.yaml`. */
  readonly specification: string;
  readonly source: "specification" | "page";
  /** The location of the example. */
  readonly uri: string;
  readonly range: LspRange;
  readonly plan:
    | { readonly kind: "send"; readonly request: BuiltRequest }
    /** A sentence that explains why the request isn't sent. */
    | { readonly kind: "skip"; readonly reason: LocalizedMessage };
}

/** Checks the response to a test's request. Returns null if the test isn't in the latest plan. */
export const validateApiTest = createRequest<ValidateApiTestParams, ApiTestResult | null>("docwright/apiTests/judge");
export interface ValidateApiTestParams {
  readonly root: string;
  readonly id: string;
  readonly response: TestResponse;
}
export type ApiTestResult =
  | { readonly kind: "passed"; readonly note?: LocalizedMessage }
  | { readonly kind: "failed"; readonly failures: readonly ApiTestFailure[] };
export interface ApiTestFailure {
  /** A JSON Pointer to a location in the response. Undefined if the failure applies to the entire response. */
  readonly pointer?: string;
  readonly text: LocalizedMessage;
  readonly fix: LocalizedMessage;
  /** The location of the requirement in the specification. */
  readonly uri?: string;
  readonly range?: LspRange;
}
