import type { BuiltRequest, NameValuePair } from "../build/build-context.ts";
import { parseHttpUrl } from "../build/build-url.ts";
import type { RequestForm, SchemeForm } from "../form/request-form.ts";
import { getEssence } from "../media/encoding.ts";
import { isJsonMediaType } from "../media/media-types.ts";
import { createMessage, type LocalizedMessage, type MessageList } from "../../text/message.ts";

/** A response together with its request and specification. */
export interface ResponseToExplain {
  readonly status: number;
  readonly headers: readonly NameValuePair[];
  /** The request as it was sent, with secret placeholders. */
  readonly request: BuiltRequest;
  readonly form: RequestForm;
  /** The index of the selected authentication method in the form's `security`. */
  readonly securityIndex: number;
  /** The current time in milliseconds since 1970. */
  readonly now: number;
}

export interface ResponseExplanation {
  /** A sentence that explains the response. */
  readonly meaning: LocalizedMessage;
  /** Sentences about possible reasons and fixes, with the most likely one first. */
  readonly hints: readonly LocalizedMessage[];
}

/**
 * Explains what an unsuccessful response most likely means for this endpoint, or returns undefined if the response
 * doesn't need an explanation.
 */
export function explainResponse(response: ResponseToExplain): ResponseExplanation | undefined {
  const explain = explainersByStatus.get(response.status) ?? findExplainerByClass(response.status);
  if (!explain) return undefined;
  const [meaning, ...hints] = explain(response);
  return { meaning, hints: hints.filter((hint) => hint !== undefined) };
}

/** A meaning, followed by its hints. Undefined hints are ignored. */
type Explanation = readonly [LocalizedMessage, ...(LocalizedMessage | undefined)[]];
type Explainer = (response: ResponseToExplain) => Explanation;

const explainersByStatus: ReadonlyMap<number, Explainer> = new Map<number, Explainer>([
  [400, explainBadRequest],
  [401, explainUnauthorizedResponse],
  [403, explainForbidden],
  [404, explainNotFoundResponse],
  [405, explainMethodNotAllowedResponse],
  [406, explainNotAcceptable],
  [413, explainContentTooLarge],
  [414, () => [createMessage("The API doesn't accept URLs this long."), createMessage("Send less data in the query.")]],
  [415, explainUnsupportedMediaType],
  [422, explainBadRequest],
  [429, explainTooManyRequests],
  [
    431,
    () => [
      createMessage("The headers are larger than the API accepts."),
      createMessage("Cookies and tokens are the most common cause."),
    ],
  ],
]);

function findExplainerByClass(status: number): Explainer | undefined {
  if (status >= 300 && status < 400 && status !== 304) return explainRedirect;
  if (status >= 500) return explainServerError;
  return undefined;
}

function explainRedirect({ headers }: ResponseToExplain): Explanation {
  const location = getHeader(headers, "location");
  return [
    location === undefined
      ? createMessage("The response is a redirect, but it doesn't contain the target URL.")
      : createMessage("The response redirects to `{0}`.", location.slice(0, 200)),
    createMessage(
      "Redirects are shown but not followed. If the API always redirects this request, change the server URL or path in the specification to the target.",
    ),
  ];
}

function explainBadRequest({ request, headers }: ResponseToExplain): Explanation {
  return [
    createMessage("The API could read the request but doesn't accept its content."),
    isJsonMediaType(getHeader(headers, "content-type") ?? "")
      ? createMessage("Most APIs name the invalid field in the response.")
      : undefined,
    request.body ? createMessage("Compare the body with its schema, and check for required fields.") : undefined,
  ];
}

function explainUnauthorizedResponse({ form, headers, request, securityIndex }: ResponseToExplain): Explanation {
  const schemes = listSchemes(headers);
  const schemesHint =
    schemes.length > 0 ? createMessage("The API accepts {0}.", createCodeList(schemes, "or")) : undefined;
  const schemeForms = form.security[securityIndex] ?? [];
  const sentScheme = getSentScheme(request);
  if (form.security.every((each) => each.length === 0))
    return [
      createMessage("The API requires authentication."),
      schemesHint,
      createMessage(
        "The operation doesn't declare any security requirements, but the API requires authentication. Add `security` to the operation or to the entire specification.",
      ),
      sentScheme === undefined ? undefined : createMessage("The API didn't accept the credentials that were sent."),
    ];
  if (schemeForms.length === 0)
    return [
      createMessage("The API requires authentication."),
      schemesHint,
      createMessage(
        "The specification makes authentication optional here, but the API requires it. Choose another authentication method.",
      ),
    ];
  const missingNames = schemeForms.filter((scheme) => !isSent(scheme, request)).map(({ name }) => name);
  const isOtherSchemeSent =
    sentScheme !== undefined && schemes.length > 0 && !schemes.some((name) => isSameText(name, sentScheme));
  return [
    createMessage("The API couldn't authenticate this request."),
    schemesHint,
    missingNames.length > 0
      ? createMessage("No credentials were sent for {0}. Enter your credentials.", createCodeList(missingNames, "and"))
      : undefined,
    isOtherSchemeSent
      ? createMessage("`{0}` was sent, as specified. Either the specification or the API is wrong.", sentScheme)
      : undefined,
    missingNames.length === 0
      ? createMessage("The token or key may be expired, mistyped, or intended for a different environment.")
      : undefined,
  ];
}

