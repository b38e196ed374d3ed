import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fillTemplate, pageTemplates } from "../../server/src/core/features/new-page/page-templates.ts";
import { plainRenderTools } from "../../server/src/core/preview/drawing.ts";
import { renderPage } from "../../server/src/core/preview/render-page.ts";
import { getSiteFacts } from "../../server/src/core/preview/source/page-source.ts";
import { fillSnippet } from "../harness/fill-snippet.ts";
import { siteOf } from "../harness/site-of.ts";

const file = path.resolve(import.meta.dirname, "../../syntaxes/mdx-snippets.json");
const snippets = Object.values(
  JSON.parse(readFileSync(file, "utf8")) as Record<string, { prefix: string; body: readonly string[] }>,
);
const today = new Map([
  ["CURRENT_YEAR", "2026"],
  ["CURRENT_MONTH", "01"],
  ["CURRENT_DATE", "15"],
]);

describe("templates for new pages", () => {
  for (const { id, prefix, body, kind: makes } of pageTemplates) {
    if (prefix !== undefined)
      it(`match the editor snippet ${prefix}: ${id}`, () => {
        assert.deepEqual(body, snippets.find((snippet) => snippet.prefix === prefix)?.body);
        assert.equal(fillTemplate(body, today).text, `${fillSnippet(body).trimEnd()}\n`);
      });

    if (makes !== "endpoint")
      it(`render in a preview without missing parts: ${id}`, () => {
        const { text } = fillTemplate(body, today);
        const uses = 'import { PlanNote } from "/snippets/a.mdx";\n\n<PlanNote plan="Free" />\n';
        const page = makes === "snippet" ? uses : text;
        const files = new Map([
          ["docs.json", '{ "navigation": { "pages": ["a"] } }'],
          ["a.mdx", page],
          ["snippets/a.mdx", text],
        ]);
        const facts = getSiteFacts(siteOf(files));
        const audience = { reader: "human", signedIn: false, groups: [] } as const;
        const { view } = renderPage({ path: "a.mdx", text: page, files, facts, audience }, plainRenderTools);
        assert.deepEqual(view.issues, []);
        const shown = JSON.stringify(view.blocks);
        const words = [...text.matchAll(/[A-Z][\w ,']{5,}[.?]/g)].map(([found]) => found);
        for (const word of words.filter((one) => !text.includes(`"${one}"\n`))) assert.ok(shown.includes(word), word);
      });
  }
});
