import type { BuiltRequest, NamedText } from "../build/build-context.ts";
import { readHttpUrl } from "../build/build-url.ts";
import type { RequestForm, SchemeForm } from "../form/request-form.ts";
import { essenceOf } from "../media/encoding.ts";
import { formatCount, formatListOf } from "./json-schema-keywords.ts";
import { isJsonMediaType } from "../media/media-types.ts";

/** A response with its request and specification. */
export interface ResponseToExplain {
  readonly status: number;
  readonly headers: readonly NamedText[];
  /** The request as sent, with placeholders for secrets. */
  readonly request: BuiltRequest;
  readonly form: RequestForm;
  /** The index of the selected authentication alternative. */
  readonly way: number;
  /** The current time in milliseconds since 1970. */
  readonly now: number;
}

export interface ResponseExplanation {
  /** A sentence that explains the response. */
  readonly meaning: string;
  /** Sentences about possible reasons and fixes, with the most likely first. */
  readonly hints: readonly string[];
}

/**
 * Explains what an unsuccessful response most likely means for this endpoint. Returns undefined if it needs no
 * explanation.
 */
export function explainResponse(answer: ResponseToExplain): ResponseExplanation | undefined {
  const explain = explanations.get(answer.status) ?? byClass(answer.status);
  const found = explain?.(answer);
  return found && { meaning: found[0] ?? "", hints: found.slice(1).filter((hint) => hint !== "") };
}

/** Returns the meaning, followed by the hints. Empty strings are left out. */
type Explain = (answer: ResponseToExplain) => readonly string[];

const explanations: ReadonlyMap<number, Explain> = new Map<number, Explain>([
  [400, invalid],
  [401, unauthorized],
  [403, forbidden],
  [404, notFound],
  [405, notAllowed],
  [406, notAcceptable],
  [413, tooLarge],
  [414, () => ["The API doesn't accept URLs this long.", "Send less data in the query."]],
  [415, wrongType],
  [422, invalid],
  [429, tooMany],
  [
    431,
    () => ["The headers are larger than the API accepts.", "Cookies and tokens are the most common cause."],
  ],
]);

function byClass(status: number): Explain | undefined {
  if (status >= 300 && status < 400 && status !== 304) return redirected;
  if (status >= 500) return failed;
  return undefined;
}

function redirected({ headers }: ResponseToExplain): readonly string[] {
  const location = headerOf(headers, "location");
  return [
    location === undefined
      ? "The response is a redirect, but it doesn't contain the target URL."
      : `The response redirects to \`${location.slice(0, 200)}\`.`,
    "Redirects are shown but not followed. If the API always redirects this request, change the server URL or path in the specification to the target.",
  ];
}

function invalid({ request, headers }: ResponseToExplain): readonly string[] {
  return [
    "The API could read the request but doesn't accept its content.",
    isJsonMediaType(headerOf(headers, "content-type") ?? "")
      ? "Most APIs name the invalid field in the response."
      : "",
    request.body ? "Compare the body with its schema, and check for required fields." : "",
  ];
}

function unauthorized({ form, headers, request, way }: ResponseToExplain): readonly string[] {
  const requested = schemesOf(headers);
  const asks =
    requested.length > 0
      ? ` It accepts ${formatListOf(
          requested.map((name) => `\`${name}\``),
          "or",
        )}.`
      : "";
  const required = form.security[way] ?? [];
  const sent = sentScheme(request);
  if (form.security.every((each) => each.length === 0))
    return [
      `The API requires authentication.${asks}`,
      "The operation doesn't declare any security, but the API requires it. Add `security` to the operation or to the entire specification.",
      sent === undefined ? "" : "The API didn't accept the credentials that were sent.",
    ];
  if (required.length === 0)
    return [
      `The API requires authentication.${asks}`,
      "The specification makes authentication optional here, but the API requires it. Choose another authentication method.",
    ];
  const missing = required.filter((scheme) => !isSent(scheme, request)).map(({ name }) => `\`${name}\``);
  const other =
    sent !== undefined && requested.length > 0 && !requested.some((name) => isSameText(name, sent));
  return [
    `The API couldn't authenticate this request.${asks}`,
    missing.length > 0 ? `No credentials were sent for ${formatListOf(missing, "and")}. Enter them.` : "",
    other ? `\`${sent}\` was sent, as specified. Either the specification or the API is wrong.` : "",
    missing.length === 0
      ? "The token or key may be expired, mistyped, or intended for a different environment."
      : "",
  ];
}

