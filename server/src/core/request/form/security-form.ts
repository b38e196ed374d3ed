import type { ChannelModel } from "../../spec/model/channel-model.ts";
import type { SchemeRequirement } from "../../spec/model/operation-model.ts";
import { isPlainRecord, getOwnProperty, getStringProperty } from "../../text/plain-record.ts";
import type { OAuthFlowForm, SchemeForm, SiteAuth } from "./request-form.ts";

/** Returns the form for one of an operation's authentication schemes. */
export function createSchemeForm({ name, scopes, scheme }: SchemeRequirement): SchemeForm {
  const publicKey = getPublicKey(scheme);
  const base = {
    name,
    scopes,
    description: getStringProperty(scheme, "description"),
    ...(publicKey !== undefined && { publicKey }),
  };
  switch (getStringProperty(scheme, "type")) {
    case "http":
      return { ...base, ...createHttpScheme(getStringProperty(scheme, "scheme") ?? "") };
    case "apiKey": {
      const location = getStringProperty(scheme, "in");
      const field = getStringProperty(scheme, "name");
      if (field === undefined || (location !== "header" && location !== "query" && location !== "cookie"))
        return { ...base, kind: "unknown" };
      return { ...base, kind: "apiKey", in: location, field };
    }
    case "oauth2":
      return { ...base, kind: "oauth2", flows: listFlows(scheme?.["flows"]) };
    case "openIdConnect":
      return { ...base, kind: "openIdConnect", url: getStringProperty(scheme, "openIdConnectUrl") ?? "" };
    case "mutualTLS":
      return { ...base, kind: "mutualTLS" };
    default:
      return { ...base, kind: "unknown" };
  }
}

/**
 * Matches keys of printable ASCII characters. Other characters could reverse the direction of the surrounding text or
 * add another header.
 */
const publicKeyPattern = /^[\x20-\x7e]{1,2000}$/;

/**
 * Returns the key that a specification publishes as `x-default`. A key with placeholders is rejected, because it would
 * let the site read one of your secrets or variables.
 */
function getPublicKey(scheme: SchemeRequirement["scheme"]): string | undefined {
  const type = getStringProperty(scheme, "type");
  const isKey = type === "apiKey" || (type === "http" && !/^basic$/i.test(getStringProperty(scheme, "scheme") ?? ""));
  const value = isKey ? getStringProperty(scheme, "x-default")?.trim() : undefined;
  return value !== undefined && publicKeyPattern.test(value) && !value.includes("{{") ? value : undefined;
}

/**
 * Converts the authentication method that docs.json or a page sets to a scheme. Returns undefined if no method is set
 * or if the method is `none`.
 */
export function createSiteScheme({ method, name }: SiteAuth): SchemeForm | undefined {
  if (method === undefined || method === "none") return undefined;
  const base = { name: method, scopes: [], description: undefined };
  return method === "key"
    ? { ...base, kind: "apiKey", in: "header", field: name ?? "x-api-key" }
    : { ...base, kind: method };
}

/** Returns the form for an HTTP scheme. Scheme names are case-insensitive (RFC 9110, section 11.1). */
function createHttpScheme(scheme: string) {
  const lowerCaseScheme = scheme.toLowerCase();
  return lowerCaseScheme === "bearer" || lowerCaseScheme === "basic"
    ? ({ kind: lowerCaseScheme } as const)
    : ({ kind: "http", scheme } as const);
}

const flowNames = ["authorizationCode", "clientCredentials", "password", "implicit", "deviceAuthorization"] as const; // prettier-ignore

function listFlows(flows: unknown): readonly OAuthFlowForm[] {
  if (!isPlainRecord(flows)) return [];
  return flowNames.flatMap((flow): OAuthFlowForm[] => {
    const flowObject = Object.hasOwn(flows, flow) ? flows[flow] : undefined;
    if (!isPlainRecord(flowObject)) return [];
    const scopes = isPlainRecord(flowObject["scopes"]) ? Object.entries(flowObject["scopes"]) : [];
    return [
      {
        flow,
        authorizationUrl:
          getStringProperty(flowObject, "authorizationUrl") ?? getStringProperty(flowObject, "deviceAuthorizationUrl"),
        tokenUrl: getStringProperty(flowObject, "tokenUrl"),
        refreshUrl: getStringProperty(flowObject, "refreshUrl"),
        scopes: Object.fromEntries(
          scopes.map(([name, description]) => [name, typeof description === "string" ? description : ""]),
        ),
      },
    ];
  });
}

