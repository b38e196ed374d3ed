import type { VNode } from "preact";
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
  const shown = contents.filter(({ depth }) => depth <= deepest);
  const current = useScrollSpy(shown);
  if (shown.length === 0) return null;
  const top = Math.min(...shown.map(({ depth }) => depth));
  return (
    <nav class="dw-site-contents" aria-label={onThisPage}>
      <div class="dw-site-contents-title">
        <FrameGlyph name="list" />
        <span>{onThisPage}</span>
      </div>
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
    </nav>
  );
}
