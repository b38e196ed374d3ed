import type { BuiltRequest, NamedText } from "../build/build-context.ts";
import { readHttpUrl } from "../build/build-url.ts";
import type { RequestForm, SchemeForm } from "../form/request-form.ts";
import { formatCount, formatListOf } from "./json-schema-keywords.ts";
import { essenceOf, isJsonMediaType } from "./media-types.ts";

/** A response with its request and specification. */
export interface ResponseToExplain {
  readonly status: number;
  readonly headers: readonly NamedText[];
  /** As sent, with placeholders for secrets. */
  readonly request: BuiltRequest;
  readonly form: RequestForm;
  /** The index of the selected authentication alternative. */
  readonly way: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface ResponseExplanation {
  /** A sentence that explains the response. */
  readonly meaning: string;
  /** Sentences about possible reasons and fixes, the most likely first. */
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

/** Returns the meaning, followed by the hints. Empty strings don't apply. */
type Explain = (answer: ResponseToExplain) => readonly string[];

const explanations: ReadonlyMap<number, Explain> = new Map<number, Explain>([
  [400, invalid],
  [401, unauthorized],
  [403, forbidden],
  [404, notFound],
  [405, notAllowed],
  [406, notAcceptable],
  [413, tooLarge],
  [414, () => ["The API takes no address as long as this one.", "Send less in the query."]],
  [415, wrongType],
  [422, invalid],
  [429, tooMany],
  [
    431,
    () => ["The headers are larger than the API takes.", "Cookies and tokens are most often what is long."],
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
      ? "The answer leads elsewhere, but does not say where."
      : `The answer leads to \`${location.slice(0, 200)}\`.`,
    "Redirects are shown and not followed. If this one is always there, the specification's server or path should name where it leads.",
  ];
}

function invalid({ request, headers }: ResponseToExplain): readonly string[] {
  return [
    "The API could read the request and does not accept what is in it.",
    isJsonMediaType(headerOf(headers, "content-type") ?? "")
      ? "Most APIs say in the answer which field is meant."
      : "",
    request.body ? "Compare the body with its schema, and look for fields that are required." : "",
  ];
}

function unauthorized({ form, headers, request, way }: ResponseToExplain): readonly string[] {
  const requested = schemesOf(headers);
  const asks =
    requested.length > 0
      ? ` It asks for ${formatListOf(
          requested.map((name) => `\`${name}\``),
          "or",
        )}.`
      : "";
  const required = form.security[way] ?? [];
  const sent = sentScheme(request);
  if (form.security.every((each) => each.length === 0))
    return [
      `The API wants to know who is asking.${asks}`,
      "The operation declares no security, but the API asks for it. Add `security` to the operation, or to the whole specification.",
      sent === undefined ? "" : "What was sent to sign in was not accepted.",
    ];
  if (required.length === 0)
    return [
      `The API wants to know who is asking.${asks}`,
      "The specification says that one may do without signing in here, but the API does not. Choose another way to sign in.",
    ];
  const missing = required.filter((scheme) => !isSent(scheme, request)).map(({ name }) => `\`${name}\``);
  const other =
    sent !== undefined && requested.length > 0 && !requested.some((name) => isSameText(name, sent));
  return [
    `The API wants to know who is asking, and did not accept what it was told.${asks}`,
    missing.length > 0 ? `Nothing was sent for ${formatListOf(missing, "and")}. Fill it in.` : "",
    other ? `\`${sent}\` was sent, as the specification says. One of the two is wrong.` : "",
    missing.length === 0
      ? "The token or key may be expired, mistyped, or for another environment than this server."
      : "",
  ];
}

