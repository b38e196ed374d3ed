import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { documentedApi } from "../../sample/services/documented-api.ts";
import { listenOnLoopback, type Listening } from "../../sample/services/listen-on-loopback.ts";
import { project } from "../harness/source-files.ts";
import { BuiltCli } from "./spawn-cli.ts";
import type { JsonTests } from "./tested-site.ts";

// Tests the sample site from the author's point of view: every example can be sent and works.
describe("docwright test on the sample site", () => {
  let cli: BuiltCli;
  let listening: Listening;
  let folder: string;
  before(async function () {
    this.timeout(120_000);
    cli = await BuiltCli.make();
    listening = await listenOnLoopback(documentedApi(), 0);
    folder = mkdtempSync(join(tmpdir(), "docwright-sample-"));
    const faults = join(project, "sample/site/faults");
    cpSync(join(project, "sample/site"), folder, {
      recursive: true,
      filter: (from) => !from.startsWith(faults),
    });
  });
  after(async () => {
    cli.remove();
    await listening.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("passes except for uploads, which need a file", async () => {
    const file = join(folder, "environment.json");
    const origin = `http://127.0.0.1:${listening.port}`;
    const login = { user: "mara", password: "key" };
    writeFileSync(
      file,
      JSON.stringify({
        baseUrl: [`${origin}/v2`, `${origin}/berths`],
        secrets: { key: { env: "SAMPLE_KEY" }, broker: { env: "SAMPLE_BROKER" } },
        credentials: { bearerKey: "key", brokerLogin: "broker", agentKey: "key", agentLogin: login },
      }),
    );
    const environment = { SAMPLE_KEY: "demo-sample", SAMPLE_BROKER: "demo-broker" };
    const { stdout, stderr } = await cli.run(
      ["test", folder, "--environment", file, "--all-methods", "--format", "json"],
      { environment },
    );
    assert.notEqual(stdout, "", stderr);
    const { tests, counts } = JSON.parse(stdout) as JsonTests;
    assert.deepEqual(
      tests.filter(({ outcome }) => outcome === "failed").map(({ id, failures }) => [id, failures]),
      [],
    );
    const untried = tests.filter(({ outcome }) => outcome === "skipped").map(({ id }) => id);
    assert.deepEqual(
      untried.filter((id) => !id.includes("POST /shipments/{shipmentId}/documents")),
      [],
    );
    assert.ok((counts["passed"] ?? 0) >= 40, JSON.stringify(counts));
  }).timeout(60_000);
});
