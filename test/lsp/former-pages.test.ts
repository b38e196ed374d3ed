import assert from "node:assert/strict";
import { GitRepository } from "../harness/git-repository.ts";
import { LspClient } from "../harness/lsp-client.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

describe("pages deleted since the last commit", () => {
  let folder: TempFolder;
  let client: LspClient;
  beforeEach(() => {
    folder = new TempFolder({
      "docs.json": docsJson("start"),
      "start.mdx": page("Start"),
      "old/install.mdx": page("Install"),
    });
    new GitRepository(folder.root).commit();
    folder.delete("old/install.mdx");
  });
  afterEach(async () => {
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  });

  it("are reported once the client reports that the workspace is trusted", async () => {
    client = await LspClient.start({ folders: [folder.root], options: { git: true } });
    await client.codes(folder.at("docs.json"), ["redirect/missing-for-moved-page"]);
  });

  it("aren't looked up unless the client reports that the workspace is trusted", async () => {
    client = await LspClient.start({ folders: [folder.root], options: { git: "yes" } });
    client.open(folder.at("docs.json"), folder.read("docs.json"));
    await client.codes(folder.at("docs.json"), []);
    await client.quiet(300);
    assert.ok(!client.received.some((message) => JSON.stringify(message).includes("missing-for-moved-page")));
  });
});
