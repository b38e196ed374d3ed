import assert from "node:assert/strict";
import type { DocumentLink, Hover, Location, WorkspaceEdit } from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { LspClient, uriOf } from "../harness/lsp-client.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

const code = `import { Box } from "./box.jsx";
export const Links = () => <Box><a href="/guide/start#first">A</a> <a href="../other">B</a> <a href="/api-reference/list-users">C</a></Box>;
`;
const files: Readonly<Record<string, string>> = {
  "docs.json": docsJson("a", "guide/start", "other", "openapi.json GET /users"),
  "a.mdx": `${page("A")}\nimport { Links } from "/snippets/links.jsx";\n\n<Links />\n`,
  "guide/start.mdx": `${page("Start")}\n## First\n`,
  "other.mdx": page("Other"),
  "snippets/links.jsx": code,
  "snippets/box.jsx": "export const Box = ({ children }) => children;\n",
  "openapi.json": JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/users": { get: { summary: "List users", responses: {} } } },
  }),
};

const headingLine = (files["guide/start.mdx"] ?? "").split("\n").indexOf("## First");

describe("paths in code files over LSP", () => {
  let folder: TempFolder;
  let client: LspClient;
  before(async function () {
    this.timeout(60_000);
    folder = new TempFolder(files);
    client = await LspClient.start({
      folders: [folder.root],
      capabilities: {
        workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["rename"] } },
      },
    });
  });
  after(async () => {
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  });

  const document = TextDocument.create("", "", 1, code);
  const textDocument = () => ({ uri: uriOf(folder.at("snippets/links.jsx")) });
  const at = (text: string) => ({
    textDocument: textDocument(),
    position: document.positionAt(code.indexOf(text) + 2),
  });
  const nameOf = (uri: string) => uri.slice(uriOf(folder.root).length + 1);
  const definitions = async (text: string) =>
    (await client.request<Location[]>("textDocument/definition", at(text))).map(
      ({ uri, range }) => `${nameOf(uri)} ${range.start.line}`,
    );

  it("resolve to their definition: the page, the heading, the operation, or the imported file", async () => {
    assert.deepEqual(await definitions("/guide/start"), ["guide/start.mdx 1"]);
    assert.deepEqual(await definitions("#first"), [`guide/start.mdx ${headingLine}`]);
    assert.deepEqual(await definitions("/api-reference"), ["openapi.json 0"]);
    assert.deepEqual(await definitions("./box.jsx"), ["snippets/box.jsx 0"]);
  });

  it("show the page's description on hover", async () => {
    const found = await client.request<Hover>("textDocument/hover", at("/guide/start"));
    assert.match(JSON.stringify(found.contents), /Start/);
    assert.deepEqual(found.range && document.getText(found.range), "/guide/start#first");
  });

  it("are returned as document links", async () => {
    const links = await client.request<DocumentLink[]>("textDocument/documentLink", {
      textDocument: textDocument(),
    });
    const texts = links.map(({ range }) => document.getText(range));
    assert.deepEqual(texts, ["./box.jsx", "/guide/start#first", "/api-reference/list-users"]);
    assert.equal(nameOf(links[0]?.target ?? ""), "snippets/box.jsx");
  });

  it("can be renamed together with the page or file that they lead to", async () => {
    const moved = async (text: string, newName: string) => {
      const start = await client.request<{ readonly placeholder: string }>("textDocument/prepareRename", at(text));
      const edit = await client.request<WorkspaceEdit>("textDocument/rename", { ...at(text), newName });
      const changes = (edit.documentChanges ?? []).flatMap((change) =>
        "kind" in change
          ? change.kind === "rename"
            ? [`${nameOf(change.oldUri)} -> ${nameOf(change.newUri)}`]
            : []
          : change.edits.flatMap((one) =>
              nameOf(change.textDocument.uri) === "snippets/links.jsx" && "newText" in one ? [one.newText] : [],
            ),
      );
      return [start.placeholder, ...changes];
    };
    assert.deepEqual(await moved("/guide/start", "guide/begin"), [
      "guide/start",
      "/guide/begin#first",
      "guide/start.mdx -> guide/begin.mdx",
    ]);
    assert.deepEqual(await moved("./box.jsx", "snippets/frame.jsx"), [
      "snippets/box.jsx",
      "./frame.jsx",
      "snippets/box.jsx -> snippets/frame.jsx",
    ]);
  });
});
