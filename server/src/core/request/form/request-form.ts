import type {
  OperationModel,
  ResponseModel,
  ServerModel,
  SpecPlace,
} from "../../spec/model/operation-model.ts";
import type { SchemaId, SchemaModel } from "../../spec/model/schema-model.ts";
import { isJsonType } from "../media/encoding.ts";
import { bodyForm, reachableSchemas } from "./body-form.ts";
import { buildParameterForms, plainParameter, undescribed } from "./parameter-form.ts";
import { schemeForm, siteScheme } from "./security-form.ts";

/**
 * What somebody fills in to call an endpoint: made of an operation or of a page's own fields (`requestForm`), plain
 * data that is sent to the page. What they fill in are `RequestValues`; both together make a request (`buildRequest`).
 */
export interface RequestForm {
  /** What is remembered of it stands under this: `openapi.yaml GET /users/{id}`. */
  readonly key: string;
  /** Upper case; as written for methods of OpenAPI 3.2 of their own. */
  readonly method: string;
  /** `/users/{id}` */
  readonly path: string;
  /** Empty where nothing says where the API is; the person then names it. */
  readonly servers: readonly ServerForm[];
  /** Ways to sign in, one of which is enough; each needs all its schemes at once. An empty way asks for nothing. */
  readonly security: readonly (readonly SchemeForm[])[];
  /** In file order. */
  readonly parameters: readonly ParameterForm[];
  readonly body: BodyForm | undefined;
  /** `Accept` of the request, by what the answers are; absent where nothing says what they are. */
  readonly accept?: string;
  /** What the schemas above name, directly and through others. */
  readonly schemas: Readonly<Record<SchemaId, SchemaModel>>;
  readonly settings: FormSettings;
}

/** What docs.json says about playgrounds. */
export interface FormSettings {
  /** `api.playground.proxy` is not `false`: requests go by way of the docs site, else straight from the browser. */
  readonly proxy: boolean;
  /** Where the docs are published, `https://docs.example.com`: the origin of direct requests. */
  readonly siteUrl: string | undefined;
  /** `api.url: "full"`: the address is shown with its server. */
  readonly showsFullUrl: boolean;
  /** `api.examples.defaults: "required"`: what is optional is left out at first. */
  readonly onlyRequired: boolean;
  /** `api.examples.prefill`: fields begin with the examples of the specification. */
  readonly prefill: boolean;
  /** `api.examples.languages`; absent: the usual ones. */
  readonly languages: readonly string[] | undefined;
}

export interface ServerForm {
  /** As written: `https://{region}.example.com/v1`, or relative. */
  readonly url: string;
  readonly description: string | undefined;
  readonly variables: readonly {
    readonly name: string;
    readonly default: string;
    /** Empty: any. */
    readonly values: readonly string[];
    readonly description: string | undefined;
    /** The address names it and nothing says what it is: it has to be filled in. */
    readonly isUndescribed?: true;
  }[];
}

export type SchemeForm = {
  /** The key under `components.securitySchemes`; of docs.json the method. */
  readonly name: string;
  readonly description: string | undefined;
  readonly scopes: readonly string[];
} & (
  | { readonly kind: "bearer" }
  | { readonly kind: "basic" }
  | { readonly kind: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly field: string }
  | { readonly kind: "oauth2"; readonly flows: readonly OAuthFlowForm[] }
  /** `url`: of the document that names its endpoints. */
  | { readonly kind: "openIdConnect"; readonly url: string }
  | { readonly kind: "mutualTLS" }
  /** Another scheme of HTTP, `digest`: what follows it in `Authorization` is written by hand. */
  | { readonly kind: "http"; readonly scheme: string }
  /** Nothing is known but its name. */
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
  /** What a link to it has behind `#`. */
  readonly anchor: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string | undefined;
  /** With the default of its place: `form`, `simple` (OpenAPI, “Style Values”). */
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Of queries: an empty text is a value like any other. */
  readonly allowEmptyValue?: true;
  readonly schema: SchemaModel | undefined;
  /** `application/json`, where the parameter has `content` in place of `schema`. */
  readonly mediaType: string | undefined;
  /** Of `querystring`: by property (Encoding Object of OpenAPI). */
  readonly encoding?: Readonly<Record<string, PartEncoding>>;
  readonly examples: readonly FormExample[];
  /** What it begins with; absent: nothing. */
  readonly initial?: { readonly value: unknown };
  /** Absent for one that a page describes. */
  readonly at?: SpecPlace;
}

export interface FormExample {
  readonly name: string;
  readonly summary: string | undefined;
  readonly value: unknown;
}

export interface BodyForm {
  readonly required: boolean;
  /** At least one; the first is the one to begin with. */
  readonly media: readonly MediaTypeForm[];
}

/** How a body is filled in: by its media type. `lines`: a JSON value on each. */
export type BodyKind = "json" | "lines" | "xml" | "urlencoded" | "multipart" | "text" | "binary";

export interface MediaTypeForm {
  /** `application/json` */
  readonly type: string;
  readonly kind: BodyKind;
  readonly schema: SchemaModel | undefined;
  /** By property (Encoding Object of OpenAPI). */
  readonly encoding: Readonly<Record<string, PartEncoding>>;
  readonly examples: readonly FormExample[];
  /** For `json`, `lines`, `xml` and `text`: what stands in the editor at first. */
  readonly text: string;
  /** For `urlencoded` and `multipart`: the fields in the order of the schema. */
  readonly fields: readonly PartForm[];
  /** Of a `multipart` whose parts have places instead of names; there are no `fields` then. */
  readonly sequence?: SequenceForm;
}

