import { getListedSlugs } from "../../site/navigation/navigation-pages.ts";
import { getPageSlugs, toTitle } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { getFileName } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { createComponentName } from "../navigation/check-new-page.ts";
import { createReference } from "./page-destinations.ts";
import type { NewPage } from "./plan-new-page.ts";

/**
 * The built-in templates. All of them except the endpoint template also exist as snippets with identical text in
 * `syntaxes/mdx-snippets.json`.
 */
export const pageTemplates: readonly PageTemplate[] = [
  {
    id: "guide",
    label: "Guide",
    detail: "prerequisites and steps",
    kind: "page",
    prefix: "page-guide",
    placeholderValues: { 1: "title" },
    body: [
      "---",
      'title: "${1:Set up your project}"',
      'description: "${2:Get your first result in five minutes.}"',
      "---",
      "",
      "## Before you begin",
      "",
      "${3:What readers need before they start.}",
      "",
      "<Steps>",
      '  <Step title="${4:Install}">',
      "    ${5:What to do, and what readers see when it works.}",
      "  </Step>",
      '  <Step title="${6:Try it out}">',
      "    ${7:What to do next.}",
      "  </Step>",
      "</Steps>",
      "",
      "$0",
    ],
  },
  {
    id: "how-to",
    label: "How-to",
    detail: "one task: when and how to do it, and how to verify that it worked",
    kind: "page",
    prefix: "page-how-to",
    placeholderValues: { 1: "title" },
    body: [
      "---",
      'title: "${1:Rotate an API key}"',
      'description: "${2:What readers can do after reading this page.}"',
      "---",
      "",
      "${3:When to do this, in one sentence.}",
      "",
      "## ${4:Rotate the key}",
      "",
      "1. ${5:The first step.}",
      "2. ${6:The next step.}",
      "",
      "## Check that it worked",
      "",
      "${7:What readers see now.}",
      "",
      "$0",
    ],
  },
  {
    id: "endpoint",
    label: "Endpoint",
    detail: "an operation in a specification that doesn't have a page yet",
    kind: "endpoint",
    placeholderValues: { 1: "title", 2: "operation" },
    body: ["---", 'title: "${1:List users}"', 'openapi: "${2:GET /users}"', "---", "", "$0"],
  },
  {
    id: "changelog",
    label: "Changelog",
    detail: "release notes, starting with an entry for today",
    kind: "page",
    prefix: "page-changelog",
    placeholderValues: { 1: "title" },
    body: [
      "---",
      'title: "${1:Changelog}"',
      'description: "${2:What\'s new.}"',
      "---",
      "",
      '<Update label="${3:$CURRENT_YEAR-$CURRENT_MONTH-$CURRENT_DATE}" description="${4:v1.0.0}" tags={["${5:New}"]}>',
      "  ## ${6:What's new}",
      "",
      "  ${7:What it does for readers.}",
      "</Update>",
      "",
      "$0",
    ],
  },
  {
    id: "faq",
    label: "FAQ",
    detail: "questions with expandable answers",
    kind: "page",
    prefix: "page-faq",
    placeholderValues: { 1: "title" },
    body: [
      "---",
      'title: "${1:Frequently asked questions}"',
      'description: "${2:What readers ask most often.}"',
      "---",
      "",
      "<AccordionGroup>",
      '  <Accordion title="${3:How long does it take?}">',
      "    ${4:The answer.}",
      "  </Accordion>",
      '  <Accordion title="${5:Who can see it?}">',
      "    ${6:The answer.}",
      "  </Accordion>",
      "</AccordionGroup>",
      "",
      "$0",
    ],
  },
  {
    id: "landing",
    label: "Landing page",
    detail: "wide, with cards that link to other pages",
    kind: "page",
    prefix: "page-landing",
    placeholderValues: { 1: "title", 5: "cardTitle1", 7: "cardAddress1", 9: "cardTitle2", 11: "cardAddress2" },
    body: [
      "---",
      'title: "${1:Welcome}"',
      'description: "${2:Everything you need to get started.}"',
      'mode: "${3|wide,custom|}"',
      "---",
      "",
      "${4:What this is, in one sentence.}",
      "",
      "<Columns cols={2}>",
      '  <Card title="${5:Quickstart}" icon="${6:rocket}" href="${7:/quickstart}">',
      "    ${8:Get your first result in five minutes.}",
      "  </Card>",
      '  <Card title="${9:API reference}" icon="${10:code}" href="${11:/api-reference}">',
      "    ${12:Every operation, with a playground.}",
      "  </Card>",
      "</Columns>",
      "",
      "$0",
    ],
  },
  {
    id: "snippet",
    label: "Snippet",
    detail: "content to reuse on several pages",
    kind: "snippet",
    prefix: "snippet-props",
    placeholderValues: { 1: "componentName" },
    body: [
      "export const ${1:PlanNote} = ({ ${2:plan} }) => (",
      "  <Note>",
      "    ${3:Available on this plan:} {${2:plan}}.",
      "  </Note>",
      ");",
      "$0",
    ],
  },
  {
    id: "blank",
    label: "Blank",
    detail: "title and description",
    kind: "page",
    prefix: "page",
    placeholderValues: { 1: "title" },
    body: ["---", 'title: "${1:Page title}"', 'description: "${2:What readers learn here.}"', "---", "", "$0"],
  },
];

