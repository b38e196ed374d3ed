import type { SitePath } from "../text/text-edit.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { frontmatterFields } from "./frontmatter-fields.ts";
import { HeadingIdMaker } from "./heading-id.ts";
import { headingText } from "./heading-text.ts";
import { frontmatterIgnores } from "./ignore-comment.ts";
import type { Frontmatter, HeadingReference, ModuleExport, Page, PageExport, PageOutline } from "./page.ts";
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
      anchors: anchorsOf(findings),
      elementIds: [...findings.elementIds],
      hasUnknownAnchors: findings.hasUnknownAnchors,
      imports: findings.imports.map(({ source }) => source),
      exports: findings.exports.map(withoutRange),
      snippets: snippetsOf(findings),
      media: mediaOf(findings),
      codeBlockCount: findings.codeBlocks.length,
    },
    references: {
      path,
      frontmatter,
      headings,
      anchors: findings.anchors,
      links: findings.links.sort((a, b) => a.range.start - b.range.start),
      imports: findings.imports,
      exports: findings.exports,
      tags: findings.openTags.tags,
      names: findings.names,
      variables: findings.variables,
      codeBlocks: findings.codeBlocks,
      ignores: [...frontmatterIgnores(text, frontmatter), ...findings.ignores],
      text,
      eol: /\r\n|\n|\r/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n",
    },
  };
}

function anchorsOf({ anchors, anchorNames }: PageFindings): string[] {
  return [...new Set([...anchors.map(({ id }) => id), ...anchorNames])];
}

function withoutRange({ range: _range, ...told }: PageExport): ModuleExport {
  return told;
}

/** `<Snippet file="…">`. */
function snippetsOf({ openTags }: PageFindings): string[] {
  return openTags.tags.flatMap(({ name, attributes }) => {
    const file = name === "Snippet" ? attributes.find((each) => each.name === "file")?.value : undefined;
    return file?.kind === "text" ? [file.text] : [];
  });
}

const namesFile = /\.(?!mdx?\b|html?\b)\w{2,5}(?:[?#]|$)/i;

/** Images, links to files, and files that code names. */
function mediaOf({ links, codeFiles }: PageFindings): string[] {
  const shown = links.filter(({ kind, target }) => kind === "image" || namesFile.test(target.slice(-100)));
  return [...new Set([...shown.map(({ target }) => target), ...codeFiles])].filter(
    (target) => !/^[a-z][a-z\d+.-]*:|^#|^$/i.test(target),
  );
}

const customId = /[ \t]*\{#([^\s{}]+)\}$/;

/** Headings of a page in their order, with their words and the anchors that those make. */
export function nameHeadings(text: string, raw: readonly RawHeading[]): HeadingReference[] {
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
