import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { usePage } from "../../paint/page-context.ts";
import { useOwnId } from "../../components/use-id.ts";
import type { JsonNode } from "./read-json-tree.ts";
import { VirtualRows } from "./virtual-rows.tsx";

interface TreeRow {
  readonly node: JsonNode;
  readonly depth: number;
  readonly isOpen: boolean;
  /** Which of how many. */
  readonly at: number;
  readonly of: number;
}

/** The first levels are open, as far as they have few children. */
const openLevels = 2;
const fewChildren = 50;

/** A tree of which only the rows in sight are on the page. Arrows walk, open and close; Ctrl+C copies a value. */
export function JsonTree({ root }: { readonly root: JsonNode }): VNode {
  const { onCopy } = usePage();
  const [turned, setTurned] = useState<ReadonlySet<JsonNode>>(new Set());
  const [current, setCurrent] = useState(0);
  const [moved, setMoved] = useState(false);
  const rows = useMemo(() => rowsOf(root, turned), [root, turned]);
  const id = useOwnId();
  const at = Math.min(current, rows.length - 1);
  const go = (index: number): void => {
    setMoved(true);
    setCurrent(Math.max(0, Math.min(rows.length - 1, index)));
  };
  const turn = ({ node }: TreeRow): void => {
    if (node.children.length === 0) return;
    const next = new Set(turned);
    if (!next.delete(node)) next.add(node);
    setTurned(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (!row) return;
    const isCopy = event.key.toLowerCase() === "c" && (event.ctrlKey || event.metaKey);
    if (isCopy && getSelection()?.isCollapsed !== false) onCopy(textOf(row.node));
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (row.isOpen ? go(at + 1) : turn(row)),
      ArrowLeft: () => (row.isOpen ? turn(row) : go(rows.findLastIndex((each, index) => index < at && each.depth < row.depth))),
      Enter: () => turn(row),
      " ": () => turn(row),
    }; // prettier-ignore
    if (!Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    steps[event.key]?.();
  };
  return (
    <VirtualRows
      count={rows.length}
      label="Body"
      shown={moved ? at : undefined}
      attributes={{ role: "tree", "aria-activedescendant": `${id}-${at}`, onKeyDown }}
      row={(index) => {
        const row = rows[index];
        return (
          row && (
            <div
              key={index}
              id={`${id}-${index}`}
              class="dw-try-tree-row"
              role="treeitem"
              aria-level={row.depth + 1}
              aria-posinset={row.at}
              aria-setsize={row.of}
              aria-selected={index === at}
              {...(row.node.children.length > 0 && { "aria-expanded": row.isOpen })}
              style={{ paddingInlineStart: `${12 + row.depth * 16}px` }}
              onClick={() => {
                setCurrent(index);
                turn(row);
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
  if (kind !== "object" && kind !== "array")
    return <span class={`dw-try-${kind}`}>{text.slice(0, 2000)}</span>;
  const [open, close] = kind === "object" ? ["{", "}"] : ["[", "]"];
  const words = kind === "object" ? "member" : "item";
  return (
    <span class="dw-try-count">
      {isOpen ? open : `${open}…${close}`} {children.length} {children.length === 1 ? words : `${words}s`}
    </span>
  );
}

function rowsOf(root: JsonNode, turned: ReadonlySet<JsonNode>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (node: JsonNode, depth: number, at: number, of: number): void => {
    const { length } = node.children;
    const byItself = depth < openLevels && (depth === 0 || length <= fewChildren);
    const isOpen = length > 0 && byItself !== turned.has(node);
    rows.push({ node, depth, isOpen, at, of });
    if (isOpen)
      for (const [index, child] of node.children.entries()) add(child, depth + 1, index + 1, length);
  };
  add(root, 0, 1, 1);
  return rows;
}

/** As it is written, without the space between. */
function textOf({ kind, text, children }: JsonNode): string {
  if (kind === "array") return `[${children.map(textOf).join(",")}]`;
  if (kind === "object") return `{${children.map((each) => `${each.key}:${textOf(each)}`).join(",")}}`;
  return text;
}
