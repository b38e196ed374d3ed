import type { OperationModel, ResponseModel, ServerModel, SourceLocation } from "../../spec/model/operation-model.ts";
import type { SchemaId, SchemaModel } from "../../spec/model/schema-model.ts";
import { getEssence, isJsonType } from "../media/encoding.ts";
import { createBodyForm, collectSchemas } from "./body-form.ts";
import { buildParameterForms, createDefaultParameter, createUndescribedParameters } from "./parameter-form.ts";
import { createSchemeForm, createSiteScheme } from "./security-form.ts";

/**
 * The form for calling an endpoint. `createRequestForm` creates it from an operation or from a page's own fields. It's
 * plain data, because it's sent to the webview. `buildRequest` creates a request from the form and from the values
 * entered in it (`RequestValues`).
 */
export interface RequestForm {
  /** The key that form values are stored under, such as `openapi.yaml GET /users/{id}`. */
  readonly key: string;
  /** The method in uppercase. Custom methods in OpenAPI 3.2 keep their case. */
  readonly method: string;
  /** The path, such as `/users/{id}`. */
  readonly path: string;
  /** The servers. If the API's URL is unknown, the list is empty, and you have to enter a URL. */
  readonly servers: readonly ServerForm[];
  /**
   * The alternative authentication methods. A request must satisfy all schemes of one alternative. An alternative
   * without schemes means that authentication isn't required.
   */
  readonly security: readonly (readonly SchemeForm[])[];
  readonly parameters: readonly ParameterForm[];
  readonly body: BodyForm | undefined;
  /** The request's `Accept` header, based on the media types of the responses. Undefined if they're unknown. */
  readonly accept?: string;
  /** The schemas that parameters and bodies reference, directly or indirectly, by ID. */
  readonly schemas: Readonly<Record<SchemaId, SchemaModel>>;
  readonly settings: FormSettings;
}

/** The playground settings in docs.json. */
export interface FormSettings {
  /**
   * Whether requests go through the docs site. If `api.playground.proxy` is `false`, the browser sends them directly to
   * the API.
   */
  readonly usesProxy: boolean;
  /**
   * The URL of the published docs, such as `https://docs.example.com`. If a request is sent directly to the API, its
   * `Origin` header contains the origin of this URL.
   */
  readonly siteUrl: string | undefined;
  /** Whether the displayed URL includes the server (`api.url` is `"full"`). */
  readonly showsFullUrl: boolean;
  /** Whether optional fields are initially left out (`api.examples.defaults` is `"required"`). */
  readonly onlyRequired: boolean;
  /** Whether fields initially contain the specification's examples (`api.examples.prefill`). */
  readonly prefillsExamples: boolean;
  /** The value of `api.examples.languages`. Undefined for the default languages. */
  readonly languages: readonly string[] | undefined;
}

/** The default settings, for a site whose docs.json doesn't set any. */
export const defaultFormSettings: FormSettings = {
  usesProxy: true,
  siteUrl: undefined,
  showsFullUrl: false,
  onlyRequired: false,
  prefillsExamples: false,
  languages: undefined,
};

export interface ServerForm {
  /** The server's URL as written, such as `https://{region}.example.com/v1`, or a relative URL. */
  readonly url: string;
  readonly description: string | undefined;
  readonly variables: readonly {
    readonly name: string;
    readonly default: string;
    /** The allowed values. Empty if any value is allowed. */
    readonly values: readonly string[];
    readonly description: string | undefined;
    /**
     * Set if the URL contains the variable but the specification doesn't define it. In that case, you have to enter a
     * value.
     */
    readonly isUndescribed?: true;
  }[];
}

