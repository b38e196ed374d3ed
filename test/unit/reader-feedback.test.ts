import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fakeEditor as editor } from "../harness/fake-vscode.ts";
import { extensionContext, fakeServer } from "../harness/feedback-in-editor.ts";
import { ReaderFeedback } from "../../client/src/feedback/feedback.ts";

const why = (): unknown => editor.contexts.get("docwright.feedback.empty");

describe("reader feedback in an untrusted folder", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "docwright-untrusted-"));
  const server = fakeServer({}, {});
  let feedback: ReaderFeedback;

  before(() => {
    editor.isTrusted = false;
    editor.settings.set("docwright.feedback.baseUrl", "https://evil.example");
    editor.settings.set("docwright.feedback.projectId", "docs");
    const log = { info: () => undefined, warn: () => undefined };
    feedback = new ReaderFeedback(extensionContext(folder), server, log as never);
  });
  after(() => {
    feedback.dispose();
    editor.isTrusted = true;
    editor.settings.clear();
    rmSync(folder, { recursive: true });
  });

  it("is turned off, and its view explains why", () => {
    assert.equal(why(), "untrusted");
    assert.equal(server.asked.length, 0);
  });

  it("explains why in every command instead of prompting for a key", async () => {
    for (const [name, run] of Object.entries(feedback.commands)) {
      editor.asked.length = 0;
      await run();
      assert.deepEqual(
        editor.asked.map(({ kind }) => kind),
        ["information"],
        name,
      );
      assert.match(editor.asked[0]?.text ?? "", /off until you trust this folder/);
    }
  });
});

describe("reader feedback project", () => {
  it("uses the profile's service only if all sites do", async () => {
    const { readProject } = await import("../../client/src/feedback/project.ts");
    const settings = { baseUrl: "", projectId: "docs", dashboardUrl: "" };
    const address = (profiles: readonly string[]) => {
      const read = readProject(settings, profiles);
      return read.kind === "project" ? read.project.baseUrl : read.kind;
    };
    assert.equal(address(["mintlify"]), "https://api.mintlify.com");
    assert.equal(address(["standard"]), "missing");
    assert.equal(address(["mintlify", "standard"]), "missing");
  });

  it("has a key for each origin and a dashboard that can be opened in a browser", async () => {
    const { getKeyName: keyName, readProject } = await import("../../client/src/feedback/project.ts");
    const read = (baseUrl: string, dashboardUrl = "") => readProject({ baseUrl, projectId: "docs", dashboardUrl }, []);
    const names = ["https://a.example", "https://b.example", "https://a.example:8443"].map((url) => {
      const project = read(url);
      return project.kind === "project" ? keyName(project.project) : "";
    });
    assert.deepEqual(names, [
      "feedback.apiKey:https://a.example:docs",
      "feedback.apiKey:https://b.example:docs",
      "feedback.apiKey:https://a.example:8443:docs",
    ]);
    for (const url of [
      "http://a.example",
      "https://me:pass@a.example",
      "ftp://a.example",
      "a.example",
      "https://a.example?x",
    ])
      assert.equal(read(url).kind, "wrong", url);
    for (const url of ["javascript:alert(1)", "command:x", "http://d.example", "file:///etc/passwd"])
      assert.equal(read("https://a.example", url).kind, "wrong", url);
    assert.equal(read("https://a.example", "https://d.example/feedback?tab=open#new").kind, "project");
    assert.equal(read("http://127.0.0.1:4011").kind, "project");
  });
});
