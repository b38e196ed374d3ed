import type { ComponentChildren, VNode } from "preact";
import {
  getChoiceProp,
  getFlagProp,
  getNumberProp,
  type RenderedNodeProps,
  getSlot,
  getTextProp,
} from "../paint/node-props.ts";
import { isExternal, toSafeLink, toSafeStyle } from "../paint/safe-attributes.ts";
import { CalloutGlyph, calloutKinds } from "./callout.tsx";
import { Glyph, renderIcon } from "./icon.tsx";

/** `<Card>`: a link with a title, an icon or image, and a short description. */
export function Card({ node, paint, position }: RenderedNodeProps): VNode {
  const href = toSafeLink(getTextProp(node, "href"));
  const isDisabled = getFlagProp(node, "disabled") ?? false;
  const kind = getChoiceProp(node, "type", calloutKinds);
  const title = getSlot(node, "title");
  const callToAction = getSlot(node, "cta");
  const isLink = href !== undefined && !isDisabled;
  const hasArrow = getFlagProp(node, "arrow") ?? (href !== undefined && isExternal(href));
  const icon = getSlot(node, "icon") ? renderIcon(node, paint) : kind && <CalloutGlyph kind={kind} />;
  const image = getTextProp(node, "img") ?? node.slots?.["img"];
  const classes = [
    "dw-card",
    getFlagProp(node, "horizontal") ? "dw-card-horizontal" : "",
    isLink ? "dw-card-link" : "",
    isDisabled ? "dw-card-disabled" : "",
    kind ? `dw-card-typed dw-tone-${kind}` : "",
    getTextProp(node, "className") ?? "",
  ];
  const content = (
    <>
      {image !== undefined && (
        <div class="dw-card-image">
          {paint(typeof image === "string" ? [{ tag: "#image", props: { kind: "img", src: image, alt: "" } }] : image)}
        </div>
      )}
      <div class="dw-card-inside">
        {icon && (
          <span
            class="dw-card-icon"
            style={toSafeStyle({ color: getTextProp(node, "color") ?? null })}
            aria-hidden="true"
          >
            {icon}
          </span>
        )}
        <div class="dw-card-words">
          {title && <div class="dw-card-title">{paint(title)}</div>}
          {node.children && node.children.length > 0 && <div class="dw-card-body dw-flow">{paint(node.children)}</div>}
          {callToAction && (
            <div class="dw-card-cta">
              {paint(callToAction)} <Glyph name="arrow" />
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
      {...position}
      disabled={isDisabled}
    >
      {content}
    </LinkOrBox>
  );
}

interface LinkOrBoxProps {
  readonly href: string | undefined;
  readonly class: string;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

/** A link that wraps its content, or a plain box if there's no URL. */
export function LinkOrBox({ href, disabled, children, ...attributes }: LinkOrBoxProps): VNode {
  if (href !== undefined)
    return (
      <a href={href} {...attributes}>
        {children}
      </a>
    );
  return (
    <div aria-disabled={disabled || undefined} {...attributes}>
      {children}
    </div>
  );
}

/** `<Tile>`: an image on a patterned background, with a title below it. */
export function Tile({ node, paint, position }: RenderedNodeProps): VNode {
  const href = toSafeLink(getTextProp(node, "href"));
  const title = getSlot(node, "title");
  const description = getSlot(node, "description");
  return (
    <LinkOrBox href={href} class="dw-tile" {...position}>
      <div class="dw-tile-picture">{paint(node.children)}</div>
      {title && <div class="dw-tile-title">{paint(title)}</div>}
      {description && <div class="dw-tile-description">{paint(description)}</div>}
    </LinkOrBox>
  );
}

/** `<Tiles>`: a grid of tiles. */
export function Tiles({ node, paint, position }: RenderedNodeProps): VNode {
  return (
    <div class="dw-columns dw-columns-3" {...position}>
      {paint(node.children)}
    </div>
  );
}

/** `<Columns>` and `<CardGroup>`: one to four columns. If they don't fit, fewer columns are shown. */
export function Columns({ node, paint, position }: RenderedNodeProps): VNode {
  const cols = Math.min(4, Math.max(1, Math.round(getNumberProp(node, "cols") ?? 2)));
  const className = getTextProp(node, "className");
  return (
    <div class={`dw-columns dw-columns-${cols}${className ? ` ${className}` : ""}`} {...position}>
      {paint(node.children)}
    </div>
  );
}

export function Column({ node, paint, position }: RenderedNodeProps): VNode {
  return (
    <div class="dw-column dw-flow" {...position}>
      {paint(node.children)}
    </div>
  );
}
