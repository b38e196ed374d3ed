import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { safeStyle } from "../paint/safe-style.ts";
import { Glyph } from "./glyphs.tsx";

interface BannerProps {
  readonly type: "info" | "warning" | "critical";
  /** Of the appearance that is shown, in place of the type's. */
  readonly color?: string | undefined;
  readonly dismissible: boolean;
  /** The text, painted. */
  readonly children: ComponentChildren;
}

/** The strip above the site, of docs.json. It comes back with other words. */
export function Banner({ type, color, dismissible, children }: BannerProps): VNode | null {
  const [dismissed, setDismissed] = useState(false);
  if (dismissed) return null;
  return (
    <div
      class={`dw-banner dw-banner-${type}`}
      role="region"
      aria-label="Banner"
      style={color === undefined ? undefined : safeStyle({ "--dw-banner": color })}
    >
      <div class="dw-banner-words">{children}</div>
      {dismissible && (
        <button
          type="button"
          class="dw-banner-close"
          aria-label="Close the banner"
          onClick={() => setDismissed(true)}
        >
          <Glyph name="cross" />
        </button>
      )}
    </div>
  );
}
