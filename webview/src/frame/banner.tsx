import type { VNode } from "preact";
import { useReducer } from "preact/hooks";
import type { FrameBanner } from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/glyphs.tsx";
import { useFrame } from "./frame-context.ts";
import { placeMark } from "./frame-place.ts";
import { InlineNodes } from "./inline-nodes.tsx";
import { textOn } from "./look-style.ts";

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
    ...(banner.light && {
      "--site-banner-light": banner.light,
      "--site-on-banner-light": textOn(banner.light),
    }),
    ...(banner.dark && { "--site-banner-dark": banner.dark, "--site-on-banner-dark": textOn(banner.dark) }),
  };
  return (
    <section
      class="dw-site-banner"
      aria-label="Announcement"
      data-type={banner.type}
      style={style}
      {...placeMark(banner.at)}
    >
      <div class="dw-site-banner-text">
        <InlineNodes nodes={banner.content} />
      </div>
      {banner.dismissible && (
        <button
          type="button"
          class="dw-site-icon-button dw-site-banner-close"
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
