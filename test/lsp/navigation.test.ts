import assert from "node:assert/strict";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  changeNavigation,
  navigation,
  type ChangeNavigationParams,
  type NavigationNode,
  type NavigationLocation,
} from "../../server/src/protocol/navigation.ts";
import { feedbackRatings } from "../../server/src/protocol/feedback.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { TempFolder } from "./temp-folder.ts";

const docs = `{
  "navigation": {
    "groups": [
      { "group": "One", "pages": ["a", "b", "missing"] },
      { "group": "API", "openapi": "api.json", "pages": ["GET /users"] }
    ]
  }
}
`;
const files = {
  "docs.json": docs,
  "a.mdx": "---\ntitle: First\n---\n\n[x](/nothing)\n",
  "b.mdx": "---\ntitle: Second\nsidebarTitle: Two\ntag: NEW\n---\n",
  "left.mdx": "---\ntitle: Left out\n---\n",
  "api.json": `{ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { "/users": { "get": { "summary": "List users", "responses": { "200": { "description": "ok" } } } } } }`,
};

describe("navigation over LSP", () => {
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
    await client.codes(folder.at("a.mdx"), ["link/page-not-found"]);
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const rows = async (): Promise<readonly NavigationNode[]> => {
    const [site] = await client.request(navigation);
    return site?.rows ?? [];
  };
  const reported = (nodes: readonly NavigationNode[]): unknown[] =>
    nodes.map(({ kind, label, method, detail, children }) => [
      [kind, method, label, detail].filter((part) => part !== undefined).join(" "),
      ...(children.length > 0 ? [reported(children)] : []),
    ]);
  const find = (nodes: readonly NavigationNode[], label: string): NavigationNode => {
    const all = (list: readonly NavigationNode[]): readonly NavigationNode[] =>
      list.flatMap((node) => [node, ...all(node.children)]);
    const found = all(nodes).find((node) => node.label === label);
    assert.ok(found, label);
    return found;
  };
  const placeOf = (nodes: readonly NavigationNode[], label: string): NavigationLocation => {
    const { location: at } = find(nodes, label);
    assert.ok(at, label);
    return at;
  };
  const change = (params: ChangeNavigationParams) => client.request(changeNavigation, params);

  it("lists visible entries, hidden entries, and pages outside the navigation", async () => {
    assert.deepEqual(reported(await rows()), [
      ["group One", [["page First"], ["page Two NEW"], ["nothing missing page-not-found"]]],
      ["group API", [["operation GET List users"]]],
      ["unlisted Unlisted", [["page Left out left"]]],
    ]);
  });

  it("marks a docs.json that isn't valid JSON", async () => {
    const isInvalid = async () => (await client.request(navigation)).map((site) => site.isInvalid);
    assert.deepEqual(await isInvalid(), [undefined]);
    client.open(folder.at("docs.json"), docs.replace('"One",', '"One"'));
    await client.codes(folder.at("docs.json"), ["config/syntax", "nav/page-not-found"]);
    assert.deepEqual(await isInvalid(), [true]);
  });

  it("includes problems and ratings, totaled by group", async () => {
    client.notify(feedbackRatings, {
      pages: [
        { uri: uriOf(folder.at("a.mdx")), up: 3, down: 1, open: 2 },
        { uri: uriOf(folder.at("b.mdx")), up: 1, down: 0, open: 0 },
        { uri: uriOf(folder.at("api.json")), operation: "GET /users", up: 0, down: 5, open: 1 },
      ],
    });
    const now = await rows();
    assert.equal(find(now, "First").problems?.warning, 1);
    assert.equal(find(now, "One").problems?.warning, 1);
    assert.deepEqual(find(now, "One").rating, { up: 4, down: 1, open: 2 });
    assert.deepEqual(find(now, "List users").rating, { up: 0, down: 5, open: 1 });
  });

  it("makes minimal edits or explains why it can't", async () => {
    const now = await rows();
    const [a, api] = [placeOf(now, "First"), placeOf(now, "API")];
    const moved = await change({ kind: "move", nodes: [a], target: api, position: "inside" });
    assert.ok(moved.ok);
    const edits = JSON.stringify(moved.edit);
    assert.match(edits, /"newText":", \\"a\\""/);
    const refused = await change({
      kind: "move",
      nodes: [api],
      target: placeOf(now, "List users"),
      position: "after",
    });
    assert.ok(!refused.ok);
    assert.match(refused.reason, /into itself/);
  });

  it("creates a page, lists it, and removes an entry", async () => {
    const now = await rows();
    const made = await change({ kind: "add-page", target: placeOf(now, "One"), path: "guides/first-steps" });
    assert.ok(made.ok);
    assert.match(JSON.stringify(made.edit), /guides\/first-steps\.mdx.*title: First steps/);
    const out = await change({ kind: "remove", nodes: [placeOf(now, "Two")] });
    assert.ok(out.ok);
    const renamed = await change({ kind: "rename", nodes: [placeOf(now, "One")], label: "Basics" });
    assert.match(JSON.stringify(renamed), /\\"Basics\\"/);
    const escaping = await change({ kind: "add-page", target: placeOf(now, "One"), path: "../../out" });
    assert.ok(!escaping.ok);
  });

  it("finds an entry that has moved since the request for the rows", async () => {
    const before = await rows();
    const now = docs.replace('  "navigation"', '\n\n  "navigation"');
    client.open(folder.at("docs.json"), now);
    const answer = await change({ kind: "remove", nodes: [placeOf(before, "First")] });
    assert.ok(answer.ok);
    const [edited] = answer.edit.documentChanges ?? [];
    assert.ok(edited && "edits" in edited);
    const document = TextDocument.create("", "json", 1, now);
    const edits = edited.edits.filter((edit) => "newText" in edit);
    assert.equal(TextDocument.applyEdits(document, edits), now.replace('"a", ', ""));
  });

  it("rejects a change to an entry that was listed twice and is now listed once", async () => {
    const twice = docs.replace('"b"', '"b", "a"');
    client.open(folder.at("docs.json"), twice);
    const before = await rows();
    client.change(folder.at("docs.json"), 2, twice.replace('"a", "b"', '"b"'));
    const answer = await change({ kind: "remove", nodes: [placeOf(before, "First")] });
    assert.deepEqual(answer, { ok: false, reason: "The navigation has just changed. Try again." });
  });

  for (const [what, changed] of [
    ["has changed", docs.replace('"a"', '"left"')],
    ["has moved and is listed twice", docs.replace('  "navigation"', '\n\n  "navigation"').replace('"a"', '"a", "a"')],
  ] as const)
    it(`rejects a change to an entry that ${what}`, async () => {
      const before = await rows();
      assert.notEqual(changed, docs);
      client.open(folder.at("docs.json"), changed);
      const answer = await change({ kind: "remove", nodes: [placeOf(before, "First")] });
      assert.deepEqual(answer, { ok: false, reason: "The navigation has just changed. Try again." });
    });
});
