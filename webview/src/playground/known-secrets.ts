import type { PlaygroundState } from "../../../server/src/core/request/protocol/playground-protocol.ts";
import type { RequestForm } from "../../../server/src/core/request/form/request-form.ts";
import type { RequestValues } from "../../../server/src/core/request/form/request-values.ts";
import { secretMark } from "../../../server/src/core/request/build/secret-placeholders.ts";
import { secretNameFor } from "./authorization/scheme-words.ts";

/**
 * The values with the secrets that the person has set for this API before, so that each endpoint need not be told again.
 * Whatever has been chosen stays, that nothing is sent as well; a secret for another origin is not put in.
 */
export function withKnownSecrets(
  form: RequestForm,
  values: RequestValues,
  { secrets }: PlaygroundState,
  url: string,
): RequestValues {
  const origin = URL.canParse(url) ? new URL(url).origin : "";
  const found = form.security.flat().flatMap(({ name, kind }) => {
    if (kind === "basic" || kind === "mutualTLS" || kind === "unknown") return [];
    if (Object.hasOwn(values.credentials, name)) return [];
    const own = secretNameFor(name);
    const isKnown = secrets.some((secret) => secret.name === own && secret.origin === origin);
    return isKnown ? [[name, { kind: "value", value: secretMark(own) }] as const] : [];
  });
  if (found.length === 0) return values;
  return { ...values, credentials: { ...values.credentials, ...Object.fromEntries(found) } };
}
