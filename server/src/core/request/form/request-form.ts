import type {
  OperationModel,
  ResponseModel,
  ServerModel,
  SpecPlace,
} from "../../spec/model/operation-model.ts";
import type { SchemaId, SchemaModel } from "../../spec/model/schema-model.ts";
import { essenceOf, isJsonType } from "../media/encoding.ts";
import { bodyForm, reachableSchemas } from "./body-form.ts";
import { buildParameterForms, plainParameter, undescribed } from "./parameter-form.ts";
import { schemeForm, siteScheme } from "./security-form.ts";

/**
 * The form for calling an endpoint. `requestForm` creates the form from an operation or from a page's own fields. The
 * form is plain data, because it's sent to the webview. A request is built from the form and `RequestValues` (see
 * `buildRequest`).
 */
export interface RequestForm {
  /** The key that form values are stored under, such as `openapi.yaml GET /users/{id}`. */
  readonly key: string;
  /** The method in uppercase. Custom methods in OpenAPI 3.2 stay as written. */
  readonly method: string;
  /** The path, such as `/users/{id}`. */
  readonly path: string;
  /** The servers. Empty if the API's URL is unknown. In that case, you have to enter the URL. */
  readonly servers: readonly ServerForm[];
  /**
   * Alternatives for authentication. A request needs to satisfy only one alternative, with all of its schemes. An
   * alternative without schemes means that no authentication is required.
   */
  readonly security: readonly (readonly SchemeForm[])[];
  readonly parameters: readonly ParameterForm[];
  readonly body: BodyForm | undefined;
  /**
   * The request's `Accept` header, which is derived from the response types. Undefined if the response types are
   * unknown.
   */
  readonly accept?: string;
  /** The schemas that the schemas above reference, directly or indirectly. */
  readonly schemas: Readonly<Record<SchemaId, SchemaModel>>;
  readonly settings: FormSettings;
}

/** The playground settings in docs.json. */
export interface FormSettings {
  /**
   * Whether `api.playground.proxy` isn't `false`. If the setting is `false`, the browser sends requests directly.
   * Otherwise, they go through the docs site.
   */
  readonly proxy: boolean;
  /**
   * The URL of the published docs, such as `https://docs.example.com`. A request that is sent directly contains this
   * URL's origin in its `Origin` header.
   */
  readonly siteUrl: string | undefined;
  /** Whether `api.url` is `"full"`. If so, the URL includes the server. */
  readonly showsFullUrl: boolean;
  /** Whether `api.examples.defaults` is `"required"`. If so, optional fields are initially omitted. */
  readonly onlyRequired: boolean;
  /** Whether `api.examples.prefill` is set. If so, fields start with the specification's examples. */
  readonly prefill: boolean;
  /** The value of `api.examples.languages`. Undefined for the default languages. */
  readonly languages: readonly string[] | undefined;
}

/** The settings for a site whose docs.json has none. */
export const defaultFormSettings: FormSettings = {
  proxy: true,
  siteUrl: undefined,
  showsFullUrl: false,
  onlyRequired: false,
  prefill: false,
  languages: undefined,
};

