import assert from "node:assert/strict";
import { findViolations } from "./find-violations.ts";
import { inChromium } from "./open-page.ts";
import { paintedPage, type Showing } from "./painted-page.ts";
import { codeBlocks, palette } from "./gallery-code.ts";
import { componentBlocks } from "./gallery-components.ts";
import { markBlocks } from "./gallery-marks.ts";
import { textBlocks } from "./gallery-text.ts";
import { pageOf } from "./view-of.ts";

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
        await shown.show(
          pageOf(blocks, {
            path: `${name}.mdx`,
            palette,
            head: { title: name, description: "About it.", mode: "default" },
          }),
          showing,
        );
        assert.equal((await findViolations(shown.page, "#root")).join("\n\n"), "");
      });
});
