import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { fillTemplate, parseTemplate, createPlaceholderValues } from "./page-templates.ts";

const site = siteOf(new Map([["docs.json", "{}"]]));

function fill(text: string, title = "A: “b”"): { text: string; snippet: string } {
  const template = parseTemplate(".docwright/templates/release-notes.mdx", text);
  const page = { template, title, path: "a", where: { kind: "unlisted" }, today: "2026-03-31" } as const;
  return fillTemplate(template.body, createPlaceholderValues(site, page, "a.mdx"));
}

describe("custom page template", () => {
  it("is named after its file", () => {
    const { id, label, detail } = parseTemplate(".docwright/templates/release-notes.mdx", "");
    assert.deepEqual(
      [id, label, detail],
      ["own:release-notes.mdx", "Release notes", ".docwright/templates/release-notes.mdx"],
    );
  });

  const titled = '---\ntitle: "A: “b”"\n';
  const texts: readonly (readonly [name: string, text: string, expected: string])[] = [
    ["gets the entered title", "---\ntitle: Template\ntag: NEW\n---\n\nText.\n", `${titled}tag: NEW\n---\n\nText.\n`],
    [
      "gets the entered title in place of a multiline title",
      "---\ntitle: >\n  One\n  two\ntag: A\n---\n",
      `${titled}tag: A\n---\n`,
    ],
    ["gets a title if it has none", "---\ntag: A\n---\nText.", `${titled}tag: A\n---\nText.\n`],
    ["gets frontmatter if it has none", "Text.", `${titled}---\n\nText.\n`],
    [
      "has its variables replaced with their values",
      "## ${TITLE} of ${DATE}",
      `${titled}---\n\n## A: “b” of 2026-03-31\n`,
    ],
    ["keeps the default text in placeholders", "${1:What} ${2|a,b|} ${3}.", `${titled}---\n\nWhat a .\n`],
    [
      "keeps all other text unchanged",
      "$HOME $1 ${name} {a} \\$ ${1:a${2:b}} }",
      `${titled}---\n\n$HOME $1 \${name} {a} \\$ \${1:ab} }\n`,
    ],
    ["gets consistent line endings", "a\r\nb\r", `${titled}---\n\na\nb\n`],
  ];
  for (const [name, text, expected] of texts) it(name, () => assert.equal(fill(text).text, expected));

  it("turns its placeholders into tab stops", () =>
    assert.equal(fill("${1:What} costs $5 }").snippet, `${titled}---\n\n\${1:What} costs \\$5 \\}\n$0`));

  it("escapes the title", () => assert.match(fill("# ${TITLE}", "a {b} <c>").text, /^# a \\\{b\\\} \\<c\\>$/m));
});
