import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import * as fc from "fast-check";
import type { ClientCapabilities, Diagnostic, Range, WorkspaceDiagnosticReport } from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { LspClient, uriOf } from "../harness/lsp-client.ts";
import { page, TempFolder } from "./temp-folder.ts";
import { chooseByMode } from "../harness/choose-by-mode.ts";

const docs = `{
  "name": "Kestrel",
  "navigation": {
    "tabs": [
      { "tab": "Guides", "groups": [{ "group": "Start 😀", "pages": ["start", "guides/next", "gone"] }] },
      { "tab": "API", "openapi": "api.yaml", "pages": ["GET /eggs", "get /nests"] }
    ]
  },
  "appearance": { "strict": true }
}
`;
const files = {
  "docs.json": docs,
  "start.mdx": `${page("Start")}\n## Heading\n\n[Link](/guides/next) [one](/gone) [two](/gone) [log](/changelog) [alias](/alias)\n`,
  "guides/next.mdx":
    '---\ntitle: "Next"\nopenapi: GET /eggs\nboost: 2\n---\r\n\r\nText é. [three](/gone) [four](/gone)\r\n',
  "api.yaml":
    "openapi: 3.1.0\ninfo:\n  title: Eggs\n  version: 1\nservers:\n  - url: https://a.example\npaths:\n  /eggs:\n    get:\n      summary: List\n      responses:\n        '200':\n          description: Good\n",
};
type FileName = keyof typeof files;
const names = Object.keys(files) as FileName[];

interface Edit {
  readonly name: FileName;
  readonly from: number;
  readonly length: number;
  readonly text: string;
}

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    name: fc.constantFrom(...names),
    from: fc.nat({ max: 400 }),
    length: fc.nat({ max: 12 }),
    text: fc.constantFrom(
      "",
      "x",
      '"',
      ",",
      "{",
      "]",
      "\n",
      "\r\n",
      "😀",
      ": ",
      "---\n",
      'title: "A"\n',
      '"pages": []',
      "GET /eggs",
    ),
  }),
  { minLength: 25, maxLength: 50 },
);

const capabilities: ClientCapabilities = { textDocument: { diagnostic: {} } };

describe("server after many edits", () => {
  let folder: TempFolder;
  let outside: TempFolder;
  let client: LspClient;
  before(async () => {
    folder = new TempFolder(files);
    outside = new TempFolder({ "CHANGELOG.md": "# Changes" });
    if (process.platform !== "win32") {
      symlinkSync(outside.at("CHANGELOG.md"), folder.at("changelog.md"));
      symlinkSync("start.mdx", folder.at("alias.mdx"));
    }
    client = await LspClient.start({ folders: [folder.root], capabilities });
  });
  after(async () => {
    await client.stop();
    folder.remove();
    outside.remove();
  });

  /** Returns all diagnostics by file. The server responds only when none of them are stale. */
  const all = async (of: LspClient): Promise<Record<string, readonly Diagnostic[]>> => {
    const { items } = await of.request<WorkspaceDiagnosticReport>("workspace/diagnostic", {
      previousResultIds: [],
    });
    const entries = items.map((report) => [report.uri, report.kind === "full" ? report.items : []] as const);
    return Object.fromEntries(entries.filter(([, found]) => found.length > 0));
  };

  it("returns the same results, with valid ranges, as a fresh server with the same text", async function () {
    this.timeout(60_000);
    let version = 1;
    const check = async (sequence: Edit[], closed: readonly FileName[]) => {
      const documents = new Map(names.map((name) => [name, TextDocument.create(name, "x", 1, files[name])]));
      for (const [name, document] of documents) client.open(folder.at(name), document.getText(), ++version);
      for (const edit of sequence) {
        const document = documents.get(edit.name);
        if (!document) continue;
        const range: Range = {
          start: document.positionAt(edit.from),
          end: document.positionAt(edit.from + edit.length),
        };
        documents.set(edit.name, TextDocument.update(document, [{ range, text: edit.text }], ++version));
        client.change(folder.at(edit.name), version, edit.text, range);
      }
      client.watched([folder.at("changelog.md"), 2], [folder.at("alias.mdx"), 2]);
      for (const name of closed) {
        client.close(folder.at(name));
        documents.delete(name);
      }
      const fresh = await LspClient.start({ folders: [folder.root], capabilities });
      for (const [name, document] of documents) fresh.open(folder.at(name), document.getText());
      const [ours, theirs] = await Promise.all([all(client), all(fresh)]);
      await fresh.stop();
      assert.deepEqual(ours, theirs);
      for (const [name, document] of documents)
        for (const { range } of ours[uriOf(folder.at(name))] ?? []) checkRange(range, document);
      for (const name of documents.keys()) client.close(folder.at(name));
    };
    await fc.assert(fc.asyncProperty(edits, fc.subarray(names), check), {
      numRuns: chooseByMode(4, 10),
      endOnFailure: true,
    });
  });
});

function checkRange({ start, end }: Range, document: TextDocument): void {
  const [from, to] = [document.offsetAt(start), document.offsetAt(end)];
  assert.ok(from <= to);
  assert.deepEqual(document.positionAt(from), start, "the start isn't a position in the text");
  assert.deepEqual(document.positionAt(to), end, "the end isn't a position in the text");
}
