import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { explainAnswer } from "../../../../server/src/core/request/response/explain-response.ts";
import type { RelayHead } from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { useView } from "../playground-context.ts";
import type { Exchange } from "../playground-view.ts";
import { Sentence } from "../sentence.tsx";

interface ExplanationProps {
  readonly exchange: Exchange;
  readonly head: RelayHead;
}

/** What an answer that is no success most likely means for this endpoint, and what to do about it. */
export function Explanation({ exchange: { request }, head }: ExplanationProps): VNode | null {
  const { form, values } = useView("form", "values");
  const way = values?.way ?? 0;
  const found = useMemo(() => {
    if (typeof form !== "object") return undefined;
    const { status, headers } = head;
    return explainAnswer({ status, headers, request, form, way, now: Date.now() });
    // As it was when it came: what is filled in since then changes nothing about it.
  }, [head, request]);
  if (!found) return null;
  return (
    <div class="dw-try-explained">
      <p class="dw-try-failed">
        <Sentence text={found.meaning} />
      </p>
      {found.hints.map((hint) => (
        <p key={hint}>
          <Sentence text={hint} />
        </p>
      ))}
    </div>
  );
}
