import { parentPort } from "node:worker_threads";
import type { SyntaxProblem } from "../../core/page/syntax-problem.ts";
import { checkSyntax } from "../../core/page/syntax/check-syntax.ts";
import { findCurrentThreadPath, type WorkerReadyMessage } from "../worker/work-limit.ts";

/** A page to parse. The thread handles one page at a time, so requests and replies don't need IDs. */
export interface MdxWorkerRequest {
  readonly text: string;
}
export type MdxWorkerReply =
  /** The problems found so far, without fixes. They're used if the remaining work takes too long. */
  | { readonly kind: "found"; readonly problems: readonly SyntaxProblem[] }
  | { readonly kind: "checked"; readonly problems: readonly SyntaxProblem[] };

const sendReply = (message: MdxWorkerReply | WorkerReadyMessage) => parentPort?.postMessage(message);

/** Parses pages in a worker thread, which can be terminated at any time (mdx-validator.ts). */
parentPort?.on("message", ({ text }: MdxWorkerRequest) => {
  const problems = checkSyntax(text, (problems) => sendReply({ kind: "found", problems }));
  sendReply({ kind: "checked", problems });
});
sendReply({ kind: "ready", threadPath: findCurrentThreadPath() });
