import type { ApiTest } from "./api-test.ts";
import { isSafe } from "./is-safe.ts";
import { runTest, type TestMeans } from "./run-test.ts";
import type { TestOutcome } from "./test-outcome.ts";

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
