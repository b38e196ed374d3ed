import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { project } from "../harness/source-files.ts";

const axe = readFileSync(join(project, "node_modules/axe-core/axe.min.js"), "utf8");

/** Returns the accessibility problems that axe-core finds in the page, or only in the part that matches `selector`. */
export async function findViolations(page: Page, selector = "html"): Promise<readonly string[]> {
  if (await page.evaluate<boolean>('typeof axe === "undefined"')) await page.evaluate(axe);
  return page.evaluate<string[]>(
    `axe.run(${JSON.stringify(selector)}, { resultTypes: ["violations"] }).then(({ violations }) =>
       violations.flatMap(({ id, impact, nodes }) => nodes.map(({ html, failureSummary }) =>
         impact + " " + id + ": " + html.slice(0, 200) + "\\n" + failureSummary)))`,
  );
}
