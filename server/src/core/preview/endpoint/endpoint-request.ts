import type { JsonNode } from "../../config/json/json-tree.ts";
import { parseApiTarget } from "../../page/check-field.ts";
import { listDocumentedFields } from "../../page/frontmatter-fields.ts";
import type { FieldValue, PageOutline, PageReferences } from "../../page/page.ts";
import { createChannelForm, type ChannelForm } from "../../request/channel.ts";
import {
  type FormSettings,
  createRequestForm,
  type RequestForm,
  type SourceField,
} from "../../request/form/request-form.ts";
import { createSiteScheme } from "../../request/form/security-form.ts";
import { getPlaygroundDisplay, findServerSetting, findSetting } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import type { GeneratedPage } from "../../site/specs/generated-pages.ts";
import { getPageEndpoints, type EndpointTarget } from "../../site/specs/operation-references.ts";
import type { ServerModel } from "../../spec/model/operation-model.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { Audience } from "../source/page-source.ts";
import type { PlaygroundDisplay } from "../view/endpoint-page.ts";
import type { EndpointFacts, EndpointDefinition, EndpointSource } from "./endpoint-page.ts";

/** The endpoint that a page documents, before its operation or channel is read from the specification. */
export type EndpointRequest = EndpointSubject & { readonly facts: EndpointFacts };

export type EndpointSubject =
  | {
      readonly kind: "operation";
      readonly spec: SpecOutline;
      readonly method: string;
      readonly path: string;
      readonly isWebhook: boolean;
    }
  | { readonly kind: "channel"; readonly spec: SpecOutline; readonly id: string }
  | Extract<EndpointDefinition, { kind: "page" }>;

/**
 * Returns the endpoint that a file documents in its frontmatter, or undefined if the file is an ordinary page or the
 * endpoint doesn't exist.
 */
export function readFileEndpoint(
  site: Site,
  outline: PageOutline,
  references: PageReferences,
  audience: Audience,
): EndpointRequest | undefined {
  const facts = readFacts(site, outline.fields, audience, references);
  const [endpoint] = getPageEndpoints(site, outline);
  if (endpoint) {
    const { resolution } = endpoint;
    const subject = resolution.kind === "found" ? createSubject(resolution.spec, resolution.target) : undefined;
    return subject && { ...subject, facts };
  }
  const api = outline.fields.get("api");
  if (typeof api !== "string") return undefined;
  const target = parseApiTarget(api);
  if (target.kind === "malformed") return undefined;
  const path = target.kind === "url" ? target.url : target.path;
  return { kind: "page", method: target.method, path, fields: readFields(references), facts };
}

/**
 * Returns `available` if a file documents an endpoint in its frontmatter, or the reason why the preview can't show the
 * endpoint.
 */
export function getEndpointState(
  site: Site,
  outline: PageOutline,
): "available" | "no-operation" | "unresolved" | "unfetched" {
  const [endpoint] = getPageEndpoints(site, outline);
  if (endpoint) {
    const { resolution } = endpoint;
    if (resolution.kind === "found")
      return createSubject(resolution.spec, resolution.target) ? "available" : "no-operation";
    return resolution.kind === "unknown" && resolution.isRemote ? "unfetched" : "unresolved";
  }
  const api = outline.fields.get("api");
  if (typeof api !== "string") return "no-operation";
  return parseApiTarget(api).kind === "malformed" ? "unresolved" : "available";
}

/** Returns the endpoint that a generated page documents. */
export function readGeneratedEndpoint(
  site: Site,
  { spec, target, metadata }: GeneratedPage,
  audience: Audience,
): EndpointRequest | undefined {
  const fields = new Map(
    Object.entries(metadata).flatMap(([key, value]): [string, FieldValue][] =>
      typeof value === "string" || typeof value === "boolean" ? [[key, value]] : [],
    ),
  );
  const groups = metadata["groups"];
  if (Array.isArray(groups))
    fields.set(
      "groups",
      groups.filter((groupName) => typeof groupName === "string"),
    );
  const subject = createSubject(spec, target);
  return subject && { ...subject, facts: readFacts(site, fields, audience, undefined) };
}

function createSubject(spec: SpecOutline, target: EndpointTarget): EndpointSubject | undefined {
  switch (target.kind) {
    case "operation":
    case "webhook": {
      const { method, path } = target.operation;
      return { kind: "operation", spec, method, path, isWebhook: target.kind === "webhook" };
    }
    case "channel":
      return { kind: "channel", spec, id: target.channel.id };
    case "schema":
      return undefined;
  }
}

function readFacts(
  site: Site,
  fields: ReadonlyMap<string, FieldValue>,
  audience: Audience,
  references: PageReferences | undefined,
): EndpointFacts {
  const hasTag = (name: string) => references?.tags.some((tag) => tag.name === name) ?? false;
  const autogenerate = findSetting(site, "api.examples.autogenerate");
  const authNameNode = findSetting(site, "api.mdx.auth.name");
  return {
    anchorFormat: site.profile.name === "mintlify" ? "plain" : "path",
    languages: getStringItems(findSetting(site, "api.examples.languages")),
    onlyRequired: showsOnlyRequired(site),
    generatesSamples: !(autogenerate?.kind === "boolean" && !autogenerate.value),
    servers: readServers(findServerSetting(site)?.value),
    authMethod: readAuthMethod(site, fields),
    isAuthSetByPage: authMethods.some((method) => method === getFieldText(fields, "authMethod")?.toLowerCase()),
    authName: getStringValue(authNameNode),
    display: resolvePlaygroundDisplay(site, fields, audience),
    form: readFormSettings(site),
    hasRequestExample: hasTag("RequestExample"),
    hasResponseExample: hasTag("ResponseExample"),
  };
}

