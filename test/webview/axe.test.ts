import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { inChromium } from "./open-page.ts";
import { paintedPage, type Showing } from "./painted-page.ts";
import { codeBlocks, palette } from "./gallery-code.ts";
import { componentBlocks } from "./gallery-components.ts";
import { markBlocks } from "./gallery-marks.ts";
import { textBlocks } from "./gallery-text.ts";
import { pageOf } from "./view-of.ts";

const axe = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

describe("gallery accessibility", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  const showings: Readonly<Record<string, Showing>> = {
    "on a light page": { appearance: "light", width: 1400 },
    "on a dark page": { appearance: "dark", width: 900 },
    "in a narrow window": { appearance: "light", width: 390 },
  };
  for (const [name, blocks] of Object.entries({
    text: textBlocks,
    components: componentBlocks,
    marks: markBlocks,
    code: codeBlocks,
  }))
    for (const [where, showing] of Object.entries(showings))
      it(`has no violations: ${name}, ${where}`, async () => {
        const shown = await paintedPage(openPage);
        await shown.page.evaluate(axe);
        await shown.show(
          pageOf(blocks, {
            path: `${name}.mdx`,
            palette,
            head: { title: name, description: "About it.", mode: "default" },
          }),
          showing,
        );
        const { violations } = (await shown.page.evaluate(
          "axe.run('#root', { resultTypes: ['violations'] }).then(({ violations }) => ({ violations }))",
        )) as { readonly violations: readonly Violation[] };
        const reported = violations.flatMap(({ id, impact, nodes }) =>
          nodes.map(
            ({ html, failureSummary }) => `${impact} ${id}: ${html.slice(0, 160)}\n${failureSummary}`,
          ),
        );
        assert.equal(reported.join("\n\n"), "");
      });
});