function forbidden({ form, way }: ResponseToExplain): readonly string[] {
  const scopes = [...new Set((form.security[way] ?? []).flatMap((scheme) => scheme.scopes))];
  const isOpen = form.security.every((each) => each.length === 0);
  return [
    "The API knows who is asking, or does not want to know, and does not allow this.",
    scopes.length > 0
      ? `The specification asks for ${formatCount(scopes.length, "scope")} here: ${formatListOf(
          scopes.map((scope) => `\`${scope}\``),
          "and",
        )}. The token may lack one.`
      : "",
    isOpen
      ? "The operation declares no security. If the API wants a key, add `security` to the operation."
      : "The account may lack the permission, or the key may be for other operations.",
  ];
}

function notFound({ form, request, headers }: ResponseToExplain): readonly string[] {
  const url = request.url.split(/[?#]/, 1)[0] ?? "";
  const missing = missingBase(form, url);
  const ids = form.parameters.filter((each) => each.in === "path").map(({ name }) => `\`${name}\``);
  const isPage = essenceOf(headerOf(headers, "content-type") ?? "") === "text/html";
  return [
    "There is nothing at this address, or the API does not want to say that there is.",
    missing === undefined
      ? ""
      : `The server's base path may be missing: the specification has \`${missing}\` in front of \`${form.path}\`.`,
    ids.length > 0
      ? `What ${formatListOf(ids, "and")} ${ids.length === 1 ? "names" : "name"} may not exist.`
      : "",
    isPage ? "The answer is a page for people, so a website has answered, and most likely not the API." : "",
    missing === undefined && ids.length === 0
      ? `The path \`${form.path}\` of the specification may not be that of the API.`
      : "",
  ];
}

function notAllowed({ headers, request, form }: ResponseToExplain): readonly string[] {
  const allow = headerOf(headers, "allow");
  const methods = (allow ?? "")
    .split(",")
    .flatMap((each) => (each.trim() === "" ? [] : [`\`${each.trim()}\``]));
  return [
    `The API knows this address and does not take \`${request.method}\` there.`,
    methods.length > 0
      ? `By its header \`Allow\` it takes ${formatListOf(methods, "and")}; the specification says \`${form.method}\`. One of the two is wrong.`
      : `The specification says \`${form.method}\`. The method or the path in it may be wrong.`,
    missingBase(form, request.url) === undefined ? "" : "The server's base path may be missing.",
  ];
}

function notAcceptable({ request }: ResponseToExplain): readonly string[] {
  const accept = headerOf(request.headers, "accept");
  return [
    "The API has no answer of the type that was asked for.",
    accept === undefined
      ? ""
      : `\`Accept: ${accept.slice(0, 100)}\` was sent. Ask for another type, or leave it out.`,
  ];
}

function tooLarge({ request }: ResponseToExplain): readonly string[] {
  const { body } = request;
  const size = body?.kind === "text" ? `The body has ${formatCount(body.text.length, "character")}. ` : "";
  return [
    "The request is larger than the API takes.",
    `${size}The limit may be that of the API or of a proxy in front of it; the specification can name it in the description.`,
  ];
}

function wrongType({ request, form, headers }: ResponseToExplain): readonly string[] {
  const sent = request.body?.kind === "parts" ? request.body.type : headerOf(request.headers, "content-type");
  const types = (form.body?.media ?? []).map(({ type }) => `\`${type}\``);
  const accepted =
    headerOf(headers, "accept-post") ?? headerOf(headers, "accept-patch") ?? headerOf(headers, "accept");
  return [
    sent === undefined
      ? "The API wants a body of a certain type, and none was sent."
      : `The API takes no body of the type \`${sent.slice(0, 100)}\` here.`,
    accepted === undefined ? "" : `It says that it takes \`${accepted.slice(0, 200)}\`.`,
    types.length > 0
      ? `The specification says ${formatListOf(types, "or")}.`
      : "The specification says nothing of a body.",
  ];
}

function tooMany({ headers, now }: ResponseToExplain): readonly string[] {
  const seconds = retrySeconds(headers, now);
  return [
    "The API has had more requests than it takes in a time.",
    seconds === undefined ? "Wait a little and send it again." : `It asks to wait ${waitWords(seconds)}.`,
  ];
}

function failed({ status, headers, now }: ResponseToExplain): readonly string[] {
  const seconds = retrySeconds(headers, now);
  const wait = seconds === undefined ? "" : `It asks to wait ${waitWords(seconds)}.`;
  switch (status) {
    case 501:
      return [
        "The API does not do this yet.",
        "If readers meet it too, mark the operation as such in the specification.",
      ];
    case 502:
    case 504:
      return [
        "A server in between got no usable answer of the API itself.",
        "The API may be down or starting.",
        wait,
      ];
    case 503:
      return ["The API cannot answer at this moment.", wait || "It may be starting, or be worked on."];
    default:
      return [
        "Something went wrong inside the API. The request may be right or not.",
        "What it has written into its log tells more than this answer.",
        wait,
      ];
  }
}

/** Returns the value of a header, or of the first one if there are several. */
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

/** Returns the seconds until retry from `Retry-After`, which contains seconds or a date. */
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
