import type { CodeToken, CodeView, ViewElement, ViewNode } from "../../../server/src/core/preview/view/page-view.ts";
import { getFlagProp, getNumberProp, getProp, getTextProp, getText } from "./node-props.ts";

/** Returns the text of a code block for copying. */
export function getCodeText(view: CodeView): string {
  return view.lines
    .map((line) => line.map((token) => (typeof token === "string" ? token : token[0])).join(""))
    .join("\n");
}

/** Reads the props of a code block and drops invalid ones. */
export function getCodeView(node: ViewElement): CodeView {
  const lines = getProp(node, "lines");
  const title = getTextProp(node, "title");
  return {
    lang: getTextProp(node, "lang") ?? "",
    ...(title === undefined ? {} : { title }),
    lines: Array.isArray(lines)
      ? lines.map(readCodeTokens)
      : getText(node.children)
          .replace(/\n$/, "")
          .split("\n")
          .map((line) => [line]),
    highlight: getLineNumbers(node, "highlight"),
    focus: getLineNumbers(node, "focus"),
    addedLines: getLineNumbers(node, "added"),
    removedLines: getLineNumbers(node, "removed"),
    numbers: getFlagProp(node, "numbers") ?? false,
    wrap: getFlagProp(node, "wrap") ?? false,
    expandable: getFlagProp(node, "expandable") ?? false,
    nocopy: getFlagProp(node, "nocopy") ?? false,
  };
}

function readCodeTokens(line: unknown): CodeToken[] {
  if (!Array.isArray(line)) return [];
  return line.flatMap((token: unknown): CodeToken[] => {
    if (typeof token === "string") return [token];
    if (!Array.isArray(token)) return [];
    const [text, colorIndex] = token as readonly unknown[];
    return typeof text === "string" && Number.isInteger(colorIndex) ? [[text, Number(colorIndex)]] : [];
  });
}

function getLineNumbers(node: ViewElement, name: string): number[] {
  const value = getProp(node, name);
  if (Array.isArray(value)) return value.filter((line): line is number => typeof line === "number");
  const lineNumber = getNumberProp(node, name);
  return lineNumber === undefined ? [] : [lineNumber];
}

const blockTags: ReadonlySet<string> = new Set(
  "p div h1 h2 h3 h4 h5 h6 blockquote pre table tr hr section article".split(" "),
);

/** Returns the text of nodes for copying, with one line for each list item and an empty line between paragraphs. */
export function getNodeText(nodes: readonly ViewNode[] | undefined): string {
  return formatNodes(nodes)
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function formatNodes(nodes: readonly ViewNode[] | undefined): string {
  return (nodes ?? []).map((node) => (typeof node === "string" ? node : formatElement(node))).join("");
}

function formatElement(node: ViewElement): string {
  switch (node.tag) {
    case "#code":
      return `\n\n${getCodeText(getCodeView(node))}\n\n`;
    case "br":
      return "\n";
    case "ul":
    case "ol":
      return `\n\n${listItems(node).join("\n")}\n\n`;
    default: {
      const innerText = formatNodes(node.children);
      return blockTags.has(node.tag) ? `\n\n${innerText}\n\n` : innerText;
    }
  }
}

function listItems(list: ViewElement): string[] {
  const items = (list.children ?? []).filter((child) => typeof child !== "string");
  return items.map((item, index) => {
    const innerText = getNodeText(item.children)
      .replace(/\n\n(?=- |\d+\. )/g, "\n")
      .replaceAll("\n", "\n  ");
    return `${list.tag === "ol" ? `${index + 1}.` : "-"} ${innerText}`;
  });
}
