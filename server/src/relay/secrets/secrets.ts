import type { Transform } from "node:stream";
import { parse } from "dotenv";
import {
  listSecretNames,
  type SecretContext,
  substituteSecrets,
} from "../../core/request/build/secret-placeholders.ts";
import { listAllParts, type RelayRequest } from "../exchange/envelope.ts";
import { RelayError } from "../policy/errors.ts";
import type { RelayHost } from "../relay.ts";
import { createBodyRedactor, createFormRedactor } from "./redaction.ts";
import { listSecretForms } from "./secret-spellings.ts";

/**
 * The values of the secrets that one request needs. They're kept in memory only while the request runs, and they appear
 * only in the data that is sent.
 */
export interface SecretValues {
  readonly names: readonly string[];
  readonly bodyContainsSecrets: boolean;
  /** Returns the text as sent, with secrets inserted. */
  readonly insert: (text: string, context: SecretContext) => string;
  /** Returns the text for display, without any of the values. */
  readonly redact: (text: string) => string;
  /** Maps the encoded forms of the values that `redact` searches for to their placeholders. */
  readonly placeholdersByForm: ReadonlyMap<string, string>;
  /** Returns a stream that redacts a response body in the same way, or undefined if there's nothing to search for. */
  readonly createBodyRedactor: () => Transform | undefined;
}

/**
 * Reads the secrets for a request. Throws an error if a secret doesn't exist or if it's bound to an origin other than
 * the request's.
 */
export async function readSecrets(
  { url, headers, cookies, body }: Pick<RelayRequest, "url" | "headers" | "cookies" | "body">,
  host: Pick<RelayHost, "getSecret">,
  getForms = listSecretForms,
): Promise<SecretValues> {
  const parts = body?.kind === "parts" ? listAllParts(body.parts) : [];
  const partHeaderValues = parts.flatMap((part) => (part.headers ?? []).map(([, value]) => value));
  const bodyValues = [
    ...(body?.kind === "text" ? [body.text] : []),
    ...parts.map(({ value = "" }) => value),
    ...partHeaderValues,
  ];
  const headValues = [url.path, ...headers.map(([, value]) => value), ...cookies];
  const names = listSecretNames([...headValues, ...bodyValues].join("\n"));
  const secretsByName = new Map<string, string>();
  for (const name of names) {
    const secret = await host.getSecret(name);
    if (!secret) throw new RelayError("unknown-secret", { origin: url.origin, name });
    if (secret.origin !== url.origin)
      throw new RelayError("secret-elsewhere", { origin: url.origin, name, boundOrigin: secret.origin });
    secretsByName.set(name, secret.value);
  }
  const getSecretValue = (name: string) => secretsByName.get(name);
  const placeholdersByBase64Form = new Map(
    [...headValues, ...partHeaderValues].flatMap((text) =>
      listBase64Variants(text, substituteSecrets(text, getSecretValue)),
    ),
  );
  const placeholdersByForm = getForms(secretsByName, placeholdersByBase64Form);
  return {
    names,
    bodyContainsSecrets: listSecretNames(bodyValues.join("\n")).length > 0,
    insert: (text, context) => substituteSecrets(text, getSecretValue, context),
    redact: createFormRedactor(placeholdersByForm),
    placeholdersByForm,
    createBodyRedactor: () => createBodyRedactor(placeholdersByForm),
  };
}

/**
 * Returns Base64 values that contain secrets, along with their placeholders. For example, returns `dXNlcjpwYXNz` for
 * `Basic {{base64:user:{{secret:password}}}}`. These values must be searched for separately, because they don't contain
 * any form of the secret itself.
 */
function listBase64Variants(template: string, filledText: string): readonly (readonly [string, string])[] {
  const start = template.indexOf("{{base64:");
  if (start < 0 || filledText === template) return [];
  const remainingText = filledText.slice(start);
  return [remainingText, remainingText.replace(/=+$/, "")].map((form) => [form, template.slice(start)]);
}

const maxEnvFileLength = 200_000;
const maxEnvVariables = 500;

/**
 * Returns the variables in a `.env` file that the user has selected, in order. Omits variables whose names can't be
 * used in requests. Doesn't change the process environment or expand values.
 */
export function parseEnvFile(text: string): readonly (readonly [name: string, value: string])[] {
  if (text.length > maxEnvFileLength) return [];
  return Object.entries(parse(text))
    .filter(([name]) => /^[\w.-]{1,64}$/.test(name))
    .slice(0, maxEnvVariables);
}
