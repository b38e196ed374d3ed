import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { callCli } from "./call-cli.ts";
import { removeTempSites } from "./temp-site.ts";
import { TestedApi } from "./tested-api.ts";
import { ok, one, secured, site, specification, users, type JsonTests } from "./tested-site.ts";

const canary = "canary-7f3a91c2d8";

describe("docwright test", function () {
  this.timeout(60_000);
  after(removeTempSites);
  const testJson = async (folder: string, ...args: string[]): Promise<JsonTests & { readonly exitCode: number }> => {
    const { exitCode, stdout, stderr } = await callCli(["test", folder, "--format", "json", ...args]);
    assert.notEqual(stdout, "", stderr);
    return { ...(JSON.parse(stdout) as JsonTests), exitCode };
  };
  let api: TestedApi;
  const start = async (answers: Parameters<typeof TestedApi.start>[0]) => (api = await TestedApi.start(answers));
  afterEach(() => api.stop());

  describe("with secrets", () => {
    const environment = (folder: string, more: Readonly<Record<string, unknown>> = {}) => {
      const file = join(folder, "environment.json");
      writeFileSync(
        file,
        JSON.stringify({ baseUrl: `${api.origin}/v1`, secrets: { token: { env: "API_KEY" } }, ...more }),
      );
      return file;
    };
    const call = (folder: string, ...args: string[]) =>
      callCli(["test", folder, ...args], { environment: { API_KEY: canary } });

    it("reads secrets from the environment variables that the environment file lists and doesn't print them", async () => {
      // The API echoes the request, although the specification defines a different response.
      await start({
        "GET /v1/users": ({ headers }) => ({ body: [{ id: headers.authorization, email: "a" }] }),
        "GET /v1/users/7": ({ headers }) => ({
          status: 500,
          body: { message: `no ${headers.authorization}` },
        }),
      });
      const folder = site(specification(secured));
      const record = join(folder, "answers.json");
      const { exitCode, stdout, stderr } = await call(folder, "--environment", environment(folder), "--record", record);
      assert.equal(exitCode, 1);
      assert.ok(api.seen.every(({ headers }) => headers.authorization === `Bearer ${canary}`));
      const all = stdout + stderr + readFileSync(record, "utf8");
      assert.match(all, /\{\{secret:token\}\}/);
      assert.ok(!all.includes(canary), all);
    });

    it("reports security schemes without a secret and doesn't send their requests", async () => {
      await start({});
      const folder = site(specification(secured));
      const { exitCode, stdout, stderr } = await callCli(["test", folder, "--server", `${api.origin}/v1`]);
      assert.match(
        stdout.replace(/\s+/g, " "),
        /The environment has no secret for `key`, which the operation requires\./,
      );
      assert.match(stderr, /no requests were sent/);
      assert.deepEqual([exitCode, api.seen.length], [2, 0]);
    });

    it("sends a scheme's public key, unless a secret replaces it", async () => {
      await start({ "GET /v1/users": users, "GET /v1/users/7": one });
      const shown = (key: string) => ({
        ...secured,
        components: { securitySchemes: { key: { type: "http", scheme: "bearer", "x-default": key } } },
      });
      const plain = site(specification(shown("try-me")));
      const { exitCode } = await callCli(["test", plain, "--server", `${api.origin}/v1`]);
      assert.equal(exitCode, 0);
      assert.ok(api.seen.every(({ headers }) => headers.authorization === "Bearer try-me"));
      api.seen.length = 0;
      const greedy = site(specification(shown("{{secret:token}}")));
      const file = environment(greedy, { secrets: { token: { env: "API_KEY" }, other: { env: "API_KEY" } } });
      assert.equal((await call(greedy, "--environment", file)).exitCode, 2);
      assert.deepEqual(api.seen, []);
    });

    it("replaces the credentials in a sample", async () => {
      await start({ "GET /v1/users": users, "GET /v1/users/7": one });
      const schemes = { agent: { type: "apiKey", in: "header", name: "X-Agent" } };
      const spec = specification({ security: [{ agent: [] }], components: { securitySchemes: schemes } });
      const page = '```bash\ncurl https://api.example.com/v1/users -H "X-Agent: $KEY" -u me:$PW\n```\n';
      const folder = site(spec, { "start.mdx": page });
      await call(folder, "--environment", environment(folder), "--operation", "GET /users");
      assert.deepEqual(
        api.seen.map(({ headers }) => [headers["x-agent"], headers.authorization]),
        [[canary, undefined], [canary, undefined]],
      ); // prettier-ignore
    });

    it("rejects an environment with a literal secret or an unset variable", async () => {
      await start({});
      const folder = site(specification(secured));
      const withValue = environment(folder, { secrets: { token: canary } });
      const first = await call(folder, "--environment", withValue);
      assert.match(first.stderr, /contains the value of `token`/);
      const unset = environment(folder, { secrets: { token: { env: "OTHER" } } });
      const second = await call(folder, "--environment", unset);
      assert.match(second.stderr, /the environment variable OTHER, which isn't set/);
      assert.deepEqual([first.exitCode, second.exitCode, api.seen.length], [2, 2, 0]);
      assert.ok(!(first.stderr + second.stderr).includes(canary));
    });

    it("doesn't send secrets that the site's own files refer to", async () => {
      await start({ "GET /v1/users": users });
      const parameters = [{ name: "note", in: "query", schema: { type: "string" }, example: "{{secret:token}}" }];
      const paths = { "/users": { get: { parameters, responses: ok({}) } } };
      const page = '```bash\ncurl "https://api.example.com/v1/users?note={{secret:token}}"\n```\n';
      const folder = site(specification({ paths }), { "start.mdx": page });
      const { stdout } = await call(folder, "--environment", environment(folder));
      assert.match(stdout, /refers to a secret, but only the environment can use secrets/);
      assert.deepEqual(api.seen, []);
    });

    it("doesn't follow redirects, so secrets don't reach other hosts", async () => {
      const other = await TestedApi.start({});
      try {
        await start({ "GET /v1/users": () => ({ status: 302, location: `${other.origin}/v1/users` }) });
        const folder = site(specification(secured));
        await call(folder, "--environment", environment(folder), "--operation", "GET /users");
        assert.equal(api.seen.length, 1);
        assert.deepEqual(other.seen, []);
      } finally {
        await other.stop();
      }
    });
  });

  describe("with a recording", () => {
    it("returns the same results without network access and detects a changed request", async () => {
      await start({ "GET /v1/users": () => ({ body: [{ id: "1", email: "a" }] }), "GET /v1/users/7": one });
      const folder = site(specification());
      const file = join(folder, "answers.json");
      const live = await testJson(folder, "--server", `${api.origin}/v1`, "--record", file);
      await api.stop();
      const first = readFileSync(file, "utf8");
      const again = await testJson(folder, "--replay", file);
      const plain = ({ tests }: JsonTests) =>
        tests.map(({ id, outcome, status, failures }) => ({ id, outcome, status, failures }));
      assert.deepEqual(plain(again), plain(live));
      assert.equal(again.exitCode, 1);
      assert.equal(
        (await callCli(["test", folder, "--replay", file])).stdout,
        (await callCli(["test", folder, "--replay", file])).stdout,
      );
      assert.equal(readFileSync(file, "utf8"), first);
      writeFileSync(join(folder, "openapi.json"), specification().replace('"example": 2', '"example": 3'));
      const changed = await testJson(folder, "--replay", file);
      assert.match(changed.tests[0]?.note ?? "", /no response to this request/);
      await start({});
    });

    it("doesn't overwrite a file of another type", async () => {
      await start({ "GET /v1/users": users });
      const folder = site(specification());
      const { exitCode, stderr } = await callCli([
        "test",
        folder,
        "--server",
        api.origin,
        "--record",
        join(folder, "docs.json"),
      ]);
      assert.match(stderr, /already exists and isn't a recording, so it wasn't overwritten/);
      assert.deepEqual([exitCode, api.seen.length], [2, 0]);
    });
  });
});
