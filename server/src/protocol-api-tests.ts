/** What the server and its editors say to each other about examples as tests: a part of protocol.ts. */
import type { BuiltRequest } from "./core/request/built-request.ts";
import type { Credential } from "./core/request/request-values.ts";
import type { TestAnswer } from "./core/request/test-answer.ts";
import type { PlaceRange } from "./protocol.ts";

/**
 * Request to the server: every request that a site shows its readers, for an API that the person has named. Nothing is sent;
 * who has asked sends them. Params: `PlanApiTests`, result: `PlannedApiTest[]`, in a fixed order.
 */
export const planApiTests = "docwright/apiTests/plan";
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

/** Request to the server: what an answer means for a test that was planned last. Params: `JudgeApiTest`. */
export const judgeApiTest = "docwright/apiTests/judge";
export interface JudgeApiTest {
  readonly root: string;
  readonly id: string;
  readonly came: TestAnswer;
}
/** Result; null for a test that is not planned any more. */
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
