import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { generateCodeSample } from "../../server/src/core/request/code/code-samples.ts";
import { echoHost, nastyFiles, nastyRequests } from "../cases/nasty-requests.ts";
import { echoServer, type EchoServer } from "../harness/echo-server.ts";
import { isPresent, runnableLanguages, runSamples } from "../harness/run-sample.ts";
import { expectedRequest, receivedRequest } from "../harness/same-request.ts";

/**
 * The languages that are skipped by default, because compiling 50 programs takes minutes. To test specific languages,
 * set `DOCWRIGHT_LANGUAGES`, for example, to `go,java`.
 */
const slow = new Set(["go", "java", "r", "kotlin", "rust", "swift", "csharp"]);
const expected = (process.env["DOCWRIGHT_LANGUAGES"] ?? "").split(",").filter((name) => name !== "");
/** The languages to test. curl and Node.js are available on every machine that builds this project. */
const requested = expected.length > 0 ? expected : runnableLanguages.filter((name) => !slow.has(name));
const run = requested.filter((name) => expected.length > 0 || name === "curl" || name === "node" || isPresent(name));
const notRun = runnableLanguages.filter((name) => !run.includes(name));

/**
 * For each language, the title of a request that the language's library can't send. There's no sample for such a
 * request.
 */
const impossible: ReadonlyMap<string, string> = new Map([["r", "an empty header"]]);

describe(`code samples run as requests (not run: ${notRun.join(", ")})`, function () {
  this.timeout(900_000);
  const folder = mkdtempSync(path.join(tmpdir(), "docwright-samples-"));
  let server: EchoServer;

  before(async () => {
    for (const [name, bytes] of nastyFiles) writeFileSync(path.join(folder, name), bytes);
    server = await echoServer();
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.close();
  });

  it("include 55 requests that are difficult to encode", () => assert.equal(nastyRequests.length, 55));

  for (const language of run)
    it(`send the expected requests in ${language}`, async () => {
      // The path of each request contains a unique folder that identifies the request when it arrives.
      const requests = nastyRequests.map(({ request, title }, i) => ({
        title,
        request: { ...request, url: request.url.replace(echoHost, `${server.origin}/${i}`) },
      }));
      const samples = requests.map(({ request }) => generateCodeSample(request, language)?.code);
      const messages = await runSamples(
        language,
        samples.filter((code) => code !== undefined),
        folder,
      );
      const received = server.take();
      const different = requests.flatMap(({ title, request }, i) => {
        if (samples[i] === undefined) return impossible.get(language) === title ? [] : [`${title}: no sample`];
        const own = received.filter(({ target }) => target.startsWith(`/${i}/`));
        const expected = expectedRequest(request, nastyFiles);
        try {
          assert.equal(own.length, 1, `${own.length} requests`);
          assert.deepEqual(own[0] && receivedRequest(own[0], expected), expected);
          return [];
        } catch (error) {
          return [`${title}: ${String(error)}\n${samples[i]}`];
        }
      });
      assert.equal(different.length > 0 ? [...different, messages.slice(0, 3_000)].join("\n\n") : "", "");
    });
});
