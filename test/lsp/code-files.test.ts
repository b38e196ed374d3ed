import assert from "node:assert/strict";
import { matchesGlob } from "node:path";
import type { ClientCapabilities, DocumentFilter, RegistrationParams } from "vscode-languageserver-protocol";
import { LspClient, uriOf } from "../harness/lsp-client.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

/** The methods with which a client sends the texts of open files. */
const methods = ["didOpen", "didChange", "didSave", "didClose"].map((name) => `textDocument/${name}`);

describe("unsaved changes in code files", () => {
  let folder: TempFolder;
  let client: LspClient;
  beforeEach(() => {
    folder = new TempFolder({
      "one/docs.json": docsJson("a"),
      "one/a.mdx": page("A"),
      "two/docs.json": docsJson("b"),
      "two/b.mdx": page("B"),
      "app/main.ts": "export {};\n",
    });
  });
  afterEach(async () => {
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  });

  /** Returns the glob patterns of the files that the server watches once it has read all sites. */
  const patternsFor = async (capabilities: ClientCapabilities) => {
    client = await LspClient.start({ folders: [folder.root], capabilities });
    for (const file of ["one/a.mdx", "two/b.mdx"])
      await client.request("textDocument/documentSymbol", { textDocument: { uri: uriOf(folder.at(file)) } });
    const all = client.received.flatMap(({ method, params }) =>
      method === "client/registerCapability" ? (params as RegistrationParams).registrations : [],
    );
    const patternsOf = (requested: string) =>
      all.flatMap(({ method, registerOptions }) =>
        method === requested
          ? (registerOptions as { documentSelector: DocumentFilter[] }).documentSelector.map((filter) =>
              "pattern" in filter ? filter.pattern : undefined,
            )
          : [],
      );
    const [first, ...others] = methods.map(patternsOf);
    for (const other of others) assert.deepEqual(other, first);
    return first ?? [];
  };
  const synchronization = { dynamicRegistration: true };

  it("are requested by extension for style sheets and all code files that pages can import", async () => {
    const [pattern, ...others] = await patternsFor({ textDocument: { synchronization } });
    assert.deepEqual(others, []);
    assert.ok(typeof pattern === "string");
    for (const name of ["a.css", "a.js", "a.jsx", "a.ts", "a.tsx"])
      assert.ok(matchesGlob(`x/snippets/${name}`, pattern), name);
    for (const name of ["a.mdx", "a.json", "a.scss"]) assert.ok(!matchesGlob(`x/${name}`, pattern), name);
  });

  it("are requested only in the folders of sites if the client supports it", async () => {
    const patterns = await patternsFor({
      textDocument: { synchronization, filters: { relativePatternSupport: true } },
    });
    const folders = patterns.map((pattern) => (typeof pattern === "object" ? pattern.baseUri : "every folder"));
    assert.deepEqual(new Set(folders), new Set([uriOf(folder.at("one")), uriOf(folder.at("two"))]));
    assert.equal(folders.length, 2);
  });

  it("aren't requested if the client doesn't support it", async () => assert.deepEqual(await patternsFor({}), []));
});
