import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertSpecification, type ConvertedSpecification } from "../../server/src/protocol/specifications.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { TempFolder } from "./temp-folder.ts";

const onDisk = `swagger: "2.0"\ninfo: { title: A, version: "1" }\npaths:\n  /old: { get: { responses: {} } }\n`;
const inEditor = onDisk.replace("/old", "/new");

describe("converting Swagger 2.0 over LSP", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  before(async () => {
    const docs = JSON.stringify({ navigation: { groups: [{ group: "API", openapi: "api.yaml" }] } });
    folder = new TempFolder({ "docs.json": docs, "api.yaml": onDisk });
    client = await servers.start({ folders: [folder.root] });
    client.open(folder.at("docs.json"), docs);
    await client.codes(folder.at("docs.json"), ["openapi/spec-version-unsupported"]);
  });
  after(async () => {
    await servers.release(client);
    folder.remove();
  });

  const convert = (path: string) => client.request(convertSpecification, { uri: uriOf(path), to: "3.1" });

  it("converts the editor's text without writing files", async () => {
    client.open(folder.at("api.yaml"), inEditor);
    const converted = await convert(folder.at("api.yaml"));
    assert.ok(converted.ok, JSON.stringify(converted));
    assert.equal(converted.originalText, inEditor);
    assert.match(converted.text, /^openapi: 3\.1\.1\n[^]*\/new:/);
    assert.equal(folder.read("api.yaml"), onDisk);
  });

  it("is rejected for files outside a site, other versions, and files that aren't Swagger", async () => {
    for (const path of [join(tmpdir(), "elsewhere.yaml"), folder.at("gone.yaml"), folder.at("docs.json")])
      assert.equal((await convert(path)).ok, false, path);
    const params = { uri: uriOf(folder.at("api.yaml")), to: "4" };
    const refused = await client.request<ConvertedSpecification>(convertSpecification.method, params);
    assert.equal(refused.ok, false);
  });
});