export interface ServerForm {
  /** The URL as written, such as `https://{region}.example.com/v1`, or a relative URL. */
  readonly url: string;
  readonly description: string | undefined;
  readonly variables: readonly {
    readonly name: string;
    readonly default: string;
    /** The allowed values. Empty if the variable can have any value. */
    readonly values: readonly string[];
    readonly description: string | undefined;
    /**
     * Whether the URL contains the variable but the specification doesn't define it. You must enter a value for such a
     * variable.
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
   * A key for trying out the API that the specification publishes as `x-default`. The key never contains a placeholder
   * for a secret.
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
  /** Another HTTP scheme, such as `digest`. You enter the `Authorization` header's value after the scheme. */
  | { readonly kind: "http"; readonly scheme: string }
  /** A scheme of an unknown type. Only its name is available. */
  | { readonly kind: "unknown" }
);

export interface OAuthFlowForm {
  readonly flow: "authorizationCode" | "clientCredentials" | "password" | "implicit" | "deviceAuthorization";
  readonly authorizationUrl: string | undefined;
  readonly tokenUrl: string | undefined;
  readonly refreshUrl: string | undefined;
  readonly scopes: Readonly<Record<string, string>>;
}

export type ParameterPlace = "path" | "query" | "querystring" | "header" | "cookie";

export interface ParameterForm {
  readonly name: string;
  readonly in: ParameterPlace;
  /** The anchor for links to the parameter, without `#`. */
  readonly anchor: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string | undefined;
  /** The style, or the default for its location: `form` or `simple` (OpenAPI, “Style Values”). */
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** For query parameters, whether an empty string is a valid value. */
  readonly allowEmptyValue?: true;
  readonly schema: SchemaModel | undefined;
  /** The media type, such as `application/json`, if the parameter has `content` instead of `schema`. */
  readonly mediaType: string | undefined;
  /** For `querystring`, the Encoding Objects by property. */
  readonly encoding?: Readonly<Record<string, PartEncoding>>;
  readonly examples: readonly FormExample[];
  /** The initial value, or undefined if the parameter has none. */
  readonly initial?: { readonly value: unknown };
  /**
   * The location in the specification. Undefined if the parameter is described on a page instead of in a specification.
   */
  readonly at?: SpecPlace;
}

export interface FormExample {
  readonly name: string;
  readonly summary: string | undefined;
  readonly value: unknown;
}

export interface BodyForm {
  readonly required: boolean;
  /** The media types. There is at least one, and the first one is the default. */
  readonly media: readonly MediaTypeForm[];
}

/** The kind of editor for a body, which depends on the media type. In a `lines` body, each line is a JSON value. */
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
  /** Set for a `multipart` body whose parts are identified by position. `fields` is then empty. */
  readonly sequence?: SequenceForm;
}

/** Parts that are identified by position (OpenAPI 3.2.0, “Encoding By Position”). */
export interface SequenceForm {
  /** The parts at the start of the sequence that have their own forms. */
  readonly first: readonly ItemForm[];
  /** The form for each further part. Undefined if no further parts are allowed. */
  readonly rest?: ItemForm;
  /** The minimum number of parts (`minItems`). The maximum number (`maxItems`) is in `atMost`. */
  readonly atLeast: number;
  readonly atMost: number | undefined;
  /** The initial number of parts. */
  readonly begins: number;
}

/** A part that is identified by position and has no name. */
export interface ItemForm {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly schema: SchemaModel | undefined;
  /**
   * `either`: the part is text or a file, depending on what is selected in the form. `parts`: the part is a nested
   * multipart document.
   */
  readonly kind: "value" | "file" | "either" | "parts";
  /** The content type as in the Encoding Object, such as `text/css, image/*`. */
  readonly contentType: string | undefined;
  readonly headers?: readonly ParameterForm[];
  readonly initial?: { readonly value: unknown };
  readonly inside?: SequenceForm;
  /** For a value that is sent as a form or as named parts, the encodings by member name. */
  readonly members?: Readonly<Record<string, PartEncoding>>;
}

export interface PartEncoding {
  readonly contentType: string | undefined;
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly allowReserved: boolean;
  /** For a nested part, the names of the headers that its Encoding Object describes. */
  readonly headers?: readonly string[];
  /** Set for a part that is itself a form or a multipart document (OpenAPI 3.2.0, “Nested Encoding”). */
  readonly inside?: InsideEncoding;
}

/** The encoding of nested parts, which are identified by name or by position. */
export interface InsideEncoding {
  readonly named: Readonly<Record<string, PartEncoding>>;
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
  /** The headers of each part with this name (Encoding Object, `headers`). Undefined if there are no headers. */
  readonly headers?: readonly ParameterForm[];
}

/** The source of a form: either an operation with its schemas, or a page with fields that describe its endpoint. */
export type FormSource = { readonly settings: FormSettings; readonly auth: SiteAuth } & (
  | {
      readonly kind: "operation";
      readonly operation: OperationModel;
      readonly schemas: ReadonlyMap<SchemaId, SchemaModel>;
    }
  | {
      readonly kind: "page";
      /** The path of the page's file, such as `api/users.mdx`. Form values are stored under this path. */
      readonly page: string;
      readonly method: string;
      /** A path such as `/users/{id}`, or a full URL such as `https://{region}.example.com/users`. */
      readonly path: string;
      readonly fields: readonly SourceField[];
      /** The site's servers from `server` and `api.mdx.server`, which are used if `path` isn't a full URL. */
      readonly servers: readonly ServerModel[];
    }
);