function explainForbidden({ form, securityIndex }: ResponseToExplain): Explanation {
  const scopes = [...new Set((form.security[securityIndex] ?? []).flatMap((scheme) => scheme.scopes))];
  const hasNoSchemes = form.security.every((each) => each.length === 0);
  return [
    createMessage("The API doesn't allow this request, even with valid credentials."),
    scopes.length > 0
      ? createMessage(
          {
            one: "The specification requires {0} scope here: {1}. The token might not include it.",
            other: "The specification requires {0} scopes here: {1}. The token might not include all of them.",
          },
          scopes.length,
          createCodeList(scopes, "and"),
        )
      : undefined,
    hasNoSchemes
      ? createMessage(
          "The operation doesn't declare any security requirements. If the API requires a key, add `security` to the operation.",
        )
      : createMessage("The account might not have permission, or the key may be limited to other operations."),
  ];
}

function explainNotFoundResponse({ form, request, headers }: ResponseToExplain): Explanation {
  const url = request.url.split(/[?#]/, 1)[0] ?? "";
  const missingBasePath = findMissingBasePath(form, url);
  const parameterNames = form.parameters.filter((each) => each.in === "path").map(({ name }) => name);
  const isWebPage = getEssence(getHeader(headers, "content-type") ?? "") === "text/html";
  return [
    createMessage("Nothing exists at this URL, or the API hides it."),
    missingBasePath === undefined
      ? undefined
      : createMessage(
          "The server URL may be missing its base path: the specification has `{0}` before `{1}`.",
          missingBasePath,
          form.path,
        ),
    parameterNames.length > 0
      ? createMessage("The resource identified by {0} might not exist.", createCodeList(parameterNames, "and"))
      : undefined,
    isWebPage
      ? createMessage("The response is a web page, so it's probably from a website, not from the API.")
      : undefined,
    missingBasePath === undefined && parameterNames.length === 0
      ? createMessage("The path `{0}` in the specification might not match the API.", form.path)
      : undefined,
  ];
}

function explainMethodNotAllowedResponse({ headers, request, form }: ResponseToExplain): Explanation {
  const allowHeader = getHeader(headers, "allow");
  const methods = (allowHeader ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  return [
    createMessage("This URL exists, but the API doesn't support `{0}` for it.", request.method),
    methods.length > 0
      ? createMessage(
          "The `Allow` header lists {0}, but the specification uses `{1}`. One of the two is wrong.",
          createCodeList(methods, "and"),
          form.method,
        )
      : createMessage("The specification uses `{0}`. Its method or path may be wrong.", form.method),
    findMissingBasePath(form, request.url) === undefined
      ? undefined
      : createMessage("The server URL may be missing its base path."),
  ];
}

function explainNotAcceptable({ request }: ResponseToExplain): Explanation {
  const accept = getHeader(request.headers, "accept");
  return [
    createMessage("The API can't respond with the requested media type."),
    accept === undefined
      ? undefined
      : createMessage(
          "`Accept: {0}` was sent. Request another media type, or remove the header.",
          accept.slice(0, 100),
        ),
  ];
}

function explainContentTooLarge({ request }: ResponseToExplain): Explanation {
  const { body } = request;
  return [
    createMessage("The request is larger than the API accepts."),
    body?.kind === "text"
      ? createMessage({ one: "The body has {0} character.", other: "The body has {0} characters." }, body.text.length)
      : undefined,
    createMessage(
      "The limit may be set by the API or by a proxy in front of it. You can document the limit in the specification.",
    ),
  ];
}

function explainUnsupportedMediaType({ request, form, headers }: ResponseToExplain): Explanation {
  const sentType = request.body?.kind === "parts" ? request.body.type : getHeader(request.headers, "content-type");
  const types = (form.body?.mediaTypes ?? []).map(({ type }) => type);
  const acceptedText =
    getHeader(headers, "accept-post") ?? getHeader(headers, "accept-patch") ?? getHeader(headers, "accept");
  return [
    sentType === undefined
      ? createMessage("The API requires a body with a specific media type, but none was sent.")
      : createMessage("The API doesn't accept a body of type `{0}` here.", sentType.slice(0, 100)),
    acceptedText === undefined ? undefined : createMessage("The API accepts {0}.", `\`${acceptedText.slice(0, 200)}\``),
    types.length > 0
      ? createMessage("The specification defines {0}.", createCodeList(types, "or"))
      : createMessage("The specification doesn't define a body."),
  ];
}

function explainTooManyRequests({ headers, now }: ResponseToExplain): Explanation {
  const seconds = getRetrySeconds(headers, now);
  return [
    createMessage("The API is rate-limiting requests."),
    seconds === undefined
      ? createMessage("Wait a moment, and then send the request again.")
      : createMessage("Try again in {0}.", formatWait(seconds)),
  ];
}

function explainServerError({ status, headers, now }: ResponseToExplain): Explanation {
  const seconds = getRetrySeconds(headers, now);
  const retryHint = seconds === undefined ? undefined : createMessage("Try again in {0}.", formatWait(seconds));
  switch (status) {
    case 501:
      return [
        createMessage("The API doesn't support this operation yet."),
        createMessage(
          "If readers get this response too, mark the operation in the specification as not yet supported.",
        ),
      ];
    case 502:
    case 504:
      return [
        createMessage("A gateway or proxy didn't get a valid response from the API."),
        createMessage("The API may be down or starting up."),
        retryHint,
      ];
    case 503:
      return [
        createMessage("The API is temporarily unavailable."),
        retryHint ?? createMessage("The API may be starting up or under maintenance."),
      ];
    default:
      return [
        createMessage("An internal error occurred in the API. The request may still be valid."),
        createMessage("The API's log contains more details than this response."),
        retryHint,
      ];
  }
}

/** Returns the value of the first header with this name, or undefined if the header is missing. */
function getHeader(headers: readonly NameValuePair[], name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

/** Returns the schemes in `WWW-Authenticate`, such as `Bearer` in `Bearer realm="x"`. */
function listSchemes(headers: readonly NameValuePair[]): readonly string[] {
  const schemes = headers.flatMap(([name, value]) =>
    name.toLowerCase() === "www-authenticate" ? [/^[\w-]+/.exec(value.trim())?.[0] ?? ""] : [],
  );
  return [...new Set(schemes.filter((name) => name !== ""))];
}

function getSentScheme({ headers }: BuiltRequest): string | undefined {
  return /^(\S+) /.exec(getHeader(headers, "authorization") ?? "")?.[1];
}

function isSent(scheme: SchemeForm, { headers, cookies, url }: BuiltRequest): boolean {
  if (scheme.kind === "mutualTLS" || scheme.kind === "unknown") return true;
  if (scheme.kind !== "apiKey") return getHeader(headers, "authorization") !== undefined;
  if (scheme.in === "header") return getHeader(headers, scheme.field.toLowerCase()) !== undefined;
  if (scheme.in === "cookie") return cookies.some(([name]) => name === scheme.field);
  return url.includes(`${scheme.field}=`);
}

/**
 * If the URL doesn't start with any server's base path, returns the first server's base path. If it does, or if a
 * server has no base path, returns undefined.
 */
function findMissingBasePath({ servers }: RequestForm, url: string): string | undefined {
  const parsedUrl = parseHttpUrl(url.split(/[?#]/, 1)[0] ?? "", undefined);
  if (!parsedUrl.ok) return undefined;
  const paths = servers.map(({ url: server }) =>
    server.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "").replace(/\/$/, ""),
  );
  const hasBasePath = paths.some(
    (path) => path === "" || path.includes("{") || `${parsedUrl.path}/`.startsWith(`${path}/`),
  );
  return hasBasePath ? undefined : paths[0];
}

/**
 * Returns the number of seconds to wait before trying again, based on the `Retry-After` header. The header contains a
 * number of seconds or a date.
 */
function getRetrySeconds(headers: readonly NameValuePair[], now: number): number | undefined {
  const retryAfter = getHeader(headers, "retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const retryTime = retryAfter === "" ? Number.NaN : Date.parse(retryAfter);
  return Number.isNaN(retryTime) ? undefined : Math.max(0, Math.round((retryTime - now) / 1000));
}

function formatWait(seconds: number): LocalizedMessage {
  if (seconds < 120) return createMessage({ one: "{0} second", other: "{0} seconds" }, seconds);
  return seconds < 7200
    ? createMessage({ one: "{0} minute", other: "{0} minutes" }, Math.round(seconds / 60))
    : createMessage({ one: "{0} hour", other: "{0} hours" }, Math.round(seconds / 3600));
}

function createCodeList(names: readonly string[], conjunction: MessageList["last"]): MessageList {
  return { list: names.map((name) => `\`${name}\``), last: conjunction };
}

function isSameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
