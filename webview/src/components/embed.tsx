import type { VNode } from "preact";
import { type PieceProps, textOf } from "../paint/piece.ts";
import { safeLink } from "../paint/safe-link.ts";
import { Glyph } from "./glyphs.tsx";

/** `#embed`: a page of another site, which is not loaded here, with its address. */
export function Embed({ node, mark }: PieceProps): VNode {
  const src = safeLink(textOf(node, "src")) ?? "";
  const host = textOf(node, "host") ?? "";
  return (
    <div class="dw-embed" {...mark}>
      <Glyph name="window" />
      <div class="dw-embed-words">
        <div class="dw-embed-title">{textOf(node, "title") ?? (host || "Embedded page")}</div>
        <div class="dw-embed-note">Readers see this page here. It is not loaded in the preview.</div>
        {src !== "" && <code class="dw-embed-address">{src}</code>}
      </div>
      {/^https?:/i.test(src) && (
        <a class="dw-button" href={src}>
          <Glyph name="outward" />
          Open in browser
        </a>
      )}
    </div>
  );
}
