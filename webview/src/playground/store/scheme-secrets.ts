import { createSecretPlaceholder } from "../../../../server/src/core/request/build/secret-placeholders.ts";
import type { RequestForm, SchemeForm } from "../../../../server/src/core/request/form/request-form.ts";
import type { RequestValues } from "../../../../server/src/core/request/form/request-values.ts";
import type { PlaygroundState } from "../../../../server/src/core/request/protocol/playground-protocol.ts";
import { translate } from "../../language/translate.ts";

/** Returns the label of a scheme, such as `Bearer token` or `API key in a header`. */
export function formatScheme(scheme: SchemeForm): string {
  switch (scheme.kind) {
    case "bearer":
      return translate("Bearer token");
    case "basic":
      return translate("Username and password");
    case "apiKey":
      return {
        header: translate("API key in a header"),
        query: translate("API key in the query string"),
        cookie: translate("API key in a cookie"),
      }[scheme.in];
    case "oauth2":
      return "OAuth 2.0";
    case "openIdConnect":
      return "OpenID Connect";
    case "mutualTLS":
      return translate("Mutual TLS");
    case "http":
      return `HTTP ${scheme.scheme}`;
    case "unknown":
      return "";
  }
}

/** Returns a valid name for a secret that is similar to the name in the specification. */
export function toSecretName(text: string): string {
  return (
    text
      .replace(/[^\w.-]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 64) || "secret"
  );
}

/**
 * Returns the values with the secrets that the user has already set for this API, so they don't have to be selected
 * again for each endpoint. Existing choices are kept, including the choice not to send a secret. Secrets for other
 * origins aren't used.
 */
export function addStoredSecrets(
  form: RequestForm,
  values: RequestValues,
  { secrets }: PlaygroundState,
  url: string,
): RequestValues {
  const origin = URL.canParse(url) ? new URL(url).origin : "";
  const entries = form.security.flat().flatMap(({ name, kind, publicKey }) => {
    if (kind === "basic" || kind === "mutualTLS" || kind === "unknown") return [];
    const credential = Object.hasOwn(values.credentials, name) ? values.credentials[name] : undefined;
    const isPublicKey = credential?.kind === "value" && credential.value === publicKey;
    if (credential && !isPublicKey) return [];
    const secretName = toSecretName(name);
    const isSaved = secrets.some((secret) => secret.name === secretName && secret.origin === origin);
    return isSaved ? [[name, { kind: "value", value: createSecretPlaceholder(secretName) }] as const] : [];
  });
  if (entries.length === 0) return values;
  return { ...values, credentials: { ...values.credentials, ...Object.fromEntries(entries) } };
}

/**
 * Returns the names of the secrets that are offered for a scheme. The scheme's own name comes first, followed by
 * secrets whose names start with it, and then by secrets for the same origin. Secrets for other origins come last,
 * because they aren't sent.
 */
export function listSuggestedSecrets(
  secretName: string,
  secrets: PlaygroundState["secrets"],
  url: string,
): readonly string[] {
  const origin = URL.canParse(url) ? new URL(url).origin : "";
  const getRank = (secret: PlaygroundState["secrets"][number]): number =>
    (secret.origin === origin ? 0 : 2) + (secret.name.startsWith(secretName) ? 0 : 1);
  const sortedSecrets = secrets.toSorted((a, b) => getRank(a) - getRank(b));
  return [...new Set([secretName, ...sortedSecrets.map(({ name }) => name)])];
}
