import type { ComponentChildren, VNode } from "preact";
import { useFound } from "./use-choice.ts";
import { useOwnId } from "./use-id.ts";
import { Glyph } from "./glyphs.tsx";
import type { SourceMark } from "../paint/piece.ts";

interface DisclosureProps {
  readonly class: string;
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
  readonly head: ComponentChildren;
  readonly children: ComponentChildren;
  readonly mark: SourceMark;
  readonly anchor?: string | undefined;
}

/** A line that opens and closes what is under it. What is closed stays on the page, so that a search finds it. */
export function Disclosure({
  class: className,
  open,
  onToggle,
  head,
  children,
  mark,
  anchor,
}: DisclosureProps): VNode {
  const id = useOwnId();
  const body = useFound(() => onToggle(true));
  return (
    <div class={className} id={anchor} data-open={open} {...mark}>
      <button
        type="button"
        class="dw-disclosure-head"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onToggle(!open)}
      >
        <Glyph name="chevron" class="dw-disclosure-mark" />
        {head}
      </button>
      <div ref={body} class="dw-disclosure-body" id={id} hidden={open ? undefined : "until-found"}>
        <div class="dw-disclosure-inside dw-flow">{children}</div>
      </div>
    </div>
  );
}
