import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { ContentsEntry } from "../../../server/src/core/preview/view/page-view.ts";
import { useFrame } from "./frame-context.ts";
import { FrameGlyph } from "./frame-glyph.tsx";
import { useWords } from "./frame-words.ts";
import { useScrollSpy } from "./use-scroll-spy.ts";

interface ContentsListProps {
  readonly contents: readonly ContentsEntry[];
}

/** Deeper headings are left out. */
const deepest = 3;

/** “On this page”: the headings, with the one that is being read marked. */
export function ContentsList({ contents }: ContentsListProps): VNode | null {
  const { onReveal } = useFrame();
  const { onThisPage } = useWords();
  const shown = useMemo(() => contents.filter(({ depth }) => depth <= deepest), [contents]);
  const current = useScrollSpy(shown);
  // Of a page with a thousand headings an edit mostly concerns none.
  const list = useMemo(() => {
    const top = Math.min(...shown.map(({ depth }) => depth));
    return (
      <ul>
        {shown.map((entry) => (
          <li key={entry.id} data-depth={entry.depth - top}>
            <a
              href={`#${entry.id}`}
              aria-current={entry.id === current ? "true" : undefined}
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
  }, [shown, current, onReveal]);
  if (shown.length === 0) return null;
  return (
    <nav class="dw-site-contents" aria-label={onThisPage}>
      <div class="dw-site-contents-title">
        <FrameGlyph name="list" />
        <span>{onThisPage}</span>
      </div>
      {list}
    </nav>
  );
}
