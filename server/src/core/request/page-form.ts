import type { FormSource, SourceField } from "./form-source.ts";
import { plainParameter, undescribed } from "./parameter-forms.ts";
import type { BodyForm, ParameterForm, RequestForm, SchemeForm } from "./request-form.ts";
import { siteScheme } from "./scheme-form.ts";
import { serverForms } from "./server-forms.ts";

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
