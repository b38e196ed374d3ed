/** Keys of a tree: arrows, Home, End, Enter and Space, `*`, and the first letters of a name. */
export function treeKeys(event: KeyboardEvent, tree: HTMLElement | null): void {
  const { target } = event;
  const item = target instanceof HTMLElement ? target : undefined;
  if (!tree || !item || item.getAttribute("role") !== "treeitem") return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const items = [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')];
  const at = items.indexOf(item);
  const expanded = item.getAttribute("aria-expanded");
  const go = (to: HTMLElement | null | undefined): void => to?.focus();
  if (run(item)) {
    event.preventDefault();
    event.stopPropagation();
  }

  function run(item: HTMLElement): boolean {
    switch (event.key) {
      case "ArrowDown":
        go(items[at + 1]);
        return true;
      case "ArrowUp":
        go(items[at - 1]);
        return true;
      case "Home":
        go(items[0]);
        return true;
      case "End":
        go(items.at(-1));
        return true;
      case "ArrowRight":
        if (expanded === "false") toggle(item);
        else if (expanded === "true") go(item.querySelector<HTMLElement>('[role="treeitem"]'));
        return true;
      case "ArrowLeft":
        if (expanded === "true" && isOpenable(item)) toggle(item);
        else go(item.parentElement?.closest<HTMLElement>('[role="treeitem"]'));
        return true;
      case "Enter":
      case " ":
        toggle(item);
        return true;
      case "*":
        for (const sibling of item.parentElement?.children ?? [])
          if (sibling.getAttribute("aria-expanded") === "false") toggle(sibling);
        return true;
      default:
        return typed(event.key);
    }
  }

  function typed(key: string): boolean {
    if (key.length !== 1) return false;
    const order = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    go(order.find((other) => other.getAttribute("aria-label")?.toLowerCase().startsWith(key.toLowerCase())));
    return true;
  }
}

function isOpenable(item: Element): boolean {
  return item.querySelector(":scope > .dw-tree-openable") !== null;
}

function toggle(item: Element): void {
  const row = item.querySelector(":scope > .dw-tree-openable");
  if (row instanceof HTMLElement) row.click();
}
