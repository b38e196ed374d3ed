import type { VNode } from "preact";
import { useReducer } from "preact/hooks";
import type { FrameBanner } from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/glyphs.tsx";
import { useFrame } from "./frame-context.ts";
import { placeMark } from "./frame-place.ts";
import { InlineNodes } from "./inline-nodes.tsx";

interface BannerProps {
  readonly banner: FrameBanner;
}

/** The announcement above every page. Closed, it stays closed until it says something else. */
export function Banner({ banner }: BannerProps): VNode | null {
  const { state } = useFrame();
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  const key = `frame:banner:${banner.text.slice(0, 200)}`;
  if (state.get(key) === true) return null;
  const style = {
    ...(banner.light && { "--dw-banner-light": banner.light }),
    ...(banner.dark && { "--dw-banner-dark": banner.dark }),
  };
  return (
    <section
      class="dw-banner"
      aria-label="Announcement"
      data-type={banner.type}
      style={style}
      {...placeMark(banner.at)}
    >
      <div class="dw-banner-text">
        <InlineNodes nodes={banner.content} />
      </div>
      {banner.dismissible && (
        <button
          type="button"
          class="dw-icon-button dw-banner-close"
          aria-label="Close the announcement"
          onClick={() => {
            state.set(key, true);
            repaint();
          }}
        >
          <Glyph name="cross" />
        </button>
      )}
    </section>
  );
}
