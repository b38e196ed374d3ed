import type { BuiltRequest } from "../../core/request/build/build-context.ts";
import type { TestResponse } from "../../core/request/protocol/relay-protocol.ts";
import type { ResponseCheck, ResponseToCheck } from "../../core/request/response/verdict.ts";
import type { SpecPlace } from "../../core/spec/model/operation-model.ts";
import { type ApiTest, isSafe } from "./api-test.ts";

const maxFailures = 20;

/**
 * What an answer means for its test. An example is there to work, so an error fails it, also one that the specification
 * knows; so does an answer that the specification does not know.
 */
export function validateResponse(
  test: ApiTest,
  came: TestResponse,
  check: ResponseCheck | undefined,
): TestOutcome {
  const { milliseconds } = came;
  if (!came.ok) {
    const { message, hint } = came.failure;
    return { kind: "failed", milliseconds, failures: [{ text: message, remedy: hint }] };
  }
  const { status } = came.answer;
  const error = errorOf(test, came.answer);
  // What is said of an error that should not have come is beside the point.
  const failures = error ? [error] : mismatchesOf(test, check);
  if (failures.length > 0) return { kind: "failed", status, milliseconds, failures };
  const note = came.note ?? (check?.verdict === "unknown" ? check.reason : undefined);
  return { kind: "passed", status, milliseconds, ...(note !== undefined && { note }) };
}

function errorOf(
  { at, from, operation }: ApiTest,
  { status, text = "" }: { readonly status: number; readonly text: string | undefined },
): TestFailure | undefined {
  if (status < 400) return undefined;
  const messages = messageOf(text);
  const what = from === "page" ? "the sample of the page" : "the example of the specification";
  return {
    text: `${status} instead of success for ${what}${messages === undefined ? "" : `: “${messages}”`}`,
    at,
    remedy: remedyFor(status, /\{[^{}]+\}/.test(operation.path), from),
  };
}

function remedyFor(status: number, hasParameters: boolean, from: ApiTest["from"]): string {
  const example = from === "page" ? "sample" : "example";
  switch (status) {
    case 401:
    case 403:
      return "Look whether the credential of the environment is one that may do this.";
    case 404:
    case 410:
      return hasParameters
        ? "Name something that is there: in the example, or by a variable of the parameter's name."
        : "Look whether this is the server of this API.";
    case 400:
    case 409:
    case 415:
    case 422:
      return `Correct the ${example}, so that readers who try it succeed.`;
    case 429:
      return "Wait, or send fewer at once with --concurrency 1.";
    default:
      return status >= 500
        ? "The API failed; its own log says why."
        : `Look at the ${example} and at the API.`;
  }
}

/** The sentence that errors as JSON mostly have. */
function messageOf(text: string): string | undefined {
  if (text.length > 100_000) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    const inner: unknown = "error" in value ? value.error : undefined;
    const places = [value, ...(typeof inner === "object" && inner !== null ? [inner] : [])];
    for (const place of places)
      for (const name of ["detail", "title", "message", "error", "error_description"]) {
        const messages: unknown = Object.entries(place).find(([key]) => key === name)?.[1];
        if (typeof messages === "string" && messages.trim() !== "") return messages.slice(0, 200);
      }
  } catch {
    // No JSON.
  }
  return undefined;
}

function mismatchesOf({ operationAt, from }: ApiTest, check: ResponseCheck | undefined): TestFailure[] {
  if (check?.verdict === "unspecified")
    return [
      {
        text: check.reason ?? "The specification says nothing of this answer.",
        at: operationAt,
        remedy: "Describe this answer in the specification, or change the API.",
      },
    ];
  if (check?.verdict !== "differs") return [];
  const found = check.mismatches.filter(({ isWarning }) => !isWarning);
  const remedy =
    from === "page"
      ? "Change the specification there, or the API, so that readers find what is written."
      : "Change the specification there, or the API.";
  const failures = found
    .slice(0, maxFailures)
    .map(({ pointer, text, at }): TestFailure => ({ pointer, text, ...(at && { at }), remedy }));
  const left = found.length - failures.length;
  if (left <= 0 && !check.isCut) return failures;
  const count = check.isCut ? "more" : `${left} more`;
  return [...failures, { text: `There are ${count} differences.`, remedy }];
}