function forbidden({ form, way }: ResponseToExplain): readonly string[] {
  const scopes = [...new Set((form.security[way] ?? []).flatMap((scheme) => scheme.scopes))];
  const isOpen = form.security.every((each) => each.length === 0);
  return [
    "The API doesn't allow this request, even with valid credentials.",
    scopes.length > 0
      ? `The specification requires ${formatCount(scopes.length, "scope")} here: ${formatListOf(
          scopes.map((scope) => `\`${scope}\``),
          "and",
        )}. The token might not include ${scopes.length === 1 ? "it" : "all of them"}.`
      : "",
    isOpen
      ? "The operation doesn't declare any security. If the API requires a key, add `security` to the operation."
      : "The account might not have permission, or the key may be limited to other operations.",
  ];
}

function notFound({ form, request, headers }: ResponseToExplain): readonly string[] {
  const url = request.url.split(/[?#]/, 1)[0] ?? "";
  const missing = missingBase(form, url);
  const ids = form.parameters.filter((each) => each.in === "path").map(({ name }) => `\`${name}\``);
  const isPage = essenceOf(headerOf(headers, "content-type") ?? "") === "text/html";
  return [
    "Nothing exists at this URL, or the API hides it.",
    missing === undefined
      ? ""
      : `The server URL may be missing its base path: the specification has \`${missing}\` before \`${form.path}\`.`,
    ids.length > 0 ? `The resource identified by ${formatListOf(ids, "and")} might not exist.` : "",
    isPage ? "The response is a web page, so it's probably from a website, not from the API." : "",
    missing === undefined && ids.length === 0
      ? `The path \`${form.path}\` in the specification might not match the API.`
      : "",
  ];
}

function notAllowed({ headers, request, form }: ResponseToExplain): readonly string[] {
  const allow = headerOf(headers, "allow");
  const methods = (allow ?? "")
    .split(",")
    .flatMap((each) => (each.trim() === "" ? [] : [`\`${each.trim()}\``]));
  return [
    `This URL exists, but the API doesn't support \`${request.method}\` for it.`,
    methods.length > 0
      ? `The \`Allow\` header lists ${formatListOf(methods, "and")}, but the specification uses \`${form.method}\`. One of the two is wrong.`
      : `The specification uses \`${form.method}\`. Its method or path may be wrong.`,
    missingBase(form, request.url) === undefined ? "" : "The server URL may be missing its base path.",
  ];
}

function notAcceptable({ request }: ResponseToExplain): readonly string[] {
  const accept = headerOf(request.headers, "accept");
  return [
    "The API can't respond with the requested media type.",
    accept === undefined
      ? ""
      : `\`Accept: ${accept.slice(0, 100)}\` was sent. Request another media type, or remove the header.`,
  ];
}

function tooLarge({ request }: ResponseToExplain): readonly string[] {
  const { body } = request;
  const size = body?.kind === "text" ? `The body has ${formatCount(body.text.length, "character")}. ` : "";
  return [
    "The request is larger than the API accepts.",
    `${size}The limit may be set by the API or by a proxy in front of it. You can document it in the specification.`,
  ];
}

