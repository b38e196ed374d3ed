import type { Page } from "../../page/page.ts";

/** A page as the search of the site knows it. */
export interface SearchDocument {
  /** Its address without a slash in front: `guides/start`. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly headings: string;
  readonly text: string;
}

/** What of a long page is searched. UTF-16 units. */
const longestText = 20_000;

/** A page of the site as it is searched; its text without marks, tags and code fences. */
export function searchDocument(id: string, title: string, { outline, references }: Page): SearchDocument {
  const description = outline.fields.get("description");
  const start = references.frontmatter.range?.end ?? 0;
  return {
    id,
    title,
    description: typeof description === "string" ? description : "",
    headings: outline.headings.map(({ text }) => text).join("\n"),
    text: plainText(references.text.slice(start, start + longestText)),
  };
}

/** Words as readers see them, more or less: what is left over of a mark does no harm in a search. */
export function plainText(mdx: string): string {
  return mdx
    .replace(/^(?:import|export)\b[^\n]*$/gm, " ")
    .replace(/\{\/\*[^]{0,2000}?\*\/\}/g, " ")
    .replace(/<\/?[A-Za-z][^<>]{0,2000}>/g, (tag) => ` ${attributeWords(tag)} `)
    .replace(/^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm, " ")
    .replace(/!?\[([^[\]\n]{0,500})\]\([^()\n]{0,500}\)/g, "$1")
    .replace(/[`*_#>|{}]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** What a tag shows: `title` and `description`. */
function attributeWords(tag: string): string {
  return [...tag.matchAll(/\b(?:title|description|label|name|caption)="([^"]*)"/g)]
    .map(([, words = ""]) => words)
    .join(" ");
}
