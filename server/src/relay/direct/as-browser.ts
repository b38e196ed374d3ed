import type { NamedText } from "../../core/request/build/build-context.ts";
import type { CorsVerdict } from "../../core/request/protocol/relay-protocol.ts";
import type { TargetUrl } from "../target-url.ts";
import { originReasons, preflightReasons, type CorsAnswer, type CrossOriginRequest } from "./cors-verdict.ts";
import { isForbiddenHeader, isSafelistedMethod, unsafeHeaderNames } from "./fetch-rules.ts";

/** A request as a browser on the published docs would send it. */
export interface BrowserSending {
  readonly headers: readonly NamedText[];
  /** Of the OPTIONS request that goes before it; absent where none does. */
  readonly preflight: readonly NamedText[] | undefined;
  readonly verdict: (answer: CorsAnswer, preflight: CorsAnswer | undefined) => CorsVerdict;
}

export interface BrowserRequest {
  readonly method: string;
  readonly url: TargetUrl;
  /** Those of the request itself with the type of its body, secrets as marks. */
  readonly headers: readonly NamedText[];
  /** A value with its secrets in place. */
  readonly opened: (value: string) => string;
  readonly hasCookies: boolean;
}

const remedy =
  "Or let requests go by way of the docs site: take `api.playground.proxy` out of docs.json, or set it to true.";

/**
 * What a browser makes of a request that the docs at `siteUrl` send straight to the API (`api.playground.proxy: false`),
 * by the Fetch standard; and what it would have let through, told of the answers.
 */
export function asBrowser(
  { method, url, headers, opened, hasCookies }: BrowserRequest,
  siteUrl: string | undefined,
): BrowserSending {
  const asSent = ([name, value]: NamedText): NamedText => [name, opened(value)];
  const isDropped = (header: NamedText) => isForbiddenHeader(asSent(header));
  const dropped = headers.filter(isDropped).map(([name]) => name);
  const left = headers.filter((header) => !isDropped(header));
  const notes =
    dropped.length === 0 ? [] : [`Browsers do not let a page set ${dropped.join(", ")}; sent without.`];
  const site = siteUrl !== undefined && URL.canParse(siteUrl) ? new URL(siteUrl) : undefined;
  if (!site) return { headers: left, preflight: undefined, verdict: () => ({ reasons: [unknownSite, ...notes] }) }; // prettier-ignore
  const { origin } = site;
  if (origin === url.origin) {
    const own: readonly NamedText[] =
      method === "GET" || method === "HEAD" ? left : [...left, ["Origin", origin]];
    return { headers: own, preflight: undefined, verdict: () => ({ allowed: true, reasons: notes }) };
  }
  const unsafeHeaders = unsafeHeaderNames(left.map(asSent));
  const request: CrossOriginRequest = { origin, method, unsafeHeaders, withCookies: hasCookies };
  const asks = !isSafelistedMethod(method) || unsafeHeaders.length > 0;
  return {
    headers: [...left, ["Origin", origin]],
    preflight: asks ? preflightOf(request) : undefined,
    verdict: (answer, preflight) => {
      const reasons = [
        ...mixedContent(site, url),
        ...(preflight ? preflightReasons(request, preflight) : []),
        ...originReasons(request, answer),
      ];
      const allowed = reasons.length === 0;
      const cookies = hasCookies ? [ownCookies] : [];
      return {
        allowed,
        ...(preflight && { preflight }),
        reasons: [...reasons, ...(allowed ? [] : [remedy]), ...cookies, ...notes],
      };
    },
  };
}

const unknownSite =
  "The URL of the published docs isn’t known, so the request was sent without `Origin` and without a preflight. Set `siteUrl` in .docwright.json.";
const ownCookies = "A browser sends the cookies that it has of the API, whatever is filled in here.";

function preflightOf({ origin, method, unsafeHeaders }: CrossOriginRequest): readonly NamedText[] {
  return [
    ["Accept", "*/*"],
    ["Access-Control-Request-Method", method],
    ...(unsafeHeaders.length > 0
      ? [["Access-Control-Request-Headers", unsafeHeaders.join(",")] as const]
      : []),
    ["Origin", origin],
  ];
}

/** A page of https asks nothing over http but of this very machine (Mixed Content; Secure Contexts, 3.1). */
function mixedContent(site: URL, { isTls, hostname }: TargetUrl): readonly string[] {
  const isHere = hostname.startsWith("127.") || hostname === "::1" || /(^|\.)localhost$/.test(hostname);
  if (site.protocol !== "https:" || isTls || isHere) return [];
  return ["The docs are published over https and the API is asked over http, which browsers block. Serve the API over https."];
} // prettier-ignore
