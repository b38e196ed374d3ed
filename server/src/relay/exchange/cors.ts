import { createMessage, type LocalizedMessage, type MessageValue } from "../../core/text/message.ts";
import type { NameValuePair } from "../../core/request/build/build-context.ts";
import { getEssence } from "../../core/request/media/encoding.ts";
import type { CorsResult } from "../../core/request/protocol/relay-protocol.ts";
import type { TargetUrl } from "../policy/targets.ts";

/** Whether the method is a “CORS-safelisted method”, as defined by the Fetch standard. */
export function isSafelistedMethod(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "POST";
}

/**
 * Returns the “CORS-unsafe request-header names”, as defined by the Fetch standard. A browser sends these names in a
 * preflight request, sorted and in lowercase.
 */
export function listUnsafeHeaderNames(headers: readonly NameValuePair[]): readonly string[] {
  const unsafeHeaders = headers.filter((header) => !isSafelistedHeader(header));
  const safelistedHeaders = headers.filter(isSafelistedHeader);
  const size = safelistedHeaders.reduce((sum, [, value]) => sum + value.length, 0);
  const names = [...unsafeHeaders, ...(size > 1024 ? safelistedHeaders : [])].map(([name]) => name.toLowerCase());
  return [...new Set(names)].toSorted();
}

/** Whether the header is a “forbidden request-header”, which browsers don't let pages set. */
export function isForbiddenHeader([name, value]: NameValuePair): boolean {
  const lowerCaseName = name.toLowerCase();
  if (forbiddenHeaderNames.has(lowerCaseName) || lowerCaseName.startsWith("proxy-") || lowerCaseName.startsWith("sec-"))
    return true;
  return methodOverrideHeaders.has(lowerCaseName) && /(^|,)\s*(connect|trace|track)\s*(,|$)/i.test(value);
}

/** Whether the header is a “CORS-safelisted request-header”. */
function isSafelistedHeader([name, value]: NameValuePair): boolean {
  if (value.length > 128) return false;
  switch (name.toLowerCase()) {
    case "accept":
      return !unsafeBytePattern.test(value);
    case "accept-language":
    case "content-language":
      return /^[0-9A-Za-z *,\-.;=]*$/.test(value);
    case "content-type":
      return !unsafeBytePattern.test(value) && safelistedMediaTypes.has(getEssence(value));
    case "range":
      return isSimpleRange(value);
    default:
      return false;
  }
}