export interface TestMeans {
  /** Sends a request, or answers from a recording; undefined where a recording has no answer to it. Never rejects. */
  readonly send: (test: ApiTest, request: BuiltRequest) => Promise<TestResponse | undefined>;
  /** Holds an answer against what the specification says of the operation. Never rejects. */
  readonly check: (test: ApiTest, answer: ResponseToCheck) => Promise<ResponseCheck>;
  /** A text that is shown, without the values of secrets. */
  readonly redact: (text: string) => string;
}

const notRecorded = "The recording has no answer to this request. Record it again.";

/** Sends one test and judges what comes back. Never rejects. */
export async function runTest(test: ApiTest, { send, check, redact }: TestMeans): Promise<TestOutcome> {
  if (test.plan.kind === "skip") return { kind: "skipped", reason: test.plan.reason };
  const came = await send(test, test.plan.request);
  if (!came) return { kind: "skipped", reason: notRecorded };
  const checked = came.ok ? await check(test, came.answer) : undefined;
  const outcome = validateResponse(test, came, checked);
  if (outcome.kind !== "failed") return outcome;
  const failures = outcome.failures.map((failure) => ({ ...failure, text: redact(failure.text) }));
  return { ...outcome, failures };
}

export interface TestedResult {
  readonly test: ApiTest;
  readonly outcome: TestOutcome;
}

export interface TestRun extends TestMeans {
  /** How many requests are under way at once. */
  readonly concurrency: number;
  /** Hears how many are done. */
  readonly tell?: (done: number, of: number) => void;
}

/** What may change something comes last, in this order, one after the other, so that what is deleted was seen before. */
const order = ["POST", "PUT", "PATCH", "DELETE"];

/** Runs tests; the results are in the order of the tests whichever was answered first. */
export async function runTests(tests: readonly ApiTest[], run: TestRun): Promise<readonly TestedResult[]> {
  const outcomes = new Map<ApiTest, TestOutcome>();
  const go = async (test: ApiTest): Promise<void> => {
    outcomes.set(test, await runTest(test, run));
    run.tell?.(outcomes.size, tests.length);
  };
  const waiting = tests.filter(({ operation }) => isSafe(operation));
  const worker = async (): Promise<void> => {
    for (let test = waiting.shift(); test; test = waiting.shift()) await go(test);
  };
  await Promise.all(Array.from({ length: Math.max(1, run.concurrency) }, worker));
  const rest = tests.filter(({ operation }) => !isSafe(operation));
  for (const test of rest.toSorted((a, b) => rankOf(a) - rankOf(b))) await go(test);
  return tests.flatMap((test) => {
    const outcome = outcomes.get(test);
    return outcome ? [{ test, outcome }] : [];
  });
}

function rankOf({ operation }: ApiTest): number {
  const rank = order.indexOf(operation.method);
  // Methods of one's own come before what deletes.
  return rank < 0 ? order.length - 1.5 : rank;
}

export type TestOutcome =
  | {
      readonly kind: "passed";
      readonly status: number;
      readonly milliseconds: number;
      /** What could not be told, as a sentence. */
      readonly note?: string;
    }
  | {
      readonly kind: "failed";
      /** Absent where there was no answer. */
      readonly status?: number;
      readonly milliseconds: number;
      /** At least one. */
      readonly failures: readonly TestFailure[];
    }
  | { readonly kind: "skipped"; readonly reason: string };

export interface TestFailure {
  /** JSON Pointer into the answer's body; absent where the failure is about the answer as a whole. */
  readonly pointer?: string;
  /** What is wrong: a sentence, or with `pointer` what follows the value's name. */
  readonly text: string;
  /** Where the specification says so. */
  readonly at?: SpecPlace;
  /** What to do. */
  readonly remedy: string;
}