export type SchemeForm = {
  /** The key under `components.securitySchemes`, or the method in docs.json. */
  readonly name: string;
  readonly description: string | undefined;
  readonly scopes: readonly string[];
  /**
   * A key that the specification publishes as `x-default` so that anyone can try out the API. The key never contains a
   * secret placeholder.
   */
  readonly publicKey?: string;
} & (
  | { readonly kind: "bearer" }
  | { readonly kind: "basic" }
  | { readonly kind: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly field: string }
  | { readonly kind: "oauth2"; readonly flows: readonly OAuthFlowForm[] }
  /** An OpenID Connect provider. `url` is the URL of its discovery document. */
  | { readonly kind: "openIdConnect"; readonly url: string }
  | { readonly kind: "mutualTLS" }
  /**
   * Another HTTP scheme, such as `digest`. You enter the part of the `Authorization` header that follows the scheme's
   * name.
   */
  | { readonly kind: "http"; readonly scheme: string }
  /** A scheme whose type is unknown or whose definition is incomplete. */
  | { readonly kind: "unknown" }
);

export interface OAuthFlowForm {
  readonly flow: "authorizationCode" | "clientCredentials" | "password" | "implicit" | "deviceAuthorization";
  readonly authorizationUrl: string | undefined;
  readonly tokenUrl: string | undefined;
  readonly refreshUrl: string | undefined;
  readonly scopes: Readonly<Record<string, string>>;
}

export type ParameterLocation = "path" | "query" | "querystring" | "header" | "cookie";

export interface ParameterForm {
  readonly name: string;
  readonly in: ParameterLocation;
  /** The anchor for links to the parameter, without `#`. */
  readonly anchor: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string | undefined;
  /**
   * The parameter's style or, if it isn't set, the default style for its location: `form` or `simple` (OpenAPI, “Style
   * Values”).
   */
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** For a query parameter, whether an empty string is a valid value. */
  readonly allowEmptyValue?: true;
  readonly schema: SchemaModel | undefined;
  /** The media type, such as `application/json`, if the parameter has `content` instead of `schema`. */
  readonly mediaType: string | undefined;
  /** For `querystring`, the Encoding Objects by property. */
  readonly encoding?: Readonly<Record<string, PartEncoding>>;
  readonly examples: readonly FormExample[];
  /** The initial value, or undefined if the parameter has none. */
  readonly initial?: { readonly value: unknown };
  /** The parameter's location in the specification. Undefined if a page describes the parameter instead. */
  readonly location?: SourceLocation;
}

export interface FormExample {
  readonly name: string;
  readonly summary: string | undefined;
  readonly value: unknown;
}

export interface BodyForm {
  readonly required: boolean;
  /** The media types. There is at least one, and the first one is the default. */
  readonly mediaTypes: readonly MediaTypeForm[];
}

/** The kind of editor for a body, which depends on its media type. In a `lines` editor, each line is a JSON value. */
export type BodyKind = "json" | "lines" | "xml" | "urlencoded" | "multipart" | "text" | "binary";

export interface MediaTypeForm {
  /** The media type, such as `application/json`. */
  readonly type: string;
  readonly kind: BodyKind;
  readonly schema: SchemaModel | undefined;
  /** The Encoding Objects by property. */
  readonly encoding: Readonly<Record<string, PartEncoding>>;
  readonly examples: readonly FormExample[];
  /** For `json`, `lines`, `xml`, and `text`, the initial editor text. */
  readonly text: string;
  /** For `urlencoded` and `multipart`, the fields in schema order. */
  readonly fields: readonly PartForm[];
  /** The parts of a `multipart` body, if they're identified by position. In that case, `fields` is empty. */
  readonly sequence?: SequenceForm;
}

/** The parts of a body, identified by position (OpenAPI 3.2.0, “Encoding By Position”). */
export interface SequenceForm {
  /** The forms for the parts at the start of the sequence, one for each position. */
  readonly first: readonly ItemForm[];
  /** The form for all additional parts. Undefined if no additional parts are allowed. */
  readonly rest?: ItemForm;
  /** The minimum number of parts (`minItems`). The maximum number (`maxItems`) is in `maxItems`. */
  readonly minItems: number;
  readonly maxItems: number | undefined;
  /** The initial number of parts. */
  readonly initialCount: number;
}

