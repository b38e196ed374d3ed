import { type ComponentChildren, createContext, type VNode } from "preact";
import { useContext, useEffect, useRef } from "preact/hooks";
import type { ViewElement, ViewNode } from "../../../server/src/core/preview/view/page-view.ts";
import { useReaderState } from "../paint/page-context.ts";
import { getFlagProp, type RenderedNodeProps, getProp, getTextProp, getText } from "../paint/node-props.ts";
import { toSafeStyle } from "../paint/safe-attributes.ts";
import { Glyph } from "./icon.tsx";

const itemsByTree = new WeakMap<ViewElement, readonly ViewNode[]>();

/**
 * Returns the content of a tree as folders and files: the tree's children or, if the tree is written as a list, one
 * node per item. An item that contains a list or ends with `/` is a folder. Folders with content are initially open.
 */
export function getTreeItems(tree: ViewElement): readonly ViewNode[] {
  const cachedItems = itemsByTree.get(tree);
  if (cachedItems) return cachedItems;
  const items = (tree.children ?? []).flatMap((child) => {
    if (typeof child === "string") return [];
    return child.tag === "ul" || child.tag === "ol" ? listItems(child) : [child];
  });
  itemsByTree.set(tree, items);
  return items;
}

function listItems(list: ViewElement): ViewElement[] {
  return (list.children ?? []).flatMap((item) => {
    if (typeof item === "string" || item.tag !== "li") return [];
    const nestedLists = (item.children ?? []).filter((child) => typeof child !== "string" && isList(child));
    const name = getText((item.children ?? []).filter((child) => typeof child === "string" || !isList(child))).trim();
    const children = nestedLists.flatMap((child) => (typeof child === "string" ? [] : listItems(child)));
    const position = item.lines ? { lines: item.lines } : {};
    if (children.length === 0 && !name.endsWith("/")) return [{ tag: "Tree.File", props: { name }, ...position }];
    const props = { name: name.replace(/\/$/, ""), defaultOpen: children.length > 0 };
    return [{ tag: "Tree.Folder", props, children, ...position }];
  });
}

function isList({ tag }: ViewElement): boolean {
  return tag === "ul" || tag === "ol";
}

/** Handles the keys in a tree: the arrow keys, Home, End, Enter, Space, `*`, and the first letters of a name. */
export function onTreeKey(event: KeyboardEvent, tree: HTMLElement | null): void {
  const { target } = event;
  if (!tree || !(target instanceof HTMLElement) || target.getAttribute("role") !== "treeitem") return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const items = [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')];
  if (!handleTreeKey(event.key, target, items)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Handles a key. Returns whether the key was handled. */
function handleTreeKey(key: string, item: HTMLElement, items: readonly HTMLElement[]): boolean {
  const itemIndex = items.indexOf(item);
  const isOpen = item.getAttribute("aria-expanded") === "true";
  const isClosed = item.getAttribute("aria-expanded") === "false";
  switch (key) {
    case "ArrowDown":
      items[itemIndex + 1]?.focus();
      return true;
    case "ArrowUp":
      items[itemIndex - 1]?.focus();
      return true;
    case "Home":
      items[0]?.focus();
      return true;
    case "End":
      items.at(-1)?.focus();
      return true;
    case "ArrowRight":
      if (isClosed) item.click();
      else if (isOpen && getLevel(items[itemIndex + 1]) > getLevel(item)) items[itemIndex + 1]?.focus();
      return true;
    case "ArrowLeft":
      if (isOpen && item.classList.contains("dw-tree-openable")) item.click();
      else items.findLast((other, index) => index < itemIndex && getLevel(other) < getLevel(item))?.focus();
      return true;
    case "Enter":
    case " ":
      item.click();
      return true;
    case "*":
      for (const node of item.parentElement?.parentElement?.children ?? []) {
        const sibling = node.firstElementChild;
        if (sibling instanceof HTMLElement && sibling.getAttribute("aria-expanded") === "false") sibling.click();
      }
      return true;
    default:
      return key.length === 1 && focusByLetter(key, [...items.slice(itemIndex + 1), ...items.slice(0, itemIndex + 1)]);
  }
}

function focusByLetter(letter: string, items: readonly HTMLElement[]): boolean {
  const namedItem = items.find((item) => item.textContent?.toLowerCase().startsWith(letter.toLowerCase()));
  namedItem?.focus();
  return namedItem !== undefined;
}

function getLevel(item: HTMLElement | undefined): number {
  return Number(item?.getAttribute("aria-level") ?? 0);
}

const LevelContext = createContext(1);

/** `<Tree>` and `<FileTree>`: a tree of folders and files, created from components or from a list. */
export function Tree({ node, paint, position }: RenderedNodeProps): VNode {
  const treeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!treeRef.current?.querySelector('[role="treeitem"][tabindex="0"]'))
      setTabStop(treeRef.current, treeRef.current?.querySelector('[role="treeitem"]') ?? null);
  });
  return (
    <div
      ref={treeRef}
      class="dw-tree"
      role="tree"
      aria-label="Files"
      style={toSafeStyle(getProp(node, "style"))}
      onKeyDown={(event) => onTreeKey(event, treeRef.current)}
      onFocusIn={(event) => setTabStop(treeRef.current, event.target)}
      {...position}
    >
      <LevelContext.Provider value={1}>{paint(getTreeItems(node))}</LevelContext.Provider>
    </div>
  );
}

