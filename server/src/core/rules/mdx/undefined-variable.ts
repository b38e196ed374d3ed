import type { PageReferences, PageVariable } from "../../page/page.ts";
import { variablesOf } from "../../site/links/resolve-link.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import { findNearestNames } from "../../text/similarity.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { checkPage, defineRule, replaceAt } from "../rule.ts";
import { isInFormula } from "../subjects/formulas.ts";
import { locationIn } from "../subjects/page-subjects.ts";

export const undefinedVariable = defineRule({
  code: "mdx/undefined-variable",
  on: ["page"],
  needs: ["pages"],
  severity: "warning",
  summary: "A variable in text that docs.json doesn't define.",
  why: "The service replaces `{{name}}` by the value in `variables` of docs.json. It leaves other names as written, and braces in text are parsed as code. Docwright checks only sites that define variables.",
  messages: {
    unknown:
      "`{name}` isn't defined in `variables` of docs.json, so readers don't see a value here. Define it, or fix the name.",
    meant:
      "`{name}` isn't defined in `variables` of docs.json, so readers don't see a value here. Did you mean `{near}`?",
    use: "Change to `{near}`",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "variables": { "version": "2.1" }, "navigation": { "pages": ["start"] } }\n//- start.mdx\n---\ntitle: Start\n---\n\nInstall version [|{{verson}}|].\n',
      good: '//- docs.json\n{ "variables": { "version": "2.1" }, "navigation": { "pages": ["start"] } }\n//- start.mdx\n---\ntitle: Start\n---\n\nInstall version {{version}}.\n',
    },
  ],
  check: checkPage(function* (page, site) {
    const { references } = page;
    const defined = variablesOf(site.config);
    if (defined.size === 0 || references.variables.length === 0 || !isFileUsed(site, references.path)) return;
    for (const variable of references.variables) {
      const { name, range } = variable;
      if (defined.has(name) || isInFormula(references, range)) continue;
      const near = findNearestNames(name, [...defined.keys()]);
      const at = locationIn(page, range);
      if (near !== undefined && !isInCodeBlock(references, variable))
        yield { message: "meant", args: { name, near }, at, data: { near } };
      else if (isFilled(references, variable)) yield { message: "unknown", args: { name }, at };
    }
  }),
  *fixes({ at, data }) {
    const near = data?.["near"];
    if (typeof near === "string") yield { title: "use", args: { near }, edits: replaceAt(at, `{{${near}}}`) };
  },
});

/** Whether it's in a code block, where `{{name}}` is often the syntax of a template. */
function isInCodeBlock({ codeBlocks }: PageReferences, { range }: PageVariable): boolean {
  return codeBlocks.some(({ content }) => isWithin(range, content));
}

/**
 * Whether only a variable makes sense: in a link, and in text, where other braces are code. The value of another
 * attribute can show the syntax of a template.
 */
function isFilled(page: PageReferences, variable: PageVariable): boolean {
  if (isInCodeBlock(page, variable)) return false;
  const { range } = variable;
  if (page.links.some((link) => isWithin(range, link.range))) return true;
  const before = page.text.slice(Math.max(0, range.start - maxAttributeLength), range.start);
  return !/<[A-Za-z][^<>]*=\s*(?:"[^"]*|'[^']*)$/.test(before);
}

const maxAttributeLength = 500;

function isWithin(inner: TextRange, outer: TextRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
