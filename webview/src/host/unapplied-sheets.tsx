import type { VNode } from "preact";
import type { UnappliedSheet } from "../../../server/src/core/preview/view/site-frame.ts";

const maxShown = 3;

const reasons: Record<UnappliedSheet["reason"], string> = {
  "too-large": "it's larger than 1 MB",
  unreadable: "it can't be read as text",
  "too-many": "the preview applies up to 50 style sheets with 2 MB in all",
  "too-many-rules": "the preview applies 20,000 rules in all, and it goes beyond them",
};

/** Says which style sheets of the site the page is shown without. */
export function UnappliedSheets({
  sheets = [],
}: {
  readonly sheets: readonly UnappliedSheet[] | undefined;
}): VNode | null {
  if (sheets.length === 0) return null;
  const more = sheets.length - maxShown;
  return (
    <div class="dwt-strip dwt-strip-quiet" role="status">
      {sheets.slice(0, maxShown).map(({ file, reason }) => (
        <div key={file}>
          <code>{file}</code> isn’t applied as readers see it: {reasons[reason]}.
        </div>
      ))}
      {more > 0 && <div>{`${more} more style sheets aren’t applied.`}</div>}
    </div>
  );
}
