import type { VNode } from "preact";
import type { RelayHead } from "../../../../server/src/core/request/protocol/relay-protocol.ts";
import type { Exchange } from "../playground-view.ts";
import { HeaderTable } from "./header-table.tsx";
import { sizeWords, timeWords } from "./size-words.ts";

interface RequestDetailsProps {
  readonly exchange: Exchange;
  readonly head: RelayHead;
}

/** How long each step took, by which way it went, and what was sent. */
export function RequestDetails({ exchange, head }: RequestDetailsProps): VNode {
  const { redirects, address, tls, sent, httpVersion } = head;
  const { end } = exchange;
  return (
    <div class="dw-try-details">
      <Timings exchange={exchange} head={head} />
      <dl class="dw-try-facts">
        <dt>Connection</dt>
        <dd>
          HTTP/{httpVersion}
          {address !== undefined && <> to {address}</>}
        </dd>
        {tls && (
          <>
            <dt>TLS</dt>
            <dd>
              {tls.protocol}, certificate by {tls.issuer}, valid to {tls.validTo}
              {tls.byConsent && ", trusted by you"}
            </dd>
          </>
        )}
        {end && end.wireBytes !== end.bytes && (
          <>
            <dt>Size</dt>
            <dd>
              {sizeWords(end.bytes)}, {sizeWords(end.wireBytes)} on the wire
            </dd>
          </>
        )}
      </dl>
      {redirects.length > 0 && (
        <>
          <h3 class="dw-try-title">Redirects</h3>
          <ol class="dw-try-plain">
            {redirects.map((each, index) => (
              <li key={index}>
                <code>{each.status}</code> {each.from} → {each.to}
              </li>
            ))}
          </ol>
        </>
      )}
      <h3 class="dw-try-title">What was sent</h3>
      <p>
        <code class="dw-try-sent">
          {sent.method} {sent.url}
        </code>
      </p>
      <HeaderTable headers={sent.headers} caption="Headers of the request" />
    </div>
  );
}

/** A bar for the whole time, in the parts that are known. */
function Timings({ exchange: { end }, head: { timings } }: RequestDetailsProps): VNode {
  const { lookup = 0, connect = lookup, tls = connect, firstByte } = timings;
  const total = Math.max(firstByte, end?.total ?? firstByte, 0.001);
  const parts = [
    { name: "Name", from: 0, to: lookup },
    { name: "Connect", from: lookup, to: connect },
    { name: "TLS", from: connect, to: tls },
    { name: "Waiting", from: tls, to: firstByte },
    { name: "Receiving", from: firstByte, to: total },
  ].filter(({ from, to }) => to > from);
  return (
    <table class="dw-try-timings">
      <caption class="dw-hidden-words">How long each step took</caption>
      <tbody>
        {parts.map(({ name, from, to }) => (
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
            <td class="dw-try-number">{timeWords(to - from)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
