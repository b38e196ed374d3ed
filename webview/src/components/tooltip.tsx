import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type RenderedNodeProps, getSlot, getTextProp } from "../paint/node-props.ts";
import { toSafeLink } from "../paint/safe-attributes.ts";
import { Glyph } from "./icon.tsx";
import { useUniqueId } from "./tabs.tsx";

/**
 * `<Tooltip>`: an explanation of a term. The tooltip is shown while the term is hovered over or focused, and pressing
 * Escape closes it.
 */
export function Tooltip({ node, paint, position }: RenderedNodeProps): VNode {
  const id = useUniqueId();
  const termRef = useRef<HTMLButtonElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const closeTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const bubbleElement = bubble.current;
    if (!isOpen || !bubbleElement || !termRef.current) return;
    // A popover is in the top layer, so it can't be clipped by any box on the page.
    bubbleElement.showPopover();
    positionBubble(bubbleElement, termRef.current);
    const close = (): void => setOpen(false);
    addEventListener("scroll", close, { capture: true, passive: true });
    return () => {
      removeEventListener("scroll", close, { capture: true });
      if (bubbleElement.matches(":popover-open")) bubbleElement.hidePopover();
    };
  }, [isOpen]);
  useEffect(() => () => clearTimeout(closeTimer.current), []);
  const show = (): void => {
    clearTimeout(closeTimer.current);
    setOpen(true);
  };
  /** Closes the tooltip after a delay so that readers have enough time to reach a link in it. */
  const scheduleClose = (): void => {
    clearTimeout(closeTimer.current);
    closeTimer.current = setTimeout(() => setOpen(false), 150);
  };
  const headline = getSlot(node, "headline") ?? getSlot(node, "title");
  const tip = getSlot(node, "tip") ?? getSlot(node, "description");
  const cta = getSlot(node, "cta");
  const href = toSafeLink(getTextProp(node, "href"));
  return (
    <span
      class="dw-tooltip"
      onMouseEnter={show}
      onMouseLeave={scheduleClose}
      onFocusIn={show}
      onFocusOut={scheduleClose}
      onKeyDown={(event) => {
        if (event.key === "Escape") setOpen(false);
      }}
      {...position}
    >
      <button type="button" ref={termRef} class="dw-tooltip-word" aria-describedby={id} onClick={show}>
        {paint(node.children)}
      </button>
      <span ref={bubble} class="dw-tooltip-bubble" role="tooltip" id={id} popover="manual">
        {headline && <strong class="dw-tooltip-headline">{paint(headline)}</strong>}
        <span>{paint(tip)}</span>
        {cta && href !== undefined && (
          <a class="dw-tooltip-cta" href={href}>
            {paint(cta)} <Glyph name="arrow" />
          </a>
        )}
      </span>
    </span>
  );
}

const gap = 8;

/**
 * Places the tooltip above the term or, if there isn't enough space, below it. The tooltip always stays in the window.
 */
function positionBubble(bubble: HTMLElement, termElement: HTMLElement): void {
  const termRect = termElement.getBoundingClientRect();
  const bubbleRect = bubble.getBoundingClientRect();
  const left = termRect.left + termRect.width / 2 - bubbleRect.width / 2;
  const topAbove = termRect.top - bubbleRect.height - gap;
  bubble.style.left = `${Math.max(gap, Math.min(left, innerWidth - bubbleRect.width - gap))}px`;
  bubble.style.top = `${topAbove >= gap ? topAbove : termRect.bottom + gap}px`;
}
