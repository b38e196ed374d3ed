import assert from "node:assert/strict";
import type { CodeLens } from "vscode-languageserver-protocol";
import { LspClient, uriOf, type WireMessage } from "../harness/lsp-client.ts";
import { TempFolder } from "./temp-folder.ts";
import { maxWait } from "../harness/eventually.ts";

const operation = (i: number, key: string) => `  /things/${i}:
    get:
      ${key}: Answers thing number ${i} with all that is known of it, which is a good deal
      responses: { "200": { description: The thing, content: { application/json: { schema: { type: object } } } } }
`;
const start = 'openapi: 3.1.0\ninfo: { title: Things, version: "1" }\nservers: [{ url: "https://api.example.com" }]\n';
/**
 * A specification that is so long that it's analyzed separately from its outline. Its only problem is in the last
 * operation.
 */
const text = `${start}paths:\n${Array.from({ length: 2_600 }, (_, i) => operation(i, "summary")).join("")}${operation(9_999, "sumary")}`;

describe("long specification over LSP", () => {
  it("keeps each problem at the position of its text while the author types", async function () {
    this.timeout(60_000);
    assert.ok(text.length > 500_000);
    const folder = new TempFolder({
      "docs.json": `{ "theme": "mint", "name": "x", "colors": { "primary": "#ff0000" },
        "navigation": { "groups": [{ "group": "A", "openapi": "api.yaml" }] } }`,
      "api.yaml": text,
    });
    const client = await LspClient.start({ folders: [folder.root] });
    const path = folder.at("api.yaml");
    client.open(path, text);
    const [before] = await client.codes(path, ["openapi/spec-invalid"]);
    const from = client.allPublished().filter(({ uri }) => uri.endsWith("/api.yaml")).length;
    for (let version = 2; version < 8; version++) {
      client.change(path, version, `# ${"note\n# ".repeat(version)}\n${text}`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    const [after] = await client.codes(path, ["openapi/spec-invalid"], 7);
    await client.quiet(2_000);
    const reported = client
      .allPublished()
      .filter(({ uri }) => uri.endsWith("/api.yaml"))
      .slice(from);
    assert.ok(reported.length > 0);
    assert.deepEqual(
      reported.filter(({ diagnostics }) => diagnostics.length !== 1),
      [],
      "the problem disappeared temporarily",
    );
    const last = reported.at(-1)?.diagnostics[0];
    for (const now of [after, last]) assert.equal(now?.range.start.line, (before?.range.start.line ?? 0) + 8);
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  });

  it("refreshes its code lenses as soon as a fixed error is detected, even while another file is edited", async function () {
    this.timeout(60_000);
    // The problem is reported at the response code, which is outside the edited text.
    const sound = `${text.replace("sumary", "summary")}  /last:
    get:
      summary: The last one
      responses:
        "200":
          description: Fine
`;
    const note = "---\ntitle: Notes\n---\n\n";
    const folder = new TempFolder({
      "docs.json": `{ "theme": "mint", "name": "x", "colors": { "primary": "#ff0000" },
        "navigation": { "groups": [{ "group": "A", "openapi": "api.yaml" }, { "group": "B", "pages": ["notes"] }] } }`,
      "api.yaml": sound,
      "notes.mdx": note,
    });
    const capabilities = { workspace: { codeLens: { refreshSupport: true } } };
    const client = await LspClient.start({ folders: [folder.root], capabilities });
    const [api, notes] = [folder.at("api.yaml"), folder.at("notes.mdx")];
    const isRefresh = ({ method }: WireMessage) => method === "workspace/codeLens/refresh";
    /**
     * Returns the text of the CodeLens above the last operation. VS Code requests it after each change and after each
     * refresh notification.
     */
    const shown = async (fits: RegExp): Promise<string | undefined> => {
      for (const end = performance.now() + maxWait; ;) {
        const requested = client.received.length;
        const lenses = await client.request<CodeLens[]>("textDocument/codeLens", {
          textDocument: { uri: uriOf(api) },
        });
        const title = lenses.at(-1)?.command?.title;
        if (fits.test(title ?? "") || performance.now() > end) return title;
        await client.message(isRefresh, "a refresh of lenses", requested);
      }
    };
    client.open(api, sound);
    client.open(notes, note);
    assert.match((await shown(/^shown at/)) ?? "", /^shown at/);
    client.change(api, 2, sound.replace("description: Fine", "x-note: Fine"));
    assert.match((await shown(/^left out/)) ?? "", /^left out: has validation errors/);
    await client.quiet(1_000);
    let typed = 1;
    // Eight keystrokes per second simulate continuous typing.
    const typing = setInterval(() => client.change(notes, ++typed, `${note}${"word ".repeat(typed)}`), 125);
    client.change(api, 3, sound);
    const mended = await shown(/^shown at/).finally(() => clearInterval(typing));
    assert.match(mended ?? "", /^shown at/);
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  });
});
