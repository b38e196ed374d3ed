import type { VNode } from "preact";
import { usePage } from "../paint/page-context.ts";
import { type PieceProps, propOf, slotOf, textOf, textsOf } from "../paint/piece.ts";
import { plainText } from "../paint/plain-text.ts";
import { CopyButton } from "./copy-button.tsx";
import { Glyph } from "./glyphs.tsx";
import { iconOf } from "./icon.tsx";

/** `<Prompt>`: words for an assistant, to be copied or opened there. Readers see only what it is for. */
export function Prompt({ node, paint, mark }: PieceProps): VNode {
  const { onFollow } = usePage();
  const actions = propOf(node, "actions") === undefined ? ["copy"] : textsOf(node, "actions");
  const text = (): string => textOf(node, "source") ?? plainText(node.children);
  return (
    <div class="dw-prompt" {...mark}>
      <span class="dw-prompt-icon" aria-hidden="true">
        {slotOf(node, "icon") ? iconOf(node, paint) : <Glyph name="prompt" />}
      </span>
      <div class="dw-prompt-words dw-flow">{paint(slotOf(node, "description"))}</div>
      <div class="dw-prompt-actions">
        {actions.includes("copy") && (
          <CopyButton class="dw-button" label="Copy the prompt" words="Copy prompt" text={text} />
        )}
        {actions.includes("cursor") && (
          <button
            type="button"
            class="dw-button"
            onClick={() => onFollow(`https://cursor.com/link/prompt?text=${encodeURIComponent(text())}`)}
          >
            <Glyph name="outward" />
            Open in Cursor
          </button>
        )}
      </div>
    </div>
  );
}
