import { lineAt, topOfLine } from "./scroll-map.ts";

/** Who scrolls leads for so long, and the other does not answer back. Milliseconds. */
const leadMilliseconds = 150;
const mostLooks = 4;

export interface ScrollSync {
  /** The editor shows this line at its upper edge. */
  readonly follow: (line: number) => void;
  /** The page is about to be scrolled by itself: nobody is told. */
  readonly keepQuiet: () => void;
  readonly end: () => void;
}

/** Tells the line at the upper edge when the reader scrolls, and scrolls to the line that the editor shows. */
export function scrollSync(
  root: () => ParentNode | null,
  edge: () => number,
  onScrolled: (line: number) => void,
): ScrollSync {
  let quietUntil = 0;
  let leadsUntil = 0;
  let told = -1;
  let frame = 0;
  let placing = 0;
  const keepQuiet = (): void => {
    quietUntil = performance.now() + leadMilliseconds;
  };
  const tell = (): void => {
    frame = 0;
    const at = root();
    const line = at && lineAt(at, edge());
    const whole = Math.floor(line ?? 0);
    if (whole === told) return;
    told = whole;
    onScrolled(whole);
  };
  const onScroll = (): void => {
    const now = performance.now();
    if (now < quietUntil) return;
    leadsUntil = now + leadMilliseconds;
    frame ||= requestAnimationFrame(tell);
  };
  document.addEventListener("scroll", onScroll, { passive: true });
  document.addEventListener("scrollend", onScroll, { passive: true });
  /** Blocks that come into sight are laid out only then and push the others about, so that a second look is needed. */
  const place = (line: number, looks: number): void => {
    const at = root();
    if (!at || performance.now() < leadsUntil) return;
    const top = line <= 0 ? edge() - window.scrollY : topOfLine(at, line);
    if (top === undefined || Math.abs(top - edge()) < 1) return;
    keepQuiet();
    window.scrollBy({ top: top - edge(), behavior: "instant" });
    if (looks > 1) placing = requestAnimationFrame(() => place(line, looks - 1));
  };
  return {
    follow: (line) => {
      cancelAnimationFrame(placing);
      place(line, mostLooks);
    },
    keepQuiet,
    end: () => {
      document.removeEventListener("scroll", onScroll);
      document.removeEventListener("scrollend", onScroll);
      cancelAnimationFrame(frame);
      cancelAnimationFrame(placing);
    },
  };
}
