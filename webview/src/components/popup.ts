import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Calls `close` when the user clicks or focuses something outside `root` while the popup is open. */
export function useOutsideClick(
  root: { readonly current: HTMLElement | null },
  isOpen: boolean,
  close: () => void,
): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const closeOnLeave = ({ target }: Event): void => {
      if (!(target instanceof Node && root.current?.contains(target))) close();
    };
    document.addEventListener("pointerdown", closeOnLeave);
    document.addEventListener("focusin", closeOnLeave);
    return () => {
      document.removeEventListener("pointerdown", closeOnLeave);
      document.removeEventListener("focusin", closeOnLeave);
    };
  }, [isOpen]);
}

/**
 * Returns the state of a list that opens below a button. Pressing Escape or clicking elsewhere closes the list. The
 * arrow keys, Home, and End move between its links. When the list is closed, the focus returns to the button.
 */
export function usePopup() {
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useOutsideClick(root, isOpen, () => setOpen(false));
  const onKeyDown = (event: KeyboardEvent): void => {
    const items = [...(root.current?.querySelectorAll<HTMLElement>("[data-popup] a, [data-popup] button") ?? [])];
    if (event.key === "Escape" && isOpen) {
      event.stopPropagation();
      setOpen(false);
      root.current?.querySelector<HTMLElement>("[aria-expanded]")?.focus();
      return;
    }
    const currentIndex = items.indexOf(document.activeElement as HTMLElement);
    const nextIndex = getNextIndex(event.key, currentIndex, items.length);
    if (nextIndex === undefined || !isOpen) return;
    event.preventDefault();
    items[nextIndex]?.focus();
  };
  return { root, open: isOpen, setOpen, onKeyDown };
}

function getNextIndex(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case "ArrowDown":
      return (index + 1) % count;
    case "ArrowUp":
      return (index + count - (index < 0 ? 0 : 1)) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
