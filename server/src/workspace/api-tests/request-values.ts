import { createSecretPlaceholder } from "../../core/request/build/secret-placeholders.ts";
import { formatExample, createInitialValues, getItem } from "../../core/request/form/initial-values.ts";
import type {
  MediaTypeForm,
  ParameterForm,
  RequestForm,
  SchemeForm,
  SequenceForm,
  SiteAuth,
} from "../../core/request/form/request-form.ts";
import {
  type BodyValue,
  type Credential,
  type ItemValue,
  getParameterKey,
  type ParameterValue,
  type PartValue,
  type RequestValues,
} from "../../core/request/form/request-values.ts";
import { findSetting } from "../../core/site/settings/site-settings.ts";
import type { Site } from "../../core/site/site.ts";
import type { ServerModel } from "../../core/spec/model/operation-model.ts";
import { createMessage, type LocalizedMessage, type Refusal, refuse } from "../../core/text/message.ts";
import { isPlainRecord } from "../../core/text/plain-record.ts";
import { hasTestExample, type TestTarget } from "./api-test.ts";

/**
 * Fills the positional parts of a body with the values shown in the specification. If a value is missing, returns a
 * sentence that explains this. `items` contains the form's initial parts.
 */
function fillItems(
  form: SequenceForm,
  items: readonly ItemValue[],
  example: unknown,
  prefix = "",
): { readonly ok: true; readonly items: readonly ItemValue[] } | Refusal {
  const exampleItems: readonly unknown[] = Array.isArray(example) ? example : [];
  const filledItems: ItemValue[] = [];
  for (let index = 0; index < Math.max(items.length, exampleItems.length); index++) {
    const path = `${prefix}${index + 1}`;
    const item = items[index];
    const field = getItem(form, index);
    if (field?.kind === "file")
      return refuse(createMessage("Part {0} of the request body is a file. Tests don't send files.", path));
    if (field?.innerForm) {
      const initialItems = item?.value.kind === "parts" ? item.value.items : [];
      const nestedItems = fillItems(field.innerForm, initialItems, exampleItems[index], `${path}.`);
      if (!nestedItems.ok) return nestedItems;
      filledItems.push({ ...item, value: { kind: "parts", items: nestedItems.items } });
      continue;
    }
    const initialValue = item?.value.kind === "value" ? item.value.value : undefined;
    const value = exampleItems[index] ?? initialValue;
    if (value === undefined) return refuse(createMessage("Part {0} of the request body has no example.", path));
    filledItems.push({ ...item, value: { kind: "value", value } });
  }
  return { ok: true, items: filledItems };
}

export type FilledForm =
  | { readonly ok: true; readonly values: RequestValues }
  /** A sentence that explains why there isn't a result. */
  | Refusal;

/**
 * Fills a form with the values shown in the specification: examples, defaults, and single choices. The author's
 * variables take precedence for parameters with the same name. Values are never made up. If the specification doesn't
 * show a required value, the result is a sentence that explains this.
 */
export function fillForm(
  form: RequestForm,
  example: string | undefined,
  variables: Readonly<Record<string, string>>,
): FilledForm {
  const initialValues = createInitialValues(form);
  const parameters: Record<string, ParameterValue> = { ...initialValues.parameters };
  for (const parameter of form.parameters) {
    const key = getParameterKey(parameter);
    const variableValue = Object.hasOwn(variables, parameter.name) ? variables[parameter.name] : undefined;
    if (variableValue !== undefined) parameters[key] = { sent: true, value: variableValue };
    else if (parameter.required && isEmpty(parameters[key]?.value)) return refuse(createMissingValueMessage(parameter));
  }
  const [mediaType] = form.body?.mediaTypes ?? [];
  if (!mediaType || !initialValues.body) return { ok: true, values: { ...initialValues, parameters } };
  const filledBody = fillBody(form, mediaType, initialValues.body, example);
  return filledBody.ok ? { ok: true, values: { ...initialValues, parameters, body: filledBody.body } } : filledBody;
}

