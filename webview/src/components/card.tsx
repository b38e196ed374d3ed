import type { ComponentChildren, VNode } from "preact";
import { choiceOf, flagOf, type PieceProps, slotOf, textOf } from "../paint/piece.ts";
import { isExternal, safeLink } from "../paint/safe-link.ts";
import { safeStyle } from "../paint/safe-style.ts";
import { CalloutGlyph, calloutKinds } from "./callout.tsx";
import { Glyph } from "./glyphs.tsx";
import { iconOf } from "./icon.tsx";

/** `<Card>`: a link with a title, an icon or picture, and a few words. */
export function Card({ node, paint, mark }: PieceProps): VNode {
  const href = safeLink(textOf(node, "href"));
  const disabled = flagOf(node, "disabled") ?? false;
  const kind = choiceOf(node, "type", calloutKinds);
  const title = slotOf(node, "title");
  const cta = slotOf(node, "cta");
  const isLink = href !== undefined && !disabled;
  const hasArrow = flagOf(node, "arrow") ?? (href !== undefined && isExternal(href));
  const icon = slotOf(node, "icon") ? iconOf(node, paint) : kind && <CalloutGlyph kind={kind} />;
  const image = textOf(node, "img") ?? node.slots?.["img"];
  const classes = [
    "dw-card",
    flagOf(node, "horizontal") ? "dw-card-horizontal" : "",
    isLink ? "dw-card-link" : "",
    disabled ? "dw-card-disabled" : "",
    kind ? `dw-card-typed dw-tone-${kind}` : "",
    textOf(node, "className") ?? "",
  ];
  const inside = (
    <>
      {image !== undefined && (
        <div class="dw-card-image">
          {paint(
            typeof image === "string"
              ? [{ tag: "#image", props: { kind: "img", src: image, alt: "" } }]
              : image,
          )}
        </div>
      )}
      <div class="dw-card-inside">
        {icon && (
          <span
            class="dw-card-icon"
            style={safeStyle({ color: textOf(node, "color") ?? null })}
            aria-hidden="true"
          >
            {icon}
          </span>
        )}
        <div class="dw-card-words">
          {title && <div class="dw-card-title">{paint(title)}</div>}
          {node.children && node.children.length > 0 && (
            <div class="dw-card-body dw-flow">{paint(node.children)}</div>
          )}
          {cta && (
            <div class="dw-card-cta">
              {paint(cta)} <Glyph name="arrow" />
            </div>
          )}
        </div>
      </div>
      {hasArrow && <Glyph name="outward" class="dw-card-arrow" />}
    </>
  );
  return (
    <LinkOrBox
      href={isLink ? href : undefined}
      class={classes.filter(Boolean).join(" ")}
      {...mark}
      disabled={disabled}
    >
      {inside}
    </LinkOrBox>
  );
}

interface LinkOrBoxProps {
  readonly href: string | undefined;
  readonly class: string;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

/** A link around what it shows; or a box, where there is nowhere to go. */
export function LinkOrBox({ href, disabled, children, ...more }: LinkOrBoxProps): VNode {
  if (href !== undefined)
    return (
      <a href={href} {...more}>
        {children}
      </a>
    );
  return (
    <div aria-disabled={disabled || undefined} {...more}>
      {children}
    </div>
  );
}
