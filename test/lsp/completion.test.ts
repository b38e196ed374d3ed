import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import {
  CompletionItemKind,
  type ClientCapabilities,
  type CompletionItem,
  type CompletionList,
  type TextEdit,
} from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { listSites } from "../../server/src/protocol/site.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

describe("completion", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  let version = 0;
  beforeEach(() => {
    folder = new TempFolder({
      "docs.json": docsJson("start"),
      "start.mdx": page("Start"),
      "guides/é😀.mdx": page("Odd name"),
    });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const begin = async (
    completionItem?: NonNullable<NonNullable<ClientCapabilities["textDocument"]>["completion"]>["completionItem"],
  ) => {
    client = await servers.start({
      folders: [folder.root],
      capabilities: { textDocument: { completion: { completionItem: completionItem ?? {} } } },
    });
    version = 1;
    client.open(folder.at("docs.json"), docsJson("start"));
    await client.codes(folder.at("docs.json"), []);
    // Titles are available only after the pages have been read, which may happen after the problems in docs.json are
    // reported.
    for (;;) {
      const statuses = await client.request(listSites);
      if (statuses.every(({ isScanning: scanning }) => !scanning)) return;
      await pause(10);
    }
  };
  /** Types the text, places the cursor at `$0`, and requests completion immediately. */
  const completeAt = async (marked: string) => {
    const text = marked.replace("$0", "");
    const document = TextDocument.create("x", "json", 1, text);
    client.change(folder.at("docs.json"), ++version, text);
    const list = await client.request<CompletionList>("textDocument/completion", {
      textDocument: { uri: uriOf(folder.at("docs.json")) },
      position: document.positionAt(marked.indexOf("$0")),
    });
    return { list, document };
  };
  const take = (document: TextDocument, list: CompletionList, label: string): string => {
    const item = list.items.find((candidate: CompletionItem) => candidate.label === label);
    assert.ok(item, `no ${label} among ${list.items.map((candidate) => candidate.label).join(" ")}`);
    return TextDocument.applyEdits(document, [...(item.additionalTextEdits ?? []), item.textEdit as TextEdit]);
  };

  it("inserts a page path into the latest text, including lines with emoji and CRLF line endings", async () => {
    await begin();
    const { list, document } = await completeAt('{\r\n "😀": 1, "navigation": { "pages": ["start", "gui$0\r\n] } }');
    assert.equal(
      take(document, list, "guides/é😀"),
      '{\r\n "😀": 1, "navigation": { "pages": ["start", "guides/é😀"\r\n] } }',
    );
    assert.equal(list.items.find(({ label }) => label === "guides/é😀")?.detail, "Odd name");
  });

  it("puts the cursor where the value goes if the client supports it", async () => {
    await begin({ snippetSupport: true, labelDetailsSupport: true });
    const { list, document } = await completeAt('{ "na$0", "navigation": { "pages": ["start"] } }');
    assert.equal(take(document, list, "name"), '{ "name": "$0", "navigation": { "pages": ["start"] } }');
    const pages = await completeAt('{ "navigation": { "pages": ["start", "$0"] } }');
    assert.deepEqual(
      pages.list.items
        .filter(({ kind }) => kind === CompletionItemKind.File)
        .map(({ label, labelDetails }) => [label, labelDetails?.description]),
      [
        ["guides/é😀", "Odd name"],
        ["start", "Start · already listed"],
      ],
    );
  });

  it("puts tab stops in a component's props", async () => {
    await begin({ snippetSupport: true });
    client.open(folder.at("start.mdx"), "---\ntitle: Start\n---\n\n<Card");
    const { items } = await completeInPage(4, 5);
    const card = items.find(({ label }) => label === "Card");
    assert.equal(
      (card?.textEdit as TextEdit | undefined)?.newText,
      'Card title="$1" href="$2" icon="$3">\n  $0\n</Card>',
    );
    client.change(folder.at("start.mdx"), 2, "---\ntitle: Start\n---\n\n<Param");
    const field = (await completeInPage(4, 6)).items.find(({ label }) => label === "ParamField");
    assert.equal(
      (field?.textEdit as TextEdit | undefined)?.newText,
      'ParamField ${1|path,query,body,header,cookie,auth|}="$2" type="$3">\n  $0\n</ParamField>',
    );
  });

  it("inserts plain text if the client doesn't support editor snippets", async () => {
    await begin();
    const { list, document } = await completeAt('{ "na$0", "navigation": { "pages": ["start"] } }');
    assert.equal(take(document, list, "name"), '{ "name": "", "navigation": { "pages": ["start"] } }');
    assert.ok(list.items.every(({ insertTextFormat }) => insertTextFormat !== 2));
  });

  it("offers pages even if docs.json can't be parsed", async () => {
    await begin();
    const { list } = await completeAt('{ "navigation": { "tabs": [ { "tab": "A", "pages": [ "start", "$0');
    assert.ok(list.items.some(({ label }) => label === "guides/é😀"));
  });

  it("returns nothing in the body text of a page", async () => {
    await begin();
    client.open(folder.at("start.mdx"), "# Start\n");
    assert.deepEqual((await completeInPage(0, 3)).items, []);
  });

  it("offers pages in an unclosed tag", async () => {
    await begin();
    client.open(folder.at("start.mdx"), '---\ntitle: Start\n---\n\n<Card title="Odd name" href="/');
    const { items } = await completeInPage(4, 30);
    assert.equal(items[0]?.label, "/guides/é😀");
    assert.equal((items[0].textEdit as TextEdit).newText, '/guides/é😀"');
  });

  it("returns an icon's image on resolve if the client supports it", async () => {
    await begin({ resolveSupport: { properties: ["documentation"] } });
    client.open(folder.at("start.mdx"), '<Card icon="rocke">');
    const { items } = await completeInPage(0, 17);
    const rocket = items.find(({ label }) => label === "rocket");
    assert.ok(rocket && rocket.documentation === undefined);
    const resolved = await client.request<CompletionItem>("completionItem/resolve", rocket);
    assert.match(JSON.stringify(resolved.documentation), /!\[rocket\]\(data:image\/svg\+xml,/);
  });

  it("includes the first icons' images if the client doesn't support resolve", async () => {
    await begin();
    client.open(folder.at("start.mdx"), '<Card icon="rocket">');
    const { items } = await completeInPage(0, 18);
    assert.match(JSON.stringify(items[0]?.documentation), /data:image\/svg\+xml,/);
    assert.equal(items[40]?.documentation, undefined);
  });

  const completeInPage = (line: number, character: number) =>
    client.request<CompletionList>("textDocument/completion", {
      textDocument: { uri: uriOf(folder.at("start.mdx")) },
      position: { line, character },
    });
});
