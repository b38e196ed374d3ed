import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { countColumns } from "../../server/src/cli/terminal/text.ts";
import { callCli } from "./call-cli.ts";
import { removeTempSites } from "./temp-site.ts";
import { TestedApi } from "./tested-api.ts";
import { json, ok, one, site, specification, user, users, type JsonTests } from "./tested-site.ts";

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
  const lines = () => api.seen.map(({ line }) => line);
  afterEach(() => api.stop());

  it("sends safe examples and passes if responses match the specification", async () => {
    await start({ "GET /v1/users": users, "GET /v1/users/7": one });
    const { exitCode, tests, counts } = await testJson(site(specification()), "--server", `${api.origin}/v1`);
    assert.deepEqual(lines().toSorted(), ["GET /v1/users/7", "GET /v1/users?limit=2"]);
    assert.deepEqual(
      tests.map(({ id, outcome }) => [id, outcome]),
      [
        ["openapi.json GET /users", "passed"],
        ["openapi.json POST /users", "skipped"],
        ["openapi.json GET /users/{id}", "passed"],
        ["openapi.json DELETE /users/{id}", "skipped"],
      ],
    );
    assert.deepEqual(counts, { passed: 2, failed: 0, skipped: 2 });
    assert.equal(exitCode, 0);
  });

  it("fails and shows the location in the response and the line in the specification", async () => {
    await start({
      "GET /v1/users": () => ({
        body: [
          { id: 1, email: "a@x.test" },
          { id: 2, email: 5 },
        ],
      }),
      "GET /v1/users/7": one,
    });
    const folder = site(specification());
    const { exitCode, tests } = await testJson(folder, "--server", `${api.origin}/v1`);
    const [failure] = tests[0]?.failures ?? [];
    assert.equal(failure?.pointer, "/1/email");
    assert.equal(failure.at?.file, "openapi.json");
    const line = readFileSync(join(folder, "openapi.json"), "utf8").split("\n")[failure.at.line];
    assert.match(line ?? "", /"type": "string"/);
    assert.equal(exitCode, 1);
  });

  it("fails for errors, undocumented responses, and refused connections", async () => {
    await start({ "GET /v1/users": () => ({ status: 203, body: [] }) });
    const folder = site(specification());
    const { tests } = await testJson(folder, "--server", `${api.origin}/v1`);
    assert.deepEqual(
      tests.filter(({ outcome }) => outcome === "failed").map(({ failures: [first] }) => first?.text),
      [
        "The specification doesn't define status 203.",
        "Expected a successful response to the specification's example, but got 404",
      ],
    );
    const { origin } = api;
    await api.stop();
    const gone = await testJson(folder, "--server", `${origin}/v1`, "--operation", "GET /users");
    assert.match(gone.tests[0]?.failures[0]?.text ?? "", /Nothing is listening/);
    assert.equal(gone.exitCode, 1);
  });

  it("reports results in another language", async () => {
    await start({
      "GET /v1/users": () => ({ body: [{ id: 1, email: 5 }] }),
      "GET /v1/users/7": () => ({ status: 500 }),
    });
    const args = [site(specification()), "--server", `${api.origin}/v1`, "--lang", "de"];
    const { exitCode, stdout } = await callCli(["test", ...args]);
    assert.equal(exitCode, 1);
    const text = stdout.replace(/\s+/g, " ");
    for (const expected of [
      "/0/email ist eine Zahl, aber die Spezifikation erfordert den Typ string.",
      "→ Aktualisieren Sie die Spezifikation, oder ändern Sie die API, damit beide übereinstimmen.",
      "500 statt einer erfolgreichen Antwort für das Beispiel der Spezifikation.",
      "→ Die API ist fehlgeschlagen. Prüfen Sie ihr Protokoll auf die Ursache.",
      "Nicht gesendet Diese Anfrage könnte Daten ändern. Verwenden Sie --all-methods, um sie zu senden.",
      "0 erfolgreich, 2 fehlgeschlagen, 2 nicht gesendet · ",
    ])
      assert.ok(text.includes(expected), `${expected} in ${text}`);
    const { tests } = await testJson(...(args as [string, ...string[]]));
    assert.match(tests[0]?.failures[0]?.text ?? "", /^ist eine Zahl/);
  });

  it("records a failure so that a replay can report it in another language", async () => {
    await start({});
    const folder = site(specification());
    const recording = join(folder, "recording.json");
    const { origin } = api;
    await api.stop();
    const args = ["--operation", "GET /users"];
    await callCli(["test", folder, "--server", `${origin}/v1`, "--record", recording, ...args]);
    const { tests } = await testJson(folder, "--replay", recording, "--lang", "fr", ...args);
    assert.match(tests[0]?.failures[0]?.remedy ?? "", /^Si l’API n’est pas/);
    const english = await testJson(folder, "--replay", recording, ...args);
    assert.match(english.tests[0]?.failures[0]?.text ?? "", /^Nothing is listening on 127\.0\.0\.1/);
  });

  it("sends unsafe requests only if requested, one at a time, with deletions last", async () => {
    await start({
      "GET /v1/users": users,
      "GET /v1/users/7": one,
      "POST /v1/users": ({ body }) => ({ status: 201, body }),
      "DELETE /v1/users/7": () => ({ status: 204 }),
    });
    const { counts } = await testJson(site(specification()), "--server", `${api.origin}/v1`, "--all-methods");
    assert.deepEqual(lines().slice(2), ["POST /v1/users", "DELETE /v1/users/7"]);
    assert.deepEqual(JSON.parse(api.seen[2]?.body ?? ""), { id: 3, email: "c@x.test" });
    assert.equal(counts["passed"], 4);
  });

  it("sends one request for each named example of a body", async () => {
    await start({ "POST /v1/users": () => ({ status: 201, body: { id: 1, email: "a" } }) });
    const examples = { small: { value: { id: 1, email: "a" } }, large: { value: { id: 2, email: "b" } } };
    const body = { content: { "application/json": { schema: user, examples } } };
    const paths = {
      "/users": { post: { requestBody: body, responses: { "201": { description: "", ...json(user) } } } },
    };
    const { tests } = await testJson(site(specification({ paths })), "--server", `${api.origin}/v1`, "--all-methods");
    assert.deepEqual(
      tests.map(({ id }) => id),
      ["openapi.json POST /users · small", "openapi.json POST /users · large"],
    );
    assert.deepEqual(
      api.seen.map((seen) => JSON.parse(seen.body) as unknown),
      [examples.small.value, examples.large.value],
    );
  });

  it("sends the requests in code blocks to the given server with the site's variables", async () => {
    await start({ "GET /v1/users": users, "GET /v1/users/7": one });
    const page = [
      "# Start",
      "```bash",
      "curl --get {{host}}/v1/users -H 'Authorization: Bearer $KEY' -H 'Accept-Language: de' --data-urlencode 'limit=1 2'",
      "```",
      "```bash",
      'curl "https://api.example.com/v1/users/$USER_ID"',
      "```",
      "```bash",
      "curl https://elsewhere.test/v1/users",
      "```",
    ].join("\n");
    const { tests } = await testJson(site(specification(), { "start.mdx": page }), "--server", `${api.origin}/v1`);
    const own = tests.filter(({ id }) => id.startsWith("start.mdx"));
    assert.deepEqual(
      own.map(({ id, outcome }) => [id, outcome]),
      [
        ["start.mdx#1 GET /users", "passed"],
        ["start.mdx#2 GET /users/{id}", "passed"],
      ],
    );
    const sent = api.seen.find(({ line }) => line === "GET /v1/users?limit=1%202");
    assert.equal(sent?.headers["accept-language"], "de");
    assert.equal(sent.headers.authorization, undefined);
  });

  it("respects the concurrency limit and preserves the output order", async () => {
    const names = Array.from({ length: 12 }, (_, i) => `/a${i}`);
    const paths = Object.fromEntries(names.map((name) => [name, { get: { responses: ok({}) } }]));
    await start(Object.fromEntries(names.map((name) => [`GET /v1${name}`, () => ({ body: {} })])));
    const { tests } = await testJson(
      site(specification({ paths })),
      "--server",
      api.origin + "/v1",
      "--concurrency",
      "3",
    );
    assert.equal(api.most, 3);
    assert.deepEqual(
      tests.map(({ id }) => id),
      names.map((name) => `openapi.json GET ${name}`),
    );
  });

  it("reads the beginning of a stream that stays open", async () => {
    const paths = {
      "/live": {
        get: {
          responses: {
            "200": { description: "", content: { "text/event-stream": { schema: { type: "string" } } } },
          },
        },
      },
    };
    await start({ "GET /v1/live": () => ({ type: "text/event-stream", body: "data: 1\n\n", open: true }) });
    const { tests } = await testJson(site(specification({ paths })), "--server", `${api.origin}/v1`);
    assert.equal(tests[0]?.outcome, "passed");
    assert.match(tests[0].note ?? "", /stays open/);
  });

  describe("on the command line", () => {
    it("reports a missing server on one line and lists the declared servers", async () => {
      await start({});
      const { exitCode, stdout, stderr } = await callCli(["test", site(specification())]);
      assert.equal(stdout, "");
      assert.deepEqual(stderr.trimEnd().split("\n"), [
        'docwright: specify the server, for example, "docwright test --server https://api.example.com/v1"',
        "Servers declared by the site:",
        "  https://api.example.com/v1  openapi.json",
      ]);
      assert.equal(exitCode, 2);
    });

    it("rejects invalid arguments", async () => {
      await start({});
      const folder = site(specification());
      for (const [args, reason] of [
        [["--server", "ftp://x.test"], /--server must be a URL such as/],
        [["--server", "http://me:pw@x.test"], /--server must be a URL such as/],
        [["--server", api.origin, "--operation", "users"], /--operation must be a method and a path/],
        [
          ["--server", api.origin, "--operation", "GET /nowhere"],
          /none of the site's specifications contains GET \/nowhere/,
        ],
        [["--server", api.origin, "--format", "sarif"], /--format must be pretty, json, or junit, not sarif/],
        [["--server", api.origin, "--concurrency", "0"], /--concurrency must be a number from 1 to 32, not 0/],
        [["--replay", "docs.json"], /docs\.json isn't a recording/],
        [["--replay", "a.json", "--server", api.origin], /--replay and --server can't be used together/],
        [["--environment", "none.json"], /can't read the environment none\.json/],
      ] as const) {
        const { exitCode, stderr } = await callCli(["test", folder, ...args], { cwd: folder });
        assert.match(stderr, reason);
        assert.deepEqual([exitCode, stderr.trimEnd().split("\n").length, api.seen.length], [2, 1, 0], args.join(" "));
      }
      assert.ok(!existsSync(join(folder, "a.json")));
    });

    it("explains failures and fixes within 80 columns", async () => {
      await start({ "GET /v1/users": () => ({ body: [{ id: 1 }] }), "GET /v1/users/7": one });
      const { stdout } = await callCli(["test", site(specification()), "--server", `${api.origin}/v1`], {
        environment: { COLUMNS: "80", NO_COLOR: "1" },
      });
      for (const line of stdout.split("\n")) assert.ok(countColumns(line) <= 80, line);
      assert.match(stdout, /✗ GET {4}\/users {2,}200/);
      assert.match(stdout, /\/0 .*email/);
      assert.match(
        stdout,
        /openapi\.json:\d+:\d+\n {6}→ Update the specification, or change the API, so that the two match\./,
      );
      assert.match(stdout, /1 passed, 1 failed, 2 not sent · \d+(?:\.\d)? s\n$/);
    });

    it("prints JUnit with the site's content escaped", async () => {
      await start({ "GET /v1/users": () => ({ status: 500, body: { message: '<&"\u0007' } }) });
      const { stdout } = await callCli([
        "test",
        site(specification()),
        "--server",
        `${api.origin}/v1`,
        "--format",
        "junit",
      ]);
      assert.match(stdout, /<testsuites name="docwright test" tests="4" failures="2" skipped="2"/);
      assert.match(stdout, /“&lt;&amp;&quot;\\u\{7\}”/);
      assert.match(stdout, /<skipped message="This request might change data\./);
    });
  });
});
