import assert from "node:assert/strict";
import type { Hover, MarkupContent } from "vscode-languageserver-protocol";
import { GitRepository } from "../harness/git-repository.ts";
import {
  feedbackJoinsChanged,
  feedbackRatings,
  joinFeedback,
  listImportingFiles,
  locateSnippets,
  type JoinedPath,
  type LocateSnippetsParams,
} from "../../server/src/protocol/feedback.ts";
import { builtServer, LspClient, uriOf, type WireMessage } from "../harness/lsp-client.ts";
import { TempFolder } from "./temp-folder.ts";
import { eventually, maxWait } from "../harness/eventually.ts";

const spec = `openapi: 3.1.0
info: { title: Users, version: "1" }
paths:
  /users:
    get: { summary: List users, responses: { "200": { description: ok } } }
`;
const docs = (pages: readonly string[], more: object = {}) =>
  JSON.stringify({ navigation: { groups: [{ group: "Guides", openapi: "api.yaml", pages }] }, ...more }, undefined, 2);
const startPage = `---
title: Start here
---

Go to the [list](/api-reference/list-users) and [set up](/old).

\`\`\`bash npm
npm install widgets
\`\`\`
`;
const files = {
  "docs.json": docs(["guides/start", "setup", "GET /users"], {
    redirects: [{ source: "/old", destination: "/setup" }],
  }),
  "api.yaml": spec,
  "guides/start.mdx": startPage,
  "setup.mdx": "# Set up\n",
};

const unknown =
  "No page on this site has this URL. Git history isn't searched for renamed files because this workspace isn't trusted.";

