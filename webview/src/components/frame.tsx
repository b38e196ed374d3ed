import type { VNode } from "preact";
import { FrameContext } from "../paint/page-context.ts";
import { type PieceProps, slotOf, textOf } from "../paint/piece.ts";

/** `<Frame>`: a picture or film on a ground of its own, with words above and below. */
export function Frame({ node, paint, mark }: PieceProps): VNode {
  const hint = slotOf(node, "hint") ?? slotOf(node, "title");
  const caption = slotOf(node, "caption") ?? slotOf(node, "description");
  const className = textOf(node, "className") ?? textOf(node, "class");
  return (
    <figure class={className ? `dw-frame ${className}` : "dw-frame"} {...mark}>
      {hint && <div class="dw-frame-hint">{paint(hint)}</div>}
      <div class="dw-frame-ground">
        <div class="dw-frame-picture">
          <FrameContext.Provider value>{paint(node.children)}</FrameContext.Provider>
        </div>
        {caption && <figcaption class="dw-frame-caption">{paint(caption)}</figcaption>}
      </div>
    </figure>
  );
}
