import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { mdxFromMarkdown } from "mdast-util-mdx";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";
import { mdxjs } from "micromark-extension-mdxjs";

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Attribute extends Range {
  readonly name: string;
  /** The attribute's text. Undefined if the attribute has no value or its value is an expression. */
  readonly text: string | undefined;
}

export interface Tag extends Range {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  /** The opening tag `<Card …>`, which can span several lines. */
  readonly opening: Range;
  /** The closing tag `</Card>`. Undefined for a self-closing tag. */
  readonly closing: Range | undefined;
  /** The names of the surrounding components, starting with the nearest. */
  readonly around: readonly string[];
  /** The tags inside this one, at any depth. */
  readonly inside: readonly Tag[];
}

export interface Fence extends Range {
  readonly lang: string;
  readonly meta: string;
  readonly value: string;
  /** The start of the line after the opening fence. */
  readonly body: number;
}

/** The positions of a page's parts, which come from the public MDX parser instead of the product's own parser. */
export interface PagePlaces {
  readonly text: string;
  readonly eol: string;
  /** The frontmatter with its fences, or an empty range if the page has no frontmatter. */
  readonly frontmatter: Range;
  readonly links: readonly (Range & { readonly url: string })[];
  readonly images: readonly (Range & { readonly url: string; readonly alt: string })[];
  readonly headings: readonly (Range & { readonly depth: number; readonly words: string })[];
  readonly tags: readonly Tag[];
  readonly fences: readonly Fence[];
  readonly imports: readonly (Range & { readonly line: string; readonly target: string })[];
  /** Positions at which a block can be inserted: before each top-level paragraph or heading. */
  readonly blocks: readonly number[];
  /** Positions at which words can be inserted: spaces in the plain text of a top-level paragraph. */
  readonly blanks: readonly number[];
}

/** Returns the positions of a page's parts, or undefined if the page isn't valid MDX. */
export function readPage(text: string): PagePlaces | undefined {
  const tree = parseMdx(text);
  if (!tree) return undefined;
  const lists = {
    links: [] as PagePlaces["links"][number][],
    images: [] as PagePlaces["images"][number][],
    headings: [] as PagePlaces["headings"][number][],
    tags: [] as Tag[],
    fences: [] as Fence[],
    imports: [] as PagePlaces["imports"][number][],
  };
  const visit = (node: Nodes, around: readonly string[]): void => {
    const range = toRange(node);
    let within = around;
    if (node.type === "link" && text.startsWith("[", range.start)) lists.links.push({ ...range, url: node.url });
    if (node.type === "image") lists.images.push({ ...range, url: node.url, alt: node.alt ?? "" });
    if (node.type === "heading") lists.headings.push({ ...range, depth: node.depth, words: toWords(node) });
    if (node.type === "code" && /^(`{3,}|~{3,})/.test(text.slice(range.start)))
      lists.fences.push({
        ...range,
        lang: node.lang ?? "",
        meta: node.meta ?? "",
        value: node.value,
        body: text.indexOf("\n", range.start) + 1,
      });
    if (node.type === "mdxjsEsm")
      for (const match of text.slice(range.start, range.end).matchAll(/^import\s[^"'\n]*["']([^"'\n]+)["'];?/gm))
        lists.imports.push({
          start: range.start + match.index,
          end: range.start + match.index + match[0].length,
          line: match[0],
          target: match[1] ?? "",
        });
    if ((node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement") && node.name !== null) {
      const index = lists.tags.length;
      within = [node.name, ...around];
      lists.tags.push(toTag(node, text, range, around));
      for (const child of node.children) visit(child, within);
      const self = lists.tags[index];
      if (self) lists.tags[index] = { ...self, inside: lists.tags.slice(index + 1) };
      return;
    }
    if ("children" in node) for (const child of node.children) visit(child, within);
  };
  visit(tree, []);
  const plain = tree.children.filter(({ type }) => type === "paragraph" || type === "heading");
  return {
    text,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
    frontmatter: getFrontmatter(text),
    ...lists,
    blocks: plain
      .map((node) => toRange(node).start)
      .filter((at) => /\n\r?\n$/.test(text.slice(0, at)) || at === getFrontmatter(text).end),
    blanks: plain
      .flatMap((node) => (node.type === "paragraph" ? node.children : []))
      .flatMap((node) => {
        if (node.type !== "text") return [];
        const { start, end } = toRange(node);
        return [...text.slice(start, end).matchAll(/(?<=[a-z]{2}) (?=[a-z]{2})/g)].map(({ index }) => start + index);
      }),
  };
}

/**
 * Parses MDX with the frontmatter blanked out so that positions stay the same. Returns undefined if the text isn't
 * valid MDX.
 */
export function parseMdx(text: string): Root | undefined {
  const { start, end } = getFrontmatter(text);
  const body = text.slice(start, end).replace(/[^\n\r]/g, " ") + text.slice(end);
  try {
    return fromMarkdown(body, {
      extensions: [gfm(), math(), mdxjs()],
      mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown(), mdxFromMarkdown()],
    });
  } catch {
    return undefined;
  }
}

export function getFrontmatter(text: string): Range {
  const match = /^\uFEFF?---[ \t]*\r?\n[\s\S]*?\n---[ \t]*(\r?\n|$)/.exec(text);
  return { start: 0, end: match?.[0].length ?? 0 };
}

function toTag(
  node: Extract<Nodes, { type: "mdxJsxFlowElement" | "mdxJsxTextElement" }>,
  text: string,
  range: Range,
  around: readonly string[],
): Tag {
  const source = text.slice(range.start, range.end);
  const closeTag = new RegExp(`</\\s*${(node.name ?? "").replaceAll(".", "\\.")}\\s*>$`).exec(source);
  const lastAttribute = node.attributes.at(-1)?.position?.end.offset ?? range.start + 1 + (node.name?.length ?? 0);
  return {
    ...range,
    name: node.name ?? "",
    attributes: node.attributes.flatMap((one) =>
      one.type === "mdxJsxAttribute"
        ? [{ ...toRange(one), name: one.name, text: typeof one.value === "string" ? one.value : undefined }]
        : [],
    ),
    opening: { start: range.start, end: text.indexOf(">", lastAttribute) + 1 },
    closing: closeTag ? { start: range.start + closeTag.index, end: range.end } : undefined,
    around,
    inside: [],
  };
}

function toWords(node: Nodes): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(toWords).join("") : "";
}

function toRange({ position }: { readonly position?: Nodes["position"] }): Range {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}