export function TreeFolder({ node, paint, position }: RenderedNodeProps): VNode {
  const [stateValue, storeValue] = useReaderState(node);
  const isOpenable = getFlagProp(node, "openable") ?? true;
  const isOpen = typeof stateValue === "boolean" ? stateValue : (getFlagProp(node, "defaultOpen") ?? false);
  const isShown = isOpen || !isOpenable;
  return (
    <TreeItem
      name={getTextProp(node, "name") ?? ""}
      isHighlighted={getFlagProp(node, "highlight") ?? false}
      folder={{ isOpen: isShown, toggle: isOpenable ? () => storeValue(!isOpen) : undefined }}
      position={position}
    >
      {isShown && paint(node.children)}
    </TreeItem>
  );
}

export function TreeFile({ node, position }: RenderedNodeProps): VNode {
  return (
    <TreeItem
      name={getTextProp(node, "name") ?? ""}
      isHighlighted={getFlagProp(node, "highlight") ?? false}
      folder={undefined}
      position={position}
    >
      {null}
    </TreeItem>
  );
}

interface TreeItemProps {
  readonly name: string;
  readonly isHighlighted: boolean;
  readonly folder: { readonly isOpen: boolean; readonly toggle: (() => void) | undefined } | undefined;
  readonly position: RenderedNodeProps["position"];
  readonly children: ComponentChildren;
}

function TreeItem({ name, isHighlighted, folder, position, children }: TreeItemProps): VNode {
  const level = useContext(LevelContext);
  const toggle = folder?.toggle;
  const classes = ["dw-tree-row", toggle ? "dw-tree-openable" : ""];
  return (
    <div class={isHighlighted ? "dw-tree-node dw-tree-highlight" : "dw-tree-node"} role="none" {...position}>
      <div
        class={classes.join(" ").trim()}
        role="treeitem"
        aria-level={level}
        aria-expanded={folder?.isOpen}
        aria-current={isHighlighted || undefined}
        tabIndex={-1}
        onClick={toggle}
        style={{ "--dw-level": String(level - 1) }}
      >
        {toggle ? <Glyph name="chevron" class="dw-tree-chevron" /> : <span class="dw-tree-chevron" />}
        <Glyph name={folder ? "folder" : "file"} class="dw-tree-glyph" />
        <span class="dw-tree-name">{name}</span>
      </div>
      {folder?.isOpen && (
        <div class="dw-tree-group" role="group">
          <LevelContext.Provider value={level + 1}>{children}</LevelContext.Provider>
        </div>
      )}
    </div>
  );
}

/** Makes exactly one item focusable with Tab: the most recently focused item or, initially, the first one. */
function setTabStop(tree: HTMLElement | null, target: EventTarget | null): void {
  if (!(target instanceof HTMLElement) || target.getAttribute("role") !== "treeitem") return;
  for (const item of tree?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])
    item.tabIndex = item === target ? 0 : -1;
}
