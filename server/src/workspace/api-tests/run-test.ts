import type { AnswerCheck, AnswerToCheck } from "../../core/request/response/verdict.ts";
import type { BuiltRequest } from "../../core/request/build/build-context.ts";
import type { ApiTest } from "./api-test.ts";
import { judgeAnswer } from "./judge-answer.ts";
import type { TestAnswer } from "../../core/request/protocol/relay-protocol.ts";
import type { TestOutcome } from "./test-outcome.ts";

export interface TestMeans {
  /** Sends a request, or answers from a recording; undefined where a recording has no answer to it. Never rejects. */
  readonly send: (test: ApiTest, request: BuiltRequest) => Promise<TestAnswer | undefined>;
  /** Holds an answer against what the specification says of the operation. Never rejects. */
  readonly check: (test: ApiTest, answer: AnswerToCheck) => Promise<AnswerCheck>;
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
  const outcome = judgeAnswer(test, came, checked);
  if (outcome.kind !== "failed") return outcome;
  const failures = outcome.failures.map((failure) => ({ ...failure, text: redact(failure.text) }));
  return { ...outcome, failures };
}
