import assert from "node:assert/strict";
import { scanPage } from "../page/scan-page.ts";
import { applyEdits } from "../text/text-edit.ts";
import { formatMessageInEnglish } from "../text/localized-message.ts";
import { createMessage } from "../text/message.ts";
import { insertExample } from "./insert-example.ts";
import type { PageExample } from "./protocol/playground-protocol.ts";

const request = {
  method: "GET",
  url: "https://api.example.com/users",
  headers: [["Authorization", "Bearer {{secret:token}}"]],
  cookies: [],
  body: undefined,
} as const;
const curl: PageExample = { tag: "RequestExample", request, languages: ["curl"] };
const both: PageExample = { tag: "RequestExample", request, languages: ["curl", "python"] };

function createResponse(status: number, text = '{"id":1}', type = "application/json"): PageExample {
  return { tag: "ResponseExample", status, type, text };
}

/** Returns the page after inserting the example. */
function addExample(text: string, example: PageExample): string {
  const result = insertExample(scanPage("page.mdx", text).references, example);
  assert.ok(result.ok, result.ok ? "" : formatMessageInEnglish(result.reason));
  return applyEdits(text, result.edits);
}

const command = `curl https://api.example.com/users \\\n    -H 'Authorization: Bearer '"$TOKEN"`;

describe("insertExample", () => {
  it("adds a tag at the end of a page that doesn't have one", () => {
    assert.equal(
      addExample("---\ntitle: Users\n---\n\nText.\n", curl),
      `---\ntitle: Users\n---\n\nText.\n\n<RequestExample>\n  \`\`\`bash cURL\n  ${command}\n  \`\`\`\n</RequestExample>\n`,
    );
    assert.ok(addExample("Text.", curl).endsWith("</RequestExample>\n"));
  });

  it("replaces the code block in the same language and keeps its fence, title, and position", () => {
    const createPage = (code: string) =>
      `<RequestExample>\n  \`\`\`js fetch\n  a();\n  \`\`\`\n\n  \`\`\`bash curl {1}\n  ${code}\n  \`\`\`\n</RequestExample>\nEnd\n`;
    assert.equal(addExample(createPage("curl old"), curl), createPage(command));
  });

  it("adds another language after the others", () => {
    const text = "<RequestExample>\n```bash cURL\ncurl old\n```\n</RequestExample>\n";
    const result = addExample(text, both);
    assert.ok(result.startsWith("<RequestExample>\n```bash cURL\ncurl https://api"));
    assert.ok(result.includes('"$TOKEN"\n```\n\n```python Python\nimport os\nimport requests\n\nresponse = '));
    assert.ok(result.endsWith(")\n```\n</RequestExample>\n"));
  });

  it("distinguishes responses by status", () => {
    const text = "<ResponseExample>\n```json 200 OK\n{}\n```\n\n```json 404\n{}\n```\n</ResponseExample>\n";
    assert.equal(
      addExample(text, createResponse(404)),
      '<ResponseExample>\n```json 200 OK\n{}\n```\n\n```json 404\n{\n  "id": 1\n}\n```\n</ResponseExample>\n',
    );
    assert.ok(addExample(text, createResponse(500)).includes("```json 404\n{}\n```\n\n```json 500\n{"));
  });

  it("preserves the page's line endings and indentation", () => {
    const text =
      "<Columns>\r\n\t<ResponseExample>\r\n\t\t```json 200\r\n\t\t{}\r\n\t\t```\r\n\t</ResponseExample>\r\n</Columns>\r\n";
    assert.equal(addExample(text, createResponse(200)), text.replace("{}", '{\r\n\t\t  "id": 1\r\n\t\t}'));
  });

  it("fills tags that are empty, self-closing, or on one line", () => {
    const inside = "\n  ```text 200\n  ok\n  ```\n";
    const ok = createResponse(200, "ok", "text/plain");
    assert.equal(addExample("<ResponseExample />\n", ok), `<ResponseExample>${inside}</ResponseExample>\n`);
    assert.equal(
      addExample("<ResponseExample>\n</ResponseExample>\n", ok),
      `<ResponseExample>${inside}</ResponseExample>\n`,
    );
    const empty = "<ResponseExample>\n  ```text 200\n  ```\n</ResponseExample>\n";
    assert.equal(addExample(empty, ok), `<ResponseExample>${inside}</ResponseExample>\n`);
  });

  it("uses a longer fence if the response contains a fence", () => {
    const result = addExample(
      "<ResponseExample>\n```md 200\nx\n```\n</ResponseExample>\n",
      createResponse(200, "````\nx\n````", "text/markdown"),
    );
    assert.ok(result.includes("`````text 200\n````\nx\n````\n`````\n"));
  });

  it("supports responses with any number of backticks", () => {
    assert.ok(addExample("", createResponse(200, "` ".repeat(300_000), "text/plain")).includes("```text 200"));
  });

  it("doesn't insert a response after a Markdown marker if lines would end up outside the block", () => {
    for (const [first, next] of [
      ["> ", "> "],
      ["- ", "  "],
      ["> - ", ">   "],
    ] as const) {
      const lines = ["<ResponseExample>", "```json 200", "{}", "```", "</ResponseExample>"];
      const page = lines.map((line, at) => (at === 1 || first === "> " ? first : next) + line).join("\n");
      const { references } = scanPage("page.mdx", page);
      const result = insertExample(references, createResponse(200, "a\n\n<Danger />", "text/plain"));
      const after = result.ok ? applyEdits(page, result.edits) : page;
      assert.ok(!scanPage("page.mdx", after).references.tags.some(({ name }) => name === "Danger"), after);
    }
  });

  it("preserves numbers that JavaScript can't represent", () => {
    assert.ok(
      addExample("", createResponse(200, '{"id":12345678901234567890}')).includes('{"id":12345678901234567890}'),
    );
  });

  it("returns the reason if it doesn't insert a response", () => {
    const openEdits = insertExample(scanPage("page.mdx", "<RequestExample>\n").references, curl);
    assert.deepEqual(openEdits, {
      ok: false,
      reason: createMessage("`<{0}>` is never closed on this page. Close it first.", "RequestExample"),
    });
    const none = insertExample(scanPage("page.mdx", "").references, { ...both, languages: ["cobol"] });
    assert.equal(none.ok, false);
  });

  it("never inserts secret placeholders", () => assert.ok(!/\{\{/.test(addExample("", both))));
});
