import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { resolveService } from "../../server/src/cli/feedback/read-feedback.ts";
import { feedbackCommand } from "../../server/src/cli/feedback/feedback-command.ts";
import { countColumns } from "../../server/src/cli/terminal/text.ts";
import { FaultyFeedback, type FaultyProject, type ServedPage } from "../harness/faulty-feedback.ts";
import { callCli, type Call } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const key = "sk_canary_0123456789";
const project = path.resolve(__dirname, "../..");

describe("docwright feedback error handling", () => {
  let service: FaultyFeedback;
  let count = 0;
  let cache = "";
  before(async () => {
    service = await FaultyFeedback.start();
  });
  after(async () => {
    await service.close();
    removeTempSites();
  });
  beforeEach(() => (cache = tempSite({})));

  const pages: FaultyProject["page"] = (cursor = "0") => ({
    entries: [entryWith({ id: cursor })],
    nextCursor: cursor === "2" ? null : String(Number(cursor) + 1),
    hasMore: cursor !== "2",
  });
  const variables = (projectId: string) => ({
    XDG_CACHE_HOME: cache,
    DOCWRIGHT_API_URL: service.origin,
    DOCWRIGHT_PROJECT: projectId,
    DOCWRIGHT_API_KEY: key,
  });

  async function ask(what: Partial<FaultyProject>, ...args: string[]): Promise<Call & { requests: number }> {
    const id = `p${count++}`;
    const seen = service.add(id, { page: pages, fault: () => undefined, ...what });
    const call = await callCli(["feedback", cache, ...args], { environment: variables(id) });
    assert.ok(!(call.stdout + call.stderr).includes(key), "the output contains the key");
    assert.equal(service.elsewhere, 0);
    return { ...call, requests: seen.requests.length };
  }

  describe("sends no request", () => {
    for (const [what, environment, args, reason] of [
      [
        "without a key",
        { DOCWRIGHT_API_KEY: "" },
        [],
        /no API key found\. Set the environment variable DOCWRIGHT_API_KEY/,
      ],
      [
        "with a key that contains a line break",
        { DOCWRIGHT_API_KEY: `${key}\nX: 1` },
        [],
        /DOCWRIGHT_API_KEY can't be used\. The API key contains a space or a line break/,
      ],
      ["without a project", { DOCWRIGHT_PROJECT: "" }, [], /no project specified\. Use --project/],
      ["with a project that is a path", {}, ["--project", "../other"], /\.\.\/other: this isn't a valid project ID/],
      ["without a base URL", { DOCWRIGHT_API_URL: "" }, [], /no feedback service specified\. Use --base-url/],
      ["over HTTP to another machine", {}, ["--base-url", "http://api.example.com"], /sent only over HTTPS/],
      [
        "with a password in the URL",
        {},
        ["--base-url", "https://a:secret@api.example.com"],
        /can't contain a username/,
      ],
      [
        "for a period that ends before it starts",
        {},
        ["--from", "2026-07-01", "--through", "2026-06-29"],
        /after it ends/,
      ],
      ["for an invalid date", {}, ["--through", "2026-02-30"], /isn't a valid date/],
      ["for a page size of 101", {}, ["--page-size", "101"], /from 1 to 100/],
      ["for a page size of 1.5", {}, ["--page-size", "1.5"], /from 1 to 100/],
      [
        "for an unknown status",
        {},
        ["--status", "pending,open"],
        /--status must be pending, in_progress, resolved, or dismissed, not open/,
      ],
      ["with a key as an option", {}, ["--key", key], /unknown option/],
      ["for --by-page with --all", {}, ["--by-page", "--all"], /can't be used together/],
      ["in a folder that doesn't exist", {}, ["nowhere"], /expected one folder/],
      ["for a branch outside a site", {}, ["--branch"], /no docs\.json found/],
    ] as const)
      it(what, async () => {
        const set = { ...variables("nobody"), ...environment };
        const { exitCode, stdout, stderr } = await callCli(["feedback", cache, ...args], {
          environment: set,
        });
        assert.deepEqual([exitCode, stdout], [2, ""]);
        assert.match(stderr, reason);
        assert.ok(
          !stderr.includes(key) && !stderr.includes("secret@") && stderr.trim().split("\n").length === 1,
          stderr,
        );
      });

    it("except to the service that the profile defines", () => {
      const ignored = { write: () => undefined };
      const host = { cwd: "/", environment: {}, stdout: ignored, stderr: ignored };
      const options = feedbackCommand.parse(["--profile", "mintlify", "--project", "p"], host);
      const found = resolveService(options, { DOCWRIGHT_API_KEY: key });
      assert.deepEqual(found, {
        ok: true,
        service: { baseUrl: "https://api.mintlify.com", projectId: "p", key },
      });
    });
  });

  it("reports a rejected key and, if the site documents it, the expected key format", async () => {
    const root = tempSite({
      "docs.json": `{"$schema":"https://mintlify.com/docs.json","navigation":{"pages":[]}}`,
    });
    service.add("refused", {
      page: pages,
      fault: () => ({ kind: "status", status: 401, body: `{"error":"KEY is unknown"}` }),
    });
    const { exitCode, stderr, stdout } = await callCli(["feedback", root, "--format", "json"], {
      environment: variables("refused"),
    });
    assert.deepEqual([exitCode, stdout], [2, ""]);
    assert.match(
      stderr,
      /^docwright: the service rejected the API key \(401\).* Details: Bearer \[key\] is unknown\. Administrator API keys start with mint_/,
    );
  });

  it("reports an unexpected response", async () => {
    const { exitCode, stderr } = await ask({
      fault: () => ({ kind: "body", type: "text/html", body: "<h1>Sign in</h1>" }),
    });
    assert.equal(exitCode, 2);
    assert.match(stderr, /^docwright: the response isn't from a feedback service/);
  });

  it("shows the entries received before an error and how to continue", async () => {
    const what: Partial<FaultyProject> = {
      fault: (index) => (index > 1 ? { kind: "status", status: 400 } : undefined),
    };
    const { exitCode, stdout, stderr } = await ask(what, "--all", "--format", "json");
    const { feedback, complete, nextCursor, failure } = JSON.parse(stdout) as {
      feedback: unknown[];
      complete: boolean;
      nextCursor: string;
      failure: { kind: string };
    };
    assert.deepEqual([exitCode, feedback.length, complete, nextCursor, failure.kind], [2, 2, false, "2", "refused"]);
    assert.match(stderr, /Fetched 2 entries; continue with --cursor 2\./);
  });

  it("fails on a cursor loop if `--all` is set; otherwise, only warns about it", async () => {
    const page = (cursor = "0"): ServedPage => ({
      entries: [entryWith({ id: cursor })],
      nextCursor: "0",
      hasMore: true,
    });
    const { exitCode, stderr, requests } = await ask({ page }, "--all");
    assert.deepEqual([exitCode, requests], [2, 2]);
    assert.match(stderr, /same cursor twice/);
    assert.match(stderr, /docwright: couldn't read all entries\. Fetched 1 entry; continue with --cursor 0\./);
    assert.equal((await ask({ page })).exitCode, 0);
  });

  it("stops and shows when to try again if the service requests a long wait", async () => {
    const fault: FaultyProject["fault"] = () => ({ kind: "status", status: 429, retryAfter: "3600" });
    const { exitCode, stderr, requests } = await ask({ fault }, "--all");
    assert.deepEqual([exitCode, requests], [2, 1]);
    assert.match(stderr, /^docwright: the service won't accept requests until [\d -]*\d\d:\d\d\./);
  });

  it("applies the hourly request limit across runs, unless --beyond-budget is set", async () => {
    const id = "counted";
    service.add(id, {
      page: (cursor = "0") => ({
        entries: [entryWith({ id: cursor })],
        nextCursor: String(Number(cursor) + 1),
        hasMore: Number(cursor) < 101,
      }),
      fault: () => undefined,
    });
    const run = (...args: string[]) =>
      callCli(["feedback", cache, "--format", "json", ...args], { environment: variables(id) });
    const left = ({ stdout }: Call) => (JSON.parse(stdout) as { budget: { left: number } }).budget.left;
    assert.equal(left(await run()), 99);
    const spent = await run("--all");
    assert.deepEqual([spent.exitCode, left(spent)], [2, 0]);
    assert.match(
      spent.stderr,
      /Try again at (?:\d{4}-\d\d-\d\d )?\d\d:\d\d, or continue now with --beyond-budget\. Fetched 99 entries; continue with --cursor 99\./,
    );
    const nothing = await run();
    assert.deepEqual([nothing.exitCode, nothing.stdout], [2, ""]);
    assert.equal((await run("--beyond-budget", "--cursor", "99", "--all")).exitCode, 0);
  });

  it("counts entries by page if the service provides no totals", async () => {
    const id = "without-totals";
    const seen = service.add(id, {
      page: pages,
      fault: (index) => (index === 0 ? { kind: "status", status: 404 } : undefined),
    });
    const { stdout, exitCode } = await callCli(["feedback", cache, "--by-page"], {
      environment: variables(id),
    });
    assert.equal(exitCode, 0);
    assert.match(stdout, /\n {5}0 {5}1 {5}0 {5}1 {2}\/start\n\n1 page, worst first, based on 1 entry · more available/);
    assert.deepEqual(
      seen.requests
        .map(({ url }) => url.replace(/^.*\/p?feedback/, "feedback").split("?")[0])
        .map((url) => url?.includes("by-page")),
      [true, false],
    );
  });

  it("prints no terminal control sequences and wraps at 80 columns", async () => {
    const nasty = "\u001b]0;x\u0007\u202e\u200b[x](command:y) <img onerror=z> $(zap)\u009b31m\u2066 ";
    const entries = [
      entryWith({
        id: nasty,
        path: nasty.repeat(30),
        comment: nasty + "y".repeat(900_000),
        source: nasty,
        status: nasty,
        contact: `${nasty}@${nasty}`,
        createdAt: nasty,
      }),
      entryWith({
        id: "2",
        path: "日本語/".repeat(40),
        comment: "👩‍👩‍👧".repeat(100),
        contact: "名@example.com",
      }),
      null,
      { path: 5 },
    ];
    const page = (): ServedPage => ({ entries, nextCursor: nasty, hasMore: true });
    for (const format of ["table", "json", "csv"]) {
      const { exitCode, stdout, stderr } = await ask({ page }, "--format", format);
      assert.equal(exitCode, 0);
      assert.ok(!/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/.test(stdout + stderr), format);
      if (format === "table")
        assert.ok(
          stdout
            .split("\n")
            .slice(0, 6)
            .every((line) => countColumns(line) <= 80),
        );
    }
  });

  it("stops when interrupted and leaves no files behind", async () => {
    let arrived: () => void = () => undefined;
    const isRequested = new Promise<void>((resolve) => (arrived = resolve));
    service.add("silent", {
      page: pages,
      fault: (index) => (index === 1 ? { kind: "silent" } : undefined),
      onStuck: () => arrived(),
    });
    const args = ["--import", "tsx", "server/src/cli.ts", "feedback", cache, "--all", "--format", "json"];
    const child = spawn(process.execPath, args, {
      cwd: project,
      env: { ...process.env, ...variables("silent") },
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    await isRequested;
    const begin = performance.now();
    child.kill("SIGINT");
    const code = await new Promise((resolve) => child.on("close", resolve));
    assert.equal(code, 2);
    assert.ok(performance.now() - begin < 20_000);
    assert.match(stderr, /docwright: stopped\. Fetched 1 entry; continue with --cursor 1\./);
    assert.equal((JSON.parse(stdout) as { feedback: unknown[] }).feedback.length, 1);
  });
});

function entryWith(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { id: "x", path: "/start", comment: null, createdAt: "2026-06-01T10:00:00Z", source: "contextual", status: "pending", helpful: false, contact: null, ...fields }; // prettier-ignore
}
