import type { VNode } from "preact";

/** The place of what is being read, as large as what will stand there. */
export function Skeleton({ rows, label }: { readonly rows: number; readonly label: string }): VNode {
  return (
    <div class="dw-try-waiting" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} class="dw-try-skeleton" />
      ))}
    </div>
  );
}
