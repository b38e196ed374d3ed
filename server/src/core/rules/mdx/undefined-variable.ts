import type { Config } from "../../config/config.ts";
import { getJsonValue } from "../../config/json/json-tree.ts";
import { createRangePredicate } from "../../page/page-variables.ts";
import type { PageReferences, PageVariable } from "../../page/page.ts";
import { isHiddenPage } from "../../site/navigation/navigation-pages.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import { listMisreadFiles } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { getFileName } from "../../text/site-path.ts";
import type { FileEdit, SiteLocation, SitePath, TextEdit } from "../../text/text-edit.ts";
import { findNearestName } from "../../text/similarity.ts";
import { derive } from "../../text/maps.ts";
import { checkPage, defineRule, createReplaceEdits } from "../rule.ts";
import { isInFormula, getLocation } from "../subjects/page-subjects.ts";

export const undefinedVariable = defineRule({
  code: "mdx/undefined-variable",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "A variable in text that docs.json doesn't define.",
  why: "The service replaces `{{name}}` with the value from `variables` in docs.json. A name that isn't defined there is left as is. Because MDX parses braces in text as code, readers then see an error or nothing at all. If docs.json has no `variables`, names in URLs are left as written, so the URLs don't work.",
  howToFix: "Define the variable under `variables` in docs.json, fix its name, or format the text as code.",
  whenToTurnOff: "Turn off this rule if a build step replaces these names before the site is published.",
  messages: {
    unknown:
      "`{name}` isn't defined in `variables` in docs.json, so readers don't see a value here. Define it, fix the name, or format the text as code.",
    meant:
      "`{name}` isn't defined in `variables` in docs.json, so readers don't see a value here. Did you mean `{near}`?",
    placeholder:
      "`{name}` is written like a variable, but docs.json has no `variables`, so readers don't see the text as written. Format it as code, or define it.",
    placeholders:
      "{count} names, such as `{name}`, are written like variables, but docs.json has no `variables`, so readers don't see the text as written. Format them as code, or define them.",
    url: "`{name}` in this URL is written like a variable, but docs.json has no `variables`, so the link doesn't work for readers. Define it, or use the full URL.",
    urls: "{count} names in URLs, such as `{name}`, are written like variables, but docs.json has no `variables`, so the links don't work for readers. Define them, or use full URLs.",
    template:
      "`{name}` isn't defined in `variables` in docs.json, so readers who open this page don't see a value here. If the page is a template, move it outside the site's folder.",
    also: "Also used here.",
    use: "Change to `{near}`",
    code: "Format as code",
    codeAll: "Format all {count} as code",
  },
  examples: [
    {
      bad: '//- docs.json\n{ "variables": { "version": "2.1" }, "navigation": { "pages": ["start"] } }\n//- start.mdx\n---\ntitle: Start\n---\n\nInstall version [|{{verson}}|].\n',
      good: '//- docs.json\n{ "variables": { "version": "2.1" }, "navigation": { "pages": ["start"] } }\n//- start.mdx\n---\ntitle: Start\n---\n\nInstall version {{version}}.\n',
    },
  ],
  check: checkPage(function* (page, site) {
    const { references } = page;
    const { variables, path } = references;
    // The service doesn't replace variables in Markdown files.
    if (variables.length === 0 || !path.endsWith(".mdx") || !isFileUsed(site, path)) return;
    const definedVariables = getVariableNames(site.config);
    if (!definedVariables) return;
    const isTemplate = isTemplatePage(site, path);
    const templateVariables: { readonly name: string; readonly at: SiteLocation }[] = [];
    for (const variable of variables) {
      const { name, range } = variable;
      if (definedVariables.has(name) || isInFormula(references, range)) continue;
      const suggestion = findNearestName(name, definedVariables);
      const at = getLocation(page, range);
      if (suggestion !== undefined && !isInCodeBlock(references)(range))
        yield { message: "meant", args: { name, near: suggestion }, at, data: { near: suggestion } };
      else if (!isFilledByService(references, variable)) continue;
      else if (isTemplate) templateVariables.push({ name, at });
      else if (definedVariables.size > 0) yield { message: "unknown", args: { name }, at };
      // Without variables, the service doesn't change the page, and MDX doesn't read braces in a URL as code. The URL may
      // be an example.
      else if (isInLink(references)(range)) yield { message: "url", severity: "information", args: { name }, at };
      else yield { message: "placeholder", args: { name }, at };
    }
    const [firstVariable, ...otherVariables] = templateVariables;
    if (!firstVariable) return;
    const relatedLocations = otherVariables
      .slice(0, maxRelatedLocations)
      .map(({ at }) => ({ message: "also", at }) as const);
    yield {
      message: "template",
      severity: "information",
      args: { name: firstVariable.name },
      at: firstVariable.at,
      relatedLocations,
    };
  }),
  *createFixes({ at, message, data }, site) {
    const suggestion = data?.["near"];
    if (typeof suggestion === "string")
      yield { title: "use", args: { near: suggestion }, edits: createReplaceEdits(at, `{{${suggestion}}}`) };
    const edits = message === "placeholder" ? formatAsCode([at], site) : [];
    if (edits.length > 0) yield { title: "code", edits };
  },
  // On a site without variables, the names are placeholders, which have one cause on each page.
  grouping: {
    getCause: ({ message, at }) =>
      message === "placeholder" || message === "url" ? `${at.file}\n${message}` : undefined,
    combinedMessage: ({ message }) => (message === "url" ? "urls" : "placeholders"),
    *createFixes(findings, site) {
      const edits = formatAsCode(
        findings.map(({ at }) => at),
        site,
      );
      if (edits.length > 0) yield { title: "codeAll", args: { count: findings.length }, edits };
    },
  },
});

