import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useUniqueId } from "../../components/tabs.tsx";
import { translate } from "../../language/translate.ts";
import { usePage, useRepaint } from "../../paint/page-context.ts";
import { SegmentedTextResponse, type TextSegment, TextResponse, VirtualRows } from "./text-view.tsx";

interface TreeRow {
  readonly node: JsonNode;
  readonly depth: number;
  readonly isOpen: boolean;
  /** The row's position among its siblings, starting at 1, and the number of siblings including the row itself. */
  readonly siblingIndex: number;
  readonly siblingCount: number;
}

/** The number of levels that are initially expanded. Nodes with many children aren't expanded. */
const maxOpenLevels = 2;
const maxOpenChildren = 50;

/**
 * A virtual tree. Only the visible rows are in the DOM. The arrow keys navigate, expand, and collapse, and Ctrl+C
 * copies a value.
 */
export function JsonTree({ root }: { readonly root: JsonNode }): VNode {
  const { onCopy } = usePage();
  const [toggledNodes, setToggledNodes] = useState<ReadonlySet<JsonNode>>(new Set());
  const [storedIndex, setStoredIndex] = useState(0);
  const [hasMoved, setMoved] = useState(false);
  const rows = useMemo(() => listRows(root, toggledNodes), [root, toggledNodes]);
  const id = useUniqueId();
  const currentIndex = Math.min(storedIndex, rows.length - 1);
  const goToRow = (index: number): void => {
    setMoved(true);
    setStoredIndex(Math.max(0, Math.min(rows.length - 1, index)));
  };
  const toggle = ({ node }: TreeRow): void => {
    if (node.children.length === 0) return;
    const newToggledNodes = new Set(toggledNodes);
    if (!newToggledNodes.delete(node)) newToggledNodes.add(node);
    setToggledNodes(newToggledNodes);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[currentIndex];
    if (!row) return;
    const isCopy = event.key.toLowerCase() === "c" && (event.ctrlKey || event.metaKey);
    if (isCopy && getSelection()?.isCollapsed !== false) onCopy(getText(row.node));
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actionsByKey: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goToRow(currentIndex + 1),
      ArrowUp: () => goToRow(currentIndex - 1),
      Home: () => goToRow(0),
      End: () => goToRow(rows.length - 1),
      ArrowRight: () => (row.isOpen ? goToRow(currentIndex + 1) : toggle(row)),
      ArrowLeft: () => (row.isOpen ? toggle(row) : goToRow(rows.findLastIndex((each, index) => index < currentIndex && each.depth < row.depth))),
      Enter: () => toggle(row),
      " ": () => toggle(row),
    }; // prettier-ignore
    if (!Object.hasOwn(actionsByKey, event.key)) return;
    event.preventDefault();
    actionsByKey[event.key]?.();
  };
  return (
    <VirtualRows
      count={rows.length}
      label={translate("Body")}
      visibleRow={hasMoved ? currentIndex : undefined}
      attributes={{ role: "tree", "aria-activedescendant": `${id}-${currentIndex}`, onKeyDown }}
      renderRow={(index) => {
        const row = rows[index];
        return (
          row && (
            <div
              key={index}
              id={`${id}-${index}`}
              class="dw-try-tree-row"
              role="treeitem"
              aria-level={row.depth + 1}
              aria-posinset={row.siblingIndex}
              aria-setsize={row.siblingCount}
              aria-selected={index === currentIndex}
              {...(row.node.children.length > 0 && { "aria-expanded": row.isOpen })}
              style={{ paddingInlineStart: `${12 + row.depth * 16}px` }}
              onClick={() => {
                setStoredIndex(index);
                toggle(row);
              }}
            >
              <span class="dw-try-twist" aria-hidden="true">
                {row.node.children.length > 0 ? (row.isOpen ? "▾" : "▸") : ""}
              </span>
              {row.node.key !== undefined && <span class="dw-try-key">{row.node.key}: </span>}
              <Value row={row} />
            </div>
          )
        );
      }}
    />
  );
}

function Value({ row: { node, isOpen } }: { readonly row: TreeRow }): VNode {
  const { kind, children, text } = node;
  if (kind !== "object" && kind !== "array") return <span class={`dw-try-${kind}`}>{text.slice(0, 2000)}</span>;
  const [openBracket, closeBracket] = kind === "object" ? ["{", "}"] : ["[", "]"];
  const count =
    kind === "object"
      ? translate({ one: "{0} property", other: "{0} properties" }, children.length)
      : translate({ one: "{0} item", other: "{0} items" }, children.length);
  return (
    <span class="dw-try-count">
      {isOpen ? openBracket : `${openBracket}…${closeBracket}`} {count}
    </span>
  );
}

function listRows(root: JsonNode, toggledNodes: ReadonlySet<JsonNode>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const addRow = (node: JsonNode, depth: number, siblingIndex: number, siblingCount: number): void => {
    const { length } = node.children;
    const isOpenByDefault = depth < maxOpenLevels && (depth === 0 || length <= maxOpenChildren);
    const isOpen = length > 0 && isOpenByDefault !== toggledNodes.has(node);
    rows.push({ node, depth, isOpen, siblingIndex, siblingCount });
    if (isOpen) for (const [index, child] of node.children.entries()) addRow(child, depth + 1, index + 1, length);
  };
  addRow(root, 0, 1, 1);
  return rows;
}

/** Returns the source text without whitespace between tokens. */
function getText({ kind, text, children }: JsonNode): string {
  if (kind === "array") return `[${children.map(getText).join(",")}]`;
  if (kind === "object") return `{${children.map((each) => `${each.key}:${getText(each)}`).join(",")}}`;
  return text;
}

