import assert from "node:assert/strict";
import type { CodeAction, Hover } from "vscode-languageserver-protocol";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

const many = 5000;
const texts: Readonly<Record<string, string>> = {
  "unclosed braces": "{".repeat(3000),
  "unclosed components": "<Card>\n\n".repeat(many),
  "nested blockquotes": ">".repeat(4000),
  "thousands of broken links": Array.from({ length: many }, (_, i) => `[a](/gone-${i})\n\n`).join(""),
  "thousands of ignore comments": "{/* docwright-ignore link/page-not-found */}\n[a](/gone)\n\n".repeat(many),
  "a line of one megabyte": "x [a](/other) ".repeat(75_000),
  "a hundred thousand headings": "# Heading\n\n".repeat(100_000),
  "a JSON sample of one megabyte": `\`\`\`json\n${"[".repeat(1_000_000)}\n\`\`\`\n`,
  "lone surrogates": "# \ud800 [\udc00](/a\ud800) {\ud800} <A\ud800 /> \u0000\n\n".repeat(200),
  "imports of the page itself": 'import Start from "/start.mdx"\n\n<Start />\n'.repeat(100),
};

describe("page in the editor", function () {
  this.timeout(60_000);
  let folder: TempFolder;
  let client: LspClient;
  const servers = new ServerPool();
  const other = `${page("Other")}\n[a](/nowhere)\n`;

  beforeEach(async () => {
    folder = new TempFolder({
      "docs.json": docsJson("start", "other"),
      "start.mdx": page("Start"),
      "other.mdx": other,
    });
    client = await servers.start({ folders: [folder.root] });
    client.open(folder.at("other.mdx"), other);
    await client.codes(folder.at("other.mdx"), ["link/page-not-found"]);
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  for (const [name, text] of Object.entries(texts))
    it(`doesn't block other requests or remove other files' problems, even with ${name}`, async () => {
      const full = `${page("Start")}\n${text}`;
      const uri = uriOf(folder.at("start.mdx"));
      const lines = full.split("\n");
      const end = { line: lines.length - 1, character: (lines.at(-1) ?? "").length };
      client.open(folder.at("start.mdx"), full);
      client.change(folder.at("start.mdx"), 2, "x", { start: end, end });
      const hover = await client.request<Hover | null>("textDocument/hover", {
        textDocument: { uri: uriOf(folder.at("other.mdx")) },
        position: { line: 1, character: 2 },
      });
      assert.ok(hover);
      for (const position of [{ line: 5, character: 3 }, { line: Math.floor(lines.length / 2), character: 1 }, end])
        for (const method of ["textDocument/completion", "textDocument/hover"])
          await client.request(method, { textDocument: { uri }, position });
      const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
        textDocument: { uri },
        range: { start: { line: 0, character: 0 }, end },
        context: { diagnostics: [] },
      });
      assert.ok(actions.length <= 1000, `${actions.length} actions`);
      const { length } = client.published(folder.at("start.mdx"))?.diagnostics ?? [];
      assert.ok(length <= 1000, `${length} problems`);
      await client.codes(folder.at("other.mdx"), ["link/page-not-found"]);
    });
});
