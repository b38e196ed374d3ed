import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useParts } from "../playground-context.ts";
import type { Exchange } from "../playground-view.ts";
import { Sentence } from "../sentence.tsx";

/** Differences that are shown before the rest is asked for. */
const few = 5;

interface CheckListProps {
  readonly exchange: Pick<Exchange, "check">;
  /** What was checked, at the beginning of a sentence. */
  readonly whole?: string;
}

/** Where the answer is not as the specification says, with the way to the line that says so. */
export function CheckList({ exchange: { check }, whole = "The response" }: CheckListProps): VNode | null {
  const { services } = useParts();
  const [all, showAll] = useState(false);
  if (!check || check.verdict === "as-specified") return null;
  const { mismatches, reason, isCut } = check;
  const shown = all ? mismatches : mismatches.slice(0, few);
  return (
    <div class="dw-try-checks" data-verdict={check.verdict}>
      {reason !== undefined && (
        <p>
          <Sentence text={reason} />
        </p>
      )}
      {shown.length > 0 && (
        <ul>
          {shown.map(({ pointer, text, at }, index) => (
            <li key={index}>
              <span>
                <code>{pointer === "" ? whole : pointer}</code> <Sentence text={text} />
              </span>
              {at && (
                <button type="button" class="dw-try-quiet" onClick={() => services.onSpec(at)}>
                  Show
                  <span class="dw-hidden-words">
                    {" "}
                    what the specification says of {pointer || whole.toLowerCase()}
                  </span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mismatches.length > few && (
        <button type="button" class="dw-try-quiet" onClick={() => showAll(!all)}>
          {all ? "Show fewer" : `Show all ${mismatches.length}${isCut ? " that were looked for" : ""}`}
        </button>
      )}
    </div>
  );
}