/** Authentication settings in docs.json and the page's frontmatter, for endpoints that don't define their own. */
export interface SiteAuth {
  /** The page's `authMethod` or, if the page doesn't set one, the site's authentication method. */
  readonly method: "bearer" | "basic" | "key" | "none" | undefined;
  /** The header of an API key. The default is `x-api-key`. */
  readonly name: string | undefined;
}

/** A `ParamField` on a page. */
export interface SourceField {
  readonly place: "body" | "query" | "path" | "header" | "cookie" | "auth";
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
const everything = "*/*;q=0.1";

/**
 * Returns the `Accept` header for an operation. It lists the media types of the responses, with JSON first and
 * successes before errors. A range for any other media type follows with a lower weight, so that a server doesn't
 * reject the request because of this header. Returns undefined if the responses don't define a media type.
 */
export function acceptOf(responses: readonly ResponseModel[]): string | undefined {
  const ranked = [...responses].sort((a, b) => rank(a) - rank(b));
  const types = ranked.flatMap(({ content }) => content.map(({ type }) => essenceOf(type))).filter(isType);
  const known = [...new Set(types)].filter((type) => type !== "*/*");
  const jsonFirst = [...known.filter(isJsonType), ...known.filter((type) => !isJsonType(type))];
  const named: string[] = [];
  for (const type of jsonFirst)
    if ([...named, type, everything].join(", ").length <= maxLength) named.push(type);
  return named.length === 0 ? undefined : [...named, everything].join(", ");
}

function rank({ status }: ResponseModel): number {
  return status.startsWith("2") ? 0 : status.toLowerCase() === "default" ? 1 : 2;
}

function isType(type: string): boolean {
  return /^[\w!#$&^.+*-]{1,60}\/[\w!#$&^.+*-]{1,60}$/.test(type);
}

const maxCount = 50;

/**
 * Returns the form's servers for an endpoint. They include variables that the specification doesn't describe, because
 * you must fill in these variables, too.
 */
export function serverForms(servers: readonly ServerModel[]): readonly ServerForm[] {
  return servers.slice(0, maxCount).map(({ url, description, variables }) => {
    const known = new Set(variables.map(({ name }) => name));
    const named = new Set(Array.from(url.matchAll(/(?<!\{)\{([^{}]+)\}/g), ([, name = ""]) => name));
    const others = [...named].filter((name) => !known.has(name)).slice(0, maxCount);
    return {
      url,
      description,
      variables: [
        ...variables.slice(0, maxCount),
        ...others.map((name) => ({
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
export function formOfPage(source: Extract<FormSource, { kind: "page" }>): RequestForm {
  const { page, method, fields, settings } = source;
  const { origin, path } = splitAddress(source.path);
  const parameters = fields.flatMap((field) => parameterOf(field, settings.prefill));
  return {
    key: `${page} ${method} ${path}`,
    method,
    path,
    servers: serverForms(
      origin === undefined ? source.servers : [{ url: origin, description: undefined, variables: [] }],
    ),
    security: securityOf(source),
    parameters: [...parameters, ...undescribed(path, parameters)],
    body: bodyOf(fields, method, settings.onlyRequired),
    schemas: {},
    settings,
  };
}

/** Splits `https://api.example.com/users` into origin and path. */
function splitAddress(address: string): { readonly origin: string | undefined; readonly path: string } {
  const origin = /^https?:\/\/[^/?#]+/i.exec(address)?.[0];
  return { origin, path: address.slice(origin?.length ?? 0) || "/" };
}

/**
 * Returns the authentication alternatives from the method that the page or docs.json sets, or otherwise from the page's
 * own `auth` fields.
 */
function securityOf({ auth, fields }: Extract<FormSource, { kind: "page" }>): RequestForm["security"] {
  const scheme = siteScheme(auth);
  if (scheme) return [[scheme]];
  const own = auth.method === "none" ? [] : fields.filter(({ place }) => place === "auth");
  return own.length === 0 ? [] : [own.map(schemeOfField)];
}

function schemeOfField({ name }: SourceField): SchemeForm {
  const base = { name, scopes: [], description: undefined };
  return /^authorization$/i.test(name)
    ? { ...base, kind: "bearer" }
    : { ...base, kind: "apiKey", in: "header", field: name };
}

function parameterOf(
  { place, name, type, required, example }: SourceField,
  prefill: boolean,
): ParameterForm[] {
  if (place === "body" || place === "auth") return [];
  const value = example === undefined ? undefined : valueOf(example, type);
  return [
    {
      ...plainParameter(place, name),
      required: required || place === "path",
      examples: value === undefined ? [] : [{ name: "", summary: undefined, value }],
      ...(value !== undefined && prefill && { initial: { value } }),
    },
  ];
}

/** Parses a field's example according to the field's type, because tag attributes are always strings. */
function valueOf(text: string, type: string): unknown {
  if (/^(?:string|text|file|enum<string>)?$/i.test(type.trim())) return text;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

function bodyOf(fields: readonly SourceField[], method: string, onlyRequired: boolean): BodyForm | undefined {
  const own = fields.filter(({ place }) => place === "body");
  if (own.length === 0 || /^(?:GET|HEAD)$/.test(method)) return undefined;
  const first = own.filter(({ required }) => required || !onlyRequired);
  return {
    required: own.some(({ required }) => required),
    media: [
      {
        type: "application/json",
        kind: "json",
        schema: undefined,
        encoding: {},
        examples: [],
        text: JSON.stringify(
          Object.fromEntries(first.map((field) => [field.name, sampleOf(field)])),
          null,
          2,
        ),
        fields: [],
      },
    ],
  };
}

/** Returns the field's example or, if there is none, the simplest value of its type. */
function sampleOf({ type, example }: SourceField): unknown {
  if (example !== undefined) return valueOf(example, type);
  const known = type.trim().toLowerCase();
  if (known.endsWith("[]") || known.startsWith("array")) return [];
  if (known.startsWith("object")) return {};
  if (known.startsWith("bool")) return false;
  return /^(?:number|integer|int|float|double)/.test(known) ? 0 : "";
}

/**
 * Creates the form for an endpoint as plain data. Never throws an error, and always returns the same result for the
 * same source.
 */
export function requestForm(source: FormSource): RequestForm {
  if (source.kind === "page") return formOfPage(source);
  const { operation, schemas, settings } = source;
  const { method, path, isWebhook, at } = operation;
  const parameters = buildParameterForms(operation, { schemas }, settings);
  const body = bodyForm(operation, { schemas }, settings);
  const accept = acceptOf(operation.responses);
  return {
    key: `${at.file} ${isWebhook ? "webhook " : ""}${method} ${path}`,
    method,
    // A webhook has no path, because its receiver chooses the URL.
    path: isWebhook ? "" : path,
    servers: isWebhook ? [] : serverForms(operation.servers),
    security: readSecurityForms(source),
    parameters,
    body,
    ...(accept !== undefined && { accept }),
    schemas: reachableSchemas(parameters, body, schemas),
    settings,
  };
}

/**
 * Returns the operation's own authentication alternatives or, if the operation doesn't define any, the method from
 * docs.json and the page. If docs.json and the page don't set a method, uses a header parameter named `Authorization`,
 * although OpenAPI says that such a parameter is ignored.
 */
function readSecurityForms({
  operation,
  auth,
}: Extract<FormSource, { kind: "operation" }>): RequestForm["security"] {
  const { security, parameters } = operation;
  if (security.length > 0) return security.map((way) => way.map(schemeForm));
  const scheme = siteScheme(auth);
  if (scheme) return [[scheme]];
  const header = parameters.find(
    ({ in: place, name }) => place === "header" && /^authorization$/i.test(name),
  );
  if (!header || auth.method === "none") return [];
  const { name: field, description } = header;
  return [[{ name: field, description, scopes: [], kind: "apiKey", in: "header", field }]];
}
