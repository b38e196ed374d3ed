import type { ChannelModel } from "../../spec/model/channel-model.ts";
import type { SchemeRequirement } from "../../spec/model/operation-model.ts";
import { isPlainRecord, getOwn, getText } from "../../text/plain-record.ts";
import type { OAuthFlowForm, SchemeForm, SiteAuth } from "./request-form.ts";

/** Returns the form for one of an operation's authentication schemes. */
export function createSchemeForm({ name, scopes, scheme }: SchemeRequirement): SchemeForm {
  const publicKey = getPublicKey(scheme);
  const base = {
    name,
    scopes,
    description: getText(scheme, "description"),
    ...(publicKey !== undefined && { publicKey }),
  };
  switch (getText(scheme, "type")) {
    case "http":
      return { ...base, ...createHttpScheme(getText(scheme, "scheme") ?? "") };
    case "apiKey": {
      const location = getText(scheme, "in");
      const field = getText(scheme, "name");
      if (field === undefined || (location !== "header" && location !== "query" && location !== "cookie"))
        return { ...base, kind: "unknown" };
      return { ...base, kind: "apiKey", in: location, field };
    }
    case "oauth2":
      return { ...base, kind: "oauth2", flows: listFlows(scheme?.["flows"]) };
    case "openIdConnect":
      return { ...base, kind: "openIdConnect", url: getText(scheme, "openIdConnectUrl") ?? "" };
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
  const type = getText(scheme, "type");
  const isKey = type === "apiKey" || (type === "http" && !/^basic$/i.test(getText(scheme, "scheme") ?? ""));
  const value = isKey ? getText(scheme, "x-default")?.trim() : undefined;
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
        authorizationUrl: getText(flowObject, "authorizationUrl") ?? getText(flowObject, "deviceAuthorizationUrl"),
        tokenUrl: getText(flowObject, "tokenUrl"),
        refreshUrl: getText(flowObject, "refreshUrl"),
        scopes: Object.fromEntries(
          scopes.map(([name, description]) => [name, typeof description === "string" ? description : ""]),
        ),
      },
    ];
  });
}

const maxRequirements = 50;

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
  const requirements = serverAlternatives.flatMap((first) =>
    operationAlternatives.map((second) => removeDuplicates([...first, ...second])),
  );
  const isOnlyEmpty = requirements.every((requirement) => requirement.length === 0);
  return isOnlyEmpty ? [] : dedupeRequirements(requirements).slice(0, maxRequirements);
}

/**
 * Returns one alternative for each scheme that the servers or operations require. If any of them doesn't require a
 * scheme, also returns an empty alternative.
 */
function listAlternatives(alternatives: readonly (readonly SchemeRequirement[])[]): readonly (readonly SchemeForm[])[] {
  const requirements = alternatives.flatMap((schemes) =>
    schemes.length === 0 ? [[]] : schemes.map((requirement) => [convertAsyncScheme(requirement)]),
  );
  return requirements.length === 0 ? [[]] : dedupeRequirements(requirements);
}

function dedupeRequirements(requirements: readonly (readonly SchemeForm[])[]): readonly (readonly SchemeForm[])[] {
  return [
    ...new Map(
      requirements.map((alternative) => [alternative.map(({ name }) => name).join("\n"), alternative]),
    ).values(),
  ];
}

function removeDuplicates(alternative: readonly SchemeForm[]): readonly SchemeForm[] {
  return [...new Map(alternative.map((scheme) => [scheme.name, scheme])).values()];
}

/**
 * Converts an AsyncAPI security scheme to its OpenAPI equivalent. A scheme that HTTP requests can't use becomes
 * `unknown`.
 */
function convertAsyncScheme(requirement: SchemeRequirement): SchemeForm {
  const { scheme } = requirement;
  const name = requirement.name || (getText(scheme, "type") ?? "security");
  const namedRequirement = { ...requirement, name };
  switch (getText(scheme, "type")) {
    case "httpApiKey":
      return createSchemeForm({ ...namedRequirement, scheme: { ...scheme, type: "apiKey" } });
    case "userPassword":
      return createSchemeForm({ ...namedRequirement, scheme: { ...scheme, type: "http", scheme: "basic" } });
    case "X509":
      return createSchemeForm({ ...namedRequirement, scheme: { ...scheme, type: "mutualTLS" } });
    case "oauth2":
      return createSchemeForm({
        ...namedRequirement,
        scheme: { ...scheme, flows: renameScopes(getOwn(scheme, "flows")) },
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
      isPlainRecord(flow) ? { ...flow, scopes: getOwn(flow, "availableScopes") } : flow,
    ]),
  );
}
