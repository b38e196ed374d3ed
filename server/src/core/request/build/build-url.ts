import { createMessage, type Refusal, refuse } from "../../text/message.ts";
import { getOwnProperty } from "../../text/plain-record.ts";
import type { RequestForm, ServerForm } from "../form/request-form.ts";
import type { RequestValues } from "../form/request-values.ts";
import { type BuildContext, encodeWithSecrets, fillVariables, reportProblem } from "./build-context.ts";

/**
 * Reports the path segments `.` and `..`, because URL parsers resolve them like relative paths, even if they're
 * percent-encoded.
 */
function reportDotSegments(context: BuildContext, path: string): void {
  if (path.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    reportProblem(
      context,
      "path",
      createMessage(
        "The path contains a `.` or `..` segment, which resolves to a different path. Enter another value.",
      ),
      true,
    );
}

/** `URL` is available in Node.js and in browsers, but core's types exclude the DOM. */
declare const URL: {
  readonly canParse: (url: string, base?: string) => boolean;
  new (
    url: string,
    base?: string,
  ): { readonly [Part in "protocol" | "origin" | "pathname" | "search" | "username" | "password"]: string };
};

export type HttpUrl =
  | {
      readonly ok: true;
      /** The origin, such as `https://api.example.com:8443`. International domain names are converted to ASCII. */
      readonly origin: string;
      /** The path. Some of its characters may not be encoded yet. */
      readonly path: string;
      /** The query without `?`. Some of its characters may not be encoded yet. */
      readonly query: string;
    }
  /** The reason why the URL can't be used, and how to fix it. */
  | Refusal;

/** Parses the URL of an API from user input or a specification, and removes its fragment. */
export function parseHttpUrl(text: string, base: string | undefined): HttpUrl {
  if (/[\0-\x1f\x7f]/.test(text))
    return refuse(createMessage("The URL contains a line break or an invisible character. Remove it."));
  // URL parsers would accept braces in the host.
  if (/^[^/?#]*\/\/[^/?#]*[{}]/.test(text))
    return refuse(createMessage("The URL's host can't be a variable or a secret. Enter the actual host."));
  if (!URL.canParse(text, base)) return refuse(createMessage("`{0}` isn't a valid URL. Check it.", text));
  const url = new URL(text, base);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return refuse(createMessage("`{0}` doesn't start with `http://` or `https://`. Enter the full URL.", text));
  if (url.username !== "" || url.password !== "")
    return refuse(
      createMessage("The URL contains a username or password. Enter credentials under Authorization instead."),
    );
  const [textBeforeQuery = "", ...queryParts] = (text.split("#")[0] ?? "").split("?");
  const path = findOriginalPath(textBeforeQuery) ?? url.pathname;
  return { ok: true, origin: url.origin, path, query: queryParts.join("?") };
}

/**
 * If the path contains secret placeholders, which `URL` would encode, returns the path as written. Otherwise, returns
 * undefined.
 */
function findOriginalPath(url: string): string | undefined {
  if (!url.includes("{{secret:")) return undefined;
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/\\]*/i, "");
  return path.startsWith("/") || path === "" ? path : undefined;
}

export interface UrlParts {
  readonly baseUrl: string | undefined;
  /** The encoded path. */
  readonly path: string;
}

const serverFormKey = "server";

/**
 * Returns the complete, encoded URL, based on the URL that you entered, the environment's base URL, or the selected
 * server. If none of these is usable, reports a problem that prevents sending, and returns only the path and query.
 */
export function buildUrl(
  context: BuildContext,
  form: RequestForm,
  values: RequestValues,
  { baseUrl, path }: UrlParts,
): string {
  const base = resolveBaseUrl(context, form, values, baseUrl);
  const absolutePath = path === "" || path.startsWith("/") ? path : `/${path}`;
  const fullPath = `${base?.path.replace(/\/$/, "") ?? ""}${absolutePath}` || "/";
  reportDotSegments(context, fullPath);
  const pairs = context.query.map(({ name, value }) => (name === undefined ? value : `${name}=${value}`));
  const query = [base?.query ?? "", ...pairs].filter((each) => each !== "").join("&");
  return `${base?.origin ?? ""}${fullPath}${query === "" ? "" : `?${query}`}`;
}

interface BaseUrl {
  readonly origin: string;
  readonly path: string;
  readonly query: string;
}

function resolveBaseUrl(
  context: BuildContext,
  { servers, settings }: RequestForm,
  { server }: RequestValues,
  baseUrl: string | undefined,
): BaseUrl | undefined {
  const overridingUrl = (server.at < 0 && server.own?.trim()) || baseUrl?.trim();
  const serverForm = overridingUrl ? undefined : servers[server.at];
  const filledBaseUrl = serverForm ? fillServerVariables(context, serverForm, server.variables) : overridingUrl;
  if (serverForm && filledBaseUrl === undefined) return undefined;
  if (!filledBaseUrl) {
    reportProblem(
      context,
      serverFormKey,
      createMessage("The API has no server URL. Enter one, for example, `https://api.example.com`."),
      true,
    );
    return undefined;
  }
  const text = fillVariables(context, serverFormKey, filledBaseUrl);
  const isRelative = !/^[a-z][a-z0-9+.-]*:/i.test(text);
  const { siteUrl } = settings;
  if (isRelative) reportRelativeUrl(context, text, siteUrl);
  if (isRelative && siteUrl === undefined) return undefined;
  const url = parseHttpUrl(text, isRelative ? siteUrl : undefined);
  if (url.ok)
    return {
      origin: url.origin,
      path: encodeWithSecrets(url.path, "path"),
      query: encodeWithSecrets(url.query, "query"),
    };
  reportProblem(context, serverFormKey, url.reason, true);
  return undefined;
}

/**
 * Reports a relative server URL. OpenAPI resolves it against the URL that the specification was fetched from, which
 * doesn't exist for a local file.
 */
function reportRelativeUrl(context: BuildContext, text: string, siteUrl: string | undefined): void {
  if (siteUrl === undefined)
    reportProblem(
      context,
      serverFormKey,
      createMessage("`{0}` isn't a full URL, and its base URL is unknown. Enter the full URL of the API.", text),
      true,
    );
  else
    reportProblem(
      context,
      serverFormKey,
      createMessage(
        "`{0}` isn't a full URL, so it's resolved against {1}. If the API is elsewhere, enter its URL.",
        text,
        siteUrl,
      ),
    );
}

/**
 * Returns a server URL such as `https://{region}.example.com` with the selected or default values of its variables, or
 * undefined if a variable has neither.
 */
function fillServerVariables(
  context: BuildContext,
  { url, variables }: ServerForm,
  serverValues: Readonly<Record<string, string>>,
): string | undefined {
  let hasAllValues = true;
  const hostEnd = url.search(/(?<=\/\/[^/]*)\//);
  const filledUrl = url.replace(/(?<!\{)\{([^{}]+)\}/g, (placeholder, name: string, offset: number) => {
    const variable = variables.find((each) => each.name === name);
    const value = getOwnProperty(serverValues, name) || variable?.default || "";
    const isInPath = hostEnd >= 0 && offset > hostEnd;
    // An empty variable may be intentional in the path, as in `/{prefix}`, but never in the host.
    if (value === "" && (!isInPath || !variable || variable.isUndescribed)) {
      reportProblem(
        context,
        serverFormKey,
        createMessage("`{0}` is part of the server URL but has no value. Enter a value.", name),
        true,
      );
      hasAllValues = false;
      return placeholder;
    }
    const allowedValues = variable?.values ?? [];
    if (allowedValues.length > 0 && !allowedValues.includes(value))
      reportProblem(
        context,
        serverFormKey,
        createMessage("`{0}` isn't one of the values that the specification allows for `{1}`.", value, name),
      );
    return value;
  });
  return hasAllValues ? filledUrl : undefined;
}
