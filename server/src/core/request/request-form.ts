import type { SpecPlace } from "../spec/model/operation-model.ts";
import type { SchemaId, SchemaModel } from "../spec/model/schema-model.ts";

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
  readonly media: readonly MediaForm[];
}

/** How a body is filled in: by its media type. `lines`: a JSON value on each. */
export type BodyKind = "json" | "lines" | "xml" | "urlencoded" | "multipart" | "text" | "binary";

export interface MediaForm {
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
