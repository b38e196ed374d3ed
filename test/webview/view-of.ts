import type {
  CodeView,
  PageView,
  ViewBlock,
  ViewElement,
  ViewNode,
  ViewValue,
} from "../../server/src/core/preview/view/page-view.ts";

export type Props = Readonly<Record<string, ViewValue | undefined>>;

/**
 * Creates an element in the renderer's format. For example, `el("Card", { title: "A" }, "words")` creates a card with
 * text.
 */
export function el(tag: string, props: Props = {}, ...children: readonly ViewNode[]): ViewElement {
  const given = Object.entries(props).filter((entry): entry is [string, ViewValue] => entry[1] !== undefined);
  return { tag, props: Object.fromEntries(given), children };
}

export function withSlots(node: ViewElement, slots: Readonly<Record<string, readonly ViewNode[]>>): ViewElement {
  return { ...node, slots };
}

export const p = (...children: readonly ViewNode[]): ViewElement => el("p", {}, ...children);

/** Creates a code block without highlighting. */
export function code(text: string, props: Partial<CodeView> = {}): ViewElement {
  const lines = text.split("\n").map((line) => [line]);
  return el("#code", { lang: "", lines, ...(props as Props) });
}

/** A flag icon in the same format as an icon from a library. */
export const flag: ViewElement = el("#icon", {
  name: "flag",
  width: 24,
  height: 24,
  outlined: true,
  marks: [
    ["path", { d: "M4 15s1-1 4-1 5 2 8 2 4-1 4-1V3s-1 1-4 1-5-2-8-2-4 1-4 1z" }],
    ["path", { d: "M4 22v-7" }],
  ],
});

/** Creates a page that consists of these blocks. Each block has one line per node. */
export function pageOf(blocks: readonly (readonly ViewNode[])[], more: Partial<PageView> = {}): PageView {
  return {
    path: "page.mdx",
    head: { title: "A page", mode: "default" },
    blocks: blocks.map((nodes, index): ViewBlock => ({
      id: `b${index}`,
      lines: [index * 10, index * 10 + 8],
      nodes,
    })),
    contents: [],
    issues: [],
    palette: [],
    styles: "",
    ...more,
  };
}