function createMissingValueMessage({ name, in: location }: ParameterForm): LocalizedMessage {
  return createMessage(
    "The `{0}` parameter (`{1}`) has no example. Add an example, or set a variable named `{0}`.",
    name,
    location,
  );
}

/** Returns the body, or a sentence that explains why there isn't one. */
function fillBody(
  { schemas }: RequestForm,
  mediaType: MediaTypeForm,
  initialBody: BodyValue,
  exampleName: string | undefined,
): { readonly ok: true; readonly body: BodyValue } | Refusal {
  const { examples, schema, fields, sequence, type } = mediaType;
  const example = examples.find((each) => each.name === exampleName);
  if (initialBody.kind === "file") return refuse(createMessage("The request body is a file. Tests don't send files."));
  if (initialBody.kind === "sequence") {
    if (!sequence) return { ok: true, body: { ...initialBody, items: [] } };
    const fillResult = fillItems(sequence, initialBody.items, (example ?? examples[0])?.value);
    return fillResult.ok ? { ok: true, body: { ...initialBody, items: fillResult.items } } : fillResult;
  }
  if (initialBody.kind === "parts") {
    const valuesByField = new Map(Object.entries(isPlainRecord(example?.value) ? example.value : {}));
    const parts = initialBody.parts.map((part) => addExample(part, valuesByField));
    const missingField = fields.find((field, i) => field.required && !isFilled(parts[i]));
    if (missingField && missingField.kind !== "value")
      return refuse(
        createMessage("The request body contains a file, `{0}`. Tests don't send files.", missingField.name),
      );
    if (missingField)
      return refuse(createMessage("The `{0}` field in the request body has no example.", missingField.name));
    return { ok: true, body: { ...initialBody, parts } };
  }
  if (example && example !== examples[0])
    return { ok: true, body: { ...initialBody, text: formatExample(example.value, mediaType) } };
  const hasExample = examples.length > 0 || (schema && hasTestExample(schema, new Map(Object.entries(schemas))));
  return hasExample
    ? { ok: true, body: initialBody }
    : refuse(createMessage("The request body (`{0}`) has no example. Add one to the specification.", type));
}

function addExample(part: PartValue, valuesByField: ReadonlyMap<string, unknown>): PartValue {
  if (part.value.kind !== "value" || !valuesByField.has(part.name)) return part;
  return { ...part, sent: true, value: { kind: "value", value: valuesByField.get(part.name) } };
}

