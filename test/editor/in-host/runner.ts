import { request } from "node:http";
import { text } from "node:stream/consumers";

/** The environment variable with the runner's URL for the extension host. */
export const runnerVariable = "DOCWRIGHT_TEST_RUNNER";

/** Calls the runner outside VS Code. Throws what the runner threw. */
export async function callRunner(name: string, argument: unknown): Promise<unknown> {
  const url = process.env[runnerVariable];
  if (!url) throw new Error(`${runnerVariable} is not set.`);
  // VS Code replaces fetch with a version that detects proxies.
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
