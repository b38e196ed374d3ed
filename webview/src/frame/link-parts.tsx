import type { ComponentChildren, VNode } from "preact";
import type { FrameIcon, FrameLink } from "../../../server/src/core/preview/view/site-frame.ts";
import { IconDrawing } from "../components/icon.tsx";
import { safeLink } from "../paint/safe-link.ts";
import { sourceAddress, useFrame } from "./frame-context.ts";
import { placeMark } from "./frame-place.ts";

interface LinkIconProps {
  readonly icon: FrameIcon | undefined;
  readonly color?: { readonly light?: string; readonly dark?: string } | undefined;
}

/** The icon beside the words of a link. */
export function LinkIcon({ icon, color }: LinkIconProps): VNode | null {
  const services = useFrame();
  // A name that the library does not have shows nothing, as on the published site.
  if (!icon || ("name" in icon && !icon.marks?.length)) return null;
  const style = {
    ...(color?.light && { "--site-icon-light": color.light }),
    ...(color?.dark && { "--site-icon-dark": color.dark }),
  };
  const source = "picture" in icon ? sourceAddress(services, icon.picture) : undefined;
  return (
    <span class="dw-site-link-icon" data-colored={color ? "" : undefined} style={style} aria-hidden="true">
      {"picture" in icon ? source && <img src={source} alt="" /> : <IconDrawing icon={icon} />}
    </span>
  );
}

interface ChromeLinkProps {
  readonly link: Pick<FrameLink, "href" | "external" | "missing" | "at">;
  readonly class: string;
  readonly current?: "page" | "true" | undefined;
  readonly label?: string;
  readonly children: ComponentChildren;
}

/** A link of the frame; words only where it leads nowhere. Clicks are followed by `OpenPlaces`. */
export function ChromeLink({ link, class: className, current, label, children }: ChromeLinkProps): VNode {
  const href = safeLink(link.href);
  const more = { ...placeMark(link.at), "aria-label": label, "data-missing": link.missing ? "" : undefined };
  if (href === undefined)
    return (
      <span class={className} {...more}>
        {children}
      </span>
    );
  return (
    <a
      class={className}
      href={href}
      aria-current={current}
      rel={link.external ? "noopener noreferrer" : undefined}
      {...more}
    >
      {children}
    </a>
  );
}
