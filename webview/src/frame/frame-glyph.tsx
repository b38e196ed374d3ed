import type { VNode } from "preact";

/** Drawings of our own for the frame, 16 by 16, in lines of the colour of the text. */
const drawings = {
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
  readonly name: keyof typeof drawings;
}

/** Beside words that say the same: nothing for those who listen. */
export function FrameGlyph({ name }: FrameGlyphProps): VNode {
  return (
    <svg class="dw-glyph" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={drawings[name]} />
    </svg>
  );
}
