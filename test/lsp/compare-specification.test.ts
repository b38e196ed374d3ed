import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { compareSpecification } from "../../server/src/protocol/specifications.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { TempFolder } from "./temp-folder.ts";

const spec = (summary: string) =>
  `openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths:\n  /orders:\n    get:\n      summary: ${summary}\n      responses:\n        "200": { description: OK }\n`;
const docs = JSON.stringify({ navigation: { groups: [{ group: "API", openapi: "api.yaml" }] } });
const guide = "---\ntitle: Guide\n---\n\n[Orders](/api-reference/list-orders)\n";

describe("comparing specifications over LSP", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  const start = async (git: boolean) => {
    folder = new TempFolder({ "docs.json": docs, "api.yaml": spec("List orders"), "guide.mdx": guide });
    for (const args of [
      ["init", "-q", "-b", "main"],
      ["add", "-A"],
      ["-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "-m", "x"],
    ])
      execFileSync("git", args, { cwd: folder.root, stdio: "ignore" });
    client = await servers.start({ folders: [folder.root], options: { git } });
  };
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const compare = (more: object = {}) =>
    client.request(compareSpecification, {
      uri: uriOf(folder.at("api.yaml")),
      date: "2026-11-21",
      ...more,
    });

  it("compares the editor's text with the last commit and reports broken references on the site", async () => {
    await start(true);
    client.open(folder.at("api.yaml"), spec("All orders"));
    const compared = await compare();
    assert.ok(compared.ok, JSON.stringify(compared));
    assert.match(compared.markdown, /^# api\.yaml compared with api\.yaml at HEAD\n/);
    assert.match(
      compared.markdown,
      /- `guide\.mdx:5`: the link `\/api-reference\/list-orders` no longer leads to a page \(use `\/api-reference\/all-orders`\)/,
    );
  });

  it("compares with a selected file and drafts a changelog entry", async () => {
    await start(true);
    const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Shop", version: "1" }, paths: {} });
    const compared = await compare({ otherFile: { name: "old.json", text } });
    assert.ok(compared.ok, JSON.stringify(compared));
    assert.match(compared.markdown, /## Added operations\n\n- `GET \/orders`/);
    assert.match(compared.markdown, /```mdx\n<Update label="2026-11-21" description="Shop">\n {2}## Added\n/);
  });

  it("is rejected in an untrusted workspace and for a file that isn't a specification", async () => {
    await start(false);
    const refused = await compare();
    assert.deepEqual(refused, {
      ok: false,
      reason: "Specifications can be compared only in trusted workspaces.",
    });
  });

  it("explains why no comparison is available", async () => {
    await start(true);
    const none = await compare({ uri: uriOf(folder.at("docs.json")) });
    assert.deepEqual(none, {
      ok: false,
      reason: "docs.json at HEAD isn't an OpenAPI or AsyncAPI file.",
    });
    const other = await compare({ otherFile: { name: "old.yaml", text: "a: 1" } });
    assert.deepEqual(other, {
      ok: false,
      reason: "old.yaml isn't an OpenAPI or AsyncAPI file.",
    });
  });
});
