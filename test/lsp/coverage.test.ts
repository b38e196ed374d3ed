import assert from "node:assert/strict";
import { coverage, coverageChanged, type SiteCoverage } from "../../server/src/protocol/coverage.ts";
import { LspClient, uriOf, type WireMessage } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { page, TempFolder } from "./temp-folder.ts";
import { maxWait } from "../harness/eventually.ts";

const spec = `openapi: 3.1.0
info: { title: Users, version: "1" }
paths:
  /users:
    get: { summary: List users, responses: { "200": { description: ok } } }
    post: { responses: { "200": { description: ok } } }
    delete: { x-hidden: true, responses: { "200": { description: ok } } }
`;
const docs = (...pages: readonly string[]) =>
  JSON.stringify({
    name: "Example",
    navigation: { groups: [{ group: "API", openapi: "api.yaml", pages }] },
  });

describe("coverage over LSP", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(async () => {
    const files = { "docs.json": docs("start", "GET /users"), "api.yaml": spec, "start.mdx": page("Start") };
    folder = new TempFolder(files);
    client = await servers.start({ folders: [folder.root] });
    await until(([site]) => site?.specifications[0]?.operations[1]?.navigationLocation !== undefined);
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const ask = () => client.request(coverage);
  /** Repeats the request until the response matches, because the server may read a file late if the machine is busy. */
  const until = async (fits: (sites: readonly SiteCoverage[]) => boolean): Promise<readonly SiteCoverage[]> => {
    for (const end = performance.now() + maxWait; ;) {
      const sites = await ask();
      if (fits(sites)) return sites;
      assert.ok(performance.now() < end, JSON.stringify(sites));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const isDelta = ({ method }: WireMessage) => method === coverageChanged.method;
  const states = ([site]: readonly SiteCoverage[]) =>
    site?.specifications.flatMap(({ operations }) =>
      operations.map(({ method, path, state }) => `${method} ${path} ${state}`),
    );

  it("returns a complete snapshot: sites, specifications, and operations with pages and locations", async () => {
    const [site] = await ask();
    assert.deepEqual(
      [site?.root, site?.name, site?.isLoaded, site?.specifications.length],
      [uriOf(folder.root), "Example", true, 1],
    );
    const [first] = site?.specifications ?? [];
    assert.deepEqual(
      [first?.uri, first?.path, first?.title, first?.eligibleCount, first?.shownCount, first?.problem],
      [uriOf(folder.at("api.yaml")), "api.yaml", "Users", 2, 1, undefined],
    );
    const [get, post, hidden] = first?.operations ?? [];
    assert.deepEqual(get, {
      location: {
        uri: uriOf(folder.at("api.yaml")),
        range: { start: { line: 4, character: 4 }, end: { line: 4, character: 7 } },
      },
      method: "GET",
      path: "/users",
      isWebhook: false,
      summary: "List users",
      state: "shown",
      hasExample: false,
      isDeprecated: false,
      pages: [{ url: "/api-reference/list-users", isInNavigation: true }],
    });
    assert.deepEqual([post?.state, post?.pages, hidden?.state], ["missing", [], "hidden"]);
    assert.deepEqual(post?.navigationLocation, {
      uri: uriOf(folder.at("api.yaml")),
      range: { start: { line: 5, character: 4 }, end: { line: 5, character: 8 } },
    });
  });

  it("includes each page's file, if it has one", async () => {
    folder.write("make.mdx", '---\ntitle: Make\nopenapi: "POST /users"\n---\n');
    client.watched([folder.at("make.mdx"), 1]);
    client.open(folder.at("docs.json"), docs("start", "GET /users", "make"));
    const postOf = ([site]: readonly SiteCoverage[]) => site?.specifications[0]?.operations[1];
    const post = postOf(await until((sites) => postOf(sites)?.state === "shown"));
    assert.deepEqual(
      [post?.state, post?.pages],
      ["shown", [{ url: "/make", uri: uriOf(folder.at("make.mdx")), isInNavigation: true }]],
    );
  });

  it("notifies a client only of the first change after each request", async () => {
    client.open(folder.at("docs.json"), docs("start", "GET /users"));
    await client.quiet();
    await ask();
    const first = client.received.length;
    client.change(folder.at("docs.json"), 2, docs("start", "GET /users", "POST /users"));
    await client.message(isDelta, "news", first);
    client.change(folder.at("docs.json"), 3, docs("start", "POST /users"));
    await client.quiet(1000);
    assert.equal(client.received.slice(first).filter(isDelta).length, 1, "the client was notified again");
    const expected = ["GET /users missing", "POST /users shown", "DELETE /users hidden"];
    await until((sites) => JSON.stringify(states(sites)) === JSON.stringify(expected));
    const second = client.received.length;
    client.change(folder.at("docs.json"), 4, docs("start", "GET /users", "POST /users"));
    await client.message(isDelta, "news", second);
  });

  it("doesn't notify a client that hasn't requested the coverage", async () => {
    const other = await LspClient.start({ folders: [folder.root] });
    await other.diagnosed(folder.at("api.yaml"));
    other.open(folder.at("docs.json"), docs("start", "GET /users", "POST /users"));
    await other.quiet(1000);
    assert.ok(!other.received.some(isDelta));
    assert.equal(await other.stop(), 0, other.stderr);
  });

  it("doesn't notify the client if nothing changed", async () => {
    // The first response may arrive before the specification has been analyzed. The server then sends an update.
    await ask();
    await client.quiet();
    await ask();
    const before = client.received.length;
    client.open(folder.at("start.mdx"), `${page("Start")}More.\n`);
    await client.quiet(1000);
    assert.ok(!client.received.slice(before).some(isDelta));
  });

  it("lists a specification that can't be parsed, without any operations", async () => {
    client.open(folder.at("api.yaml"), "openapi: 3.1.0\npaths: [\n");
    const specificationOf = ([site]: readonly SiteCoverage[]) => site?.specifications[0];
    const first = specificationOf(await until((sites) => specificationOf(sites)?.problem !== undefined));
    assert.deepEqual([first?.problem, first?.eligibleCount, first?.operations], ["unreadable", 0, []]);
  });

  it("lists the URLs of OpenAPI specifications that haven't been fetched", async () => {
    const url = "https://api.example.com/openapi.json";
    const group = { group: "API", openapi: url, asyncapi: "https://api.example.com/events.json" };
    client.open(folder.at("docs.json"), JSON.stringify({ navigation: { groups: [group] } }));
    const [site] = await until(([first]) => first?.unfetchedUrls.length !== 0);
    assert.deepEqual(site?.unfetchedUrls, [url]);
  });
});
