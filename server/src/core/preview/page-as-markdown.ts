import { scanPage } from "../page/scan-page.ts";
import { readFence } from "../page/frontmatter.ts";
import { pageHead } from "./page-head.ts";
import type { PageSource } from "./page-source.ts";

/** The page as the service hands it to programs: title, description and the text as written, without frontmatter and imports. */
export function pageAsMarkdown(source: PageSource): string {
  const { text, facts } = source;
  const { title, description } = pageHead(scanPage(source.path, text), source);
  const body = text
    .slice(readFence(text).bodyStart)
    .replace(/^import\s[^\n]*\n/gm, "")
    .replace(/\{\{([\w.-]{1,200})\}\}/g, (whole, name: string) => facts.variables.get(name) ?? whole)
    .trim();
  return `${[`# ${title}`, ...(description === undefined ? [] : [`> ${description}`]), body].join("\n\n")}\n`;
}
