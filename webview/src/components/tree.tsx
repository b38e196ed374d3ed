import type { ComponentChildren, VNode } from "preact";
import { createContext } from "preact";
import { useContext, useEffect, useRef } from "preact/hooks";
import { useKept } from "../paint/page-context.ts";
import { flagOf, type PieceProps, propOf, textOf } from "../paint/piece.ts";
import { safeStyle } from "../paint/safe-style.ts";
import { Glyph } from "./glyphs.tsx";
import { treeFromList } from "./tree-from-list.ts";
import { treeKeys } from "./tree-keys.ts";

const LevelContext = createContext(1);

/** `<Tree>`, `<FileTree>`: folders and files, of components or of a list. */
export function Tree({ node, paint, mark }: PieceProps): VNode {
  const tree = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!tree.current?.querySelector('[role="treeitem"][tabindex="0"]'))
      rove(tree.current, tree.current?.querySelector('[role="treeitem"]') ?? null);
  });
  return (
    <div
      ref={tree}
      class="dw-tree"
      role="tree"
      aria-label="Files"
      style={safeStyle(propOf(node, "style"))}
      onKeyDown={(event) => treeKeys(event, tree.current)}
      onFocusIn={(event) => rove(tree.current, event.target)}
      {...mark}
    >
      <LevelContext.Provider value={1}>{paint(treeFromList(node))}</LevelContext.Provider>
    </div>
  );
}

export function TreeFolder({ node, paint, mark }: PieceProps): VNode {
  const [kept, keep] = useKept(node);
  const openable = flagOf(node, "openable") ?? true;
  const open = typeof kept === "boolean" ? kept : (flagOf(node, "defaultOpen") ?? false);
  const shown = open || !openable;
  return (
    <TreeItem
      name={textOf(node, "name") ?? ""}
      highlight={flagOf(node, "highlight") ?? false}
      folder={{ open: shown, toggle: openable ? () => keep(!open) : undefined }}
      mark={mark}
    >
      {shown && paint(node.children)}
    </TreeItem>
  );
}

export function TreeFile({ node, mark }: PieceProps): VNode {
  return (
    <TreeItem
      name={textOf(node, "name") ?? ""}
      highlight={flagOf(node, "highlight") ?? false}
      folder={undefined}
      mark={mark}
    >
      {null}
    </TreeItem>
  );
}

interface TreeItemProps {
  readonly name: string;
  readonly highlight: boolean;
  readonly folder: { readonly open: boolean; readonly toggle: (() => void) | undefined } | undefined;
  readonly mark: PieceProps["mark"];
  readonly children: ComponentChildren;
}

function TreeItem({ name, highlight, folder, mark, children }: TreeItemProps): VNode {
  const level = useContext(LevelContext);
  const toggle = folder?.toggle;
  const classes = ["dw-tree-row", toggle ? "dw-tree-openable" : ""];
  return (
    <div class={highlight ? "dw-tree-node dw-tree-highlight" : "dw-tree-node"} role="none" {...mark}>
      <div
        class={classes.join(" ").trim()}
        role="treeitem"
        aria-level={level}
        aria-expanded={folder?.open}
        aria-current={highlight || undefined}
        tabIndex={-1}
        onClick={toggle}
        style={{ "--dw-level": String(level - 1) }}
      >
        {toggle ? <Glyph name="chevron" class="dw-tree-chevron" /> : <span class="dw-tree-chevron" />}
        <Glyph name={folder ? "folder" : "file"} class="dw-tree-glyph" />
        <span class="dw-tree-name">{name}</span>
      </div>
      {folder?.open && (
        <div class="dw-tree-group" role="group">
          <LevelContext.Provider value={level + 1}>{children}</LevelContext.Provider>
        </div>
      )}
    </div>
  );
}

/** One item is reached by Tab: the one that was last focused, at first the first. */
function rove(tree: HTMLElement | null, target: EventTarget | null): void {
  if (!(target instanceof HTMLElement) || target.getAttribute("role") !== "treeitem") return;
  for (const item of tree?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])
    item.tabIndex = item === target ? 0 : -1;
}