/** A part that's identified by position instead of by name. */
export interface ItemForm {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly schema: SchemaModel | undefined;
  /**
   * The kind of part. `either` is text or a file, depending on the selection in the form. `parts` is a nested multipart
   * document.
   */
  readonly kind: "value" | "file" | "either" | "parts";
  /** The content type as written in the Encoding Object, such as `text/css, image/*`. */
  readonly contentType: string | undefined;
  readonly headers?: readonly ParameterForm[];
  readonly initial?: { readonly value: unknown };
  readonly innerForm?: SequenceForm;
  /** The encodings by member name, if the value is sent as a form or as named parts. */
  readonly members?: Readonly<Record<string, PartEncoding>>;
}

export interface PartEncoding {
  readonly contentType: string | undefined;
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly allowReserved: boolean;
  /** For a nested part, the names of the headers that its Encoding Object describes. */
  readonly headers?: readonly string[];
  /** The encodings inside a part that is itself a form or a multipart document (OpenAPI 3.2.0, “Nested Encoding”). */
  readonly innerEncoding?: InnerEncoding;
}

/** The encodings of nested parts, which are identified by name or by position. */
export interface InnerEncoding {
  readonly encodingsByName: Readonly<Record<string, PartEncoding>>;
  readonly first: readonly PartEncoding[];
  readonly rest?: PartEncoding;
}

export interface PartForm {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: SchemaModel | undefined;
  /** `file` is binary content, and `files` is an array of binary content. */
  readonly kind: "value" | "file" | "files";
  readonly initial?: { readonly value: unknown };
  /**
   * The headers of each part with this name (Encoding Object, `headers`). Undefined if the specification doesn't define
   * any.
   */
  readonly headers?: readonly ParameterForm[];
}

/** The source of a form: an operation with its schemas, or a page whose fields describe its endpoint. */
export type FormSource = { readonly settings: FormSettings; readonly auth: SiteAuth } & (
  | {
      readonly kind: "operation";
      readonly operation: OperationModel;
      readonly schemas: ReadonlyMap<SchemaId, SchemaModel>;
    }
  | {
      readonly kind: "page";
      /** The path of the page's file, such as `api/users.mdx`. It identifies the stored form values. */
      readonly page: string;
      readonly method: string;
      /** A path such as `/users/{id}`, or a full URL such as `https://{region}.example.com/users`. */
      readonly path: string;
      readonly fields: readonly SourceField[];
      /** The site's servers from `server` and `api.mdx.server`. They're used unless `path` is a full URL. */
      readonly servers: readonly ServerModel[];
    }
);

/**
 * Authentication settings in docs.json and the page's frontmatter. They apply to endpoints that don't define their own.
 */
export interface SiteAuth {
  /** The page's `authMethod` or, if the page doesn't set one, the site's authentication method. */
  readonly method: "bearer" | "basic" | "key" | "none" | undefined;
  /** The header that contains the API key. The default is `x-api-key`. */
  readonly name: string | undefined;
}

/** A field of an endpoint that a page describes with `ParamField`. */
export interface SourceField {
  readonly location: "body" | "query" | "path" | "header" | "cookie" | "auth";
  readonly name: string;
  /** The type as written, such as `string`, `integer`, `string[]`, or `object`. */
  readonly type: string;
  readonly required: boolean;
  readonly example: string | undefined;
}

/**
 * The maximum length of an `Accept` header in characters. Browsers send a preflight request if the header is longer
 * (Fetch standard, “CORS-safelisted request-header”).
 */
const maxLength = 128;
const anyTypeRange = "*/*;q=0.1";

/**
 * Returns an operation's `Accept` header. It contains the media types of the responses, with JSON first and successful
 * responses before errors, followed by a range with a lower weight for any other media type. The range prevents servers
 * from rejecting the request because of this header. Returns undefined if the responses don't define a media type.
 */
