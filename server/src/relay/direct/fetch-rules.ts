import type { NamedText } from "../../core/request/build/build-context.ts";

/** “CORS-safelisted method” of the Fetch standard. */
export function isSafelistedMethod(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "POST";
}

/** “CORS-unsafe request-header names” of the Fetch standard: what a browser asks for before it sends it. Lower case, sorted. */
export function unsafeHeaderNames(headers: readonly NamedText[]): readonly string[] {
  const unsafe = headers.filter((header) => !isSafelisted(header));
  const safelisted = headers.filter(isSafelisted);
  const size = safelisted.reduce((sum, [, value]) => sum + value.length, 0);
  const names = [...unsafe, ...(size > 1024 ? safelisted : [])].map(([name]) => name.toLowerCase());
  return [...new Set(names)].toSorted();
}

/** “Forbidden request-header”: a browser does not let a page set it. */
export function isForbiddenHeader([name, value]: NamedText): boolean {
  const lower = name.toLowerCase();
  if (forbiddenNames.has(lower) || lower.startsWith("proxy-") || lower.startsWith("sec-")) return true;
  return methodOverrides.has(lower) && /(^|,)\s*(connect|trace|track)\s*(,|$)/i.test(value);
}

/** “CORS-safelisted request-header”. */
function isSafelisted([name, value]: NamedText): boolean {
  if (value.length > 128) return false;
  switch (name.toLowerCase()) {
    case "accept":
      return !unsafeBytes.test(value);
    case "accept-language":
    case "content-language":
      return /^[0-9A-Za-z *,\-.;=]*$/.test(value);
    case "content-type":
      return !unsafeBytes.test(value) && simpleTypes.has((value.split(";")[0] ?? "").trim().toLowerCase());
    case "range":
      return isSimpleRange(value);
    default:
      return false;
  }
}

/** “CORS-unsafe request-header byte”. */
const unsafeBytes = /[\0-\x08\x0a-\x1f"():<>?@[\\\]{}\x7f]/;
const simpleTypes = new Set(["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]);

function isSimpleRange(value: string): boolean {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(value) ?? [];
  return first !== undefined && (!last || Number(first) <= Number(last));
}

const methodOverrides = new Set(["x-http-method", "x-http-method-override", "x-method-override"]);

const forbiddenNames = new Set([
  "accept-charset", "accept-encoding", "access-control-request-headers", "access-control-request-method",
  "access-control-request-private-network", "connection", "content-length", "cookie", "cookie2", "date", "dnt",
  "expect", "host", "keep-alive", "origin", "referer", "set-cookie", "te", "trailer", "transfer-encoding", "upgrade",
  "via",
]); // prettier-ignore
