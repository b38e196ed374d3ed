import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/**
 * Whether what stands for the reader's window (`.dw-root`, or the page alone) is at least so many pixels wide. At first the
 * window itself is asked, which costs no layout; what it really is comes with the first layout, before it is painted.
 */
export function useWide(page: RefObject<HTMLElement | null>, pixels: number): boolean {
  const [wide, setWide] = useState(() => window.innerWidth >= pixels);
  useLayoutEffect(() => {
    const element = page.current?.closest(".dw-root") ?? page.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWide(element.getBoundingClientRect().width >= pixels));
    observer.observe(element);
    return () => observer.disconnect();
  }, [pixels]);
  return wide;
}
