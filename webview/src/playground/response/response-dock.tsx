import type { RefObject, VNode } from "preact";
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import type { RelayHead } from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import { Glyph } from "../../components/icon.tsx";
import { TabList, useUniqueId } from "../../components/tabs.tsx";
import { translate, translateMessage } from "../../language/translate.ts";
import { type Exchange, useView } from "../store/playground-store.ts";
import { formatSize, formatDuration } from "../ui/format.ts";
import { ResponseSkeleton } from "../ui/controls.tsx";
import { ResponseBody } from "./response-body.tsx";
import { CheckList, CorsResultView, Explanation, FailureView, ExampleButton } from "./validation-results.tsx";

interface HeaderTableProps {
  readonly headers: readonly (readonly [string, string])[];
  readonly caption: string;
}

/** A table of the headers as received, preserving their order, letter case, and repetitions. */
export function HeaderTable({ headers, caption }: HeaderTableProps): VNode {
  if (headers.length === 0) return <p class="dw-try-empty">{translate("No headers.")}</p>;
  return (
    <table class="dw-try-headers">
      <caption class="dw-hidden-words">{caption}</caption>
      <tbody>
        {headers.map(([name, value], index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface RequestDetailsProps {
  readonly exchange: Exchange;
  readonly head: RelayHead;
}

/** The timings, the route that the request took, and the data that was sent. */
export function RequestDetails({ exchange, head }: RequestDetailsProps): VNode {
  const { redirects, address, tls, sentRequest, httpVersion } = head;
  const { end } = exchange;
  return (
    <div class="dw-try-details">
      <Timings exchange={exchange} head={head} />
      <dl class="dw-try-facts">
        <dt>{translate("Connection")}</dt>
        <dd>{address === undefined ? `HTTP/${httpVersion}` : translate("HTTP/{0} to {1}", httpVersion, address)}</dd>
        {tls && (
          <>
            <dt>TLS</dt>
            <dd>
              {tls.isAllowedByConsent
                ? translate(
                    "{0}, certificate issued by {1}, valid until {2}, trusted by you",
                    tls.protocol,
                    tls.issuer,
                    tls.validTo,
                  )
                : translate("{0}, certificate issued by {1}, valid until {2}", tls.protocol, tls.issuer, tls.validTo)}
            </dd>
          </>
        )}
        {end && end.wireBytes !== end.bytes && (
          <>
            <dt>{translate("Size")}</dt>
            <dd>{translate("{0}, {1} transferred", formatSize(end.bytes), formatSize(end.wireBytes))}</dd>
          </>
        )}
      </dl>
      {redirects.length > 0 && (
        <>
          <h3 class="dw-try-title">{translate("Redirects")}</h3>
          <ol class="dw-try-plain">
            {redirects.map((each, index) => (
              <li key={index}>
                <code>{each.status}</code> {each.from} → {each.to}
              </li>
            ))}
          </ol>
        </>
      )}
      <h3 class="dw-try-title">{translate("Sent request")}</h3>
      <p>
        <code class="dw-try-sent">
          {sentRequest.method} {sentRequest.url}
        </code>
      </p>
      <HeaderTable headers={sentRequest.headers} caption={translate("Request headers")} />
    </div>
  );
}

/** Bars for the measured phases of the total time. */
function Timings({ exchange: { end }, head: { timings } }: RequestDetailsProps): VNode {
  const { lookup = 0, connect = lookup, tls = connect, firstByte } = timings;
  const total = Math.max(firstByte, end?.total ?? firstByte, 0.001);
  const phases = [
    { name: translate("DNS lookup"), from: 0, to: lookup },
    { name: translate("Connect"), from: lookup, to: connect },
    { name: "TLS", from: connect, to: tls },
    { name: translate("Waiting"), from: tls, to: firstByte },
    { name: translate("Receiving"), from: firstByte, to: total },
  ].filter(({ from, to }) => to > from);
  return (
    <table class="dw-try-timings">
      <caption class="dw-hidden-words">{translate("Duration of each step")}</caption>
      <tbody>
        {phases.map(({ name, from, to }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="dw-try-track">
              <span
                class="dw-try-span"
                style={{
                  marginInlineStart: `${(from / total) * 100}%`,
                  width: `${((to - from) / total) * 100}%`,
                }}
              />
            </td>
            <td class="dw-try-number">{formatDuration(to - from)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface StatusLineProps {
  readonly exchange: Exchange;
  /** The element that is directly below the line if the page has room for both the element and the line. */
  readonly anchorElement: RefObject<HTMLElement | null>;
}

/**
 * A line with the status, time, size, and check result. If a long form pushes the response out of view, the line stays
 * at the bottom edge of the window and has a button that scrolls to the response.
 */
export function StatusLine({ exchange, anchorElement }: StatusLineProps): VNode {
  const { head, phase, end, body, startedAt, consentSince, failure } = exchange;
  const isRunning = (phase === "sending" || phase === "receiving") && consentSince === undefined;
  useTick(isRunning);
  const isHidden = useBelowWindow(anchorElement);
  const elapsedTime = end?.total ?? (isRunning ? performance.now() - startedAt : undefined);
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
            {failure.code === "aborted" ? translate("Stopped") : translate("No response")}
          </span>
        ) : (
          <span class="dw-try-code" data-status="waiting">
            {consentSince === undefined
              ? translate("Waiting for {0}…", getHost(exchange.request.url))
              : translate("Waiting for your consent…")}
          </span>
        )}
      </span>
      {elapsedTime !== undefined && <span class="dw-try-number">{formatDuration(elapsedTime)}</span>}
      {head && (
        <span class="dw-try-number">
          {phase === "receiving" ? translate("{0} so far", formatSize(bytes)) : formatSize(bytes)}
        </span>
      )}
      <CheckResultSymbol exchange={exchange} />
      {isHidden && (
        <button
          type="button"
          class="dw-try-quiet"
          aria-label={translate("Show the response")}
          onClick={() => anchorElement.current?.scrollIntoView({ block: "start", behavior: "smooth" })}
        >
          {translate("Show")}
        </button>
      )}
    </div>
  );
}

function CheckResultSymbol({ exchange: { check } }: { readonly exchange: Exchange }): VNode | null {
  if (!check) return null;
  const count = check.mismatches.length;
  const label = {
    "as-specified": translate("Matches the specification"),
    differs: check.isTruncated
      ? translate("{0}+ differences from the specification", count)
      : translate(
          {
            one: "{0} difference from the specification",
            other: "{0} differences from the specification",
          },
          count,
        ),
    unspecified: check.unspecifiedPart
      ? unspecifiedLabels[check.unspecifiedPart]
      : translate("Not in the specification"),
    unknown: translate("Not validated"),
  }[check.verdict];
  return (
    <span
      class="dw-try-check"
      data-verdict={check.verdict}
      title={check.localizedReason && translateMessage(check.localizedReason)}
    >
      <Glyph name={check.verdict === "as-specified" ? "ok" : check.verdict === "unknown" ? "info" : "warning"} />
      {label}
    </span>
  );
}

const unspecifiedLabels = {
  status: translate("Status not in the specification"),
  type: translate("Content type not in the specification"),
  body: translate("Body doesn’t match the specification"),
};

/** Renders the component again as time passes. */
function useTick(isEnabled: boolean): void {
  const [, tick] = useReducer<number, void>((count) => count + 1, 0);
  useEffect(() => {
    if (!isEnabled) return;
    const timer = setInterval(() => tick(), 200);
    return () => clearInterval(timer);
  }, [isEnabled]);
}

/** Returns whether an element is below the visible area. */
function useBelowWindow(element: RefObject<HTMLElement | null>): boolean {
  const [isBelowWindow, setBelowWindow] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setBelowWindow(!entry.isIntersecting && entry.boundingClientRect.top > window.innerHeight - edgePixels);
    }, { rootMargin: `0px 0px -${edgePixels}px 0px` }); // prettier-ignore
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isBelowWindow;
}

/** The approximate height of the line in pixels. The line covers the content below it. */
const edgePixels = 60;

function getHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : translate("the API");
}

/** The response, docked below the request. */
export function ResponseDock(): VNode {
  const { exchange } = useView("exchange");
  const dock = useRef<HTMLElement>(null);
  return (
    <>
      {exchange && <StatusLine exchange={exchange} anchorElement={dock} />}
      <section
        ref={dock}
        class="dw-try-dock"
        aria-label={translate("Response")}
        data-phase={exchange?.phase ?? "empty"}
        aria-busy={exchange?.phase === "sending"}
      >
        {exchange ? (
          <ExchangeView key={exchange.id} exchange={exchange} />
        ) : (
          <p class="dw-try-empty">
            {translate("The response appears here and is validated against the specification.")}
          </p>
        )}
      </section>
    </>
  );
}

function ExchangeView({ exchange }: { readonly exchange: Exchange }): VNode {
  const { head, failure, phase, body } = exchange;
  const [tabIndex, setTabIndex] = useState(0);
  const id = useUniqueId();
  if (!head)
    return failure ? (
      <FailureView failure={failure} />
    ) : (
      <ResponseSkeleton rowCount={3} label={translate("Waiting for the response")} />
    );
  const tabLabels = [translate("Body"), translate("Headers ({0})", head.headers.length), translate("Details")];
  return (
    <>
      {failure && <FailureView failure={failure} isPartial={body.bytes > 0} />}
      {head.cors && <CorsResultView result={head.cors} />}
      <Explanation exchange={exchange} head={head} />
      <CheckList exchange={exchange} />
      <TabList
        label={translate("Response")}
        class="dw-try-tabs"
        tabs={tabLabels.map((label, index) => ({ id: `${id}-${index}`, label }))}
        chosenIndex={tabIndex}
        onChoose={setTabIndex}
      />
      <div role="tabpanel" id={`${id}-${tabIndex}-panel`} aria-labelledby={`${id}-${tabIndex}`} class="dw-try-answer">
        {tabIndex === 0 && <ResponseBody exchange={exchange} head={head} />}
        {tabIndex === 1 && <HeaderTable headers={head.headers} caption={translate("Response headers")} />}
        {tabIndex === 2 && <RequestDetails exchange={exchange} head={head} />}
      </div>
      {phase === "done" && <ExampleButton exchange={exchange} head={head} />}
    </>
  );
}