function isFilled(part: PartValue | undefined): boolean {
  if (!part) return false;
  return part.value.kind === "value" ? !isEmpty(part.value.value) : part.value.files.length > 0;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

export type TestCredentialsResult =
  | { readonly ok: true; readonly securityIndex: number; readonly credentials: Readonly<Record<string, Credential>> }
  /** A sentence that explains why there isn't a result. */
  | Refusal;

/**
 * Returns the first authentication method for which all credentials are available, either because the author has
 * provided them or because a scheme has a public key that is shown to readers (`x-default`).
 */
export function createTestCredentials({ security }: RequestForm, target: TestTarget): TestCredentialsResult {
  if (security.length === 0) return { ok: true, securityIndex: 0, credentials: {} };
  for (const [securityIndex, schemes] of security.entries()) {
    const foundCredentials = schemes.map((scheme): [string, Credential | undefined] => [
      scheme.name,
      getCredential(scheme, schemes.length, target) ?? getPublicKey(scheme),
    ]);
    const credentials = Object.fromEntries(
      foundCredentials.flatMap(([name, credential]) => (credential ? [[name, credential]] : [])),
    );
    if (foundCredentials.every(([, credential]) => credential)) return { ok: true, securityIndex, credentials };
  }
  const names = [...new Set(security.flat().map(({ name }) => `\`${name}\``))];
  return refuse(
    createMessage("The environment has no secret for {0}, which the operation requires.", {
      list: names,
      last: "or",
    }),
  );
}

function getCredential(
  { name, kind }: SchemeForm,
  schemeCount: number,
  { credentials, onlySecret }: TestTarget,
): Credential | undefined {
  if (kind === "mutualTLS" || kind === "unknown") return undefined;
  if (Object.hasOwn(credentials, name)) return credentials[name];
  // A username and a password require more than one secret.
  if (onlySecret === undefined || schemeCount > 1 || kind === "basic") return undefined;
  return { kind: "value", value: createSecretPlaceholder(onlySecret) };
}

function getPublicKey({ publicKey }: SchemeForm): Credential | undefined {
  return publicKey === undefined ? undefined : { kind: "value", value: publicKey };
}

const authMethods = ["bearer", "basic", "key", "none"] as const;

/**
 * Returns the authentication settings in docs.json. These settings apply to operations that don't specify
 * authentication.
 */
export function getSiteAuth(site: Site): SiteAuth {
  const getText = (path: string) => {
    const node = findSetting(site, path);
    return node?.kind === "string" ? node.value : undefined;
  };
  const authMethod = site.profile.authMethodSettings.map(getText).find((each) => each !== undefined);
  return {
    method: authMethods.find((method) => method === authMethod?.toLowerCase()),
    name: getText("api.mdx.auth.name"),
  };
}

export type ChosenServer =
  | { readonly ok: true; readonly url: string }
  /** A sentence that explains why there isn't a result. */
  | Refusal;

/**
 * Returns the server URL for an operation. The first choice is a declared server that the author specified by its full
 * URL or its host. The second choice is one of the author's URLs that has the same path as a declared server. If the
 * author specified only one URL, the last choice is that URL, provided that the site has only one specification or that
 * the operation doesn't declare servers.
 */
export function chooseServer(
  models: readonly ServerModel[],
  { servers, variables }: { readonly servers: readonly string[]; readonly variables: Readonly<Record<string, string>> },
  hasSingleSpec: boolean,
): ChosenServer {
  const validUrls = models.flatMap((server) => resolveServerUrl(server, variables));
  const urls = servers.flatMap((url) => (URL.canParse(url) ? [new URL(url)] : []));
  for (const url of urls)
    for (const server of validUrls)
      if (server.origin === url.origin && matchesAuthorUrl(server, url)) return toServer(server);
  const samePathUrl = urls.find((url) =>
    validUrls.some((server) => getPath(server) === getPath(url) && getPath(url) !== ""),
  );
  if (samePathUrl) return toServer(samePathUrl);
  const [onlyUrl, secondUrl] = urls;
  if (onlyUrl && !secondUrl && (hasSingleSpec || models.length === 0)) return toServer(onlyUrl);
  if (urls.length === 0) return refuse(createMessage("No server is specified for this request."));
  const exampleUrl = validUrls[0]?.href ?? models[0]?.url;
  return refuse(
    exampleUrl === undefined
      ? createMessage("This API is on another server. To test it, specify that server too.")
      : createMessage(
          "This API is on another server: {0}. To test it, specify that server too.",
          exampleUrl.replace(/\/$/, ""),
        ),
  );
}

/** Whether the author's URL matches the complete server URL or only its host. */
function matchesAuthorUrl(server: URL, url: URL): boolean {
  return getPath(url) === "" || getPath(url) === getPath(server);
}

function toServer(url: URL): ChosenServer {
  return { ok: true, url: url.origin + getPath(url) };
}

function getPath({ pathname }: URL): string {
  return pathname.replace(/\/+$/, "");
}

/** Returns the server URL with the chosen or default values of its variables. Omits relative URLs. */
function resolveServerUrl({ url, variables }: ServerModel, variableValues: Readonly<Record<string, string>>): URL[] {
  const text = url.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const variableValue = Object.hasOwn(variableValues, name) ? variableValues[name] : undefined;
    return variableValue ?? variables.find((each) => each.name === name)?.default ?? placeholder;
  });
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? [new URL(text)] : [];
}