const maxAlternatives = 50;

/**
 * Returns a channel's authentication alternatives. Each alternative combines one of the server's schemes with one of
 * the operation's schemes (AsyncAPI 3, Operation Object, `security`). If only the server or only the operation requires
 * a scheme, each alternative contains only that scheme.
 */
export function createChannelSecurity({
  servers,
  operations,
}: Pick<ChannelModel, "servers" | "operations">): readonly (readonly SchemeForm[])[] {
  const serverAlternatives = listAlternatives(servers.map(({ security = [] }) => security));
  const operationAlternatives = listAlternatives(operations.map(({ security }) => security));
  const alternatives = serverAlternatives.flatMap((serverSchemes) =>
    operationAlternatives.map((operationSchemes) => removeDuplicateSchemes([...serverSchemes, ...operationSchemes])),
  );
  const hasOnlyEmptyAlternatives = alternatives.every((alternative) => alternative.length === 0);
  return hasOnlyEmptyAlternatives ? [] : dedupeAlternatives(alternatives).slice(0, maxAlternatives);
}

/**
 * Returns one alternative for each scheme that the servers or operations require. If any of them doesn't require a
 * scheme, also returns an empty alternative.
 */
function listAlternatives(
  requirementLists: readonly (readonly SchemeRequirement[])[],
): readonly (readonly SchemeForm[])[] {
  const schemeAlternatives = requirementLists.flatMap((ownerRequirements) =>
    ownerRequirements.length === 0 ? [[]] : ownerRequirements.map((requirement) => [convertAsyncScheme(requirement)]),
  );
  return schemeAlternatives.length === 0 ? [[]] : dedupeAlternatives(schemeAlternatives);
}

function dedupeAlternatives(alternatives: readonly (readonly SchemeForm[])[]): readonly (readonly SchemeForm[])[] {
  return [
    ...new Map(
      alternatives.map((alternative) => [alternative.map(({ name }) => name).join("\n"), alternative]),
    ).values(),
  ];
}

function removeDuplicateSchemes(alternative: readonly SchemeForm[]): readonly SchemeForm[] {
  return [...new Map(alternative.map((scheme) => [scheme.name, scheme])).values()];
}

/**
 * Converts an AsyncAPI security scheme to its OpenAPI equivalent. A scheme that HTTP requests can't use becomes
 * `unknown`.
 */
function convertAsyncScheme(requirement: SchemeRequirement): SchemeForm {
  const { scheme } = requirement;
  const name = requirement.name || (getStringProperty(scheme, "type") ?? "security");
  const namedRequirement = { ...requirement, name };
  switch (getStringProperty(scheme, "type")) {
    case "httpApiKey":
      return createSchemeForm({ ...namedRequirement, scheme: { ...scheme, type: "apiKey" } });
    case "userPassword":
      return createSchemeForm({ ...namedRequirement, scheme: { ...scheme, type: "http", scheme: "basic" } });
    case "X509":
      return createSchemeForm({ ...namedRequirement, scheme: { ...scheme, type: "mutualTLS" } });
    case "oauth2":
      return createSchemeForm({
        ...namedRequirement,
        scheme: { ...scheme, flows: renameScopes(getOwnProperty(scheme, "flows")) },
      });
    default:
      return createSchemeForm(namedRequirement);
  }
}

/** Renames `availableScopes` to `scopes`, which is its name in OpenAPI. */
function renameScopes(flows: unknown): unknown {
  if (!isPlainRecord(flows)) return flows;
  return Object.fromEntries(
    Object.entries(flows).map(([name, flow]) => [
      name,
      isPlainRecord(flow) ? { ...flow, scopes: getOwnProperty(flow, "availableScopes") } : flow,
    ]),
  );
}
