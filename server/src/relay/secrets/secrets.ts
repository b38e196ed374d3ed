import type { Transform } from "node:stream";
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

/** The values of the secrets that one request needs. They are held for its time and leave only in what is sent. */
export interface SecretValues {
  readonly names: readonly string[];
  readonly bodyHoldsSecrets: boolean;
  /** The text as it is sent. */
  readonly putIn: (text: string, place: SecretPlace) => string;
  /** A text that is shown, without any of the values. */
  readonly redact: (text: string) => string;
  /** What `redact` looks for, with the marks that it puts there. */
  readonly forms: ReadonlyMap<string, string>;
  /** Does the same for the body of a response. Undefined if there is nothing to search for. */
  readonly redactBody: () => Transform | undefined;
}

/** Throws where there is no such secret, or where it belongs to another origin than the request goes to. */
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
    bodyHoldsSecrets: secretNames(inBody.join("\n")).length > 0,
    putIn: (text, place) => substituteSecrets(text, lookup, place),
    redact: formRedactor(forms),
    forms,
    redactBody: () => bodyRedactor(forms),
  };
}

/** `dXNlcjpwYXNz` of `Basic {{base64:user:{{secret:password}}}}`, as none of the values' own forms is in it. */
function madeBase64(marked: string, opened: string): readonly (readonly [string, string])[] {
  const at = marked.indexOf("{{base64:");
  if (at < 0 || opened === marked) return [];
  const made = opened.slice(at);
  return [made, made.replace(/=+$/, "")].map((form) => [form, marked.slice(at)]);
}
