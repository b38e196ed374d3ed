import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useOwnId } from "../components/use-id.ts";
import { useSay } from "./panel-words.ts";

interface MenuChipProps {
  readonly label: string;
  /** What is chosen; absent when nothing is. */
  readonly value?: string | undefined;
  readonly kind?: "chip" | "button";
  readonly hint?: string | undefined;
  /** Where its panel is put. */
  readonly side?: "left" | "right";
  readonly children: (close: () => void) => ComponentChildren;
}

/** A chip that opens a panel of choices. Escape and a click elsewhere close it, and the focus goes back to the chip. */
export function MenuChip({
  label,
  value,
  kind = "chip",
  hint,
  side = "left",
  children,
}: MenuChipProps): VNode {
  const say = useSay();
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useOwnId();
  useLayoutEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: Event): void => {
      if (!(target instanceof Node && root.current?.contains(target))) setOpen(false);
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    root.current?.querySelector<HTMLElement>(".dwf-menu :is(input, button)")?.focus();
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
    };
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    root.current?.querySelector<HTMLElement>("button")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys of the panel do nothing to the list behind it.
    if (isOpen) event.stopPropagation();
    if (isOpen && event.key === "Escape") close();
  };
  return (
    <div class="dwf-menu-place" ref={root} onKeyDown={onKeyDown} data-side={side}>
      <button
        type="button"
        class={kind === "chip" ? "dwf-chip" : "dwf-button"}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-set={value !== undefined}
        title={hint}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        {value !== undefined && (
          <span class="dwf-chip-value">
            {say("colon")}
            {value}
          </span>
        )}
        <span aria-hidden="true" class="dwf-caret">
          ▾
        </span>
      </button>
      {isOpen && (
        <div class="dwf-menu" id={id} role="group" aria-label={label}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
