import type { VNode } from "preact";
import { useEffect, useReducer } from "preact/hooks";
import { Glyph } from "../../components/glyphs.tsx";
import type { Exchange } from "../playground-view.ts";
import { sizeWords, timeWords } from "./size-words.ts";

/** Status, time and size in one line, and whether it is as specified. */
export function StatusLine({ exchange }: { readonly exchange: Exchange }): VNode {
  const { head, phase, end, body, startedAt, failure } = exchange;
  const isRunning = phase === "sending" || phase === "receiving";
  useTicking(isRunning);
  const time = end?.total ?? (isRunning ? performance.now() - startedAt : undefined);
  const bytes = end?.bytes ?? body.bytes;
  return (
    <div class="dw-try-status">
      <span role="status" class="dw-try-outcome">
        {head ? (
          <span class="dw-try-code" data-status={String(head.status)[0]}>
            {head.status} {head.statusText}
          </span>
        ) : failure ? (
          <span class="dw-try-code" data-status="none">
            {failure.code === "aborted" ? "Stopped" : "No response"}
          </span>
        ) : (
          <span class="dw-try-code" data-status="waiting">
            Waiting for {hostOf(exchange.request.url)}…
          </span>
        )}
      </span>
      {time !== undefined && <span class="dw-try-number">{timeWords(time)}</span>}
      {head && (
        <span class="dw-try-number">
          {sizeWords(bytes)}
          {phase === "receiving" && " so far"}
        </span>
      )}
      <CheckMark exchange={exchange} />
    </div>
  );
}

function CheckMark({ exchange: { check } }: { readonly exchange: Exchange }): VNode | null {
  if (!check) return null;
  const count = check.mismatches.length;
  const words = {
    "as-specified": "As specified",
    differs: `${count}${check.isCut ? "+" : ""} ${count === 1 ? "difference" : "differences"} from the specification`,
    unspecified: "Not in the specification",
    unknown: "Not checked",
  }[check.verdict];
  return (
    <span class="dw-try-check" data-verdict={check.verdict} title={check.reason}>
      <Glyph
        name={check.verdict === "as-specified" ? "ok" : check.verdict === "unknown" ? "info" : "warning"}
      />
      {words}
    </span>
  );
}

/** Painted again while time goes by. */
function useTicking(on: boolean): void {
  const [, tick] = useReducer<number, void>((count) => count + 1, 0);
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => tick(), 200);
    return () => clearInterval(timer);
  }, [on]);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "the API";
}
