import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { RelayHead } from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { useParts } from "../playground-context.ts";
import type { Exchange, Notice } from "../playground-view.ts";
import { noticeOf } from "../notice-of.ts";
import { NoticeLine } from "../notices.tsx";
import { answerText, answerType } from "./answer-text.ts";

/** The longest answer that anybody wants to read on a page. UTF-16 units. */
const longest = 200_000;

interface UseAsExampleProps {
  readonly exchange: Exchange;
  readonly head: RelayHead;
}

/** An answer that is as it should be can be what readers see. */
export function UseAsExample({ exchange: { body }, head }: UseAsExampleProps): VNode | null {
  const { ask } = useParts();
  // Said where it was clicked: above, it would be out of sight.
  const [notice, setNotice] = useState<Notice>();
  const text = body.bytes <= longest ? answerText(head, body) : undefined;
  if (!text) return null;
  const answer = { status: head.status, type: answerType(head), text };
  const tell = (reply: ReturnType<typeof ask>): void => void reply.then((came) => setNotice(noticeOf(came)));
  return (
    <>
      <p class="dw-try-foot">
        <button
          type="button"
          class="dw-try-quiet"
          title="Write it into the page as <ResponseExample>"
          onClick={() => tell(ask({ kind: "insert", example: { tag: "ResponseExample", ...answer } }))}
        >
          Insert into the page
        </button>
        <button
          type="button"
          class="dw-try-quiet"
          title="Write it into the specification as the example of this response"
          onClick={() => tell(ask({ kind: "saveExample", ...answer }))}
        >
          Save as the specification’s example
        </button>
      </p>
      <div role="status">
        {notice && <NoticeLine notice={notice} onDismiss={() => setNotice(undefined)} />}
      </div>
    </>
  );
}
