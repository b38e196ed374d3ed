import type { BuiltRequest } from "../../core/request/build/build-context.ts";
import type { ResponseToCheck } from "../../core/request/protocol/playground-protocol.ts";
import { getSentences, type TestResponse } from "../../core/request/protocol/relay-protocol.ts";
import type { ResponseCheck } from "../../core/request/response/response-check.ts";
import type { SpecModels, SourceLocation } from "../../core/spec/model/operation-model.ts";
import { mapMessageValues } from "../../core/text/localized-message.ts";
import { createMessage, type LocalizedMessage, createVerbatimMessage } from "../../core/text/message.ts";
import { getOwnProperty, getStringProperty, isPlainRecord, parseJson } from "../../core/text/plain-record.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { SiteState } from "../analysis/site-state.ts";
import { type ResponseSpecReader, ResponseValidator } from "../playground/response-validator.ts";
import type { SpecService } from "../specs/spec-service.ts";
import { type ApiTest, hasSafeMethod, type TestTarget } from "./api-test.ts";
import { planTests, listTestedSpecs } from "./plan-tests.ts";

const maxFailures = 20;

/**
 * Evaluates a test's response. Examples must work for readers, so the test fails for an error response, even one that
 * is defined in the specification. The test also fails for a response that isn't defined in the specification.
 */
export function evaluateResponse(test: ApiTest, response: TestResponse, check: ResponseCheck | undefined): TestOutcome {
  const { milliseconds } = response;
  if (!response.ok) {
    const sentences = getSentences(response.failure);
    const [text, hint] = [joinMessages(sentences.slice(0, -1)), joinMessages(sentences.slice(-1))];
    return { kind: "failed", milliseconds, failures: [{ text, fix: hint }] };
  }
  const { status } = response.response;
  const error = createErrorFailure(test, response.response);
  // If there's an unexpected error response, schema mismatches don't matter.
  const failures = error ? [error] : listMismatches(test, check);
  if (failures.length > 0) return { kind: "failed", status, milliseconds, failures };
  const note = response.note ?? (check?.verdict === "unknown" ? check.localizedReason : undefined);
  return { kind: "passed", status, milliseconds, ...(note !== undefined && { note }) };
}

function createErrorFailure(
  { location, source, operation }: ApiTest,
  { status, text = "" }: Pick<ResponseToCheck, "status" | "text">,
): TestFailure | undefined {
  if (status < 400) return undefined;
  return {
    text: describeError(String(status), source, findErrorMessage(text)),
    location,
    fix: suggestFix(status, /\{[^{}]+\}/.test(operation.path), source),
  };
}

function describeError(status: string, source: ApiTest["source"], message: string | undefined): LocalizedMessage {
  if (message === undefined)
    return createMessage(
      source === "page"
        ? "Expected a successful response to the page's sample, but got {0}"
        : "Expected a successful response to the specification's example, but got {0}",
      status,
    );
  return createMessage(
    source === "page"
      ? "Expected a successful response to the page's sample, but got {0}: “{1}”"
      : "Expected a successful response to the specification's example, but got {0}: “{1}”",
    status,
    message,
  );
}

function suggestFix(status: number, hasParameters: boolean, source: ApiTest["source"]): LocalizedMessage {
  switch (status) {
    case 401:
    case 403:
      return createMessage("Check that the environment's credentials allow this request.");
    case 404:
    case 410:
      return createMessage(
        hasParameters
          ? "Use an existing resource, either in the example or in a variable with the parameter's name."
          : "Check that this is the API's server.",
      );
    case 400:
    case 409:
    case 415:
    case 422:
      return createMessage(
        source === "page"
          ? "Fix the sample so that it works for readers who try it."
          : "Fix the example so that it works for readers who try it.",
      );
    case 429:
      return createMessage("Wait, or send fewer requests at once with `--concurrency 1`.");
    default:
      if (status >= 500) return createMessage("The API failed. Check its log for the cause.");
      return createMessage(source === "page" ? "Check the sample and the API." : "Check the example and the API.");
  }
}

