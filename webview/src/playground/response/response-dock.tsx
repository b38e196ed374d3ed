import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { TabList } from "../../components/tab-list.tsx";
import { useOwnId } from "../../components/use-id.ts";
import { useView } from "../playground-context.ts";
import type { Exchange } from "../playground-view.ts";
import { Skeleton } from "../skeleton.tsx";
import { AnswerBody } from "./answer-body.tsx";
import { CheckList } from "./check-list.tsx";
import { CorsVerdictView } from "./cors-verdict.tsx";
import { Explanation } from "./explanation.tsx";
import { FailureView } from "./failure-view.tsx";
import { HeaderTable } from "./header-table.tsx";
import { RequestDetails } from "./request-details.tsx";
import { StatusLine } from "./status-line.tsx";
import { UseAsExample } from "./use-as-example.tsx";

/** What came back, docked below what was sent. */
export function ResponseDock(): VNode {
  const { exchange } = useView("exchange");
  const dock = useRef<HTMLElement>(null);
  return (
    <>
      {exchange && <StatusLine exchange={exchange} below={dock} />}
      <section
        ref={dock}
        class="dw-try-dock"
        aria-label="Response"
        data-phase={exchange?.phase ?? "empty"}
        aria-busy={exchange?.phase === "sending"}
      >
        {exchange ? (
          <ExchangeView key={exchange.id} exchange={exchange} />
        ) : (
          <p class="dw-try-empty">The response will appear here, and is held against the specification.</p>
        )}
      </section>
    </>
  );
}

function ExchangeView({ exchange }: { readonly exchange: Exchange }): VNode {
  const { head, failure, phase, body } = exchange;
  const [tab, choose] = useState(0);
  const id = useOwnId();
  if (!head)
    return failure ? (
      <FailureView failure={failure} />
    ) : (
      <Skeleton rows={3} label="Waiting for the response" />
    );
  const tabs = ["Body", `Headers (${head.headers.length})`, "Details"];
  return (
    <>
      {failure && <FailureView failure={failure} isPartial={body.bytes > 0} />}
      {head.cors && <CorsVerdictView verdict={head.cors} />}
      <Explanation exchange={exchange} head={head} />
      <CheckList exchange={exchange} />
      <TabList
        label="Parts of the response"
        class="dw-try-tabs"
        tabs={tabs.map((label, index) => ({ id: `${id}-${index}`, label }))}
        chosen={tab}
        onChoose={choose}
      />
      <div role="tabpanel" id={`${id}-${tab}-panel`} aria-labelledby={`${id}-${tab}`} class="dw-try-answer">
        {tab === 0 && <AnswerBody exchange={exchange} head={head} />}
        {tab === 1 && <HeaderTable headers={head.headers} caption="Headers of the response" />}
        {tab === 2 && <RequestDetails exchange={exchange} head={head} />}
      </div>
      {phase === "done" && <UseAsExample exchange={exchange} head={head} />}
    </>
  );
}