function readFormSettings(site: Site): FormSettings {
  const readBoolean = (path: string): boolean | undefined => {
    const node = findSetting(site, path);
    return node?.kind === "boolean" ? node.value : undefined;
  };
  return {
    usesProxy: readBoolean("api.playground.proxy") ?? true,
    siteUrl: site.settings.siteUrl,
    showsFullUrl: getStringValue(findSetting(site, "api.url")) === "full",
    onlyRequired: showsOnlyRequired(site),
    prefillsExamples: readBoolean("api.examples.prefill") ?? false,
    languages: getStringItems(findSetting(site, "api.examples.languages")),
  };
}

function showsOnlyRequired(site: Site): boolean {
  return getStringValue(findSetting(site, "api.examples.defaults")) === "required";
}

const authMethods = ["bearer", "basic", "key", "none"] as const;

/** Returns the page's authentication method, or the site's if the page doesn't set one. */
function readAuthMethod(site: Site, fields: ReadonlyMap<string, FieldValue>): EndpointFacts["authMethod"] {
  const configuredMethod = [
    getFieldText(fields, "authMethod"),
    ...site.profile.authMethodSettings.map((path) => getStringValue(findSetting(site, path))),
  ].find((method) => method !== undefined);
  return authMethods.find((method) => method === configuredMethod?.toLowerCase());
}

function getFieldText(fields: ReadonlyMap<string, FieldValue>, name: string): string | undefined {
  const value = fields.get(name);
  return typeof value === "string" ? value : undefined;
}

/**
 * Returns how the playground is displayed to this reader. With `auth` but without `groups`, all signed-in readers see
 * the playground.
 */
function resolvePlaygroundDisplay(
  site: Site,
  fields: ReadonlyMap<string, FieldValue>,
  audience: Audience,
): PlaygroundDisplay {
  const pageSetting = fields.get("playground");
  const display = typeof pageSetting === "string" ? pageSetting : getPlaygroundDisplay(site);
  switch (display) {
    case "simple":
    case "none":
      return { kind: display };
    case "auth": {
      const groups = fields.get("groups");
      const groupNames = Array.isArray(groups) ? groups.filter((groupName) => typeof groupName === "string") : [];
      if (!audience.signedIn) return { kind: "none", reason: signedInOnlyMessage };
      const isInGroup = groupNames.length === 0 || groupNames.some((group) => audience.groups.includes(group));
      return isInGroup
        ? { kind: "interactive" }
        : { kind: "none", reason: `${groupsOnlyMessage} ${groupNames.join(", ")}.` };
    }
    default:
      return { kind: "interactive" };
  }
}

const signedInOnlyMessage = "Only signed-in readers see the playground.";
const groupsOnlyMessage = "Only readers in these groups see the playground:";

function readServers(value: JsonNode | undefined): readonly ServerModel[] {
  const urls = value?.kind === "string" ? [value.value] : (getStringItems(value) ?? []);
  return urls.filter((url) => url.trim() !== "").map((url) => ({ url, description: undefined, variables: [] }));
}

const parameterLocations = ["body", "query", "path", "header", "cookie", "auth"] as const;

function readFields(references: PageReferences): readonly SourceField[] {
  return listDocumentedFields(references).flatMap(({ location, name, type, required, default: defaultValue }) => {
    const requestLocation = parameterLocations.find((candidate) => candidate === location);
    return requestLocation
      ? [
          {
            location: requestLocation,
            name,
            type: type?.text ?? "",
            required: required === true,
            example: defaultValue,
          },
        ]
      : [];
  });
}

function getStringValue(node: JsonNode | undefined): string | undefined {
  return node?.kind === "string" ? node.value : undefined;
}

function getStringItems(node: JsonNode | undefined): readonly string[] | undefined {
  return node?.kind === "array"
    ? node.items.flatMap((item) => (item.kind === "string" ? [item.value] : []))
    : undefined;
}

/**
 * Returns the playground form for the endpoint that the page at `path` documents, or undefined if this reader has no
 * playground. Also returns undefined for webhooks, which readers can't call, and for channels (see
 * `createEndpointChannelForm`).
 */
export function createEndpointForm(source: EndpointSource, path: SitePath): RequestForm | undefined {
  const { facts } = source;
  if (facts.display.kind !== "interactive") return undefined;
  const auth = { method: facts.authMethod, name: facts.authName };
  const formOptions = { settings: facts.form, auth };
  switch (source.kind) {
    case "operation": {
      if (source.wholeOperation.operation.isWebhook) return undefined;
      const form = createRequestForm({ kind: "operation", ...source.wholeOperation, ...formOptions });
      if (!facts.isAuthSetByPage) return form;
      const scheme = createSiteScheme(auth);
      return { ...form, security: scheme ? [[scheme]] : [] };
    }
    case "page": {
      const { method, path: endpointPath, fields } = source;
      const { servers } = facts;
      return createRequestForm({
        kind: "page",
        page: path,
        method,
        path: endpointPath,
        fields,
        servers,
        ...formOptions,
      });
    }
    case "channel":
      return undefined;
  }
}

/**
 * Returns the console form for the channel that a page documents, or undefined if the channel can't be tried out or
 * this reader has no playground.
 */
export function createEndpointChannelForm({ facts, ...source }: EndpointSource): ChannelForm | undefined {
  if (source.kind !== "channel" || facts.display.kind !== "interactive") return undefined;
  const { location, id } = source.model.channel;
  return createChannelForm(source.model, facts.form, `${location.file} ${id}`);
}