/**
 * Returns the edits that put the words with these variables, such as `https://{{host}}/{{path}}`, in backticks. Returns
 * an empty list if any of them can't be code, such as the URL of a link.
 */
function formatAsCode(locations: readonly SiteLocation[], site: Site): readonly FileEdit[] {
  const [file = "", ...otherFiles] = new Set(locations.map((location) => location.file));
  const page = site.references.get(file);
  if (!page || otherFiles.length > 0) return [];
  const { text } = page;
  const edits = new Map<number, TextEdit>();
  for (const { range } of locations) {
    let { start, end } = range;
    while (isInWord(text[start - 1]) && range.start - start < maxWordLength) start--;
    while (isInWord(text[end]) && end - range.end < maxWordLength) end++;
    const word = text.slice(start, end).replace(/[.,;:!?]{1,9}$/, "");
    // The URL of a link can't be code, and a second backtick would end the code.
    if (isInLink(page)(range) || text[start - 1] === "`" || text[end] === "`") return [];
    // Entities, emphasis, and other expressions don't have their meaning in code.
    if (/^[_~]|[_~]$|&[#\w]+;|(?<!\{)\{(?!\{)/.test(word)) return [];
    const newText = `\`${word.replace(/\\(?=[^\w\s])/g, "")}\``;
    edits.set(start, { range: { start, end: start + word.length }, newText });
  }
  return [{ kind: "edit", file, edits: [...edits.values()] }];
}

function isInWord(character: string | undefined): boolean {
  return character !== undefined && !/[\s|<>"'`*[\]()]/.test(character);
}

/** The maximum number of characters of a word before and after a variable. */
const maxWordLength = 500;

/** The maximum number of other variables that the problem with a template lists. */
const maxRelatedLocations = 20;

/** Whether the page isn't in the navigation and has a name such as `_template`, so a script probably fills it in. */
function isTemplatePage(site: Site, path: SitePath): boolean {
  return /^_|template/i.test(getFileName(path)) && isHiddenPage(site, path);
}

/** The names of the variables in docs.json, or undefined if docs.json couldn't be read completely. */
const getVariableNames = derive((config: Config): ReadonlySet<string> | undefined => {
  const isComplete =
    config.requestedPaths.length === 0 && config.refs.every(({ result }) => result.kind === "resolved");
  if (!config.root || !isComplete || listMisreadFiles(config).size > 0) return undefined;
  const variables = getJsonValue(config.root, "variables");
  if (variables && variables.kind !== "object") return undefined;
  return new Set(variables?.properties.map(({ key }) => key));
});

/** Whether the position is in a code block, in which `{{name}}` is often template syntax. */
const isInCodeBlock = derive(({ codeBlocks }: PageReferences) =>
  createRangePredicate(codeBlocks.map(({ contentRange }) => contentRange)),
);

const isInLink = derive(({ links }: PageReferences) => createRangePredicate(links.map(({ range }) => range)));

/**
 * Whether `{{name}}` at the position must be a variable, as in links and in text. In other attributes and in code
 * blocks, it may be template syntax.
 */
function isFilledByService(page: PageReferences, { range }: PageVariable): boolean {
  if (isInCodeBlock(page)(range)) return false;
  if (isInLink(page)(range)) return true;
  const textBefore = page.text.slice(Math.max(0, range.start - maxAttributeLength), range.start);
  return !/<[A-Za-z][^<>]*=\s*(?:"[^"]*|'[^']*)$/.test(textBefore);
}

const maxAttributeLength = 500;
