/** Examples in the docs as tests of an API. */
import { request } from "./message.ts";
import type { BuiltRequest } from "../core/request/build/build-context.ts";
import type { Credential } from "../core/request/form/request-values.ts";
import type { TestResponse } from "../core/request/protocol/relay-protocol.ts";
import type { PlaceRange } from "./site.ts";

/**
 * Every request that a site shows its readers, for an API that the author has named, in a fixed order. Nothing is
 * sent; the client sends the requests.
 */
export const planApiTests = request<PlanApiTests, PlannedApiTest[]>("docwright/apiTests/plan");
export interface PlanApiTests {
  /** URI of the folder that holds docs.json. */
  readonly root: string;
  readonly target: ApiTestTarget;
}
export interface ApiTestTarget {
  /** Where APIs run; none: nothing can be sent, and each test says so. */
  readonly servers: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** By name of the security scheme; values hold marks of secrets. */
  readonly credentials: Readonly<Record<string, Credential>>;
  /** Also send what may change something. */
  readonly allMethods: boolean;
}
export interface PlannedApiTest {
  readonly id: string;
  /** `POST /users · minimal` */
  readonly label: string;
  /** `openapi.yaml`: the specification that it belongs to. */
  readonly specification: string;
  readonly from: "specification" | "page";
  /** Where the example stands. */
  readonly uri: string;
  readonly range: PlaceRange;
  readonly plan:
    | { readonly kind: "send"; readonly request: BuiltRequest }
    /** A sentence. */
    | { readonly kind: "skip"; readonly reason: string };
}

/** The result of a test for the response that was received; null for a test that isn't in the latest plan. */
export const judgeApiTest = request<JudgeApiTest, JudgedApiTest | null>("docwright/apiTests/judge");
export interface JudgeApiTest {
  readonly root: string;
  readonly id: string;
  readonly came: TestResponse;
}
export type JudgedApiTest =
  | { readonly kind: "passed"; readonly note?: string }
  | { readonly kind: "failed"; readonly failures: readonly ApiTestFailure[] };
export interface ApiTestFailure {
  /** JSON Pointer into the answer; absent where the failure is about the answer as a whole. */
  readonly pointer?: string;
  readonly text: string;
  readonly remedy: string;
  /** Where the specification says so. */
  readonly uri?: string;
  readonly range?: PlaceRange;
}
