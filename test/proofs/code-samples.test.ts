import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { codeSample } from "../../server/src/core/request/code-samples.ts";
import { echoHost, nastyFiles, nastyRequests } from "../cases/nasty-requests.ts";
import { echoServer, type EchoServer } from "../harness/echo-server.ts";
import { isPresent, runnableLanguages, runSample } from "../harness/run-sample.ts";
import { expectedRequest, receivedRequest } from "../harness/same-request.ts";

/** To compile 50 programs takes minutes: `DOCWRIGHT_LANGUAGES=go,java` says which are wanted instead. */
const slow = new Set(["go", "java", "r"]);
const wanted = (process.env["DOCWRIGHT_LANGUAGES"] ?? "").split(",").filter((name) => name !== "");
/** curl and Node are on every machine that builds this. */
const asked = wanted.length > 0 ? wanted : runnableLanguages.filter((name) => !slow.has(name));
const run = asked.filter(
  (name) => wanted.length > 0 || name === "curl" || name === "node" || isPresent(name),
);
const notRun = runnableLanguages.filter((name) => !run.includes(name));

/** What the library of a language cannot do: there is no sample then. */
const impossible: ReadonlyMap<string, string> = new Map([["r", "an empty header"]]);

describe(`samples of code send the request that they are made of (not run: ${notRun.join(", ")})`, function () {
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

  it("has 50 requests that are hard to write down", () => assert.equal(nastyRequests.length, 50));

  for (const language of run)
    it(language, async () => {
      const different: string[] = [];
      for (const { title, request } of nastyRequests) {
        const fault = await difference(language, request);
        if (fault === "no sample" && impossible.get(language) === title) continue;
        if (fault !== undefined) different.push(`${title}: ${fault}`);
      }
      assert.deepEqual(different, []);
    });

  async function difference(language: string, built: (typeof nastyRequests)[number]["request"]) {
    const request = { ...built, url: built.url.replace(echoHost, server.origin) };
    const sample = codeSample(request, language);
    if (!sample) return "no sample";
    const failed = await runSample(language, sample.code, folder);
    const [received, ...more] = server.take();
    if (!received || more.length > 0)
      return `${more.length + (received ? 1 : 0)} requests; ${failed}\n${sample.code}`;
    const expected = expectedRequest(request, nastyFiles);
    try {
      assert.deepEqual(receivedRequest(received, expected), expected);
      return undefined;
    } catch (error) {
      return `${String(error)}\n${sample.code}`;
    }
  }
});
