import type { SitePath } from "../../text/text-edit.ts";
import { fileName } from "../../text/site-path.ts";
import { titleOfSlug } from "../../site/pages/new-page.ts";
import { escapeSnippet } from "./fill-template.ts";
import type { PageTemplate } from "./page-template.ts";

/** Places to fill in that an author writes. Everything else stands for itself, `$HOME` in a code block too. */
const placeholder = /\$\{(?:\d{1,2}(?::[^${}\\\n]*|\|[^|{}$\\\n]+\|)?|TITLE|DATE)\}/g;

/** A page in the site's own folder of templates. Its title gives way to that of the new page. */
export function ownTemplate(file: SitePath, text: string): PageTemplate {
  const lines = text.replace(/\r\n?/g, "\n").trimEnd().split("\n");
  const body = lines.map(asSnippet);
  return {
    id: `own:${fileName(file)}`,
    label: titleOfSlug(fileName(file).replace(/\.mdx?$/, "")),
    detail: file,
    makes: "page",
    given: {},
    body: [...titled(body), "$0"],
  };
}

function asSnippet(line: string): string {
  let written = "";
  let end = 0;
  for (const found of line.matchAll(placeholder)) {
    written += escapeSnippet(line.slice(end, found.index)) + found[0];
    end = found.index + found[0].length;
  }
  return written + escapeSnippet(line.slice(end));
}

const titleLine = 'title: "${QUOTED_TITLE}"';

function titled(body: readonly string[]): readonly string[] {
  const end = frontmatterEnd(body);
  if (end === undefined) return ["---", titleLine, "---", "", ...body];
  const at = body.findIndex((line, i) => i < end && /^title[ \t]*:/.test(line));
  if (at < 0) return [...body.slice(0, 1), titleLine, ...body.slice(1)];
  // A title over several lines goes with all of them.
  let next = at + 1;
  while (next < end && /^\s/.test(body[next] ?? "")) next++;
  return [...body.slice(0, at), titleLine, ...body.slice(next)];
}

/** Where the line stands that ends the frontmatter; undefined without any. */
export function frontmatterEnd(body: readonly string[]): number | undefined {
  if (body[0]?.trimEnd() !== "---") return undefined;
  const end = body.findIndex((line, i) => i > 0 && line.trimEnd() === "---");
  return end < 0 ? undefined : end;
}