/** The initial content of a new page. */
export interface PageTemplate {
  /** The ID, such as `guide`, or `own:release-notes.mdx` for one of the site's own templates. */
  readonly id: string;
  readonly label: string;
  /** A short description of the template's purpose. */
  readonly detail: string;
  /**
   * The kind of file that the template creates: a page, a page for an operation, or a snippet that other pages import.
   */
  readonly kind: "page" | "endpoint" | "snippet";
  /**
   * The prefix of the corresponding snippet in `syntaxes/mdx-snippets.json`. Undefined if the template's text depends
   * on the site.
   */
  readonly prefix?: string;
  /** Lines in VS Code snippet syntax, such as `title: "${1:Page title}"`. */
  readonly body: readonly string[];
  /** Maps placeholders to the values that fill them. */
  readonly placeholderValues: Readonly<Record<string, TemplateValue>>;
}

/**
 * The values that can fill placeholders. `cardTitle1`, `cardAddress1`, and their counterparts for the second card come
 * from existing pages.
 */
export type TemplateValue =
  | "title"
  | "componentName"
  | "operation"
  | "cardTitle1"
  | "cardAddress1"
  | "cardTitle2"
  | "cardAddress2";

/** A template with all available values filled in. */
export interface FilledTemplate {
  /** The text, with each placeholder replaced by its default value and each choice by its first option. */
  readonly text: string;
  /** The text with tab stops in VS Code snippet syntax. */
  readonly snippet: string;
}

/**
 * Matches `\$`, `${1:text}`, `${1|first,second|}`, `${1}`, `$1`, `$NAME`, and `${NAME}`. The default text of a
 * placeholder can contain variables, but no other placeholders, braces, or backslashes.
 */
const placeholderPattern =
  /\\([\\$}])|\$\{(\d+):((?:\$[A-Z_]+|[^${}\\])*)\}|\$\{(\d+)\|([^|]+)\|\}|\$(?:\{(\d+|[A-Z_]+)\}|(\d+|[A-Z_]+))/g;

/**
 * Fills in the given values, whose keys are placeholder numbers and variable names. The resulting text ends with
 * exactly one line ending.
 */
export function fillTemplate(body: readonly string[], valueByPlaceholder: ReadonlyMap<string, string>): FilledTemplate {
  const source = body.join("\n");
  return {
    text: `${replacePlaceholders(source, new Map(valueByPlaceholder)).trimEnd()}\n`,
    snippet: fillSnippetPlaceholders(source, valueByPlaceholder),
  };
}

/** Escapes text for use in an editor snippet. */
export function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}

function replacePlaceholders(source: string, valueByPlaceholder: Map<string, string>): string {
  return source.replace(placeholderPattern, (match: string, ...captures: (string | undefined)[]) => {
    const [escapedCharacter, number, defaultText, choiceNumber, choices, variableName, bracelessName] = captures;
    if (escapedCharacter !== undefined) return escapedCharacter;
    const key = number ?? choiceNumber ?? variableName ?? bracelessName ?? "";
    const value =
      valueByPlaceholder.get(key) ??
      (defaultText !== undefined
        ? replacePlaceholders(defaultText, valueByPlaceholder)
        : choices !== undefined
          ? (choices.split(",", 1)[0] ?? "")
          : /^\d/.test(key)
            ? ""
            : match);
    if (/^\d/.test(key)) valueByPlaceholder.set(key, value);
    return value;
  });
}

function fillSnippetPlaceholders(source: string, valueByPlaceholder: ReadonlyMap<string, string>): string {
  return source.replace(placeholderPattern, (match: string, ...captures: (string | undefined)[]) => {
    const [escapedCharacter, number, defaultText, choiceNumber, , variableName, bracelessName] = captures;
    if (escapedCharacter !== undefined) return match;
    const key = number ?? choiceNumber ?? variableName ?? bracelessName ?? "";
    const value = valueByPlaceholder.get(key);
    if (value !== undefined) return escapeSnippet(value);
    return defaultText === undefined ? match : `\${${key}:${fillSnippetPlaceholders(defaultText, valueByPlaceholder)}}`;
  });
}

