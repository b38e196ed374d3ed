/** Where the service says nothing that can be understood. */
const usual = 5000;
const most = 120_000;

const httpDate =
  /^[A-Z][a-z]{2,8}, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$|^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/**
 * How long to wait by a `Retry-After` (RFC 9110, 10.2.3), in milliseconds from 0 to two minutes. A date is held against the
 * service's own clock where it tells it, as ours may be wrong.
 */
export function retryAfter(headers: Pick<Headers, "get">, now: number): number {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(most, Number(text) * 1000);
  const until = readHttpDate(text);
  if (until === undefined) return usual;
  return Math.max(0, Math.min(most, until - (readHttpDate(headers.get("date")?.trim() ?? "") ?? now)));
}

/** Exponential with full jitter: from 0 up to half a second, one, two … at most 8 seconds, in milliseconds. */
export function backOff(attempt: number, random: number): number {
  return Math.floor(random * Math.min(8000, 500 * 2 ** attempt));
}

function readHttpDate(text: string): number | undefined {
  if (!httpDate.test(text)) return undefined;
  const time = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
