import type { Code, Heading, Nodes, Parents } from "mdast";
import { fromMarkdown, type Extension } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { mdxFromMarkdown } from "mdast-util-mdx";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";
import { mdxjs } from "micromark-extension-mdxjs";
import { codeFacts, nameOfProgram } from "./full-parse-code.ts";
import { emptyFacts, isComponent, line, tagFact, withoutEnd, type Facts } from "./page-facts.ts";

/**
 * Parses a page completely, like the published service, and returns its facts. Returns undefined if the parser rejects
 * the page.
 */
export function fullParse(text: string): Facts | undefined {
  const targets: { readonly start: number; readonly end: number }[] = [];
  try {
    const tree = fromMarkdown(text, {
      extensions: [mdxjs(), gfm(), math()],
      mdastExtensions: [mdxFromMarkdown(), gfmFromMarkdown(), mathFromMarkdown(), targetCollector(targets)],
    });
    const facts = emptyFacts();
    const reader: Reader = { text, facts, targets };
    visit(reader, tree, undefined);
    return facts;
  } catch {
    return undefined;
  }
}

interface Reader {
  readonly text: string;
  readonly facts: Facts;
  /** The targets of links, images, and definitions, in the order of the text. */
  readonly targets: readonly { readonly start: number; readonly end: number }[];
}

/** Collects the targets from the parser's tokens, because the tree doesn't contain their positions. */
function targetCollector(targets: { start: number; end: number }[]): Extension {
  const enter: NonNullable<Extension["enter"]>[string] = function (token) {
    targets.push({ start: token.start.offset, end: token.end.offset });
    this.buffer();
  };
  return { enter: { resourceDestinationString: enter, definitionDestinationString: enter } };
}

const containers: ReadonlySet<string> = new Set(["listItem", "blockquote", "footnoteDefinition"]);

/**
 * Collects the facts of a node. `component` is the nearest component around the node, such as `Steps@120`, and
 * `isNested` is whether an HTML element or a container is between them.
 */
function visit(reader: Reader, node: Nodes, component: string | undefined, isNested = false): void {
  const { facts, text } = reader;
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? 0;
  switch (node.type) {
    case "link":
    case "image":
    case "definition": {
      const isWritten = node.type !== "link" || text[start] === "[";
      if (isWritten) facts.links.push(`${node.type} ${targetOf(reader, node, start, end)}`);
      break;
    }
    case "heading":
      facts.headings.push(headingFact(node));
      break;
    case "code":
      facts.codeBlocks.push(codeFact(text, node, start, end));
      return;
    case "mdxjsEsm":
      codeFacts(facts, text, node.data?.estree, undefined);
      return;
    case "mdxFlowExpression":
    case "mdxTextExpression": {
      const name = nameOfProgram(node.data?.estree);
      if (name !== undefined) facts.names.push(`${name} ${line(text, start)}:${start}-${end}`);
      codeFacts(facts, text, node.data?.estree, component);
      return;
    }
    case "mdxJsxFlowElement":
    case "mdxJsxTextElement": {
      const name = node.name;
      const inside = name !== null && isComponent(name) ? `${name}@${start}` : component;
      if (name !== null) {
        const attributes = node.attributes.map((attribute) => {
          if (attribute.type === "mdxJsxExpressionAttribute") return "...";
          const { value } = attribute;
          if (typeof value === "string") return `${attribute.name}="${value}"`;
          return value ? `${attribute.name}={${value.value}}` : attribute.name;
        });
        const isInside = component !== undefined && isNested;
        facts.tags.push(...tagFact({ name, start, end, attributes, parent: component, isNested: isInside }));
      }
      for (const attribute of node.attributes) {
        const code = attribute.type === "mdxJsxExpressionAttribute" ? attribute : attribute.value;
        if (code && typeof code === "object") codeFacts(facts, text, code.data?.estree, inside);
      }
      const isInElement = name === null ? isNested : !isComponent(name);
      for (const child of node.children) visit(reader, child, inside, isInElement);
      return;
    }
    default:
  }
  if ("children" in node) {
    const isInside = isNested || containers.has(node.type);
    for (const child of (node as Parents).children) visit(reader, child, component, isInside);
  }
}

/**
 * Returns the last target in a link that isn't part of one of the link's children, because an image in a link has its
 * own target.
 */
function targetOf({ targets }: Reader, node: Nodes, start: number, end: number): string {
  const inner = "children" in node ? (node.children.at(-1)?.position?.end.offset ?? start) : start;
  const found = targets.findLast((target) => target.start >= inner && target.end <= end);
  return found ? `${found.start}-${found.end}` : `empty in ${start}-${end}`;
}

function headingFact(heading: Heading): string {
  const first = heading.children[0]?.position?.start.offset;
  const last = heading.children.at(-1)?.position?.end.offset;
  if (first === undefined) return `${heading.depth} empty`;
  return `${heading.depth} ${first}-${last} ${textOf(heading).replace(/\s+/g, " ").trim()}`;
}

function textOf(node: Nodes): string {
  if (node.type === "text" || node.type === "inlineCode") return node.value;
  return "children" in node ? (node.children as Nodes[]).map(textOf).join("") : "";
}

function codeFact(text: string, { lang, meta, value }: Code, start: number, end: number): string {
  const first = value.split("\n", 1)[0] ?? "";
  return `${lang ?? ""} ${(meta ?? "").trim()} ${start}-${withoutEnd(text, end)} ${first.replace(/^[ \t>]*/, "").trim()} ${line(text, start)}`;
}
