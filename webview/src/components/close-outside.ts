import { useLayoutEffect } from "preact/hooks";

/** Calls `close` when the user clicks or focuses something outside of `root` while it's open. */
export function useCloseOutside(
  root: { readonly current: HTMLElement | null },
  isOpen: boolean,
  close: () => void,
): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: Event): void => {
      if (!(target instanceof Node && root.current?.contains(target))) close();
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
    };
  }, [isOpen]);
}
