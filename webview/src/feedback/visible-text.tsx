import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { visiblePieces } from "../../../server/src/feedback/view/visible-text.ts";

/** What somebody wrote, as plain text; characters that cannot be seen are named. */
export function VisibleText({ text }: { readonly text: string }): VNode {
  const pieces = useMemo(() => visiblePieces(text), [text]);
  return (
    <bdi>
      {pieces.map(({ text: piece, isHidden }, at) =>
        isHidden ? (
          <span key={at} class="dwf-hidden">
            {piece}
          </span>
        ) : (
          piece
        ),
      )}
    </bdi>
  );
}
