import assert from "node:assert/strict";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import type { SpecInsertion } from "../../spec/spec-outline.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import { createTitleEdit, type TitleEditResult } from "./edit-title.ts";

const operation = { method: "GET", path: "/users" };

function write(
  texts: Readonly<Record<string, string>>,
  title: string,
  keys: readonly string[] = ["summary"],
  insertAt?: SpecInsertion,
): TitleEditResult {
  return createTitleEdit(specFilesOf(texts), (path) => texts[path], {
    operation,
    keys,
    title,
    ...(insertAt && { insertAt }),
  });
}

/** Changes a title, and returns the text of the only file that was changed. */
function writeTitle(file: string, text: string, title: string, keys?: readonly string[]): string {
  const result = write({ [file]: text }, title, keys);
  assert.ok(result.ok, result.ok ? "" : formatMessageInEnglish(result.reason));
  return applyEdits(text, result.edits);
}

const createYaml = (summary: string) =>
  `openapi: 3.1.0\npaths:\n  /users:\n    get:\n      summary: ${summary} # seen\n      responses: {}\n`;

describe("titleEdit", () => {
  it("changes only the summary and keeps its quotes", () => {
    assert.equal(writeTitle("a.yaml", createYaml("List"), "All users"), createYaml("All users"));
    assert.equal(writeTitle("a.yaml", createYaml('"List"'), 'Say "hi"'), createYaml('"Say \\"hi\\""'));
    assert.equal(writeTitle("a.yaml", createYaml("'List'"), "It's"), createYaml("'It''s'"));
  });

  it("adds quotes if YAML would otherwise parse the title as a different value", () => {
    for (const title of ["a: b", "yes", "12", "- x", "# x", "[x]", "*x", "🚀: go", "null"])
      assert.equal(writeTitle("a.yaml", createYaml("List"), title), createYaml(JSON.stringify(title)), title);
  });

  it("supports JSON, tabs, all line endings, and flow-style YAML", () => {
    const createJson = (text: string) =>
      `{\r\n\t"openapi": "3.1.0",\r\n\t"paths": { "/users": { "get": { "summary": ${text}, "responses": {} } } }\r\n}`;
    assert.equal(writeTitle("a.json", createJson('"List"'), 'A "b"\\'), createJson('"A \\"b\\"\\\\"'));
    const createFlow = (text: string) => `openapi: 3.1.0\npaths: { /users: { get: { summary: ${text} } } }\n`;
    assert.equal(writeTitle("a.yaml", createFlow("List"), "a, b"), createFlow('"a, b"'));
  });

  it("edits the title in an extension's metadata", () => {
    const createText = (title: string) =>
      `openapi: 3.1.0\npaths:\n  /users:\n    get:\n      x-mint:\n        metadata:\n          title: ${title}\n      summary: List\n`;
    assert.equal(writeTitle("a.yaml", createText("Old"), "New", ["x-mint", "metadata", "title"]), createText("New"));
  });

  it("adds a missing summary", () => {
    const text = "openapi: 3.1.0\npaths:\n  /users:\n    get:\n      responses: {}\n";
    const insertAt: SpecInsertion = {
      offset: text.indexOf("responses"),
      style: "block",
      linePrefix: "\n      ",
      indentUnit: "  ",
      isEmpty: false,
    };
    const result = write({ "a.yaml": text }, "All: users", ["summary"], insertAt);
    assert.ok(result.ok);
    assert.equal(applyEdits(text, result.edits), text.replace("responses", 'summary: "All: users"\n      responses'));
  });

  it("edits the file that a reference points to", () => {
    const texts = {
      "a.yaml": "openapi: 3.1.0\npaths:\n  /users:\n    $ref: ./users.yaml\n",
      "users.yaml": "get:\n  summary: List\n",
    };
    const result = write(texts, "All");
    assert.ok(result.ok);
    assert.equal(result.file, "users.yaml");
    assert.equal(applyEdits(texts["users.yaml"], result.edits), "get:\n  summary: All\n");
  });

  it("rejects edits that it can't make safely", () => {
    const getRefusal = (text: string): string => {
      const result = write({ "a.yaml": text }, "All");
      return result.ok ? `wrote ${JSON.stringify(result.edits)}` : formatMessageInEnglish(result.reason);
    };
    assert.match(getRefusal("openapi: 3.1.0\npaths:\n  /users:\n    post: {}\n"), /no longer contains this operation/);
    assert.match(
      getRefusal("openapi: 3.1.0\npaths:\n  /users:\n    get:\n      summary: [\n"),
      /error|no longer contains this operation/,
    );
    assert.match(getRefusal("openapi: 3.1.0\npaths:\n  /users:\n    get:\n      responses: {}\n"), /safely/);
    const sharedText = "openapi: 3.1.0\npaths:\n  /users:\n    get: &a\n      summary: List\n  /b:\n    get: *a\n";
    assert.match(getRefusal(sharedText), /anchor/);
  });
});
