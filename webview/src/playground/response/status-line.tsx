import type { RefObject, VNode } from "preact";
import { useEffect, useReducer, useState } from "preact/hooks";
import { Glyph } from "../../components/glyphs.tsx";
import type { Exchange } from "../playground-view.ts";
import { sizeWords, timeWords } from "./size-words.ts";

interface StatusLineProps {
  readonly exchange: Exchange;
  /** What stands right below the line, where the page has room for it. */
  readonly below: RefObject<HTMLElement | null>;
}

/**
 * Status, time and size in one line, and whether it is as specified. Where a long form pushes the response out of sight
 * the line stays at the edge of the window, with the way to what is below it.
 */
export function StatusLine({ exchange, below }: StatusLineProps): VNode {
  const { head, phase, end, body, startedAt, failure } = exchange;
  const isRunning = phase === "sending" || phase === "receiving";
  useTicking(isRunning);
  const isHidden = useBelowWindow(below);
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
      {isHidden && (
        <button
          type="button"
          class="dw-try-quiet"
          onClick={() => below.current?.scrollIntoView({ block: "start", behavior: "smooth" })}
        >
          Show
          <span class="dw-hidden-words"> the response</span>
        </button>
      )}
    </div>
  );
}

function CheckMark({ exchange: { check } }: { readonly exchange: Exchange }): VNode | null {
  if (!check) return null;
  const count = check.mismatches.length;
  const words = {
    "as-specified": "As specified",
    differs: `${count}${check.isCut ? "+" : ""} ${count === 1 ? "difference" : "differences"} from the specification`,
    unspecified: check.unspecified ? unspecifiedLabels[check.unspecified] : "Not in the specification",
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

const unspecifiedLabels = {
  status: "Status not in the specification",
  type: "Content type not in the specification",
  body: "Body not as specified",
} as const;

/** Painted again while time goes by. */
function useTicking(on: boolean): void {
  const [, tick] = useReducer<number, void>((count) => count + 1, 0);
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => tick(), 200);
    return () => clearInterval(timer);
  }, [on]);
}

/** Whether an element lies below what is to be seen. */
function useBelowWindow(element: RefObject<HTMLElement | null>): boolean {
  const [isBelow, setBelow] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setBelow(!entry.isIntersecting && entry.boundingClientRect.top > window.innerHeight - edgePixels);
    }, { rootMargin: `0px 0px -${edgePixels}px 0px` }); // prettier-ignore
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isBelow;
}

/** About the height of the line itself, which covers what lies behind it. */
const edgePixels = 60;

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "the API";
}
