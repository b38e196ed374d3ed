import assert from "node:assert/strict";
import { join } from "node:path";
import { rmSync } from "node:fs";
import { GitRepository } from "../harness/git-repository.ts";
import type { SentEntry } from "../../sample/services/feedback/sent-entry.ts";
import {
  startFeedbackService,
  type RunningFeedbackService,
} from "../../sample/services/feedback/start-feedback-service.ts";
import { callCli, type Call } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const day = 86_400_000;
const page = (title: string) => `---\ntitle: ${title}\n---\n\nText.\n`;
const site = () =>
  tempSite({
    "docs.json": JSON.stringify({ navigation: { pages: ["start", "guides/one", "guides/two"] } }),
    "start.mdx": page("Start"),
    "guides/one.mdx": page("One"),
    "guides/two.mdx": page("Two"),
  });
const entry = (id: string, path: string, age: number, more: Partial<SentEntry> = {}): SentEntry => ({
  id,
  path,
  comment: null,
  createdAt: new Date(Date.now() - age - 60_000).toISOString(),
  source: "contextual",
  status: "pending",
  helpful: false,
  contact: null,
  ...more,
}) as SentEntry; // prettier-ignore

const entries = [
  entry("a", "/start", 0, { comment: "=HYPERLINK(1)\nsecond line", contact: "anna@example.com" }),
  entry("b", "/guides/one", 3 * 3_600_000, { helpful: true, comment: "I like it \u202e\u001b[31mvery much" }),
  entry("c", "https://docs.example.com/guides/two?x=1#y", 2 * day, { status: "resolved" }),
  entry("d", "/gone", 90 * day, { comment: "Where is this page?" }),
];