/** Joins messages with a space. */
function joinMessages([
  firstMessage = createVerbatimMessage(""),
  ...otherMessages
]: readonly LocalizedMessage[]): LocalizedMessage {
  return otherMessages.reduce((all, each) => ({ text: "{0} {1}", values: [all, each] }), firstMessage);
}

/** Returns the error message in a JSON response body. Most APIs use one of a few common fields for the message. */
function findErrorMessage(text: string): string | undefined {
  if (text.length > 100_000) return undefined;
  const value = parseJson(text);
  if (!isPlainRecord(value)) return undefined;
  for (const record of [value, getOwnProperty(value, "error")].filter(isPlainRecord))
    for (const name of ["detail", "title", "message", "error", "error_description"]) {
      const message = getStringProperty(record, name);
      if (message !== undefined && message.trim() !== "") return message.slice(0, 200);
    }
  return undefined;
}

function listMismatches({ operationLocation }: ApiTest, check: ResponseCheck | undefined): TestFailure[] {
  if (check?.verdict === "unspecified")
    return [
      {
        text: check.localizedReason ?? createMessage("The specification doesn't define this response."),
        location: operationLocation,
        fix: createMessage("Add this response to the specification, or change the API."),
      },
    ];
  if (check?.verdict !== "differs") return [];
  const mismatches = check.mismatches.filter(({ isWarning }) => !isWarning);
  const fix = createMessage("Update the specification, or change the API, so that the two match.");
  const failures = mismatches.slice(0, maxFailures).map(({ pointer, localizedText, location }): TestFailure => ({
    pointer,
    text: localizedText,
    ...(location && { location }),
    fix,
  }));
  const omittedCount = mismatches.length - failures.length;
  if (omittedCount <= 0 && !check.isTruncated) return failures;
  const text = check.isTruncated
    ? createMessage("There are more differences.")
    : createMessage({ one: "There is {0} more difference.", other: "There are {0} more differences." }, omittedCount);
  return [...failures, { text, fix }];
}

export interface TestDependencies {
  /**
   * Sends a request, or returns its recorded response. Resolves to undefined if the recording doesn't contain the
   * response. Never rejects.
   */
  readonly send: (test: ApiTest, request: BuiltRequest) => Promise<TestResponse | undefined>;
  /** Validates a response against the operation in the specification. Never rejects. */
  readonly check: (test: ApiTest, response: ResponseToCheck) => Promise<ResponseCheck>;
  /** Removes the values of secrets from text for display. */
  readonly redact: (text: string) => string;
}

const missingRecordingReason = createMessage("The recording has no response to this request. Create a new recording.");

/** Sends one test and checks the response. Never rejects. */
export async function runTest(test: ApiTest, { send, check, redact }: TestDependencies): Promise<TestOutcome> {
  if (test.plan.kind === "skip") return { kind: "skipped", reason: test.plan.reason };
  const response = await send(test, test.plan.request);
  if (!response) return { kind: "skipped", reason: missingRecordingReason };
  const responseCheck = response.ok ? await check(test, response.response) : undefined;
  const outcome = evaluateResponse(test, response, responseCheck);
  if (outcome.kind !== "failed") return outcome;
  const failures = outcome.failures.map((failure) => ({
    ...failure,
    text: mapMessageValues(failure.text, redact),
  }));
  return { ...outcome, failures };
}

export interface TestedResult {
  readonly test: ApiTest;
  readonly outcome: TestOutcome;
}

export interface TestRunOptions extends TestDependencies {
  /** The maximum number of concurrent requests. */
  readonly concurrency: number;
  /** Called with the number of completed tests and the total number of tests. */
  readonly onProgress?: (doneCount: number, total: number) => void;
}

/**
 * The methods that may change data, in the order in which their requests are sent. These requests are sent last and one
 * at a time so that resources are read before they're deleted.
 */
const methodOrder = ["POST", "PUT", "PATCH", "DELETE"];

