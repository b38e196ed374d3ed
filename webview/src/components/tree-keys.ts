/** Keys of a tree: arrows, Home, End, Enter and Space, `*`, and the first letters of a name. */
export function treeKeys(event: KeyboardEvent, tree: HTMLElement | null): void {
  const { target } = event;
  if (!tree || !(target instanceof HTMLElement) || target.getAttribute("role") !== "treeitem") return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const items = [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')];
  if (!press(event.key, target, items)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Whether the key means something here. */
function press(key: string, item: HTMLElement, items: readonly HTMLElement[]): boolean {
  const at = items.indexOf(item);
  const isOpen = item.getAttribute("aria-expanded") === "true";
  const isClosed = item.getAttribute("aria-expanded") === "false";
  switch (key) {
    case "ArrowDown":
      items[at + 1]?.focus();
      return true;
    case "ArrowUp":
      items[at - 1]?.focus();
      return true;
    case "Home":
      items[0]?.focus();
      return true;
    case "End":
      items.at(-1)?.focus();
      return true;
    case "ArrowRight":
      if (isClosed) item.click();
      else if (isOpen && level(items[at + 1]) > level(item)) items[at + 1]?.focus();
      return true;
    case "ArrowLeft":
      if (isOpen && item.classList.contains("dw-tree-openable")) item.click();
      else items.findLast((other, index) => index < at && level(other) < level(item))?.focus();
      return true;
    case "Enter":
    case " ":
      item.click();
      return true;
    case "*":
      for (const node of item.parentElement?.parentElement?.children ?? []) {
        const sibling = node.firstElementChild;
        if (sibling instanceof HTMLElement && sibling.getAttribute("aria-expanded") === "false")
          sibling.click();
      }
      return true;
    default:
      return key.length === 1 && typed(key, [...items.slice(at + 1), ...items.slice(0, at + 1)]);
  }
}

function typed(letter: string, items: readonly HTMLElement[]): boolean {
  const named = items.find((item) => item.textContent?.toLowerCase().startsWith(letter.toLowerCase()));
  named?.focus();
  return named !== undefined;
}

function level(item: HTMLElement | undefined): number {
  return Number(item?.getAttribute("aria-level") ?? 0);
}
