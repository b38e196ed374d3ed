import type { FormSource, SourceField } from "./form-source.ts";
import { usualStyle } from "./parameter-forms.ts";
import type { BodyForm, ParameterForm, ParameterPlace, RequestForm, SchemeForm } from "./request-form.ts";
import { siteScheme } from "./scheme-form.ts";

/** The form of a page that describes its endpoint in fields of its own. */
export function formOfPage(source: Extract<FormSource, { kind: "page" }>): RequestForm {
  const { page, method, fields, settings } = source;
  const { origin, path } = splitAddress(source.path);
  const servers =
    origin === undefined ? source.servers : [{ url: origin, description: undefined, variables: [] }];
  return {
    key: `${page} ${method} ${path}`,
    method,
    path,
    servers,
    security: securityOf(source),
    parameters: [...fields.flatMap((field) => parameterOf(field, settings.prefill)), ...unsaid(path, fields)],
    body: bodyOf(fields, method),
    schemas: {},
    settings,
  };
}

/** `https://api.example.com/users` in two; the variables of a host stay as they are written. */
function splitAddress(address: string): { readonly origin: string | undefined; readonly path: string } {
  const origin = /^https?:\/\/[^/?#]+/i.exec(address)?.[0];
  return { origin, path: address.slice(origin?.length ?? 0) || "/" };
}

function securityOf({ auth, fields }: Extract<FormSource, { kind: "page" }>): RequestForm["security"] {
  const scheme = siteScheme(auth);
  if (scheme) return [[scheme]];
  if (auth.method === "none") return [];
  const own = fields.filter(({ place }) => place === "auth");
  return own.length === 0 ? [] : [own.map(schemeOfField)];
}

function schemeOfField({ name }: SourceField): SchemeForm {
  const base = { name, scopes: [], description: undefined };
  return /^authorization$/i.test(name)
    ? { ...base, kind: "bearer" }
    : { ...base, kind: "apiKey", in: "header", field: name };
}

function parameterOf({ place, name, required, example }: SourceField, prefill: boolean): ParameterForm[] {
  if (place === "body" || place === "auth") return [];
  const examples = example === undefined ? [] : [{ name: "", summary: undefined, value: example }];
  return [
    {
      ...plainParameter(place, name),
      required: required || place === "path",
      examples,
      ...(example !== undefined && prefill && { initial: { value: example } }),
    },
  ];
}

/** What stands in braces in the path and in no field has to be filled in all the same. */
function unsaid(path: string, fields: readonly SourceField[]): ParameterForm[] {
  const said = new Set(fields.filter(({ place }) => place === "path").map(({ name }) => name));
  const names = new Set(Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name = ""]) => name));
  return [...names].filter((name) => !said.has(name)).map((name) => plainParameter("path", name));
}

function plainParameter(place: ParameterPlace, name: string): ParameterForm {
  return {
    name,
    in: place,
    anchor: name,
    required: place === "path",
    deprecated: false,
    description: undefined,
    style: usualStyle[place],
    explode: place === "query" || place === "cookie",
    allowReserved: false,
    schema: undefined,
    mediaType: undefined,
    examples: [],
  };
}

function bodyOf(fields: readonly SourceField[], method: string): BodyForm | undefined {
  const own = fields.filter(({ place }) => place === "body");
  if (own.length === 0 || /^(?:GET|HEAD)$/.test(method)) return undefined;
  const members = own.map(({ name, example }): [string, unknown] => [name, example ?? ""]);
  return {
    required: own.some(({ required }) => required),
    media: [
      {
        type: "application/json",
        kind: "json",
        schema: undefined,
        encoding: {},
        examples: [],
        text: JSON.stringify(Object.fromEntries(members), null, 2),
        fields: [],
      },
    ],
  };
}
