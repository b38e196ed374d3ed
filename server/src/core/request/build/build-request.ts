import { getOwn } from "../../text/plain-record.ts";
import type { RequestForm } from "../form/request-form.ts";
import type { RequestValues } from "../form/request-values.ts";
import { headerFault, isFieldName } from "../media/part-types.ts";
import { buildBody, type TypedBody } from "./build-body.ts";
import { type BuildContext, type NamedText, type RequestResult, reportProblem } from "./build-context.ts";
import { buildCredentials, buildParameters } from "./build-parameters.ts";
import { buildAddress } from "./build-url.ts";
import { variableNames, type Variables } from "./variables.ts";

/**
 * Returns the cookies in order. Cookies that can't be sent are reported and omitted (RFC 6265, section 4.2.1, although
 * spaces are allowed).
 */
export function finalizeCookies(building: BuildContext): readonly NamedText[] {
  const settled: NamedText[] = [];
  for (const { name = "", value, place } of building.cookies) {
    if (!isFieldName(name)) reportProblem(building, place, `\`${name}\` isn't a valid cookie name.`, true);
    else if (/[^ -~]|;/.test(value))
      reportProblem(
        building,
        place,
        `The value of \`${name}\` contains a character that isn't allowed in cookies. Encode it, or remove it.`,
        true,
      );
    else settled.push([name, value]);
  }
  return settled;
}

/** Headers that are computed when the request is sent. A manual value would contradict them. */
const ofTransport: ReadonlySet<string> = new Set([
  "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
]); // prettier-ignore

/**
 * Returns the headers in order, followed by a default `Accept` header if none is set, and the body's type. Headers that
 * can't be sent are reported and omitted.
 */
export function finalizeHeaders(
  building: BuildContext,
  body: TypedBody | undefined,
  accept: string | undefined,
): readonly NamedText[] {
  const settled: NamedText[] = [];
  for (const { name = "", value, place } of building.headers) {
    const known = name.toLowerCase();
    if (ofTransport.has(known)) {
      reportProblem(
        building,
        place,
        `\`${name}\` is set automatically when the request is sent, so your value is ignored.`,
      );
      continue;
    }
    // The form has a separate field for the body's type, and the type of multipart bodies includes the boundary.
    if (known === "content-type" && body) continue;
    const fault = headerFault(value);
    if (!isFieldName(name)) reportProblem(building, place, `\`${name}\` isn't a valid header name.`, true);
    else if (fault !== undefined) reportProblem(building, place, `\`${name}\` ${fault}`, true);
    else settled.push([name, value.trim()]);
  }
  if (accept !== undefined && !settled.some(([name]) => name.toLowerCase() === "accept"))
    settled.push(["Accept", accept]);
  if (body?.type !== undefined) settled.push(["Content-Type", body.type]);
  return settled;
}

/**
 * Reports environment variables that the site itself put into the form, in an example or URL, if the request goes to
 * one of the site's servers. Unlike secrets, variables aren't bound to an origin.
 */
export function addSiteHeaders(
  building: BuildContext,
  form: RequestForm,
  values: RequestValues,
  url: string,
): void {
  const { variables } = building;
  if (Object.keys(variables).length === 0) return;
  const named = namedBySite(form).filter((name) => getOwn(variables, name) !== undefined);
  if (named.length === 0) return;
  const sent = new Set(variableNames(JSON.stringify([values, form.servers[values.server.at]?.url])));
  const [place = ""] = /^[a-z]+:\/\/[^/?#]*/i.exec(url) ?? [];
  for (const name of named)
    if (sent.has(name))
      reportProblem(
        building,
        "server",
        `The site itself uses \`{{${name}}}\`, so its value from your environment is sent to \`${place}\`. If you don't want that, remove it from the request, or set your own base URL in the environment.`,
      );
}

const known = new WeakMap<RequestForm, readonly string[]>();

function namedBySite(form: RequestForm): readonly string[] {
  const found = known.get(form) ?? variableNames(JSON.stringify(form));
  known.set(form, found);
  return found;
}

/** The active environment. */
export interface BuildEnvironment {
  /** Replaces the form's servers, but not a URL that you entered. */
  readonly baseUrl?: string | undefined;
  readonly variables: Variables;
}

const noEnvironment: BuildEnvironment = { baseUrl: undefined, variables: {} };

/**
 * Builds the request for a filled-in form and reports its problems. Never fails: anything that can't be sent is
 * reported as a problem with `stops`, and the request is as complete as possible. If no problem stops it, `url` is an
 * absolute HTTP(S) URL, and names and values contain no line breaks. Optional fields without a value are omitted.
 */
export function buildRequest(
  form: RequestForm,
  values: RequestValues,
  { baseUrl, variables }: BuildEnvironment = noEnvironment,
): RequestResult {
  const building: BuildContext = { variables, problems: [], query: [], headers: [], cookies: [] };
  if (!isFieldName(form.method)) reportProblem(building, "method", "This isn't a valid HTTP method.", true);
  const path = buildParameters(building, form, values);
  const body = buildBody(building, form, values);
  buildCredentials(building, form, values);
  const url = buildAddress(building, form, values, { baseUrl, path });
  if (values.server.at >= 0 && !baseUrl?.trim()) addSiteHeaders(building, form, values, url);
  const headers = finalizeHeaders(building, body, form.accept);
  const cookies = finalizeCookies(building);
  return {
    request: { method: form.method, url, headers, cookies, body: body?.body },
    problems: building.problems,
  };
}
