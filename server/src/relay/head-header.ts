import type { RelayHead } from "../core/request/protocol/relay-protocol.ts";

/** Bytes of the header as it is sent. Servers and browsers give up at 16 kB of all headers together. */
const mostBytes = 12_000;

/**
 * What is known of an answer as the value of `X-Relay-Response`: base64url of JSON in UTF-8. Where that is too long,
 * headers are left out from the end and `truncated` says so.
 */
export function headHeader(head: RelayHead): string {
  const whole = encoded(head);
  if (whole.length <= mostBytes) return whole;
  const bare: RelayHead = {
    ...head,
    statusText: head.statusText.slice(0, 200),
    headers: [],
    redirects: [],
    sent: { method: head.sent.method, url: head.sent.url.slice(0, 2000), headers: [] },
    truncated: true,
  };
  const { cors: _, ...barest } = bare;
  // Base64 makes four bytes of three.
  let room = Math.floor(((mostBytes - encoded(barest).length) * 3) / 4);
  const kept = head.headers.findIndex((pair) => {
    room -= Buffer.byteLength(JSON.stringify(pair)) + 1;
    return room < 0;
  });
  return encoded({ ...barest, headers: kept < 0 ? head.headers : head.headers.slice(0, kept) });
}

function encoded(head: RelayHead): string {
  return Buffer.from(JSON.stringify(head), "utf8").toString("base64url");
}
