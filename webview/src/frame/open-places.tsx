import type { ComponentChildren, VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import type { FramePlace } from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/glyphs.tsx";
import { useFrame } from "./frame-context.ts";
import { placeOfElement } from "./frame-place.ts";

interface OpenPlacesProps {
  readonly class: string;
  readonly children: ComponentChildren;
  /** Set on the element. */
  readonly [attribute: `data-${string}`]: string | undefined;
}

interface Offered {
  readonly at: FramePlace;
  readonly top: number;
  readonly left: number;
}

/**
 * Follows links of the frame, and opens docs.json at what the author points at: with Alt and a click, with Alt+Enter, or by
 * the button that stands beside what the pointer is on. One listener for thousands of entries.
 */
export function OpenPlaces({ class: className, children, ...data }: OpenPlacesProps): VNode {
  const { onNavigate, onOpen, onReveal, opensTabs } = useFrame();
  const root = useRef<HTMLDivElement>(null);
  const [offered, setOffered] = useState<Offered>();
  const open = (event: Event): boolean => {
    const found = placeOfElement(event.target as Element);
    if (!found) return false;
    event.preventDefault();
    event.stopPropagation();
    onOpen(found.at);
    return true;
  };
  const onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return;
    const href = event.target.closest("a[href]")?.getAttribute("href");
    if (href == null) return;
    if (opensTabs && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    if (href.startsWith("#")) onReveal(href.slice(1));
    else onNavigate(href, placeOfElement(event.target)?.at);
  };
  const onPointerOver = (event: PointerEvent): void => {
    const target = event.target as Element;
    if (target.closest(".dw-site-open-place")) return;
    const found = event.pointerType === "touch" ? undefined : placeOfElement(target);
    const box = root.current?.getBoundingClientRect();
    if (!found || !box) return setOffered(undefined);
    const { top, right } = found.element.getBoundingClientRect();
    setOffered({ at: found.at, top: top - box.top, left: Math.min(right - box.left, box.width) });
  };
  return (
    <div
      ref={root}
      class={className}
      {...data}
      onClickCapture={(event) => void (event.altKey && open(event))}
      onKeyDownCapture={(event) => void (event.altKey && event.key === "Enter" && open(event))}
      onClick={onClick}
      onPointerOver={onPointerOver}
      onPointerLeave={() => setOffered(undefined)}
    >
      {children}
      {offered && (
        <button
          type="button"
          class="dw-site-open-place"
          tabIndex={-1}
          style={{ top: `${offered.top}px`, left: `${offered.left}px` }}
          title={`Open in ${fileOf(offered.at)} (Alt+Enter)`}
          aria-label={`Open in ${fileOf(offered.at)}`}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(offered.at);
          }}
        >
          <Glyph name="code" />
        </button>
      )}
    </div>
  );
}

function fileOf({ file }: FramePlace): string {
  return file.slice(file.lastIndexOf("/") + 1);
}