function wrongType({ request, form, headers }: ResponseToExplain): readonly string[] {
  const sent = request.body?.kind === "parts" ? request.body.type : headerOf(request.headers, "content-type");
  const types = (form.body?.media ?? []).map(({ type }) => `\`${type}\``);
  const accepted =
    headerOf(headers, "accept-post") ?? headerOf(headers, "accept-patch") ?? headerOf(headers, "accept");
  return [
    sent === undefined
      ? "The API requires a body with a specific media type, but none was sent."
      : `The API doesn't accept a body of type \`${sent.slice(0, 100)}\` here.`,
    accepted === undefined ? "" : `It accepts \`${accepted.slice(0, 200)}\`.`,
    types.length > 0
      ? `The specification defines ${formatListOf(types, "or")}.`
      : "The specification doesn't define a body.",
  ];
}

function tooMany({ headers, now }: ResponseToExplain): readonly string[] {
  const seconds = retrySeconds(headers, now);
  return [
    "The API is rate-limiting requests.",
    seconds === undefined ? "Wait a moment, and then send it again." : `Try again in ${waitWords(seconds)}.`,
  ];
}

function failed({ status, headers, now }: ResponseToExplain): readonly string[] {
  const seconds = retrySeconds(headers, now);
  const wait = seconds === undefined ? "" : `Try again in ${waitWords(seconds)}.`;
  switch (status) {
    case 501:
      return [
        "The API doesn't support this operation yet.",
        "If readers get this response too, mark the operation as not yet supported in the specification.",
      ];
    case 502:
    case 504:
      return [
        "A gateway or proxy didn't get a valid response from the API.",
        "The API may be down or starting up.",
        wait,
      ];
    case 503:
      return ["The API is temporarily unavailable.", wait || "It may be starting up or under maintenance."];
    default:
      return [
        "An error occurred in the API, whether or not the request is valid.",
        "The API's log contains more details than this response.",
        wait,
      ];
  }
}

/** Returns a header's value. If there are several headers with this name, returns the first one's value. */
function headerOf(headers: readonly NamedText[], name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

/** Returns the schemes in `WWW-Authenticate`, such as `Bearer` in `Bearer realm="x"`. */
function schemesOf(headers: readonly NamedText[]): readonly string[] {
  const found = headers.flatMap(([name, value]) =>
    name.toLowerCase() === "www-authenticate" ? [/^[\w-]+/.exec(value.trim())?.[0] ?? ""] : [],
  );
  return [...new Set(found.filter((name) => name !== ""))];
}

function sentScheme({ headers }: BuiltRequest): string | undefined {
  return /^(\S+) /.exec(headerOf(headers, "authorization") ?? "")?.[1];
}

function isSent(scheme: SchemeForm, { headers, cookies, url }: BuiltRequest): boolean {
  if (scheme.kind === "mutualTLS" || scheme.kind === "unknown") return true;
  if (scheme.kind !== "apiKey") return headerOf(headers, "authorization") !== undefined;
  if (scheme.in === "header") return headerOf(headers, scheme.field.toLowerCase()) !== undefined;
  if (scheme.in === "cookie") return cookies.some(([name]) => name === scheme.field);
  return url.includes(`${scheme.field}=`);
}

/** Returns a server's base path that the URL lacks, if all servers in the specification have one. */
function missingBase({ servers }: RequestForm, url: string): string | undefined {
  const read = readHttpUrl(url.split(/[?#]/, 1)[0] ?? "", undefined);
  if (!read.ok) return undefined;
  const paths = servers.map(({ url: server }) =>
    server.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "").replace(/\/$/, ""),
  );
  const isThere = paths.some(
    (path) => path === "" || path.includes("{") || `${read.path}/`.startsWith(`${path}/`),
  );
  return isThere ? undefined : paths[0];
}

/** Returns the number of seconds until a retry from `Retry-After`, which contains seconds or a date. */
function retrySeconds(headers: readonly NamedText[], now: number): number | undefined {
  const after = headerOf(headers, "retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(after)) return Number(after);
  const date = after === "" ? Number.NaN : Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.round((date - now) / 1000));
}

function waitWords(seconds: number): string {
  if (seconds < 120) return formatCount(seconds, "second");
  return seconds < 7200
    ? formatCount(Math.round(seconds / 60), "minute")
    : formatCount(Math.round(seconds / 3600), "hour");
}

function isSameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
