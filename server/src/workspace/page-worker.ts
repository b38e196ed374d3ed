import { parentPort } from "node:worker_threads";
import { checkSyntax } from "../core/page/syntax/check-syntax.ts";
import type { SyntaxProblem } from "../core/page/syntax-problem.ts";

/** A page to be parsed, and what came of it. One at a time, so neither needs a number. */
export interface PageRequest {
  readonly text: string;
}
export interface PageAnswer {
  /** Absent in the first message, which says that the thread is ready: to load the parser takes its time. */
  readonly problems?: readonly SyntaxProblem[];
}

/** Parses pages in a thread of its own, which may be ended at any time (syntax-reader.ts). */
parentPort?.on("message", ({ text }: PageRequest) => {
  const answer: PageAnswer = { problems: checkSyntax(text) };
  parentPort?.postMessage(answer);
});
const ready: PageAnswer = {};
parentPort?.postMessage(ready);
