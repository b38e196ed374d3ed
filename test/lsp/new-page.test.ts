import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import type { CreateFile, TextDocumentEdit } from "vscode-languageserver/node";
import {
  type CheckNewPageParams,
  checkNewPage,
  newPage,
  type NewPageChoices,
  newPageChoices,
  type NewPageRequest,
} from "../../server/src/protocol/new-page.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { removeOwnerAccess } from "../harness/unprivileged-user.ts";
import { TempFolder } from "./temp-folder.ts";

const docs = `{
  "navigation": {
    "groups": [
      { "group": "One", "pages": ["index", "guides/start"] },
      { "$ref": "more.json" }
    ]
  }
}
`;
const files = {
  "docs.json": docs,
  "more.json": '{ "group": "More", "openapi": "api.json", "pages": ["GET /users"] }',
  "index.mdx": "---\ntitle: Home\n---\n",
  "guides/start.mdx": "---\ntitle: Start\n---\n\n[x](/nothing)\n",
  "api.json": `{ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { "/users": {
    "get": { "summary": "List users", "responses": { "200": { "description": "ok" } } },
    "post": { "summary": "Make a user", "responses": { "200": { "description": "ok" } } } } } }`,
  ".docwright/templates/release.mdx": "---\ntitle: Any\ntag: NEW\n---\n\n${1:What is new.}\n",
  ".docwright/templates/deep/other.mdx": "not this one",
  "outside.txt": "",
};
type Choices = Extract<NewPageChoices, { ok: true }>;

