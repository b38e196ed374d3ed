import type { ElementContent, RootContent as HastContent } from "hast";
import type { Paragraph, Parents, PhrasingContent, Root, RootContent } from "mdast";
import { type Handler, toHast } from "mdast-util-to-hast";

/** A node's position as reported by the parser. */
type Position = NonNullable<Root["position"]>;

/** A code block that hasn't been converted to HTML. */
export interface CodeContent {
  readonly type: "codeBlock";
  readonly lang: string;
  readonly meta: string;
  readonly value: string;
  readonly position?: Position;
}

export interface FormulaContent {
  readonly type: "formula";
  readonly tex: string;
  readonly isDisplay: boolean;
  readonly position?: Position;
}

/** A reference to a footnote, such as `[^note]`. */
export interface FootnoteMark {
  readonly type: "footnoteMark";
  readonly id: string;
  readonly position?: Position;
}

declare module "hast" {
  interface RootContentMap {
    codeBlock: CodeContent;
    formula: FormulaContent;
    footnoteMark: FootnoteMark;
  }
  interface ElementContentMap {
    codeBlock: CodeContent;
    formula: FormulaContent;
    footnoteMark: FootnoteMark;
  }
}

/**
 * Converts Markdown to HTML elements but leaves MDX, code, formulas, and footnote references unchanged. Modifies
 * `root`.
 */
export function toContent(root: Root): readonly HastContent[] {
  unwrapParagraphs(root);
  const tree = toHast(root, { handlers });
  return tree.type === "root" ? tree.children : tree.type === "doctype" ? [] : [tree];
}

const keepNode: Handler = (state, node: ElementContent) =>
  "children" in node ? { ...node, children: state.all(node as unknown as Parents) } : node;

const handlers: Record<string, Handler> = {
  mdxJsxFlowElement: keepNode,
  mdxJsxTextElement: keepNode,
  mdxFlowExpression: keepNode,
  mdxTextExpression: keepNode,
  mdxjsEsm: () => undefined,
  code: (_, { lang, meta, value, position }: CodeNode): CodeContent => ({
    type: "codeBlock",
    lang: lang ?? "",
    meta: meta ?? "",
    value,
    ...(position && { position }),
  }),
  math: (_, { value, position }: MathNode): FormulaContent => ({
    type: "formula",
    tex: value,
    isDisplay: true,
    ...(position && { position }),
  }),
  inlineMath: (_, { value, position }: MathNode): FormulaContent => ({
    type: "formula",
    tex: value,
    isDisplay: false,
    ...(position && { position }),
  }),
  footnoteReference: (_, { identifier, position }: FootnoteNode): FootnoteMark => ({
    type: "footnoteMark",
    id: identifier,
    ...(position && { position }),
  }),
};

interface CodeNode {
  readonly lang?: string | null;
  readonly meta?: string | null;
  readonly value: string;
  readonly position?: Position;
}
interface MathNode {
  readonly value: string;
  readonly position?: Position;
}
interface FootnoteNode {
  readonly identifier: string;
  readonly position?: Position;
}

type Parent = { children: (RootContent | PhrasingContent)[] };

/** Unwraps paragraphs that contain only tags and expressions, as MDX does. */
function unwrapParagraphs(parent: Parent): void {
  for (let index = parent.children.length - 1; index >= 0; index--) {
    const child = parent.children[index];
    if (!child || !("children" in child)) continue;
    unwrapParagraphs(child);
    if (child.type === "paragraph" && isOnlyCode(child))
      parent.children.splice(index, 1, ...child.children.filter((grandchild) => grandchild.type !== "text"));
  }
}

function isOnlyCode({ children }: Paragraph): boolean {
  let hasCode = false;
  for (const child of children) {
    if (child.type === "mdxJsxTextElement" || child.type === "mdxTextExpression") hasCode = true;
    else if (child.type !== "text" || /[^\t\r\n ]/.test(child.value)) return false;
  }
  return hasCode;
}
