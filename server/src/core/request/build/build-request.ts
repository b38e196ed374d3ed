import { getOwn } from "../../text/plain-record.ts";
import type { RequestForm } from "../form/request-form.ts";
import type { RequestValues } from "../form/request-values.ts";
import { headerFault, isFieldName } from "../media/part-types.ts";
import { buildBody, type TypedBody } from "./build-body.ts";
import { type BuildContext, type NamedText, type RequestResult, reportProblem } from "./build-context.ts";
import { buildCredentials, buildParameters } from "./build-parameters.ts";
import { buildAddress } from "./build-url.ts";
import { variableNames, type Variables } from "./variables.ts";

/** The cookies in their order; such as cannot be sent are told and left out (RFC 6265, section 4.2.1, blanks let pass). */
export function finalizeCookies(building: BuildContext): readonly NamedText[] {
  const settled: NamedText[] = [];
  for (const { name = "", value, place } of building.cookies) {
    if (!isFieldName(name))
      reportProblem(building, place, `\`${name}\` cannot be the name of a cookie.`, true);
    else if (/[^ -~]|;/.test(value))
      reportProblem(
        building,
        place,
        `\`${name}\` has a character that cookies cannot carry. Encode it, or remove it.`,
        true,
      );
    else settled.push([name, value]);
  }
  return settled;
}

/** Worked out from the request when it is sent; one that is written by hand would contradict it. */
const ofTransport: ReadonlySet<string> = new Set([
  "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
]); // prettier-ignore

/**
 * The headers in their order, behind them what is accepted where the person does not say it, the body's type last; such as
 * cannot be sent are told and left out.
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
        `\`${name}\` is worked out when the request is sent, so yours is left out.`,
      );
      continue;
    }
    // Of a body the type is chosen beside it; of parts the boundary belongs to it.
    if (known === "content-type" && body) continue;
    const fault = headerFault(value);
    if (!isFieldName(name))
      reportProblem(building, place, `\`${name}\` cannot be the name of a header.`, true);
    else if (fault !== undefined) reportProblem(building, place, `\`${name}\` ${fault}`, true);
    else settled.push([name, value.trim()]);
  }
  if (accept !== undefined && !settled.some(([name]) => name.toLowerCase() === "accept"))
    settled.push(["Accept", accept]);
  if (body?.type !== undefined) settled.push(["Content-Type", body.type]);
  return settled;
}

/**
 * Tells of variables of the environment that the site itself has written into the form, in an example or an address, where
 * the request goes to a server of the site's: unlike secrets they are bound to no origin.
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
        `This site itself names \`{{${name}}}\`, and what your environment has for it goes to \`${place}\`. If that is not meant to be, take it out of the request or type your own address into the environment.`,
      );
}

const known = new WeakMap<RequestForm, readonly string[]>();

function namedBySite(form: RequestForm): readonly string[] {
  const found = known.get(form) ?? variableNames(JSON.stringify(form));
  known.set(form, found);
  return found;
}

/** Of the environment that is in use. */
export interface BuildEnvironment {
  /** Takes the place of the form's servers, not of an address that the person has typed. */
  readonly baseUrl: string | undefined;
  readonly variables: Variables;
}

const noEnvironment: BuildEnvironment = { baseUrl: undefined, variables: {} };

/**
 * The request that a filled-in form stands for, with what is wrong about it. Never fails: what cannot be sent is told
 * in a problem that stops, and the request is then as far as it could be made. Where no problem stops, `url` is an
 * absolute http(s) URL and no name or value ends its line. What is optional and has no value is left out.
 */
export function buildRequest(
  form: RequestForm,
  values: RequestValues,
  { baseUrl, variables }: BuildEnvironment = noEnvironment,
): RequestResult {
  const building: BuildContext = { variables, problems: [], query: [], headers: [], cookies: [] };
  if (!isFieldName(form.method))
    reportProblem(building, "method", "This cannot be the method of a request.", true);
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
