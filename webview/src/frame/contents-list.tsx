import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { ContentsEntry } from "../../../server/src/core/preview/view/page-view.ts";
import { useFrame, useFrameLabels } from "./frame-context.tsx";
import { FrameGlyph } from "./links.tsx";

/** The distance in pixels below a heading's scroll position within which the heading still counts as being read. */
const scrollTolerance = 16;
/** The default reading line, in pixels below the top edge, for headings without a scroll margin. */
const defaultReadingLine = 120;

/** Returns the ID of the heading whose section is at the top of the window, or `undefined` above the first heading. */
export function useScrollSpy(entries: readonly ContentsEntry[]): string | undefined {
  const [currentId, setCurrentId] = useState<string>();
  const key = entries.map(({ id }) => id).join(" ");
  useEffect(() => {
    const ids = key === "" ? [] : key.split(" ");
    let frame = 0;
    const updateHeading = (): void => {
      frame = 0;
      setCurrentId(findTopHeadingId(ids));
    };
    const requestUpdate = (): void => {
      frame ||= requestAnimationFrame(updateHeading);
    };
    updateHeading();
    // The listener uses the capture phase so that it's also called when a box in the window is scrolled.
    document.addEventListener("scroll", requestUpdate, { capture: true, passive: true });
    return () => {
      document.removeEventListener("scroll", requestUpdate, { capture: true });
      cancelAnimationFrame(frame);
    };
  }, [key]);
  return currentId;
}

/** A binary search works because headings are in page order. */
function findTopHeadingId(ids: readonly string[]): string | undefined {
  const heading = document.getElementById(ids[0] ?? "");
  const margin = heading ? Number.parseFloat(getComputedStyle(heading).scrollMarginTop) : 0;
  const readingLine = margin > 0 ? margin + scrollTolerance : defaultReadingLine;
  let start = 0;
  let end = ids.length;
  while (start < end) {
    const middle = (start + end) >> 1;
    const headingTop = document.getElementById(ids[middle] ?? "")?.getBoundingClientRect().top;
    // A heading that isn't rendered yet is further down.
    if (headingTop !== undefined && headingTop <= readingLine) start = middle + 1;
    else end = middle;
  }
  return ids[start - 1];
}

interface ContentsListProps {
  readonly contents: readonly ContentsEntry[];
}

/** The maximum depth of the listed headings. */
const maxDepth = 3;

/** “On this page”: a list of the headings that marks the one being read. */
export function ContentsList({ contents }: ContentsListProps): VNode | null {
  const { onReveal } = useFrame();
  const { onThisPage: contentsLabel } = useFrameLabels();
  const entries = useMemo(() => contents.filter(({ depth }) => depth <= maxDepth), [contents]);
  const currentId = useScrollSpy(entries);
  // The list is memoized, because a page can have a thousand headings, and most edits don't change any of them.
  const listElement = useMemo(() => {
    const minDepth = Math.min(...entries.map(({ depth }) => depth));
    return (
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} data-depth={entry.depth - minDepth}>
            <a
              href={`#${entry.id}`}
              aria-current={entry.id === currentId ? "true" : undefined}
              onClick={(event) => {
                event.preventDefault();
                onReveal(entry.id);
              }}
            >
              {entry.text}
            </a>
          </li>
        ))}
      </ul>
    );
  }, [entries, currentId, onReveal]);
  if (entries.length === 0) return null;
  return (
    <nav class="dw-site-contents" aria-label={contentsLabel}>
      <div class="dw-site-contents-title">
        <FrameGlyph name="list" />
        <span>{contentsLabel}</span>
      </div>
      {listElement}
    </nav>
  );
}
