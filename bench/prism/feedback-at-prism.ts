import path from "node:path";
import { feedbackClientCases } from "../../test/harness/feedback-client-cases.ts";
import { installPrism } from "./install-prism.ts";
import { startPrism } from "./prism-process.ts";

/**
 * Runs the feedback client's test cases against Prism, an independent implementation, which serves the analytics API
 * from the specification at the path `document`. The cases run once with the specification's examples and once with
 * generated responses. Prints a row for each case. Resolves to the number of failures.
 */
export async function runFeedbackCheck(document: string): Promise<number> {
  const prism = await startPrism(await installPrism(), path.resolve(document));
  let failed = 0;
  try {
    const target = {
      service: { baseUrl: prism.url, projectId: "any", key: "any_key_at_all" },
      failingWith: (status: number) => ({ Prefer: `code=${status}` }),
      varied: { Prefer: "dynamic=true" },
      rounds: 100,
    };
    for (const { title, run } of feedbackClientCases) {
      const start = Date.now();
      try {
        await run(target);
        console.log(`✓ ${title} (${Date.now() - start} ms)`);
      } catch (error) {
        failed++;
        console.log(`✗ ${title}\n  ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    await prism.stop();
  }
  console.log(`\n${feedbackClientCases.length - failed} of ${feedbackClientCases.length} cases pass against Prism.`);
  return failed;
}
