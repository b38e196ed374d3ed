import { acceptOf } from "./accept-of.ts";
import { bodyForm } from "./body-form.ts";
import type { FormSource } from "./form-source.ts";
import { formOfPage } from "./page-form.ts";
import { parameterForms } from "./parameter-forms.ts";
import { reachableSchemas } from "./reachable-schemas.ts";
import type { RequestForm } from "./request-form.ts";
import { schemeForm, siteScheme } from "./scheme-form.ts";
import { serverForms } from "./server-forms.ts";

/** What somebody fills in to call this endpoint. Plain data, the same for the same source; never fails. */
export function requestForm(source: FormSource): RequestForm {
  if (source.kind === "page") return formOfPage(source);
  const { operation, schemas, settings } = source;
  const { method, path, isWebhook, at } = operation;
  const parameters = parameterForms(operation, { schemas }, settings);
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