export function createAcceptHeader(responses: readonly ResponseModel[]): string | undefined {
  const rankedResponses = [...responses].sort((a, b) => rankResponse(a) - rankResponse(b));
  const types = rankedResponses
    .flatMap(({ content }) => content.map(({ type }) => getEssence(type)))
    .filter(isMediaType);
  const exactTypes = [...new Set(types)].filter((mediaType) => mediaType !== "*/*");
  const sortedTypes = [...exactTypes.filter(isJsonType), ...exactTypes.filter((mediaType) => !isJsonType(mediaType))];
  const acceptedTypes: string[] = [];
  for (const mediaType of sortedTypes)
    if ([...acceptedTypes, mediaType, anyTypeRange].join(", ").length <= maxLength) acceptedTypes.push(mediaType);
  return acceptedTypes.length === 0 ? undefined : [...acceptedTypes, anyTypeRange].join(", ");
}

function rankResponse({ status }: ResponseModel): number {
  return status.startsWith("2") ? 0 : status.toLowerCase() === "default" ? 1 : 2;
}

function isMediaType(mediaType: string): boolean {
  return /^[\w!#$&^.+*-]{1,60}\/[\w!#$&^.+*-]{1,60}$/.test(mediaType);
}

const maxCount = 50;

/**
 * Returns the form's servers for an endpoint. Their variables include those that the specification doesn't describe,
 * because you have to fill them in, too.
 */
export function createServerForms(servers: readonly ServerModel[]): readonly ServerForm[] {
  return servers.slice(0, maxCount).map(({ url, description, variables }) => {
    const describedNames = new Set(variables.map(({ name }) => name));
    const namesInUrl = new Set(Array.from(url.matchAll(/(?<!\{)\{([^{}]+)\}/g), ([, name = ""]) => name));
    const undescribedNames = [...namesInUrl].filter((name) => !describedNames.has(name)).slice(0, maxCount);
    return {
      url,
      description,
      variables: [
        ...variables.slice(0, maxCount),
        ...undescribedNames.map((name) => ({
          name,
          default: "",
          values: [],
          description: undefined,
          isUndescribed: true as const,
        })),
      ],
    };
  });
}

/** Creates the form for a page that describes its endpoint with its own fields. */
export function createPageForm(source: Extract<FormSource, { kind: "page" }>): RequestForm {
  const { page, method, fields, settings } = source;
  const { origin, path } = splitUrl(source.path);
  const parameters = fields.flatMap((field) => createParameter(field, settings.prefillsExamples));
  return {
    key: `${page} ${method} ${path}`,
    method,
    path,
    servers: createServerForms(
      origin === undefined ? source.servers : [{ url: origin, description: undefined, variables: [] }],
    ),
    security: createSecurity(source),
    parameters: [...parameters, ...createUndescribedParameters(path, parameters)],
    body: createPageBody(fields, method, settings.onlyRequired),
    schemas: {},
    settings,
  };
}

/** Splits a URL such as `https://api.example.com/users` into its origin and its path. */
function splitUrl(url: string): { readonly origin: string | undefined; readonly path: string } {
  const origin = /^https?:\/\/[^/?#]+/i.exec(url)?.[0];
  return { origin, path: url.slice(origin?.length ?? 0) || "/" };
}

/**
 * Returns the authentication alternatives from the method that the page or docs.json sets. If neither sets a method,
 * uses the page's `auth` fields.
 */
function createSecurity({ auth, fields }: Extract<FormSource, { kind: "page" }>): RequestForm["security"] {
  const scheme = createSiteScheme(auth);
  if (scheme) return [[scheme]];
  const authFields = auth.method === "none" ? [] : fields.filter(({ location }) => location === "auth");
  return authFields.length === 0 ? [] : [authFields.map(createFieldScheme)];
}

function createFieldScheme({ name }: SourceField): SchemeForm {
  const base = { name, scopes: [], description: undefined };
  return /^authorization$/i.test(name)
    ? { ...base, kind: "bearer" }
    : { ...base, kind: "apiKey", in: "header", field: name };
}

function createParameter(
  { location, name, type, required, example }: SourceField,
  prefillsExamples: boolean,
): ParameterForm[] {
  if (location === "body" || location === "auth") return [];
  const value = example === undefined ? undefined : parseValue(example, type);
  return [
    {
      ...createDefaultParameter(location, name),
      required: required || location === "path",
      examples: value === undefined ? [] : [{ name: "", summary: undefined, value }],
      ...(value !== undefined && prefillsExamples && { initial: { value } }),
    },
  ];
}

/** Parses a field's example according to the field's type. Tag attributes are always strings. */
function parseValue(text: string, type: string): unknown {
  if (/^(?:string|text|file|enum<string>)?$/i.test(type.trim())) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function createPageBody(fields: readonly SourceField[], method: string, isRequiredOnly: boolean): BodyForm | undefined {
  const bodyFields = fields.filter(({ location }) => location === "body");
  if (bodyFields.length === 0 || /^(?:GET|HEAD)$/.test(method)) return undefined;
  const sampleFields = bodyFields.filter(({ required }) => required || !isRequiredOnly);
  const sample = Object.fromEntries(sampleFields.map((field) => [field.name, createSample(field)]));
  return {
    required: bodyFields.some(({ required }) => required),
    mediaTypes: [
      {
        type: "application/json",
        kind: "json",
        schema: undefined,
        encoding: {},
        examples: [],
        text: JSON.stringify(sample, null, 2),
        fields: [],
      },
    ],
  };
}

/** Returns the field's example or, if there is none, the simplest value of its type. */
function createSample({ type, example }: SourceField): unknown {
  if (example !== undefined) return parseValue(example, type);
  const lowerCaseType = type.trim().toLowerCase();
  if (lowerCaseType.endsWith("[]") || lowerCaseType.startsWith("array")) return [];
  if (lowerCaseType.startsWith("object")) return {};
  if (lowerCaseType.startsWith("bool")) return false;
  return /^(?:number|integer|int|float|double)/.test(lowerCaseType) ? 0 : "";
}

/** Creates the form for an endpoint as plain data. Never throws. The result depends only on the source. */
export function createRequestForm(source: FormSource): RequestForm {
  if (source.kind === "page") return createPageForm(source);
  const { operation, schemas, settings } = source;
  const { method, path, isWebhook, location } = operation;
  const parameters = buildParameterForms(operation, { schemas }, settings);
  const body = createBodyForm(operation, { schemas }, settings);
  const accept = createAcceptHeader(operation.responses);
  return {
    key: `${location.file} ${isWebhook ? "webhook " : ""}${method} ${path}`,
    method,
    // A webhook has no path, because its receiver chooses the URL.
    path: isWebhook ? "" : path,
    servers: isWebhook ? [] : createServerForms(operation.servers),
    security: createOperationSecurity(source),
    parameters,
    body,
    ...(accept !== undefined && { accept }),
    schemas: collectSchemas(parameters, body, schemas),
    settings,
  };
}

/**
 * Returns an operation's own authentication alternatives or, if the operation doesn't define any, those from the method
 * that the page or docs.json sets. If neither sets a method, uses a header parameter named `Authorization`, even though
 * OpenAPI specifies that such a parameter is ignored.
 */
function createOperationSecurity({
  operation,
  auth,
}: Extract<FormSource, { kind: "operation" }>): RequestForm["security"] {
  const { security, parameters } = operation;
  if (security.length > 0) return security.map((requirement) => requirement.map(createSchemeForm));
  const scheme = createSiteScheme(auth);
  if (scheme) return [[scheme]];
  const header = parameters.find(({ in: location, name }) => location === "header" && /^authorization$/i.test(name));
  if (!header || auth.method === "none") return [];
  const { name: field, description } = header;
  return [[{ name: field, description, scopes: [], kind: "apiKey", in: "header", field }]];
}
