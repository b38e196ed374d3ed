import { request } from "node:http";
import { text } from "node:stream/consumers";

/** The environment variable that provides the runner's URL to the extension host. */
export const runnerVariable = "DOCWRIGHT_TEST_RUNNER";

/** Calls the runner outside VS Code. If the runner throws an error, this function throws the same error. */
export async function callRunner(name: string, argument: unknown): Promise<unknown> {
  const url = process.env[runnerVariable];
  if (!url) throw new Error(`${runnerVariable} is not set.`);
  // This function doesn't use fetch, because VS Code replaces it with a version that detects proxies.
  const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const outgoing = request(url + name, { method: "POST" }, (incoming) => {
      text(incoming).then((body) => resolve({ status: incoming.statusCode, body }), reject);
    });
    outgoing.on("error", reject).end(JSON.stringify(argument));
  });
  const value: unknown = JSON.parse(answer.body);
  if (answer.status !== 200) throw new Error(String(value));
  return value;
}
