import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
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
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
        cwd: folder.root,
        env: { PATH: process.env["PATH"], HOME: folder.root, GIT_CONFIG_NOSYSTEM: "1" },
      });
    git("init", "-q");
    git("add", "-A");
    git("commit", "-q", "-m", "x");
    folder.delete("old/install.mdx");
  });
  afterEach(async () => {
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  });

  it("are reported once the client says that the workspace is trusted", async () => {
    client = await LspClient.start({ folders: [folder.root], options: { git: true } });
    await client.codes(folder.at("docs.json"), ["redirect/missing-for-moved-page"]);
  });

  it("aren't looked up otherwise", async () => {
    client = await LspClient.start({ folders: [folder.root], options: { git: "yes" } });
    client.open(folder.at("docs.json"), folder.read("docs.json"));
    await client.codes(folder.at("docs.json"), []);
    await client.quiet(300);
    assert.ok(!client.received.some((message) => JSON.stringify(message).includes("missing-for-moved-page")));
  });
});
