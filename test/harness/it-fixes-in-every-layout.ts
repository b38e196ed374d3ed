import type { Rule } from "../../server/src/core/rules/rule.ts";
import { checkFix } from "./check-rule.ts";

/** Layouts of the same file: indented with two spaces, four spaces, or tabs, and with CRLF line endings. */
const layouts: readonly (readonly [string, (text: string) => string])[] = [
  ["two-space indentation", (text) => text],
  ["four-space indentation", (text) => text.replace(/^( {2})+/gm, (blanks) => blanks.repeat(2))],
  ["tab indentation", (text) => text.replace(/^( {2})+/gm, (blanks) => "\t".repeat(blanks.length / 2))],
  ["CRLF line endings", (text) => text.replaceAll("\n", "\r\n")],
];

/**
 * Creates one test for each layout of docs.json. The test checks that the fix turns `bad` into `good` and doesn't
 * change anything else.
 */
export function testFixInEveryLayout(rule: Rule, bad: string, good: string, title?: string | RegExp): void {
  for (const [name, layout] of layouts)
    it(`preserves ${name} in ${title === undefined ? "its fix" : `the fix “${String(title)}”`}`, () =>
      checkFix(rule, layout(bad), { "docs.json": layout(good) }, title));
}