describe("new page over LSP", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(async function () {
    this.timeout(60_000);
    folder = new TempFolder(files);
    const workspaceEdit = { documentChanges: true, resourceOperations: ["create" as const] };
    client = await servers.start({
      folders: [folder.root],
      capabilities: { workspace: { workspaceEdit } },
    });
    await client.codes(folder.at("guides/start.mdx"), ["link/page-not-found"]);
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const choices = async (path: string, templatesFolder = ".docwright/templates"): Promise<Choices> => {
    const uri = uriOf(folder.at(path));
    const reported = await client.request(newPageChoices, { uri, templatesFolder });
    assert.ok(reported.ok, reported.ok ? "" : reported.reason);
    return reported;
  };
  const check = (more: Partial<CheckNewPageParams>) =>
    client.request(checkNewPage, {
      root: uriOf(folder.root),
      pageKind: "page",
      title: "First steps",
      folder: "guides",
      ...more,
    });
  const ask = (more: Partial<NewPageRequest> & Pick<NewPageRequest, "location">) =>
    client.request(newPage, {
      root: uriOf(folder.root),
      template: "blank",
      templatesFolder: ".docwright/templates",
      title: "First steps",
      path: "guides/first-steps",
      today: "2026-03-31",
      ...more,
    });
  const make = async (more: Parameters<typeof ask>[0]) => {
    const made = await ask(more);
    assert.ok(made.ok, made.ok ? "" : made.reason);
    const changes = (made.edit.documentChanges ?? []) as readonly (CreateFile | TextDocumentEdit)[];
    const texts = changes.flatMap((change) =>
      "kind" in change
        ? [`create ${change.uri.slice(uriOf(folder.root).length + 1)}`]
        : change.edits.map(
            (edit) =>
              `${change.textDocument.uri.slice(uriOf(folder.root).length + 1)}: ${"newText" in edit ? edit.newText : ""}`,
          ),
    );
    return { ...made, texts };
  };

  it("can be based on the site's or Docwright's templates and is in the open page's folder by default", async () => {
    const reported = await choices("guides/start.mdx");
    assert.deepEqual(
      reported.templates.map(({ id }) => id),
      ["own:release.mdx", "guide", "how-to", "endpoint", "changelog", "faq", "landing", "snippet", "blank"],
    );
    assert.equal(reported.folder, "guides");
    assert.equal(reported.page, "guides/start");
    assert.deepEqual(
      reported.operations.map(({ spec, name, summary }) => [spec, name, summary]),
      [["api.json", "POST /users", "Make a user"]],
    );
    assert.deepEqual(
      reported.destinations.map(({ label }) => label),
      ["One", "More"],
    );
    assert.equal(reported.likelyIndex, 0);
    assert.equal(reported.warning, undefined);
  });

  it("can be created in an existing or new folder, or next to docs.json", async () => {
    assert.equal((await choices("guides")).folder, "guides");
    assert.equal((await choices("")).folder, "");
    assert.equal((await choices("docs.json")).folder, "");
    assert.equal((await choices("snippets/note.mdx")).folder, "");
  });

  it("has no templates from outside the site", async () => {
    for (const templates of ["..", "../..", "/etc", "", "nowhere", "C:\\x"])
      assert.ok(
        (await choices("", templates)).templates.every(({ isSiteTemplate }) => !isSiteTemplate),
        templates,
      );
  });

  it("is rejected in a folder outside every site", async () => {
    const uri = uriOf(`${folder.root}-other/guides`);
    const reported = await client.request(newPageChoices, { uri });
    assert.ok(!reported.ok);
    assert.match(reported.reason, /This folder isn't part of a site/);
  });

  it("has a path derived from the title and validated on each keystroke", async () => {
    assert.deepEqual(await check({}), { path: "guides/first-steps", isListed: false, counterparts: [] });
    assert.equal((await check({ title: "Start" })).path, "guides/start-2");
    assert.equal((await check({ pageKind: "snippet", title: "Note" })).path, "snippets/note");
    assert.match((await check({ path: "guides/start" })).refusal ?? "", /already exists/);
    assert.match((await check({ path: "../../etc/passwd" })).refusal ?? "", /isn't a valid path on this site/);
  });

  it("is created in one edit that adds the file and an entry to the file that defines the group", async () => {
    const [home, other] = (await choices("guides/start.mdx")).destinations;
    assert.ok(home && other);
    const one = await make({ location: { kind: "listed", at: home.location } });
    assert.deepEqual(one.texts, [
      "create guides/first-steps.mdx",
      'guides/first-steps.mdx: ---\ntitle: "First steps"\ndescription: "What readers learn here."\n---\n',
      'docs.json: , "guides/first-steps"',
    ]);
    assert.equal(one.uri, uriOf(folder.at("guides/first-steps.mdx")));
    assert.match(one.snippet, /\$\{2:What readers learn here\.\}/);
    const post = { spec: "api.json", name: "POST /users" };
    const more = await make({
      template: "endpoint",
      operation: post,
      location: { kind: "listed", at: other.location },
    });
    assert.match(more.texts.join("\n"), /openapi: "POST \/users"/);
    assert.equal(more.texts.at(-1), 'more.json: , "guides/first-steps"');
  });

  it("gets the text of the site's own template", async () => {
    const { texts } = await make({ template: "own:release.mdx", location: { kind: "unlisted" } });
    assert.equal(
      texts[1],
      'guides/first-steps.mdx: ---\ntitle: "First steps"\ntag: NEW\nhidden: true\n---\n\nWhat is new.\n',
    );
  });

  it("can be a snippet that the open page imports", async () => {
    const { texts } = await make({
      template: "snippet",
      title: "Plan note",
      path: "snippets/plan-note",
      location: { kind: "imported", by: "guides/start" },
    });
    assert.match(texts[1] ?? "", /^snippets\/plan-note\.mdx: export const PlanNote = /);
    assert.match(texts[2] ?? "", /^guides\/start\.mdx: .*import \{ PlanNote \} from "\/snippets\/plan-note\.mdx"/s);
  });

  it("uses the unsaved docs.json", async () => {
    client.open(folder.at("docs.json"), docs.replace('"guides/start"]', '"guides/start", "guides/first-steps"]'));
    assert.equal((await check({ path: "guides/first-steps" })).isListed, true);
    const [home] = (await choices("")).destinations;
    assert.ok(home);
    const { texts } = await make({ location: { kind: "listed", at: home.location } });
    assert.equal(texts.length, 2);
  });

  it("is created with a warning, but not added to docs.json, if docs.json has an error", async () => {
    client.open(folder.at("docs.json"), docs.replace('"groups": [', '"groups": '));
    const reported = await choices("guides/start.mdx");
    assert.deepEqual(reported.destinations, []);
    assert.match(reported.warning ?? "", /won't be added to/);
    const { texts } = await make({ location: { kind: "later" } });
    assert.equal(texts.length, 2);
  });

  it("is created with a warning, but not added to docs.json, if docs.json is read-only", async function () {
    this.timeout(60_000);
    await servers.release(client);
    removeOwnerAccess(folder.root);
    client = await servers.start({ folders: [folder.root], asNobody: true });
    await client.codes(folder.at("guides/start.mdx"), ["link/page-not-found"]);
    chmodSync(folder.at("docs.json"), 0o444);
    const reported = await choices("guides/start.mdx");
    assert.deepEqual(
      reported.destinations.map(({ label }) => label),
      ["More"],
    );
  });

  it("is rejected for an operation that has a page, a deleted template, or an outdated position", async () => {
    const [home] = (await choices("")).destinations;
    assert.ok(home);
    const listed = { kind: "listed", at: home.location } as const;
    for (const [more, words] of [
      [
        { template: "endpoint", operation: { spec: "api.json", name: "GET /users" }, location: listed },
        /already has a page/,
      ],
      [{ template: "own:gone.mdx", location: listed }, /template no longer exists/],
      [{ path: "index", location: listed }, /already exists/],
      [{ title: " ", location: listed }, /title can't be empty/],
      [{ root: `${uriOf(folder.root)}/guides`, location: listed }, /site no longer exists/],
    ] as const) {
      const refused = await ask(more);
      assert.ok(!refused.ok, JSON.stringify(more));
      assert.match(refused.reason, words);
    }
    client.open(folder.at("docs.json"), "{}");
    const outdated = await ask({ location: listed });
    assert.ok(!outdated.ok);
    assert.match(outdated.reason, /has just changed/);
  });
});