/** Runs tests. Returns the results in the order of the tests, regardless of the order in which responses arrived. */
export async function runTests(tests: readonly ApiTest[], run: TestRunOptions): Promise<readonly TestedResult[]> {
  const outcomesByTest = new Map<ApiTest, TestOutcome>();
  const runAndRecord = async (test: ApiTest): Promise<void> => {
    outcomesByTest.set(test, await runTest(test, run));
    run.onProgress?.(outcomesByTest.size, tests.length);
  };
  const safeTests = tests.filter(({ operation }) => hasSafeMethod(operation));
  const runWorker = async (): Promise<void> => {
    for (let test = safeTests.shift(); test; test = safeTests.shift()) await runAndRecord(test);
  };
  await Promise.all(Array.from({ length: Math.max(1, run.concurrency) }, runWorker));
  const unsafeTests = tests.filter(({ operation }) => !hasSafeMethod(operation));
  for (const test of unsafeTests.toSorted((a, b) => getRank(a) - getRank(b))) await runAndRecord(test);
  return tests.flatMap((test) => {
    const outcome = outcomesByTest.get(test);
    return outcome ? [{ test, outcome }] : [];
  });
}

function getRank({ operation }: ApiTest): number {
  const rank = methodOrder.indexOf(operation.method);
  // Custom methods come before DELETE.
  return rank < 0 ? methodOrder.length - 1.5 : rank;
}

export type TestOutcome =
  | {
      readonly kind: "passed";
      readonly status: number;
      readonly milliseconds: number;
      /** A sentence that explains what couldn't be determined. */
      readonly note?: LocalizedMessage;
    }
  | {
      readonly kind: "failed";
      /** The HTTP status. Undefined if there was no response. */
      readonly status?: number;
      readonly milliseconds: number;
      /** One or more failures. */
      readonly failures: readonly TestFailure[];
    }
  | { readonly kind: "skipped"; readonly reason: LocalizedMessage };

export interface TestFailure {
  /** A JSON Pointer to a location in the response body. Undefined if the failure is about the complete response. */
  readonly pointer?: string;
  /** The problem as a sentence or, if `pointer` is set, as text that follows the value's name. */
  readonly text: LocalizedMessage;
  /** The location of the requirement in the specification. */
  readonly location?: SourceLocation;
  readonly fix: LocalizedMessage;
}

/**
 * The API tests of open sites. The client sends the requests and returns the responses, which are then validated on the
 * server.
 */
export class SiteApiTests {
  readonly #specService: Pick<SpecService, "analyze">;
  readonly #responseValidator: ResponseValidator;
  /** The tests in the latest plan, by test ID. */
  readonly #testsBySite = new WeakMap<SiteState, ReadonlyMap<string, ApiTest>>();

  constructor(specService: Pick<SpecService, "analyze"> & ResponseSpecReader) {
    this.#specService = specService;
    this.#responseValidator = new ResponseValidator(specService);
  }

  /** Plans every request that the site shows, in a fixed order. Returns an empty list while the site is being read. */
  async plan(siteState: SiteState, target: TestTarget): Promise<readonly ApiTest[]> {
    const site = siteState.current?.site;
    if (!site) return [];
    const modelsByPath = new Map<SitePath, SpecModels>();
    for (const spec of listTestedSpecs(site)) {
      const operations = spec.operations.map(({ method, path }) => ({ method, path, isWebhook: false }));
      const analysis = await this.#specService.analyze(siteState.files, spec, { checksValidity: false, operations });
      if (analysis?.models) modelsByPath.set(spec.path, analysis.models);
    }
    const tests = planTests({ site, modelsByPath, hasSingleSpec: modelsByPath.size === 1 }, target);
    this.#testsBySite.set(siteState, new Map(tests.map((test) => [test.id, test])));
    return tests;
  }

  /**
   * Evaluates the response to a planned test's request. Resolves to undefined if the test isn't in the plan.
   */
  async validate(siteState: SiteState, id: string, response: TestResponse): Promise<TestOutcome | undefined> {
    const test = this.#testsBySite.get(siteState)?.get(id);
    const spec = test && siteState.current?.site.specs.get(test.spec);
    if (!test || !spec) return undefined;
    const check = response.ok
      ? await this.#responseValidator.check(siteState.files, spec, test.operation, response.response)
      : undefined;
    return evaluateResponse(test, response, check);
  }

  end(): Promise<void> {
    return this.#responseValidator.end();
  }
}
