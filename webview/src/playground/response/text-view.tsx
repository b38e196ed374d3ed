import type { ComponentChildren, HTMLAttributes, VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

/** Pixels; the style sheet gives rows the same height. */
export const rowHeight = 21;
const maxHeight = 420;
/** Rows beyond the edge, so that none is missing while it is scrolled. */
const spare = 12;

interface VirtualRowsProps {
  readonly count: number;
  readonly row: (index: number) => ComponentChildren;
  readonly label: string;
  /** Scrolled to when it changes. */
  readonly shown?: number | undefined;
  /** New rows are followed as long as the last is in sight. */
  readonly follows?: boolean;
  readonly attributes?: HTMLAttributes<HTMLDivElement>;
}

/** Rows of one height, of which only those in sight are on the page. */
export function VirtualRows({
  count,
  row,
  label,
  shown,
  follows = false,
  attributes,
}: VirtualRowsProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const wasAtEnd = useRef(true);
  const height = Math.min(maxHeight, count * rowHeight + 16);
  // Rows may be gone before the box has told that it was scrolled by that.
  const top = Math.min(scrolled, Math.max(0, count * rowHeight - height));
  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  const last = Math.min(count, Math.ceil((top + maxHeight) / rowHeight) + spare);
  useLayoutEffect(() => {
    if (follows && wasAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [count, follows]);
  useLayoutEffect(() => {
    const element = box.current;
    if (shown === undefined || !element) return;
    const [from, to] = [shown * rowHeight, (shown + 1) * rowHeight];
    if (from < element.scrollTop) element.scrollTop = from;
    else if (to > element.scrollTop + element.clientHeight - 16)
      element.scrollTop = to - element.clientHeight + 16;
  }, [shown]);
  return (
    <div
      ref={box}
      class="dw-try-rows"
      tabIndex={0}
      role="region"
      aria-label={label}
      style={{ height: `${height}px` }}
      {...attributes}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        wasAtEnd.current = scrollTop + clientHeight >= scrollHeight - rowHeight;
        setScrolled(scrollTop);
      }}
    >
      <div class="dw-try-rows-all" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        <div
          class="dw-try-rows-shown"
          role="presentation"
          style={{ transform: `translateY(${first * rowHeight}px)` }}
        >
          {Array.from({ length: Math.max(0, last - first) }, (_, index) => row(first + index))}
        </div>
      </div>
    </div>
  );
}

/** A piece of a line with its class; a text alone has none. */
export type ShownPiece = string | readonly [text: string, kind: string];

/** Beyond this a line goes on in the next row. UTF-16 units. */
const maxRowLength = 2000;

interface TextAnswerProps {
  readonly text: string;
  readonly label: string;
}

/** Text as it came, line by line. */
export function TextResponse({ text, label }: TextAnswerProps): VNode {
  const rows = useMemo(() => rowsOf(text), [text]);
  return (
    <VirtualRows
      count={rows.length}
      label={label}
      row={(index) => (
        <div class="dw-try-code-row" key={index}>
          {rows[index]}
        </div>
      )}
    />
  );
}

/** The same for lines that have been taken apart. */
export function SearchedTextResponse({
  lines,
  label,
}: {
  readonly lines: readonly (readonly ShownPiece[])[];
  readonly label: string;
}): VNode {
  return (
    <VirtualRows
      count={lines.length}
      label={label}
      row={(index) => (
        <div class="dw-try-code-row" key={index}>
          {lines[index]?.map((piece) =>
            typeof piece === "string" ? piece : <span class={`dw-try-${piece[1]}`}>{piece[0]}</span>,
          )}
        </div>
      )}
    />
  );
}

function rowsOf(text: string): readonly string[] {
  return text.split(/\r\n|[\r\n]/).flatMap((line) => {
    if (line.length <= maxRowLength) return [line];
    const count = Math.ceil(line.length / maxRowLength);
    return Array.from({ length: count }, (_, at) => line.slice(at * maxRowLength, (at + 1) * maxRowLength));
  });
}
