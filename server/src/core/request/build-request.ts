import { buildBody } from "./build-body.ts";
import { buildCredentials } from "./build-credentials.ts";
import { buildParameters } from "./build-parameters.ts";
import { buildAddress } from "./build-address.ts";
import { settleCookies } from "./settle-cookies.ts";
import { settleHeaders } from "./settle-headers.ts";
import { tell, type Building } from "./building.ts";
import type { RequestResult } from "./built-request.ts";
import type { Variables } from "./fill-variables.ts";
import { isFieldName } from "./header-fault.ts";
import type { RequestForm } from "./request-form.ts";
import type { RequestValues } from "./request-values.ts";
import { tellNamedBySite } from "./tell-named-by-site.ts";

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
  const building: Building = { variables, problems: [], query: [], headers: [], cookies: [] };
  if (!isFieldName(form.method)) tell(building, "method", "This cannot be the method of a request.", true);
  const path = buildParameters(building, form, values);
  const body = buildBody(building, form, values);
  buildCredentials(building, form, values);
  const url = buildAddress(building, form, values, { baseUrl, path });
  if (values.server.at >= 0 && !baseUrl?.trim()) tellNamedBySite(building, form, values, url);
  const headers = settleHeaders(building, body, form.accept);
  const cookies = settleCookies(building);
  return {
    request: { method: form.method, url, headers, cookies, body: body?.body },
    problems: building.problems,
  };
}
