import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** Whether what stands for the reader's window (`.dw-root`, or the page alone) is at least so many pixels wide. */
export function useWide(page: RefObject<HTMLElement | null>, pixels: number): boolean {
  const [wide, setWide] = useState(false);
  useLayoutEffect(() => {
    const element = page.current?.closest(".dw-root") ?? page.current;
    if (!element) return;
    const measure = (): void => setWide(element.getBoundingClientRect().width >= pixels);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [pixels]);
  return wide;
}