/**
 * Matches the placeholders that authors can use in their own templates. Everything else is literal text, such as
 * `$HOME` in a code block.
 */
const snippetPlaceholderPattern = /\$\{(?:\d{1,2}(?::[^${}\\\n]*|\|[^|{}$\\\n]+\|)?|TITLE|DATE)\}/g;

/**
 * Creates a template from a page in the site's template folder. The template's title is a placeholder for the new
 * page's title.
 */
export function parseTemplate(file: SitePath, text: string): PageTemplate {
  const lines = text.replace(/\r\n?/g, "\n").trimEnd().split("\n");
  const body = lines.map(toSnippet);
  return {
    id: `own:${getFileName(file)}`,
    label: toTitle(getFileName(file).replace(/\.mdx?$/, "")),
    detail: file,
    kind: "page",
    placeholderValues: {},
    body: [...insertTitle(body), "$0"],
  };
}

function toSnippet(line: string): string {
  let snippetText = "";
  let end = 0;
  for (const match of line.matchAll(snippetPlaceholderPattern)) {
    snippetText += escapeSnippet(line.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return snippetText + escapeSnippet(line.slice(end));
}

const titleLine = 'title: "${QUOTED_TITLE}"';

function insertTitle(body: readonly string[]): readonly string[] {
  const end = findFrontmatterEnd(body);
  if (end === undefined) return ["---", titleLine, "---", "", ...body];
  const index = body.findIndex((line, i) => i < end && /^title[ \t]*:/.test(line));
  if (index < 0) return [...body.slice(0, 1), titleLine, ...body.slice(1)];
  // A title that spans several lines is replaced completely.
  let titleEnd = index + 1;
  while (titleEnd < end && /^\s/.test(body[titleEnd] ?? "")) titleEnd++;
  return [...body.slice(0, index), titleLine, ...body.slice(titleEnd)];
}

/** Returns the index of the line that ends the frontmatter, or undefined if there's no frontmatter. */
export function findFrontmatterEnd(body: readonly string[]): number | undefined {
  if (body[0]?.trimEnd() !== "---") return undefined;
  const end = body.findIndex((line, i) => i > 0 && line.trimEnd() === "---");
  return end < 0 ? undefined : end;
}

/** Maps the numbers of the template's placeholders and the names of its variables to their values. */
export function createPlaceholderValues(
  site: Site,
  { template, title, operation, today }: NewPage,
  file: SitePath,
): ReadonlyMap<string, string> {
  const [firstCard, secondCard] = createCards(site, file.replace(/\.mdx?$/, ""), title);
  const [year = "", month = "", day = ""] = today.split("-");
  const values: Readonly<Record<TemplateValue, string | undefined>> = {
    title: escapeForYaml(title),
    componentName: createComponentName(title),
    operation: operation && escapeForYaml(createReference(site, file, operation)),
    cardTitle1: escapeForAttribute(firstCard.title),
    cardAddress1: firstCard.path,
    cardTitle2: escapeForAttribute(secondCard.title),
    cardAddress2: secondCard.path,
  };
  const valueByPlaceholder = new Map([
    ["TITLE", escapeForText(title)],
    ["QUOTED_TITLE", escapeForYaml(title)],
    ["DATE", today],
    ["CURRENT_YEAR", year],
    ["CURRENT_MONTH", month],
    ["CURRENT_DATE", day],
  ]);
  for (const [key, name] of Object.entries(template.placeholderValues)) {
    const value = values[name];
    if (value !== undefined) valueByPlaceholder.set(key, value);
  }
  return valueByPlaceholder;
}

/** Escapes text for a double-quoted YAML string. */
function escapeForYaml(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapeForAttribute(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
}

/** Escapes characters that have a special meaning in MDX. */
function escapeForText(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#&]/g, "\\$&");
}

interface Card {
  readonly title: string;
  readonly path: string;
}

/**
 * Returns the pages that the cards in a template link to: the first pages in the navigation. If the navigation has no
 * pages, the cards link to the page itself.
 */
function createCards(site: Site, slug: string, title: string): readonly [Card, Card] {
  const { fileBySlug } = getPageSlugs(site.files);
  const cards: Card[] = [];
  for (const listedSlug of getListedSlugs(site.config).exactSlugs) {
    if (listedSlug === slug || !/^[\w./-]+$/.test(listedSlug) || !fileBySlug.has(listedSlug)) continue;
    const pageTitle = site.pages.get(fileBySlug.get(listedSlug) ?? "")?.fields.get("title");
    cards.push({ title: typeof pageTitle === "string" ? pageTitle : toTitle(listedSlug), path: `/${listedSlug}` });
    if (cards.length === 2) break;
  }
  const ownCard = { title, path: `/${slug}` };
  return [cards[0] ?? ownCard, cards[1] ?? cards[0] ?? ownCard];
}
