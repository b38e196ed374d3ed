import type { Transform } from "node:stream";
import { parse } from "dotenv";
import {
  secretNames,
  type SecretPlace,
  substituteSecrets,
} from "../../core/request/build/secret-placeholders.ts";
import { allParts, type RelayRequest } from "../exchange/envelope.ts";
import { RelayFault } from "../policy/errors.ts";
import type { RelayHost } from "../relay.ts";
import { bodyRedactor, formRedactor } from "./redaction.ts";
import { secretForms } from "./secret-spellings.ts";

/**
 * The values of the secrets that one request needs. They're kept in memory only while the request runs, and they appear
 * only in the data that is sent.
 */
export interface SecretValues {
  readonly names: readonly string[];
  readonly bodyContainsSecrets: boolean;
  /** Returns the text as sent, with secrets inserted. */
  readonly putIn: (text: string, place: SecretPlace) => string;
  /** Returns the text for display, without any of the values. */
  readonly redact: (text: string) => string;
  /** Maps the encoded forms of the values that `redact` searches for to their placeholders. */
  readonly forms: ReadonlyMap<string, string>;
  /** Returns a stream that redacts a response body in the same way, or undefined if there's nothing to search for. */
  readonly redactBody: () => Transform | undefined;
}

/**
 * Reads the secrets for a request. Throws an error if a secret doesn't exist or if it's bound to an origin other than
 * the request's.
 */
export async function readSecrets(
  { url, headers, cookies, body }: Pick<RelayRequest, "url" | "headers" | "cookies" | "body">,
  host: Pick<RelayHost, "secret">,
  formsOf = secretForms,
): Promise<SecretValues> {
  const parts = body?.kind === "parts" ? allParts(body.parts) : [];
  const ofParts = parts.flatMap((part) => (part.headers ?? []).map(([, value]) => value));
  const inBody = [
    ...(body?.kind === "text" ? [body.text] : []),
    ...parts.map(({ value = "" }) => value),
    ...ofParts,
  ];
  const inHead = [url.path, ...headers.map(([, value]) => value), ...cookies];
  const names = secretNames([...inHead, ...inBody].join("\n"));
  const values = new Map<string, string>();
  for (const name of names) {
    const secret = await host.secret(name);
    if (!secret) throw new RelayFault("unknown-secret", { origin: url.origin, name });
    if (secret.origin !== url.origin)
      throw new RelayFault("secret-elsewhere", { origin: url.origin, name, bound: secret.origin });
    values.set(name, secret.value);
  }
  const lookup = (name: string) => values.get(name);
  const made = new Map(
    [...inHead, ...ofParts].flatMap((text) => madeBase64(text, substituteSecrets(text, lookup))),
  );
  const forms = formsOf(values, made);
  return {
    names,
    bodyContainsSecrets: secretNames(inBody.join("\n")).length > 0,
    putIn: (text, place) => substituteSecrets(text, lookup, place),
    redact: formRedactor(forms),
    forms,
    redactBody: () => bodyRedactor(forms),
  };
}

/**
 * Returns Base64 values that contain secrets, along with their placeholders. For example, returns `dXNlcjpwYXNz` for
 * `Basic {{base64:user:{{secret:password}}}}`. These values must be searched for separately, because they don't contain
 * any form of the secret itself.
 */
function madeBase64(marked: string, opened: string): readonly (readonly [string, string])[] {
  const at = marked.indexOf("{{base64:");
  if (at < 0 || opened === marked) return [];
  const made = opened.slice(at);
  return [made, made.replace(/=+$/, "")].map((form) => [form, marked.slice(at)]);
}

const maxEnvFileLength = 200_000;
const maxEnvVariables = 500;

/**
 * Returns the variables in a `.env` file that the user has selected, in order. Omits variables whose names can't be
 * used in requests. Doesn't change the process environment or expand values.
 */
export function readEnvFile(text: string): readonly (readonly [name: string, value: string])[] {
  if (text.length > maxEnvFileLength) return [];
  return Object.entries(parse(text))
    .filter(([name]) => /^[\w.-]{1,64}$/.test(name))
    .slice(0, maxEnvVariables);
}
