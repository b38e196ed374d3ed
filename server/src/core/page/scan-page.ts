import type { SitePath } from "../text/text-range.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { frontmatterFields } from "./frontmatter-fields.ts";
import { HeadingIdMaker } from "./heading-id.ts";
import { headingText } from "./heading-text.ts";
import type { Frontmatter, HeadingReference, Page, PageOutline } from "./page.ts";
import { PageFindings, type RawHeading } from "./page-findings.ts";
import { scanBody } from "./scan-body.ts";

/**
 * What a page says, without parsing its MDX: frontmatter, headings with their anchors, links and imports. One pass in
 * time that grows with the length only, whatever the text; never throws. Fenced and inline code, comments and ESM
 * hold no headings and no Markdown links.
 */
export function scanPage(path: SitePath, text: string): Page {
  const { frontmatter, bodyStart } = readFrontmatter(text);
  const findings = new PageFindings(text);
  scanBody(findings, bodyStart);
  const headings = nameHeadings(text, findings.headings);
  return {
    outline: {
      path,
      fields: knownFields(frontmatter),
      headings: headings.map(({ depth, text: words, id, otherIds }) => ({
        depth,
        text: words,
        id,
        otherIds,
      })),
      anchors: findings.anchors.map(({ id }) => id),
      imports: findings.imports.map(({ source }) => source),
      exports: [],
      snippets: [],
      media: [],
      codeBlockCount: 0,
    },
    references: {
      path,
      frontmatter,
      headings,
      anchors: findings.anchors,
      links: findings.links.sort((a, b) => a.range.start - b.range.start),
      imports: findings.imports,
      exports: [],
      tags: findings.openTags.tags,
      names: findings.names,
      variables: [],
      codeBlocks: [],
      ignores: [],
      text,
      eol: /\r\n|\n|\r/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n",
    },
  };
}

const customId = /[ \t]*\{#([^\s{}]+)\}$/;

function nameHeadings(text: string, raw: readonly RawHeading[]): HeadingReference[] {
  const ids = new HeadingIdMaker();
  return raw.map(({ depth, range }) => {
    const written = text.slice(range.start, range.end);
    const custom = customId.exec(written.slice(-200))?.[1];
    const words = headingText(custom === undefined ? written : written.replace(customId, ""));
    return {
      depth,
      text: words,
      range,
      ...(custom === undefined ? ids.idsOf(words) : ids.customIds(custom)),
    };
  });
}

function knownFields({ fields }: Frontmatter): PageOutline["fields"] {
  const known = [...fields.values()].filter(({ key }) => frontmatterFields.has(key));
  return new Map(known.map(({ key, value }) => [key, value]));
}
