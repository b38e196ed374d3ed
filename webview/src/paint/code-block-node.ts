import type { ViewElement, ViewNode, ViewValue } from "../../../server/src/core/preview/view/page-view.ts";
import { codesIn } from "./page-context.ts";
import { getFlagProp, getProp, getTextProp, getPlainText } from "./piece.ts";

const made = new WeakMap<ViewElement, ViewElement>();

/** Returns the equivalent `#code` node for a `<CodeBlock>`, so it's rendered like any other code block. */
export function codeBlockNode(node: ViewElement): ViewElement {
  const before = made.get(node);
  if (before) return before;
  const [fenced] = codesIn(node.children).filter(({ tag }) => tag === "#code");
  const language = getTextProp(node, "language") ?? getTextProp(node, "lang");
  const title = getTextProp(node, "filename") ?? getTextProp(node, "title");
  const block: ViewElement = {
    ...node,
    tag: "#code",
    props: {
      lines: getPlainText(node.children)
        .replace(/^\n|\n$/g, "")
        .split("\n")
        .map((line) => [line]),
      ...fenced?.props,
      ...defined({
        lang: language,
        title,
        icon: getProp(node, "icon"),
        numbers: getFlagProp(node, "lines") ?? getFlagProp(node, "numbers"),
        wrap: getFlagProp(node, "wrap"),
        expandable: getFlagProp(node, "expandable"),
        nocopy: getFlagProp(node, "nocopy"),
        highlight: lineList(getProp(node, "highlight")),
        focus: lineList(getProp(node, "focus")),
      }),
    },
    slots: { ...fenced?.slots, ...node.slots } satisfies Record<string, readonly ViewNode[]>,
  };
  made.set(node, block);
  return block;
}

/** Parses line numbers: `"[1,3]"`, `"1-3,5"`, `[1, 3]`. */
export function lineList(value: ViewValue | undefined): number[] | undefined {
  if (Array.isArray(value)) return value.filter((line): line is number => typeof line === "number");
  if (typeof value === "number") return [value];
  if (typeof value !== "string") return undefined;
  return value
    .replace(/[[\]{}\s]/g, "")
    .split(",")
    .flatMap((part) => {
      const [first, last] = part.split("-").map(Number);
      if (first === undefined || !Number.isInteger(first) || part === "") return [];
      const end = last === undefined || !Number.isInteger(last) ? first : Math.min(last, first + 9_999);
      return Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index);
    });
}

function defined(props: Readonly<Record<string, ViewValue | undefined>>): Record<string, ViewValue> {
  const entries = Object.entries(props).filter(
    (entry): entry is [string, ViewValue] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
