import type { OperationModel, SecurityNeed } from "../../spec/model/operation-model.ts";
import type { SchemeView } from "../view/endpoint-page.ts";
import type { FieldReading } from "./field-views.ts";

/** The ways to sign in, one of which is enough. A way that asks for nothing makes the others optional and is left out. */
export function securityViews(
  { security }: Pick<OperationModel, "security">,
  reading: FieldReading,
): readonly (readonly SchemeView[])[] {
  return security.filter((way) => way.length > 0).map((way) => way.map((need) => schemeView(need, reading)));
}

function schemeView(
  { name, scopes, scheme }: SecurityNeed,
  { describe, anchorOf }: FieldReading,
): SchemeView {
  const text = (key: string): string => {
    const value = scheme?.[key];
    return typeof value === "string" ? value : "";
  };
  const description = text("description");
  return {
    name,
    ...placeOf(text("type"), text("scheme").toLowerCase(), text("in"), text("name")),
    ...(description !== "" && { description: describe(description) }),
    scopes,
    anchor: anchorOf([text("type") === "apiKey" && text("name") !== "" ? text("name") : "authorization"]),
  };
}

/** The Security Scheme Object of OpenAPI as a reader meets it. */
function placeOf(
  type: string,
  scheme: string,
  place: string,
  name: string,
): Pick<SchemeView, "kind" | "field" | "place"> {
  const header = { field: "Authorization", place: "header" } as const;
  switch (type) {
    case "apiKey":
      return {
        kind: "API key",
        field: name,
        place: place === "query" || place === "cookie" ? place : "header",
      };
    case "http":
      if (scheme === "basic") return { kind: "Basic authentication", ...header };
      return {
        kind: scheme === "bearer" || scheme === "" ? "Bearer token" : `${scheme} authentication`,
        ...header,
      };
    case "oauth2":
      return { kind: "OAuth 2.0 token", ...header };
    case "openIdConnect":
      return { kind: "OpenID Connect token", ...header };
    case "mutualTLS":
      return { kind: "Client certificate", field: "", place: "none" };
    default:
      return {
        kind: "A way of signing in that the specification does not describe",
        field: "",
        place: "none",
      };
  }
}
