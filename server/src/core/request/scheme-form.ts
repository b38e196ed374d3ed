import type { SecurityNeed } from "../spec/model/operation-model.ts";
import type { SiteAuth } from "./form-source.ts";
import { isPlainRecord, textIn } from "../text/plain-record.ts";
import type { OAuthFlowForm, SchemeForm } from "./request-form.ts";

/** What an operation's way to sign in asks of a person. */
export function schemeForm({ name, scopes, scheme }: SecurityNeed): SchemeForm {
  const base = { name, scopes, description: textIn(scheme, "description") };
  switch (textIn(scheme, "type")) {
    case "http":
      return { ...base, ...httpScheme(textIn(scheme, "scheme") ?? "") };
    case "apiKey": {
      const place = textIn(scheme, "in");
      const field = textIn(scheme, "name");
      if (field === undefined || (place !== "header" && place !== "query" && place !== "cookie"))
        return { ...base, kind: "unknown" };
      return { ...base, kind: "apiKey", in: place, field };
    }
    case "oauth2":
      return { ...base, kind: "oauth2", flows: flowsOf(scheme?.["flows"]) };
    case "openIdConnect":
      return { ...base, kind: "openIdConnect", url: textIn(scheme, "openIdConnectUrl") ?? "" };
    case "mutualTLS":
      return { ...base, kind: "mutualTLS" };
    default:
      return { ...base, kind: "unknown" };
  }
}

/** The method of docs.json or of a page as a scheme; undefined where there is none. */
export function siteScheme({ method, name }: SiteAuth): SchemeForm | undefined {
  if (method === undefined || method === "none") return undefined;
  const base = { name: method, scopes: [], description: undefined };
  return method === "key"
    ? { ...base, kind: "apiKey", in: "header", field: name ?? "x-api-key" }
    : { ...base, kind: method };
}

/** Names of schemes do not depend on the case of letters (RFC 9110, section 11.1). */
function httpScheme(scheme: string) {
  const known = scheme.toLowerCase();
  return known === "bearer" || known === "basic"
    ? ({ kind: known } as const)
    : ({ kind: "http", scheme } as const);
}

const flowNames = ["authorizationCode", "clientCredentials", "password", "implicit", "deviceAuthorization"] as const; // prettier-ignore

function flowsOf(flows: unknown): readonly OAuthFlowForm[] {
  if (!isPlainRecord(flows)) return [];
  return flowNames.flatMap((flow): OAuthFlowForm[] => {
    const written = Object.hasOwn(flows, flow) ? flows[flow] : undefined;
    if (!isPlainRecord(written)) return [];
    const scopes = isPlainRecord(written["scopes"]) ? Object.entries(written["scopes"]) : [];
    return [
      {
        flow,
        authorizationUrl: textIn(written, "authorizationUrl") ?? textIn(written, "deviceAuthorizationUrl"),
        tokenUrl: textIn(written, "tokenUrl"),
        refreshUrl: textIn(written, "refreshUrl"),
        scopes: Object.fromEntries(
          scopes.map(([name, meaning]) => [name, typeof meaning === "string" ? meaning : ""]),
        ),
      },
    ];
  });
}
