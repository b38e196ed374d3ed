import assert from "node:assert/strict";
import type { CompletionList, Hover } from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { hostDidChange, type HostOptions } from "../../server/src/protocol/site.ts";
import { LspClient, uriOf } from "../harness/lsp-client.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

describe("other MDX extensions", () => {
  let folder: TempFolder;
  let client: LspClient;
  let version = 0;
  beforeEach(() => {
    folder = new TempFolder({ "docs.json": docsJson("start"), "start.mdx": page("Start") });
  });
  afterEach(async () => {
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  });

  const begin = async (host?: HostOptions | Record<string, unknown>) => {
    client = await LspClient.start({ folders: [folder.root], options: host ? { host } : {} });
    version = 1;
    client.open(folder.at("start.mdx"), page("Start"));
    await client.codes(folder.at("start.mdx"), []);
  };
  /** Sends a request about the position of `$0` in the page's text. */
  const at = async <T>(method: string, marked: string): Promise<T> => {
    const full = page("Start") + marked;
    const text = full.replace("$0", "");
    client.change(folder.at("start.mdx"), ++version, text);
    return client.request<T>(method, {
      textDocument: { uri: uriOf(folder.at("start.mdx")) },
      position: TextDocument.create("x", "mdx", 1, text).positionAt(full.indexOf("$0")),
    });
  };
  const offers = async (marked: string) =>
    (await at<CompletionList>("textDocument/completion", marked)).items.map(({ label }) => label);
  const tells = async (marked: string) => (await at<Hover | null>("textDocument/hover", marked)) !== null;

  it("leave all of Docwright's features on unless one is reported", async () => {
    await begin();
    assert.ok((await offers("<Car$0")).includes("Card"));
    assert.ok(await tells("<Ca$0rd>a</Card>"));
  });

  it("turn off exactly the features reported at startup", async () => {
    await begin({ mdx: ["component-completion", "component-hover"] });
    assert.ok(!(await offers("<Car$0")).includes("Card"));
    assert.ok((await offers("<Card ti$0")).includes("title"));
    assert.ok((await offers("[a](/st$0)")).includes("/start"));
    assert.equal(await tells("<Ca$0rd>a</Card>"), false);
    assert.ok(await tells("[a](/st$0art)"));
  });

  it("affect later requests when they are installed or removed", async () => {
    await begin();
    client.notify(hostDidChange, { host: { mdx: ["prop-completion"] } });
    assert.deepEqual(await offers("<Card ti$0"), []);
    assert.ok((await offers("<Car$0")).includes("Card"));
    client.notify(hostDidChange, { host: {} });
    assert.ok((await offers("<Card ti$0")).includes("title"));
  });

  it("don't affect diagnostics", async () => {
    await begin({ mdx: ["component-completion", "prop-completion", "component-hover"] });
    client.change(folder.at("start.mdx"), ++version, `${page("Start")}<Crad>a</Crad>\n`);
    await client.codes(folder.at("start.mdx"), ["mdx/unknown-component"]);
  });

  it("are ignored if their features are unknown", async () => {
    await begin({ mdx: ["everything", 7, null] });
    assert.ok((await offers("<Car$0")).includes("Card"));
    client.notify(hostDidChange.method, { host: { mdx: "component-completion" } });
    assert.ok((await offers("<Car$0")).includes("Card"));
  });
});
