import type { VNode } from "preact";
import { choiceOf, type Piece, type PieceProps, slotOf, textOf } from "../paint/piece.ts";
import { safeStyle } from "../paint/safe-style.ts";
import { Glyph, type GlyphName } from "./glyphs.tsx";
import { iconOf } from "./icon.tsx";

export const calloutKinds = ["info", "warning", "note", "tip", "check", "danger"] as const;
type CalloutKind = (typeof calloutKinds)[number];

interface CalloutLook {
  readonly glyph: GlyphName;
  /** Said to those who do not see the colour. */
  readonly label: string;
}

const looks: Readonly<Record<CalloutKind | "custom", CalloutLook>> = {
  info: { glyph: "info", label: "Info" },
  warning: { glyph: "warning", label: "Warning" },
  note: { glyph: "note", label: "Note" },
  tip: { glyph: "tip", label: "Tip" },
  check: { glyph: "ok", label: "Check" },
  danger: { glyph: "danger", label: "Danger" },
  custom: { glyph: "info", label: "Note" },
};

/** A callout of one of the six kinds that have a tag of their own. */
export function calloutOf(kind: CalloutKind): Piece {
  return (props) => <CalloutBox {...props} kind={kind} />;
}

/** `<Callout>`: any colour and icon, or one of the kinds by `variant`. */
export function Callout(props: PieceProps): VNode {
  return <CalloutBox {...props} kind={choiceOf(props.node, "variant", calloutKinds) ?? "custom"} />;
}

function CalloutBox({
  node,
  paint,
  mark,
  kind,
}: PieceProps & { readonly kind: CalloutKind | "custom" }): VNode {
  const { label } = looks[kind];
  const title = slotOf(node, "title");
  const icon = slotOf(node, "icon") ? iconOf(node, paint) : kind !== "custom" && <CalloutGlyph kind={kind} />;
  return (
    <div
      class={`dw-callout dw-tone-${kind}`}
      style={toneStyle(textOf(node, "color"))}
      role="note"
      aria-label={textOf(node, "ariaLabel") ?? label}
      {...mark}
    >
      {icon && (
        <span class="dw-callout-icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <div class="dw-callout-body dw-flow">
        {title && <p class="dw-callout-title">{paint(title)}</p>}
        {paint(node.children)}
      </div>
    </div>
  );
}

export function CalloutGlyph({ kind }: { readonly kind: CalloutKind }): VNode {
  return <Glyph name={looks[kind].glyph} />;
}

/** A colour of the author's in place of the kind's. */
function toneStyle(color: string | undefined): Record<string, string> | undefined {
  return color === undefined ? undefined : safeStyle({ "--dw-tone": color });
}
