import assert from "node:assert/strict";
import type { CodeLens, Hover } from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { explain as explainMethod, type ExplainRequest } from "../../server/src/protocol/explain.ts";
import { LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { TempFolder } from "./temp-folder.ts";

const files: Readonly<Record<string, string>> = {
  "docs.json":
    '{\n  "navigation": { "groups": [\n    { "group": "Guides", "pages": ["guides/start", "guides/gone", "guides/next"] }\n  ] }\n}\n',
  ".mintignore": "drafts/\n",
  "guides/start.mdx": "---\ntitle: Start\n---\n\n[Next](/guides/next)\n",
  "guides/next.mdx": "---\ntitle: Next\n---\n\nHi\n",
  "guides/alone.mdx": "---\ntitle: Alone\n---\n\nHi\n",
  "drafts/x.mdx": "Hi\n",
};

describe("explanations over LSP", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  const start = async (options: object) => {
    folder = new TempFolder(files);
    client = await servers.start({ folders: [folder.root], options });
    await client.quiet();
  };
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const explain = (request: ExplainRequest) => client.request(explainMethod, request);
  const at = (file: string, words: string) => {
    const text = files[file] ?? "";
    const position = TextDocument.create("", "", 1, text).positionAt(text.indexOf(words) + 1);
    return { textDocument: { uri: uriOf(folder.at(file)) }, position };
  };
  const hoverAt = async (file: string, words: string) => {
    const found = await client.request<Hover | null>("textDocument/hover", at(file, words));
    return found && typeof found.contents === "object" && "value" in found.contents ? found.contents.value : "";
  };
  const lensesOf = (file: string) =>
    client.request<CodeLens[]>("textDocument/codeLens", { textDocument: { uri: uriOf(folder.at(file)) } });

  it("describe a file based on the editor's text and link to the locations", async () => {
    await start({});
    client.open(folder.at("guides/next.mdx"), "---\ntitle: Next\nhidden: true\n---\n");
    const [found] = await explain({ uri: uriOf(folder.at("guides/next.mdx")) });
    assert.equal(found?.shown, false);
    assert.equal(found?.target, "guides/next");
    const stop = found?.steps.find(({ state }) => state === "stops");
    assert.equal(stop?.location?.uri, uriOf(folder.at("guides/next.mdx")));
    assert.deepEqual(stop?.location?.range.start, { line: 2, character: 0 });
  });

  it("answer typed queries for every site, including for files that a site excludes", async () => {
    await start({});
    const [page] = await explain({ target: "/guides/start" });
    assert.equal(page?.verdict, "Readers find this page in Guides, as the first page.");
    const [draft] = await explain({ uri: uriOf(folder.at("drafts/x.mdx")) });
    assert.match(draft?.verdict ?? "", /line 1 of `\.mintignore` \(`drafts\/`\) excludes it from the site/);
    assert.deepEqual(draft?.steps[0]?.location?.uri, uriOf(folder.at(".mintignore")));
  });

  it("are empty for a file outside a site", async () => {
    await start({});
    assert.deepEqual(await explain({ uri: "file:///nowhere/x.mdx" }), []);
  });

  it("appear in one CodeLens above a page, which links to the page's entry", async () => {
    await start({});
    const lenses = await lensesOf("guides/next.mdx");
    assert.deepEqual(
      lenses.map(({ range, command }) => [range.start.line, command?.title, command?.command]),
      [[1, "shown in Guides · 1 link", "docwright.showPlace"]],
    );
    assert.equal(lenses[0]?.command?.arguments?.[0], uriOf(folder.at("docs.json")));
    const [alone] = await lensesOf("guides/alone.mdx");
    assert.equal(alone?.command?.title, "not shown: no navigation entry refers to it");
  });

  it("open from the CodeLens if the editor supports this and the CodeLens isn't turned off", async () => {
    await start({ explain: true });
    const [lens] = await lensesOf("guides/next.mdx");
    assert.equal(lens?.command?.command, "docwright.explain");
    // VS Code drops the arguments of older CodeLenses. Without them, the editor explains the active page.
    assert.equal(lens?.command?.arguments, undefined);
    const uri = uriOf(folder.at("guides/next.mdx"));
    const [byUri] = await explain({ uri });
    assert.equal(byUri?.target, "guides/next");
    const other = await LspClient.start({ folders: [folder.root], options: { pageLens: false } });
    assert.deepEqual(await other.request<CodeLens[]>("textDocument/codeLens", { textDocument: { uri } }), []);
    await other.stop();
  });

  it("appear on hover over an entry that isn't shown and over the title of a page", async () => {
    await start({ explain: true });
    const entry = await hoverAt("docs.json", "guides/gone");
    assert.match(entry, /Readers don't see this page: page `guides\/gone` doesn't exist\\\./);
    assert.match(entry, /\[Explain\]\(command:docwright\.explain\?[^()\s]+\)/);
    assert.match(await hoverAt("guides/start.mdx", "title"), /Readers find this page in Guides, as the first page\\\./);
    assert.doesNotMatch(await hoverAt("docs.json", "guides/start"), /Explain/);
  });

  it("include no commands for an editor that doesn't support them", async () => {
    await start({});
    const entry = await hoverAt("docs.json", "guides/gone");
    assert.match(entry, /Readers don't see this page/);
    assert.doesNotMatch(entry, /command:/);
  });
});
