import type { SchemeForm } from "../../../../server/src/core/request/form/request-form.ts";

/** `Bearer token`, `API key in a header`. */
export function schemeWords(scheme: SchemeForm): string {
  switch (scheme.kind) {
    case "bearer":
      return "Bearer token";
    case "basic":
      return "User name and password";
    case "apiKey":
      return { header: "API key in a header", query: "API key in the query", cookie: "API key in a cookie" }[
        scheme.in
      ];
    case "oauth2":
      return "OAuth 2.0";
    case "openIdConnect":
      return "OpenID Connect";
    case "mutualTLS":
      return "Mutual TLS";
    case "http":
      return `HTTP ${scheme.scheme}`;
    case "unknown":
      return "";
  }
}

/** A name that a secret may have, close to what the specification calls it. */
export function secretNameFor(text: string): string {
  return (
    text
      .replace(/[^\w.-]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 64) || "secret"
  );
}