/** Parts one behind the other, told apart by their place (OpenAPI 3.2.0, “Encoding By Position”). */
export interface SequenceForm {
  /** Of the parts that begin it, each of its own kind. */
  readonly first: readonly ItemForm[];
  /** Of all that follow; absent: none may. */
  readonly rest?: ItemForm;
  /** How many parts there are to be (`minItems`, `maxItems`). */
  readonly atLeast: number;
  readonly atMost: number | undefined;
  /** How many parts it begins with. */
  readonly begins: number;
}

/** A part that has a place and no name. */
export interface ItemForm {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly schema: SchemaModel | undefined;
  /** `either`: a text or a file, which the person says; `parts`: a multipart document inside this one. */
  readonly kind: "value" | "file" | "either" | "parts";
  /** As the Encoding Object has it: `text/css, image/*`. */
  readonly contentType: string | undefined;
  readonly headers?: readonly ParameterForm[];
  readonly initial?: { readonly value: unknown };
  readonly inside?: SequenceForm;
  /** Of a value that is sent as a form or as named parts: how each of its members is. */
  readonly members?: Readonly<Record<string, PartEncoding>>;
}

export interface PartEncoding {
  readonly contentType: string | undefined;
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly allowReserved: boolean;
  /** Of a part inside a part: the names of the headers that are described for it. */
  readonly headers?: readonly string[];
  /** Of a part that is a form or a multipart document itself (OpenAPI 3.2.0, “Nested Encoding”). */
  readonly inside?: InsideEncoding;
}

/** How what is inside a part is encoded: what has a name by its name, else by its place. */
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
  /** `file` for binary content, `files` for a list of them. */
  readonly kind: "value" | "file" | "files";
  readonly initial?: { readonly value: unknown };
  /** Of each part of this name (Encoding Object, `headers`); absent where it has none of its own. */
  readonly headers?: readonly ParameterForm[];
}

/** What a form is made of: an operation with the schemas it names, or what a page says by itself. */
export type FormSource = { readonly settings: FormSettings; readonly auth: SiteAuth } & (
  | {
      readonly kind: "operation";
      readonly operation: OperationModel;
      readonly schemas: ReadonlyMap<SchemaId, SchemaModel>;
    }
  | {
      readonly kind: "page";
      /** The page's own path, `api/users.mdx`: what is remembered of its form stands under it. */
      readonly page: string;
      readonly method: string;
      /** `/users/{id}`, or a full URL: `https://{region}.example.com/users`. */
      readonly path: string;
      readonly fields: readonly SourceField[];
      /** Of the site: `server`, `api.mdx.server`. They count where `path` is no full URL. */
      readonly servers: readonly ServerModel[];
    }
);

/** What docs.json and the page's frontmatter say about signing in, for endpoints that say nothing themselves. */
export interface SiteAuth {
  /** `authMethod` of the page, else of the site. */
  readonly method: "bearer" | "basic" | "key" | "none" | undefined;
  /** The header of a key; `x-api-key` where nothing is said. */
  readonly name: string | undefined;
}

/** A `ParamField` of a page. */
export interface SourceField {
  readonly place: "body" | "query" | "path" | "header" | "cookie" | "auth";
  readonly name: string;
  /** As written: `string`, `integer`, `string[]`, `object`. */
  readonly type: string;
  readonly required: boolean;
  readonly example: string | undefined;
}

/** What is longer is no header that a browser sends without asking first (Fetch standard, “CORS-safelisted request-header”). */
const maxLength = 128;
const everything = "*/*;q=0.1";

/**
 * `Accept` for an operation: the media types that its answers name, JSON first, those of success before those of failure, and
 * with less weight everything else, so that no server refuses what it would have answered. Undefined where none is named.
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

function essenceOf(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function isType(type: string): boolean {
  return /^[\w!#$&^.+*-]{1,60}\/[\w!#$&^.+*-]{1,60}$/.test(type);
}

const maxCount = 50;

/** Where an endpoint can be called; what an address has in braces and nobody describes has to be filled in all the same. */
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

/** The form of a page that describes its endpoint in fields of its own. */
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

/** `https://api.example.com/users` in two. */
function splitAddress(address: string): { readonly origin: string | undefined; readonly path: string } {
  const origin = /^https?:\/\/[^/?#]+/i.exec(address)?.[0];
  return { origin, path: address.slice(origin?.length ?? 0) || "/" };
}

/** The method of the page or of docs.json, else what the page's own `auth` fields say. */
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

/** What a field's `default` stands for: attributes of tags are texts, also where the type is another. */
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

/** The field's example, else the plainest value of its type. */
function sampleOf({ type, example }: SourceField): unknown {
  if (example !== undefined) return valueOf(example, type);
  const known = type.trim().toLowerCase();
  if (known.endsWith("[]") || known.startsWith("array")) return [];
  if (known.startsWith("object")) return {};
  if (known.startsWith("bool")) return false;
  return /^(?:number|integer|int|float|double)/.test(known) ? 0 : "";
}

/** What somebody fills in to call this endpoint. Plain data, the same for the same source; never fails. */
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
    // What a webhook is sent to is known only to who receives it.
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
 * The operation's own ways; where it says nothing, the method of docs.json and of the page. A header parameter
 * `Authorization`, which OpenAPI ignores as a parameter, then says that it is signed in so.
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
