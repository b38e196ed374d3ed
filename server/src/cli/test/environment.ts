import { isSecretName, createSecretPlaceholder } from "../../core/request/build/secret-placeholders.ts";
import type { Credential } from "../../core/request/form/request-values.ts";
import { isPlainRecord, parseJson } from "../../core/text/plain-record.ts";
import { toVisibleText } from "../terminal/text.ts";

/** The contents of an `--environment` file, along with the secrets that it refers to. */
export interface TestEnvironment {
  readonly servers: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly credentials: Readonly<Record<string, Credential>>;
  readonly secrets: ReadonlyMap<string, string>;
}

export type EnvironmentResult =
  | { readonly ok: true; readonly environment: TestEnvironment }
  /** An error. `reason` completes a sentence whose subject is the environment, such as `has no baseUrl.` */
  | { readonly ok: false; readonly reason: string };

type JsonObject = Readonly<Record<string, unknown>>;

const allowedKeys = ["baseUrl", "variables", "secrets", "credentials"];

/**
 * Parses an environment such as `{ "baseUrl": "http://localhost:4010/v2", "variables": { "region": "eu" }, "secrets": {
 * "token": { "env": "API_KEY" } }, "credentials": { "bearerAuth": "token", "login": { "user": "me", "password": "token"
 * } } }`. The file doesn't contain the values of secrets. They come from the environment variables that the file lists.
 * A site can't specify environment variables.
 */
export function parseTestEnvironment(
  text: string,
  environmentVariables: Readonly<Record<string, string | undefined>>,
): EnvironmentResult {
  try {
    return { ok: true, environment: parseEnvironment(text, environmentVariables) };
  } catch (error) {
    if (error instanceof EnvironmentError) return { ok: false, reason: error.message };
    throw error;
  }
}

class EnvironmentError extends Error {}

function parseEnvironment(
  text: string,
  environmentVariables: Readonly<Record<string, string | undefined>>,
): TestEnvironment {
  const value = parseObject(text);
  const unknownKey = Object.keys(value).find((key) => !allowedKeys.includes(key));
  if (unknownKey !== undefined)
    throw new EnvironmentError(
      `has an unknown key \`${toVisibleText(unknownKey)}\`; valid keys are ${allowedKeys.join(", ")}.`,
    );
  const { baseUrl } = value;
  const servers = baseUrl === undefined ? [] : Array.isArray(baseUrl) ? baseUrl : [baseUrl];
  if (!servers.every((url) => typeof url === "string" && isServerUrl(url)))
    throw new EnvironmentError("has an invalid `baseUrl`. Use a URL such as http://localhost:4010/v2.");
  const secrets = resolveSecrets(getObjectProperty(value, "secrets"), environmentVariables);
  const variables = Object.entries(getObjectProperty(value, "variables")).map(([name, each]): [string, string] => {
    if (typeof each !== "string" && typeof each !== "number")
      throw new EnvironmentError(`has a variable \`${toVisibleText(name)}\` that isn't a string or number.`);
    return [name, String(each)];
  });
  return {
    servers,
    variables: Object.fromEntries(variables),
    credentials: createCredentials(getObjectProperty(value, "credentials"), secrets),
    secrets,
  };
}

function parseObject(text: string): JsonObject {
  const value = parseJson(text);
  if (isPlainRecord(value)) return value;
  throw new EnvironmentError("isn't a JSON object.");
}

function resolveSecrets(
  fields: JsonObject,
  environmentVariables: Readonly<Record<string, string | undefined>>,
): Map<string, string> {
  const secretsByName = new Map<string, string>();
  for (const [name, secretDefinition] of Object.entries(fields)) {
    const visibleName = toVisibleText(name);
    if (!isSecretName(name))
      throw new EnvironmentError(
        `has an invalid secret name \`${visibleName}\`; secret names can contain only letters, digits, dots, underscores, and hyphens.`,
      );
    if (typeof secretDefinition === "string")
      throw new EnvironmentError(
        `contains the value of \`${visibleName}\`. Store secrets in environment variables: { "env": "NAME" }.`,
      );
    const variableName =
      isPlainRecord(secretDefinition) && Object.keys(secretDefinition).length === 1
        ? secretDefinition["env"]
        : undefined;
    if (typeof variableName !== "string")
      throw new EnvironmentError(`has a secret \`${visibleName}\` that isn't in the form { "env": "NAME" }.`);
    const value = Object.hasOwn(environmentVariables, variableName) ? environmentVariables[variableName] : undefined;
    if (value === undefined || value === "")
      throw new EnvironmentError(
        `reads \`${visibleName}\` from the environment variable ${toVisibleText(variableName)}, which isn't set.`,
      );
    secretsByName.set(name, value);
  }
  return secretsByName;
}

/**
 * Returns the credentials by security scheme. A credential is either the name of a secret, or a user and the name of
 * the secret that contains the password.
 */
function createCredentials(fields: JsonObject, secrets: ReadonlyMap<string, string>): Record<string, Credential> {
  const secretCredentials = [...secrets.keys()].map((name): [string, Credential] => [
    name,
    createValueCredential(name),
  ]);
  const schemeCredentials = Object.entries(fields).map(([scheme, each]): [string, Credential] => {
    const name = isPlainRecord(each) ? each["password"] : each;
    if (typeof name !== "string" || !secrets.has(name))
      throw new EnvironmentError(
        `has a credential \`${toVisibleText(scheme)}\` that refers to a secret not defined in this file.`,
      );
    const user = isPlainRecord(each) ? each["user"] : undefined;
    if (isPlainRecord(each) && typeof user !== "string")
      throw new EnvironmentError(`has a credential \`${toVisibleText(scheme)}\` with a password but no user.`);
    return [
      scheme,
      typeof user === "string"
        ? { kind: "basic", user, password: createSecretPlaceholder(name) }
        : createValueCredential(name),
    ];
  });
  // If a secret has the same name as a security scheme, the secret is used for that scheme unless the file contains a
  // credential for the scheme.
  return Object.fromEntries([...secretCredentials, ...schemeCredentials]);
}

function createValueCredential(name: string): Credential {
  return { kind: "value", value: createSecretPlaceholder(name) };
}

function getObjectProperty(value: JsonObject, key: string): JsonObject {
  const member = value[key] ?? {};
  if (!isPlainRecord(member)) throw new EnvironmentError(`has \`${key}\`, which isn't an object.`);
  return member;
}

/**
 * Whether the text is a base URL to which requests can be sent. False if the URL contains credentials, a query, or a
 * fragment.
 */
export function isServerUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === "";
}