describe("docwright feedback", () => {
  let service: RunningFeedbackService;
  let cache = "";
  before(async () => {
    service = await startFeedbackService({ entries });
  });
  after(async () => {
    await service.stop();
    removeTempSites();
  });
  beforeEach(() => {
    cache = tempSite({});
    service.faults.set({});
  });

  const variables = () => ({
    XDG_CACHE_HOME: cache,
    DOCWRIGHT_API_URL: service.baseUrl,
    DOCWRIGHT_PROJECT: service.projectId,
    DOCWRIGHT_API_KEY: service.key,
  });
  const ask = async (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Call> => {
    const call = await callCli(["feedback", ...args], { environment: { ...variables(), ...environment } });
    assert.ok(!(call.stdout + call.stderr).includes(service.key), "the output contains the key");
    return call;
  };
  const requested = () => service.requests.at(-1)?.url ?? "";
  const json = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await ask([...args, "--format", "json"]);
    assert.equal(exitCode, 0, stderr);
    return JSON.parse(stdout) as {
      feedback: Record<string, unknown>[];
      nextCursor: string | null;
      complete: boolean;
    };
  };
  const idsOf = ({ feedback }: { feedback: Record<string, unknown>[] }) => feedback.map(({ id }) => id).join("");

  it("shows each comment and the file that it's about within 80 columns", async () => {
    const { exitCode, stdout, stderr } = await ask([site()]);
    assert.deepEqual([exitCode, stderr], [0, ""]);
    assert.equal(
      stdout,
      `   Age     Status       Source        Page
▼  1 min   pending      contextual    start.mdx
           =HYPERLINK(1)  a…@example.com
▲  3 h     pending      contextual    guides/one.mdx
           I like it \\u{202e}␛[31mvery much
▼  2 d     resolved     contextual    guides/two.mdx
▼  2 mo    pending      contextual    ? /gone
           Where is this page?

4 entries · ▲ 1  ▼ 3 · 3 open · 99 of 100 requests left this hour
`,
    );
    assert.ok(stdout.split("\n").every((line) => line.length <= 80));
  });

  it("shows paths unchanged if it's run outside a site", async () => {
    const { stdout } = await ask([tempSite({ "notes.txt": "" }), "--through", "2099-12-31"]);
    assert.match(stdout, /contextual {4}\/start\n/);
    assert.match(stdout, /contextual {4}https:\/\/docs\.example\.com\/guides\/two\?x=1#y\n/);
    assert.match(requested(), /[?&]dateTo=2100-01-01/);
  });

  it("forwards the filters that the service supports", async () => {
    await ask([site(), "--from", "2020-01-01", "--to", "2099-01-01", "--source", "contextual", "--status", "pending,resolved", "--page-size", "7"]); // prettier-ignore
    const query = Object.fromEntries(new URL(requested(), service.baseUrl).searchParams);
    assert.deepEqual(query, { dateFrom: "2020-01-01", dateTo: "2099-01-01", source: "contextual", status: "pending,resolved", limit: "7" }); // prettier-ignore
  });

  it("reads one page of results and shows how to read more, or reads every page with --all", async () => {
    const root = site();
    const first = await json(root, "--page-size", "3");
    assert.deepEqual([idsOf(first), first.complete], ["abc", false]);
    const rest = await json(root, "--cursor", String(first.nextCursor));
    assert.deepEqual([idsOf(rest), rest.nextCursor, rest.complete], ["d", null, true]);
    const all = await json(root, "--all", "--page-size", "1");
    assert.deepEqual([idsOf(all), all.nextCursor, all.complete], ["abcd", null, true]);
    const { stdout } = await ask([root, "--page-size", "1"]);
    assert.match(stdout, /More entries are available: use --all, or continue with\n--cursor \S+\n$/);
  });

  it("prints JSON with the service's field names, masked contacts, and no control characters", async () => {
    const { stdout } = await ask([site(), "--format", "json"]);
    assert.ok(!/[\u202e\u001b]/.test(stdout));
    const { feedback } = JSON.parse(stdout) as { feedback: Record<string, unknown>[] };
    const { createdAt, ...first } = feedback[0] ?? {};
    assert.equal(createdAt, entries[0]?.createdAt);
    assert.deepEqual(first, { id: "a", path: "/start", comment: "=HYPERLINK(1)\nsecond line", source: "contextual", status: "pending", helpful: false, contact: "a…@example.com", file: "start.mdx", line: 2, url: "/start" }); // prettier-ignore
    assert.equal(feedback[1]?.["comment"], entries[1]?.comment);
    assert.equal(feedback[3]?.["file"], undefined);
  });

  it("prints CSV without formulas (RFC 4180)", async () => {
    const { stdout } = await ask([site(), "--format", "csv"]);
    const [head, first] = stdout.split("\r\n");
    assert.equal(head, '"id","createdAt","rating","source","status","path","file","line","comment","code","filename","lang","contact"'); // prettier-ignore
    assert.equal(first, `"a","${entries[0]?.createdAt}","down","contextual","pending","/start","start.mdx","2","'=HYPERLINK(1)\nsecond line","","","","a…@example.com"`); // prettier-ignore
    assert.ok(stdout.endsWith("\r\n") && !/[\u202e\u001b]/.test(stdout));
  });

  for (const [path, ids] of [
    ["start", "a"],
    ["/start", "a"],
    ["start.mdx", "a"],
    ["guides", "bc"],
    ["https://elsewhere.example/guides/one/#x", "b"],
    ["guides/tw", ""],
    ["gone", "d"],
    [".", "abcd"],
    ["/", ""],
  ] as const)
    it(`filters by --path ${path}`, async () => assert.equal(idsOf(await json(site(), "--path", path)), ids));

  it("shows the comments' themes with --themes", async () => {
    const texts = ["The rate limit is low", "Rate limits?", "Which rate limit?", "Webhooks fail", "Zebra"];
    const own = await startFeedbackService({
      entries: texts.map((comment, at) => entry(`t${at}`, "/start", at * day, { comment, helpful: at > 1 })),
    });
    try {
      const table = await ask([site(), "--themes", "--base-url", own.baseUrl]);
      assert.match(table.stdout, /\n\nComments +▼ {2}Theme\n {7}3 {5}2 {2}rate limit\n\n5 entries/);
      const json = await ask([site(), "--themes", "--base-url", own.baseUrl, "--format", "json"]);
      const { themes } = JSON.parse(json.stdout) as { themes: unknown };
      assert.deepEqual(themes, [{ theme: "rate limit", comments: 3, thumbsDown: 2 }]);
    } finally {
      await own.stop();
    }
    assert.match((await ask([site(), "--themes"])).stdout, /No themes found in these comments/);
    assert.doesNotMatch((await ask([site()])).stdout, /[Tt]heme/);
    assert.equal((await ask([site(), "--themes", "--by-page"])).exitCode, 2);
  });

  it("shows the ratings of each page with --by-page, worst first", async () => {
    const { stdout, exitCode } = await ask([site(), "--by-page"]);
    assert.equal(exitCode, 0);
    assert.deepEqual(stdout.split("\n").slice(0, 5), [
      "     ▲     ▼  Code   All  Page",
      "     0     1     0     1  ? /gone",
      "     0     1     0     1  start.mdx",
      "     0     1     0     1  guides/two.mdx",
      "     1     0     0     1  guides/one.mdx",
    ]);
  });

  it("compares the ratings of a period with those of the preceding period in --by-page", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const dayAgo = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10);
    const from = dayAgo(1);
    const { stdout } = await ask([site(), "--by-page", "--from", from]);
    // In the period, `b` of `a` and `b` is positive. In the two days before it, there's only `c`, which is negative.
    assert.match(stdout, /\nHelpful: 50%, \+50 points compared with the 2 days before\n/);
    const json = JSON.parse((await ask([site(), "--by-page", "--from", from, "--through", today, "--format", "json"])).stdout) as { previous: unknown }; // prettier-ignore
    assert.deepEqual(json.previous, { from: dayAgo(3), through: dayAgo(2), thumbsUp: 0, thumbsDown: 1 });
    assert.doesNotMatch((await ask([site(), "--by-page"])).stdout, /compared with/);
  });

  it("limits feedback to pages that changed on a Git branch if --branch is set", async () => {
    const root = site();
    const repository = new GitRepository(root);
    repository.commit();
    repository.git("checkout", "-q", "-b", "topic");
    repository.write("guides/one.mdx", page("One more"));
    repository.commit();
    rmSync(join(root, "start.mdx"));
    for (const args of [
      [root, "--branch"],
      ["--branch", root],
      [root, "--branch", "main"],
      [root, "--branch=main"],
    ])
      assert.equal(idsOf(await json(...args)), "ab", args.join(" "));
    assert.equal(idsOf(await json(root, "--branch=HEAD")), "a");
    const unknown = await ask([root, "--branch=nothing"]);
    assert.deepEqual([unknown.exitCode, unknown.stdout], [2, ""]);
    assert.match(unknown.stderr, /^docwright: Git can't find the revision nothing\./);
  });

  it("rejects --branch outside a repository without contacting the service", async () => {
    const before = service.requests.length;
    const { exitCode, stderr } = await ask([site(), "--branch"]);
    assert.deepEqual([exitCode, service.requests.length], [2, before]);
    assert.match(stderr, /this folder isn't in a Git repository/);
  });
});