/** Matches a “CORS-unsafe request-header byte”. */
const unsafeBytePattern = /[\0-\x08\x0a-\x1f"():<>?@[\\\]{}\x7f]/;
const safelistedMediaTypes = new Set(["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]);

function isSimpleRange(value: string): boolean {
  const [, firstByte, lastByte] = /^bytes=(\d+)-(\d*)$/.exec(value) ?? [];
  return firstByte !== undefined && (!lastByte || Number(firstByte) <= Number(lastByte));
}

const methodOverrideHeaders = new Set(["x-http-method", "x-http-method-override", "x-method-override"]);

const forbiddenHeaderNames = new Set([
  "accept-charset", "accept-encoding", "access-control-request-headers", "access-control-request-method",
  "access-control-request-private-network", "connection", "content-length", "cookie", "cookie2", "date", "dnt",
  "expect", "host", "keep-alive", "origin", "referer", "set-cookie", "te", "trailer", "transfer-encoding", "upgrade",
  "via",
]); // prettier-ignore

/** The parts of a browser's cross-origin request that are relevant to CORS. */
export interface CrossOriginRequest {
  /** The origin of the published docs, such as `https://docs.example.com`. */
  readonly origin: string;
  readonly method: string;
  /** The names of unsafe headers, in lowercase. */
  readonly unsafeHeaderNames: readonly string[];
  /** Whether the request includes cookies (“credentials mode”). */
  readonly includesCookies: boolean;
}

export interface CorsResponse {
  readonly status: number;
  readonly headers: readonly NameValuePair[];
}

/**
 * Returns the reasons why a browser doesn't send this request after receiving this preflight response, or an empty list
 * if it sends the request. See “CORS-preflight fetch” in the Fetch standard.
 */
export function listPreflightReasons(request: CrossOriginRequest, response: CorsResponse): readonly LocalizedMessage[] {
  const { method, unsafeHeaderNames: unsafeHeaders, includesCookies } = request;
  const reasons = [...listOriginReasons(request, response, createMessage("The response to OPTIONS"))];
  if (response.status < 200 || response.status > 299)
    reasons.push(
      createMessage(
        "Before this request, browsers send a preflight OPTIONS request, but the API returns {0} for it. The API must return 200 or 204, even without authentication.",
        String(response.status),
      ),
    );
  const allowedMethods = parseListHeader(response, "access-control-allow-methods");
  const allowsMethod = allowedMethods.includes(method) || (allowedMethods.includes("*") && !includesCookies);
  if (!isSafelistedMethod(method) && !allowsMethod)
    reasons.push(
      createMessage(
        "The response to OPTIONS doesn't allow {0}. Add it to Access-Control-Allow-Methods, which is {1}.",
        method,
        formatCurrentValue(response, "access-control-allow-methods"),
      ),
    );
  const allowedHeaderNames = parseListHeader(response, "access-control-allow-headers").map((name) =>
    name.toLowerCase(),
  );
  const missingHeaders = unsafeHeaders.filter(
    (name) =>
      !allowedHeaderNames.includes(name) &&
      (includesCookies || name === "authorization" || !allowedHeaderNames.includes("*")),
  );
  if (missingHeaders.length > 0)
    reasons.push(
      createMessage(
        {
          one: "The response to OPTIONS doesn't allow the header {1}. Add it to Access-Control-Allow-Headers, which is {2}.",
          other:
            "The response to OPTIONS doesn't allow the headers {1}. Add them to Access-Control-Allow-Headers, which is {2}.",
        },
        missingHeaders.length,
        missingHeaders.join(", "),
        formatCurrentValue(response, "access-control-allow-headers"),
      ),
    );
  if (missingHeaders.includes("authorization") && allowedHeaderNames.includes("*"))
    reasons.push(createMessage("The value * doesn't include the Authorization header."));
  return reasons;
}

/**
 * Returns the reasons why a browser doesn't let the page read this response, or an empty list if the page can read it.
 * See “CORS check” in the Fetch standard.
 */
export function listOriginReasons(
  { origin, includesCookies }: CrossOriginRequest,
  response: CorsResponse,
  subject = createMessage("The response"),
): readonly LocalizedMessage[] {
  const allowedOrigin = getHeaderValue(response, "access-control-allow-origin");
  const expectedValue: MessageValue = includesCookies ? origin : { list: [origin, "*"], last: "or" };
  if (allowedOrigin === undefined)
    return [createMessage("{0} has no Access-Control-Allow-Origin header, so browsers don't let the page read the response. Set the header to {1}.", subject, expectedValue)]; // prettier-ignore
  if (allowedOrigin === "*" && !includesCookies) return [];
  if (allowedOrigin === "*")
    return [createMessage("{0} sets Access-Control-Allow-Origin to *, which browsers don't accept for requests with cookies. Set the header to {1}.", subject, origin)]; // prettier-ignore
  if (allowedOrigin !== origin)
    return [createMessage("{0} sets Access-Control-Allow-Origin to {1}, which allows only a different origin. Set the header to {2}.", subject, formatValue(allowedOrigin), expectedValue)]; // prettier-ignore
  if (includesCookies && getHeaderValue(response, "access-control-allow-credentials") !== "true")
    return [
      createMessage(
        "{0} doesn't set Access-Control-Allow-Credentials to true, which is required for requests with cookies.",
        subject,
      ),
    ];
  return [];
}

/**
 * Returns the value of a header. If there are several headers with this name, their values are combined into one list,
 * as specified by “get” in the Fetch standard.
 */
function getHeaderValue({ headers }: CorsResponse, headerName: string): string | undefined {
  const values = headers.filter(([name]) => name.toLowerCase() === headerName).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(", ");
}

function parseListHeader(response: CorsResponse, name: string): readonly string[] {
  return (getHeaderValue(response, name) ?? "").split(",").map((item) => item.trim()).filter((item) => item !== ""); // prettier-ignore
}

function formatCurrentValue(response: CorsResponse, name: string): LocalizedMessage {
  const value = getHeaderValue(response, name);
  return value === undefined || value === ""
    ? createMessage("missing")
    : createMessage("currently “{0}”", formatValue(value));
}

/** Returns text from a server in a form that can be used in a message: shortened and without special characters. */
function formatValue(value: string): string {
  const printableValue = value.replace(/[^ -~]/g, "·");
  return printableValue.length > 100 ? `${printableValue.slice(0, 100)}…` : printableValue;
}

/** A request as it would be sent by a browser that shows the published docs. */
export interface BrowserExchange {
  readonly headers: readonly NameValuePair[];
  /** The headers of the OPTIONS request that is sent as a preflight. Undefined if no preflight is needed. */
  readonly preflightHeaders: readonly NameValuePair[] | undefined;
  readonly getCorsResult: (response: CorsResponse, preflight: CorsResponse | undefined) => CorsResult;
}

export interface BrowserRequest {
  readonly method: string;
  readonly url: TargetUrl;
  /** The request's own headers, including its content type. Secrets are represented by placeholders. */
  readonly headers: readonly NameValuePair[];
  /** Returns the value with secrets inserted. */
  readonly insertSecrets: (value: string) => string;
  readonly hasCookies: boolean;
}

const proxyHint = createMessage(
  "Alternatively, send requests through the docs site's proxy: remove `api.playground.proxy` from docs.json, or set it to `true`.",
);

/**
 * Returns the request that a browser would send if the docs at `siteUrl` called the API directly
 * (`api.playground.proxy: false`), along with a function that checks the responses. Both follow the Fetch standard.
 */
export function createBrowserExchange(
  { method, url, headers, insertSecrets, hasCookies }: BrowserRequest,
  siteUrl: string | undefined,
): BrowserExchange {
  const toSentPair = ([name, value]: NameValuePair): NameValuePair => [name, insertSecrets(value)];
  const isDroppedHeader = (header: NameValuePair) => isForbiddenHeader(toSentPair(header));
  const droppedHeaders = headers.filter(isDroppedHeader).map(([name]) => name);
  const allowedHeaders = headers.filter((header) => !isDroppedHeader(header));
  const notes =
    droppedHeaders.length === 0
      ? []
      : [
          createMessage(
            "Browsers don't let pages set these headers, so they weren't sent: {0}.",
            droppedHeaders.join(", "),
          ),
        ];
  const site = siteUrl !== undefined && URL.canParse(siteUrl) ? new URL(siteUrl) : undefined;
  if (!site) return { headers: allowedHeaders, preflightHeaders: undefined, getCorsResult: () => ({ reasons: [unknownSiteReason, ...notes] }) }; // prettier-ignore
  const { origin } = site;
  if (origin === url.origin) {
    const sameOriginHeaders: readonly NameValuePair[] =
      method === "GET" || method === "HEAD" ? allowedHeaders : [...allowedHeaders, ["Origin", origin]];
    return {
      headers: sameOriginHeaders,
      preflightHeaders: undefined,
      getCorsResult: () => ({ allowed: true, reasons: notes }),
    };
  }
  const unsafeHeaderNames = listUnsafeHeaderNames(allowedHeaders.map(toSentPair));
  const request: CrossOriginRequest = { origin, method, unsafeHeaderNames, includesCookies: hasCookies };
  const needsPreflight = !isSafelistedMethod(method) || unsafeHeaderNames.length > 0;
  return {
    headers: [...allowedHeaders, ["Origin", origin]],
    preflightHeaders: needsPreflight ? createPreflightHeaders(request) : undefined,
    getCorsResult: (response, preflight) => {
      const reasons = [
        ...listMixedContentReasons(site, url),
        ...(preflight ? listPreflightReasons(request, preflight) : []),
        ...listOriginReasons(request, response),
      ];
      const isAllowed = reasons.length === 0;
      const cookieNotes = hasCookies ? [cookieNote] : [];
      return {
        allowed: isAllowed,
        ...(preflight && { preflight }),
        reasons: [...reasons, ...(isAllowed ? [] : [proxyHint]), ...cookieNotes, ...notes],
      };
    },
  };
}

const unknownSiteReason = createMessage(
  "The URL of the published docs isn't known, so the request was sent without `Origin` and without a preflight. Set `siteUrl` in .docwright.json.",
);
const cookieNote = createMessage("Browsers send the cookies they have for the API, regardless of what you enter here.");

function createPreflightHeaders({
  origin,
  method,
  unsafeHeaderNames: unsafeHeaders,
}: CrossOriginRequest): readonly NameValuePair[] {
  return [
    ["Accept", "*/*"],
    ["Access-Control-Request-Method", method],
    ...(unsafeHeaders.length > 0 ? [["Access-Control-Request-Headers", unsafeHeaders.join(",")] as const] : []),
    ["Origin", origin],
  ];
}

/**
 * Returns the reasons why an HTTPS page can't send the request. An HTTPS page can use HTTP only for requests to the
 * same machine (see Mixed Content, and section 3.1 of Secure Contexts).
 */
function listMixedContentReasons(site: URL, { isTls, hostname }: TargetUrl): readonly LocalizedMessage[] {
  const isLoopback = hostname.startsWith("127.") || hostname === "::1" || /(^|\.)localhost$/.test(hostname);
  if (site.protocol !== "https:" || isTls || isLoopback) return [];
  return [createMessage("The docs are published over HTTPS, but the API uses HTTP, so browsers block the request. Serve the API over HTTPS.")];
} // prettier-ignore
