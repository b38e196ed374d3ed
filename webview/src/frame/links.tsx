import { type ComponentChildren, createElement, Fragment, type VNode } from "preact";
import type { ViewNode } from "../../../server/src/core/preview/view/page-view.ts";
import type { FrameIcon, FrameLink } from "../../../server/src/core/preview/view/site-frame.ts";
import { IconSvg } from "../components/icon.tsx";
import { toSafeLink } from "../paint/safe-attributes.ts";
import { getSourceAttributes, getImageUrl, useFrame } from "./frame-context.tsx";

interface LinkIconProps {
  readonly icon: FrameIcon | undefined;
  readonly color?: { readonly light?: string; readonly dark?: string } | undefined;
}

/** The icon next to the text of a link. */
export function LinkIcon({ icon, color }: LinkIconProps): VNode | null {
  const services = useFrame();
  if (!icon) return null;
  const style = {
    ...(color?.light && { "--site-icon-light": color.light }),
    ...(color?.dark && { "--site-icon-dark": color.dark }),
  };
  const source = "image" in icon ? getImageUrl(services, icon.image) : undefined;
  return (
    <span class="dw-site-link-icon" data-colored={color ? "" : undefined} style={style} aria-hidden="true">
      {"image" in icon ? source && <img src={source} alt="" /> : <IconSvg icon={icon} />}
    </span>
  );
}

interface ChromeLinkProps {
  readonly link: Pick<FrameLink, "href" | "isExternal" | "isMissing" | "location">;
  readonly class: string;
  readonly current?: "page" | "true" | undefined;
  readonly label?: string;
  readonly children: ComponentChildren;
}

/**
 * A link in the frame around the page. If the link has no target, it's plain text. `NavigableFrame` handles the clicks.
 */
export function ChromeLink({ link, class: className, current, label, children }: ChromeLinkProps): VNode {
  const href = toSafeLink(link.href);
  const linkAttributes = {
    ...getSourceAttributes(link.location),
    "aria-label": label,
    "data-missing": link.isMissing ? "" : undefined,
  };
  if (href === undefined)
    return (
      <span class={className} {...linkAttributes}>
        {children}
      </span>
    );
  return (
    <a
      class={className}
      href={href}
      aria-current={current}
      rel={link.isExternal ? "noopener noreferrer" : undefined}
      {...linkAttributes}
    >
      {children}
    </a>
  );
}

/** Docwright's own 16 × 16 icons for the frame, drawn in the text color. */
const iconPaths = {
  menu: "M2.5 4h11M2.5 8h11M2.5 12h11",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.7 10.7 14 14",
  sun: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9",
  moon: "M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5 5.8 5.8 0 1 0 13.5 9.6Z",
  previous: "M12.5 8H3M7 4 3 8l4 4",
  list: "M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1",
  globe:
    "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2 8h12M8 2c1.7 1.6 2.6 3.700 2.600 6S9.700 12.400 8 14c-1.700-1.600-2.600-3.700-2.600-6S6.300 3.600 8 2Z",
} as const;

interface FrameGlyphProps {
  readonly name: keyof typeof iconPaths;
}

/** A decorative icon next to text with the same meaning. Screen readers skip it. */
export function FrameGlyph({ name }: FrameGlyphProps): VNode {
  return (
    <svg class="dw-glyph" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={iconPaths[name]} />
    </svg>
  );
}

/** The only elements that a banner or an error page can contain. */
const allowedTags: ReadonlySet<string> = new Set(["a", "br", "code", "del", "em", "span", "strong", "sub", "sup", "u"]);

interface InlineNodesProps {
  readonly nodes: readonly ViewNode[];
}

/** Text that can contain emphasis, code, and links. Other elements are reduced to their text. */
export function InlineNodes({ nodes }: InlineNodesProps): VNode {
  return <Fragment>{nodes.map(paintNode)}</Fragment>;
}

function paintNode(node: ViewNode): ComponentChildren {
  if (typeof node === "string") return node;
  const children = (node.children ?? []).map(paintNode);
  if (!allowedTags.has(node.tag)) return createElement(Fragment, null, children);
  if (node.tag === "br") return createElement("br", null);
  const href = node.tag === "a" ? toSafeLink(node.props?.["href"]) : undefined;
  return createElement(node.tag, href === undefined ? null : { href }, children);
}
