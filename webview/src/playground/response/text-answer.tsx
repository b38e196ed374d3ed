import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { VirtualRows } from "./virtual-rows.tsx";

/** A piece of a line with its class; a text alone has none. */
export type ShownPiece = string | readonly [text: string, kind: string];

/** Beyond this a line goes on in the next row. UTF-16 units. */
const longestRow = 2000;

interface TextAnswerProps {
  readonly text: string;
  readonly label: string;
}

/** Text as it came, line by line. */
export function TextAnswer({ text, label }: TextAnswerProps): VNode {
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
export function PiecesAnswer({
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
    if (line.length <= longestRow) return [line];
    const count = Math.ceil(line.length / longestRow);
    return Array.from({ length: count }, (_, at) => line.slice(at * longestRow, (at + 1) * longestRow));
  });
}