/** Formats a tree with two spaces per level, with or without syntax colors. Each value is preserved as written. */
export function formatJsonLines(root: JsonNode, isColored: boolean): readonly (readonly TextSegment[])[] {
  const lines: TextSegment[][] = [];
  const createSegment = (text: string, kind: string): TextSegment => (isColored ? [text, kind] : text);
  const writeNode = (node: JsonNode, lineStart: readonly TextSegment[], indent: string, lineEnd: string): void => {
    const { kind, text, children } = node;
    if (kind !== "object" && kind !== "array") {
      lines.push([...lineStart, createSegment(text, kind), lineEnd]);
      return;
    }
    const [openBracket, closeBracket] = kind === "object" ? ["{", "}"] : ["[", "]"];
    if (children.length === 0) {
      lines.push([...lineStart, openBracket + closeBracket + lineEnd]);
      return;
    }
    lines.push([...lineStart, openBracket]);
    const nestedIndent = `${indent}  `;
    for (const [index, child] of children.entries()) {
      const comma = index < children.length - 1 ? "," : "";
      const childLineStart =
        typeof child.key === "string" ? [nestedIndent, createSegment(child.key, "key"), ": "] : [nestedIndent];
      writeNode(child, childLineStart, nestedIndent, comma);
    }
    lines.push([indent + closeBracket + lineEnd]);
  };
  writeNode(root, [], "", "");
  return lines;
}

/** A value in a JSON text, as written. A number keeps all of its digits, and a string keeps its escapes. */
export interface JsonNode {
  /** The property name as written, including its quotation marks, or the index of an array item. */
  readonly key: string | number | undefined;
  readonly kind: "object" | "array" | "string" | "number" | "literal";
  /** The source text of a value without children. */
  readonly text: string;
  readonly children: readonly JsonNode[];
}

const maxDepth = 400;
const tokenPattern =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\.)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null))/y;

/** Parses text into a tree. Returns `undefined` if the text isn't JSON or is nested too deeply. */
export function parseJsonTree(text: string): JsonNode | undefined {
  tokenPattern.lastIndex = 0;
  const readNextToken = (): RegExpExecArray | null => tokenPattern.exec(text);
  const readValue = (match: RegExpExecArray | null, key: JsonNode["key"], depth: number): JsonNode | undefined => {
    if (!match || depth > maxDepth) return undefined;
    const [, bracket, string, number, literal] = match;
    if (string !== undefined) return { key, kind: "string", text: string, children: [] };
    if (number !== undefined) return { key, kind: "number", text: number, children: [] };
    if (literal !== undefined) return { key, kind: "literal", text: literal, children: [] };
    if (bracket === "{" || bracket === "[") return readContainer(bracket, key, depth);
    return undefined;
  };
  const readContainer = (bracket: "{" | "[", key: JsonNode["key"], depth: number): JsonNode | undefined => {
    const children: JsonNode[] = [];
    const isObject = bracket === "{";
    const finish = (): JsonNode => ({ key, kind: isObject ? "object" : "array", text: "", children });
    let match = readNextToken();
    if (match?.[1] === (isObject ? "}" : "]")) return finish();
    for (;;) {
      let childKey: string | number = children.length;
      if (isObject) {
        if (match?.[2] === undefined) return undefined;
        childKey = match[2];
        if (readNextToken()?.[1] !== ":") return undefined;
        match = readNextToken();
      }
      const child = readValue(match, childKey, depth + 1);
      if (!child) return undefined;
      children.push(child);
      const separator = readNextToken()?.[1];
      if (separator === (isObject ? "}" : "]")) return finish();
      if (separator !== ",") return undefined;
      match = readNextToken();
    }
  };
  const root = readValue(readNextToken(), undefined, 0);
  return root && /^[ \t\r\n]*$/.test(text.slice(tokenPattern.lastIndex)) ? root : undefined;
}

/** The maximum length of text that has syntax colors, in UTF-16 code units. */
const maxColoredLength = 1_000_000;

const viewNames = ["text", "tree", "raw"] as const;
const viewLabels = { text: translate("Formatted"), tree: translate("Tree"), raw: translate("Raw") };

interface JsonResponseProps {
  readonly text: string;
  readonly isComplete: boolean;
}

/**
 * JSON in a formatted, tree, or raw view. The view that the user selects is also used for later responses.
 */
export function JsonResponse({ text, isComplete }: JsonResponseProps): VNode {
  const { state } = usePage();
  useRepaint(() => state.get("playground json"));
  const stateValue = state.get("playground json");
  const view = viewNames[typeof stateValue === "object" ? stateValue.index : 0] ?? "text";
  const tree = useMemo(() => (isComplete ? parseJsonTree(text) : undefined), [text, isComplete]);
  const lines = useMemo(
    () => (tree && view === "text" ? formatJsonLines(tree, text.length <= maxColoredLength) : []),
    [tree, view, text],
  );
  if (!tree)
    return (
      <>
        {isComplete && <p class="dw-try-words">{translate("This isn’t valid JSON, so it’s shown as received.")}</p>}
        <TextResponse text={text} label={translate("Body")} />
      </>
    );
  return (
    <>
      <div class="dw-try-views" role="group" aria-label={translate("Body view")}>
        {viewNames.map((each, index) => (
          <button
            key={each}
            type="button"
            class="dw-try-view"
            aria-pressed={view === each}
            onClick={() => state.set("playground json", { index, at: 0 })}
          >
            {viewLabels[each]}
          </button>
        ))}
      </div>
      {view === "text" && <SegmentedTextResponse lines={lines} label={translate("Body")} />}
      {view === "tree" && <JsonTree root={tree} />}
      {view === "raw" && <TextResponse text={text} label={translate("Body")} />}
    </>
  );
}