describe("reader feedback over LSP", function () {
  this.timeout(60_000);
  let folder: TempFolder;
  let client: LspClient;
  /**
   * Starts the server. The client is assigned before the server responds, so that the client is stopped after the test
   * even if the server never responds.
   */
  const start = async (options: object = {}) => {
    client = await LspClient.spawn();
    await client.initialize({ folders: [folder.root], options });
  };
  const open = async (more: Record<string, string> = {}) => {
    folder = new TempFolder({ ...files, ...more });
    await start();
  };
  before(async function () {
    this.timeout(120_000);
    await builtServer();
  });
  afterEach(async () => {
    const killing = setTimeout(() => client.kill(), maxWait);
    const code = await client.stop().finally(() => clearTimeout(killing));
    folder.remove();
    assert.equal(code, 0, client.stderr);
  });

  const join = (...paths: readonly string[]) => client.request(joinFeedback, { paths });
  /**
   * Returns the file and how it was found, such as `guides/start.mdx address`. If no file was found, returns the
   * reason.
   */
  const reported = (joined: readonly JoinedPath[]) =>
    joined.map((one) =>
      one.kind === "unknown" ? one.reason : `${one.uri.slice(uriOf(folder.root).length + 1)} ${one.by}`,
    );
  /** Repeats the request until the response matches, because the server may read a site late if the machine is busy. */
  const until = async (paths: readonly string[], expected: readonly string[]): Promise<readonly JoinedPath[]> => {
    for (const end = performance.now() + maxWait; ;) {
      const joined = await join(...paths);
      if (JSON.stringify(reported(joined)) === JSON.stringify(expected)) return joined;
      if (performance.now() > end) assert.deepEqual(reported(joined), expected);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const isDelta = ({ method }: WireMessage) => method === feedbackJoinsChanged.method;
  const delta = () => client.received.filter(isDelta).length;
  it("matches paths to pages and operations and returns their line positions", async () => {
    await open();
    const joined = await until(
      ["https://docs.example.com/guides/start?x#y", "/api-reference/list-users", "/old", "../../etc/passwd"],
      ["guides/start.mdx address", "api.yaml address", "setup.mdx redirect", "The path is outside the site."],
    );
    assert.deepEqual(joined[0], {
      kind: "page",
      uri: uriOf(folder.at("guides/start.mdx")),
      range: { start: { line: 1, character: 0 }, end: { line: 1, character: 17 } },
      title: "Start here",
      url: "/guides/start",
      by: "address",
      groups: ["Guides"],
    });
    assert.deepEqual(joined[1], {
      kind: "operation",
      uri: uriOf(folder.at("api.yaml")),
      range: { start: { line: 4, character: 4 }, end: { line: 4, character: 7 } },
      title: "List users",
      url: "/api-reference/list-users",
      operation: "GET /users",
      by: "address",
      groups: ["Guides"],
    });
  });

  it("notifies clients that requested updates once when results change", async () => {
    await open();
    await until(["/setup", "/never"], ["setup.mdx address", unknown]);
    await client.quiet(500);
    const before = delta();
    client.open(folder.at("setup.mdx"), "# Set up\n");
    client.change(folder.at("setup.mdx"), 2, "# Set up\n\nMore text.\n");
    await client.quiet(700);
    assert.equal(delta(), before, "a text change caused a notification");
    const since = client.received.length;
    folder.write("never.mdx", "# Never\n");
    client.watched([folder.at("never.mdx"), 1]);
    await client.message(isDelta, "news of joins", since);
    await until(["/setup", "/never"], ["setup.mdx address", "never.mdx address"]);
  });

  it("follows renames in Git history in a trusted workspace, including later commits", async () => {
    folder = new TempFolder({ ...files, "guides/begin.mdx": `${startPage}\nBegin.\n` });
    folder.delete("guides/start.mdx");
    const repository = new GitRepository(folder.root);
    repository.commit();
    repository.move("guides/begin.mdx", "guides/start.mdx");
    repository.commit();
    await start({ git: true });
    await until(["/guides/begin", "/setup"], ["guides/start.mdx rename", "setup.mdx address"]);
    await client.quiet(500);
    const since = client.received.length;
    repository.move("setup.mdx", "installing.mdx");
    repository.commit();
    client.watched([folder.at("setup.mdx"), 3], [folder.at("installing.mdx"), 1]);
    await client.message(isDelta, "news of joins", since);
    await until(["/guides/begin", "/setup"], ["guides/start.mdx rename", "installing.mdx rename"]);
  });

  it("doesn't run Git in an untrusted workspace", async () => {
    folder = new TempFolder(files);
    const repository = new GitRepository(folder.root);
    repository.commit();
    repository.move("setup.mdx", "installing.mdx");
    repository.commit();
    await start();
    await until(["/setup", "/guides/start"], [unknown, "guides/start.mdx address"]);
  });

  it("tries the outermost of several sites first but prefers the site at the given host", async () => {
    await open({
      ".docwright.json": '{ "sites": ["handbook"] }',
      "handbook/docs.json": JSON.stringify({ navigation: { pages: ["setup", "values"] } }),
      "handbook/.docwright.json": '{ "siteUrl": "https://handbook.example.com" }',
      "handbook/setup.mdx": "# Set up at work\n",
      "handbook/values.mdx": "# Values\n",
    });
    await until(
      ["/setup", "/values", "https://handbook.example.com/setup", "https://docs.example.com/setup"],
      ["setup.mdx address", "handbook/values.mdx address", "handbook/setup.mdx address", "setup.mdx address"],
    );
  });

  it("limits results to 10,000 without reporting an error", async () => {
    await open();
    await until(["/setup"], ["setup.mdx address"]);
    const paths = Array.from({ length: 10_050 }, (_, at) => (at % 2 === 0 ? "/setup" : `/x${at}`));
    const joined = await join(...paths);
    assert.equal(joined.length, 10_000);
    assert.equal(joined[9998]?.kind, "page");
  });

  it("finds code blocks in the editor's text and finds them again by their anchor", async () => {
    await open();
    await until(["/guides/start"], ["guides/start.mdx address"]);
    const uri = uriOf(folder.at("guides/start.mdx"));
    const place = (snippets: LocateSnippetsParams["snippets"], of = uri) =>
      client.request(locateSnippets, { uri: of, snippets });
    const requested = { code: "npm install widgets", lang: "bash" };
    const [found, none] = await place([requested, { code: "pip install gadgets" }]);
    assert.deepEqual(found?.range, { start: { line: 6, character: 0 }, end: { line: 8, character: 3 } });
    assert.deepEqual(none, {});
    assert.ok(found?.anchor);
    client.open(folder.at("guides/start.mdx"), startPage);
    client.change(
      folder.at("guides/start.mdx"),
      2,
      startPage.replace("Go to", "First go\nto").replace("install", "add --save"),
    );
    const [again] = await place([{ ...requested, anchor: found.anchor }]);
    assert.deepEqual(again?.range?.start, { line: 7, character: 0 });
    const imported = 'import Keys from "/snippets/keys.mdx";\n\n<Keys />\n';
    folder.write("snippets/keys.mdx", "Keys:\n\n```bash\nexport KEY=secret\n```\n");
    folder.write("keys.mdx", imported);
    client.watched([folder.at("snippets/keys.mdx"), 1], [folder.at("keys.mdx"), 1]);
    await until(["/keys"], ["keys.mdx address"]);
    const [elsewhere] = await place([{ code: "export KEY=secret" }], uriOf(folder.at("keys.mdx")));
    assert.equal(elsewhere?.uri, uriOf(folder.at("snippets/keys.mdx")));
    assert.deepEqual(elsewhere.range?.start, { line: 2, character: 0 });
    const showing = (of: string) => client.request(listImportingFiles, { uri: of });
    assert.deepEqual(await showing(uriOf(folder.at("snippets/keys.mdx"))), [uriOf(folder.at("keys.mdx"))]);
    assert.deepEqual(await showing(uriOf(folder.at("keys.mdx"))), []);
    assert.deepEqual(await showing("file:///nowhere/at/all.mdx"), []);
    assert.deepEqual(await place([requested], "file:///nowhere/at/all.mdx"), [{}]);
    assert.deepEqual(await place([requested], uriOf(folder.at("../outside.mdx"))), [{}]);
  });

  describe("code blocks in the version that a reader saw", () => {
    const create = 'const widget = await client.widgets.create({ name: "first", color: "red", size: 3 });';
    const created = create.replace("red", "blue");
    const list = "for await (const item of store.items.list({ limit: 100, order: order.byDate })) print(item);";
    const pageOf = (...codes: readonly string[]) =>
      `# Page\n\n${codes.map((code) => `\`\`\`js\n${code}\n\`\`\`\n`).join("\n")}`;
    /**
     * Returns two locations: that of the changed or removed block, and that of another block, which is found only if
     * the history was read.
     */
    const place = async (file: string) => {
      const time = 1_700_500_000_000;
      const [found, other] = await client.request(locateSnippets, {
        uri: uriOf(folder.at(file)),
        snippets: [
          { code: create, lang: "js", time },
          { code: list, time },
        ],
      });
      return { found, other };
    };
    const placeOnceRead = (file: string) =>
      eventually(async () => {
        const answer = await place(file);
        assert.ok(answer.other?.range);
        return answer.found;
      });
    /**
     * Writes a page on which both blocks have been changed, or replaced with a similar block, since the reader saw
     * them.
     */
    const write = (): GitRepository => {
      folder = new TempFolder({
        ...files,
        "docs.json": docs(["guides/start", "setup", "gone", "GET /users"]),
        "setup.mdx": pageOf(create, list),
        "gone.mdx": pageOf(create, created, list),
      });
      const repository = new GitRepository(folder.root);
      repository.commit(1_700_000_000);
      folder.write("setup.mdx", pageOf("begin();", created, list));
      folder.write("gone.mdx", pageOf(created, list));
      repository.commit(1_701_000_000);
      return repository;
    };
    const loaded = () => until(["/setup", "/gone"], ["setup.mdx address", "gone.mdx address"]);

    it("are found if they've changed, but not if they were removed and only a similar one remains", async () => {
      write();
      await start({ git: true });
      await loaded();
      const found = await placeOnceRead("setup.mdx");
      assert.deepEqual(found?.range?.start, { line: 6, character: 0 });
      assert.equal(found.anchor?.code, created);
      assert.deepEqual(await placeOnceRead("gone.mdx"), {});
      client.open(folder.at("setup.mdx"), pageOf(created.replace("size", "width"), list));
      assert.deepEqual((await placeOnceRead("setup.mdx"))?.range?.start, { line: 2, character: 0 });
    });

    it("aren't searched for in the history of an untrusted workspace", async () => {
      write();
      await start();
      await until(["/guides/start"], ["guides/start.mdx address"]);
      const { found, other } = await place("setup.mdx");
      assert.deepEqual(found, {});
      assert.deepEqual(other?.range?.start, { line: 10, character: 0 });
    });

    it("are located later if Git is slow, and the client is then notified", async () => {
      const repository = write();
      const go = folder.at(".git/go");
      const wait = `case "$*" in *--follow*) until [ -e "${go}" ]; do sleep 0.05; done;; esac`;
      await repository.replaceGit(`${wait}\nexec "$git" "$@"`, () => start({ git: true }));
      await loaded();
      const since = client.received.length;
      assert.deepEqual(await place("setup.mdx"), { found: {}, other: {} });
      folder.write(".git/go", "");
      await client.message(isDelta, "news of snippets", since);
      assert.deepEqual((await place("setup.mdx")).found?.range?.start, { line: 6, character: 0 });
    });
  });

  describe("ratings", () => {
    const hoverAt = async (file: string, needle: string): Promise<string> => {
      const lines = folder.read(file).split("\n");
      const line = lines.findIndex((text) => text.includes(needle));
      const character = (lines[line] ?? "").indexOf(needle) + 2;
      const found = await client.request<Hover | null>("textDocument/hover", {
        textDocument: { uri: uriOf(folder.at(file)) },
        position: { line, character },
      });
      return found ? (found.contents as MarkupContent).value : "";
    };
    beforeEach(async () => {
      await open();
      await until(["/api-reference/list-users"], ["api.yaml address"]);
    });
    const rate = (pages: readonly unknown[]) => client.notify(feedbackRatings.method, { pages });

    it("appear on links, docs.json entries, redirect targets, and operations", async () => {
      assert.doesNotMatch(await hoverAt("docs.json", "guides/start"), /▲/);
      rate([
        { uri: uriOf(folder.at("guides/start.mdx")), up: 34, down: 6, open: 3 },
        { uri: uriOf(folder.at("setup.mdx")), up: 0, down: 0, open: 1 },
        { uri: uriOf(folder.at("api.yaml")), operation: "GET /users", up: 1, down: 0, open: 0 },
      ]);
      assert.match(await hoverAt("docs.json", "guides/start"), /^▲ 34 ▼ 6 · 3 open comments$/m);
      assert.match(await hoverAt("docs.json", "/setup"), /^1 open comment$/m);
      assert.match(await hoverAt("docs.json", "GET /users"), /^▲ 1 ▼ 0$/m);
      assert.match(await hoverAt("guides/start.mdx", "/old"), /^1 open comment$/m);
      assert.match(await hoverAt("guides/start.mdx", "/api-reference"), /^▲ 1 ▼ 0$/m);
      assert.match(await hoverAt("api.yaml", "get:"), /^▲ 1 ▼ 0$/m);
      rate([]);
      assert.doesNotMatch(await hoverAt("docs.json", "guides/start"), /▲/);
      assert.equal(await hoverAt("api.yaml", "get:"), "");
    });

    it("are shown in the editor's language if translated", async () => {
      const uri = uriOf(folder.at("setup.mdx"));
      rate([{ uri, up: 2, down: 0, open: 3, label: "3 offene Kommentare" }]);
      assert.match(await hoverAt("docs.json", "/setup"), /^▲ 2 ▼ 0 · 3 offene Kommentare$/m);
      rate([{ uri, up: 2, down: 0, open: 0, label: "0 offene Kommentare" }]);
      assert.match(await hoverAt("docs.json", "/setup"), /^▲ 2 ▼ 0$/m);
    });

    it("aren't shown for invalid entries", async () => {
      const uri = uriOf(folder.at("setup.mdx"));
      rate([null, 3, { uri }, { uri, up: "1", down: 0, open: 0 }, { uri, up: -1, down: 0, open: 0 }]);
      client.notify(feedbackRatings.method, { pages: "all" });
      assert.doesNotMatch(await hoverAt("docs.json", "/setup"), /▲|comment/);
    });
  });
});
