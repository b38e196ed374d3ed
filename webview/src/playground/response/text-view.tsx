import type { ComponentChildren, HTMLAttributes, VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

/** The row height in pixels. The style sheet sets the same height. */
export const rowHeight = 21;
const maxHeight = 420;
/**
 * The number of additional rows that are rendered above and below the visible rows, so that no rows are missing while
 * the user scrolls.
 */
const overscanRowCount = 12;

interface VirtualRowsProps {
  readonly count: number;
  readonly renderRow: (index: number) => ComponentChildren;
  readonly label: string;
  /** The row to show. When this value changes, the list scrolls to the row. */
  readonly visibleRow?: number | undefined;
  /** Whether to scroll to new rows as long as the last row is visible. */
  readonly followsEnd?: boolean;
  readonly attributes?: HTMLAttributes<HTMLDivElement>;
}

/** A virtual list with a fixed row height. Only visible rows are in the DOM. */
export function VirtualRows({
  count,
  renderRow,
  label,
  visibleRow,
  followsEnd = false,
  attributes,
}: VirtualRowsProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const [scrollOffset, setScrollOffset] = useState(0);
  const wasAtEnd = useRef(true);
  const height = Math.min(maxHeight, count * rowHeight + 16);
  // If rows have been removed, the resulting scroll event may not have arrived yet.
  const top = Math.min(scrollOffset, Math.max(0, count * rowHeight - height));
  const firstRow = Math.max(0, Math.floor(top / rowHeight) - overscanRowCount);
  const endRow = Math.min(count, Math.ceil((top + maxHeight) / rowHeight) + overscanRowCount);
  useLayoutEffect(() => {
    if (followsEnd && wasAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [count, followsEnd]);
  useLayoutEffect(() => {
    const element = box.current;
    if (visibleRow === undefined || !element) return;
    const [rowTop, rowBottom] = [visibleRow * rowHeight, (visibleRow + 1) * rowHeight];
    if (rowTop < element.scrollTop) element.scrollTop = rowTop;
    else if (rowBottom > element.scrollTop + element.clientHeight - 16)
      element.scrollTop = rowBottom - element.clientHeight + 16;
  }, [visibleRow]);
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
        setScrollOffset(scrollTop);
      }}
    >
      <div class="dw-try-rows-all" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        <div
          class="dw-try-rows-shown"
          role="presentation"
          style={{ transform: `translateY(${firstRow * rowHeight}px)` }}
        >
          {Array.from({ length: Math.max(0, endRow - firstRow) }, (_, index) => renderRow(firstRow + index))}
        </div>
      </div>
    </div>
  );
}

/** A segment of a line, along with its class. A plain string is a segment without a class. */
export type TextSegment = string | readonly [text: string, kind: string];

/** The maximum length of a row in UTF-16 code units. A longer line continues in the next row. */
const maxRowLength = 2000;

interface TextResponseProps {
  readonly text: string;
  readonly label: string;
}

/** Text as it was received, line by line. */
export function TextResponse({ text, label }: TextResponseProps): VNode {
  const rows = useMemo(() => splitRows(text), [text]);
  return (
    <VirtualRows
      count={rows.length}
      label={label}
      renderRow={(index) => (
        <div class="dw-try-code-row" key={index}>
          {rows[index]}
        </div>
      )}
    />
  );
}

/** Renders lines that have already been split into segments, in the same way as `TextResponse`. */
export function SegmentedTextResponse({
  lines,
  label,
}: {
  readonly lines: readonly (readonly TextSegment[])[];
  readonly label: string;
}): VNode {
  return (
    <VirtualRows
      count={lines.length}
      label={label}
      renderRow={(index) => (
        <div class="dw-try-code-row" key={index}>
          {lines[index]?.map((segment) =>
            typeof segment === "string" ? segment : <span class={`dw-try-${segment[1]}`}>{segment[0]}</span>,
          )}
        </div>
      )}
    />
  );
}

function splitRows(text: string): readonly string[] {
  return text.split(/\r\n|[\r\n]/).flatMap((line) => {
    if (line.length <= maxRowLength) return [line];
    const count = Math.ceil(line.length / maxRowLength);
    return Array.from({ length: count }, (_, index) => line.slice(index * maxRowLength, (index + 1) * maxRowLength));
  });
}
