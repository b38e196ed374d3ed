import type { VNode } from "preact";
import type { FramePage } from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/glyphs.tsx";
import { placeMark } from "./frame-place.ts";
import { ChromeLink } from "./link-parts.tsx";

interface EyebrowProps {
  readonly page: Pick<FramePage, "eyebrows" | "trail">;
}

/** Above the title: the group, or the whole way to the page. */
export function Eyebrow({ page: { eyebrows, trail } }: EyebrowProps): VNode {
  if (!trail)
    return (
      <>
        {eyebrows.map(({ label, at }, index) => (
          <span key={index} {...placeMark(at)}>
            {label}
          </span>
        ))}
      </>
    );
  return (
    <nav class="dw-site-breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        {eyebrows.map((link, index) => (
          <li key={index}>
            {index > 0 && <Glyph name="chevron" class="dw-site-breadcrumb-mark" />}
            <ChromeLink link={link} class="dw-site-breadcrumb">
              {link.label}
            </ChromeLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}
