import type { EndpointReference } from "./endpoint-reference.ts";
import type { SpecOutline } from "./spec-outline.ts";

/** The setting of docs.json, and the field of a page, under which a specification is named. */
export type SpecFamily = "openapi" | "asyncapi";

/** Swagger files belong to `openapi`, where their authors name them. */
export function familyOf(spec: SpecOutline): SpecFamily {
  return spec.kind === "asyncapi" ? "asyncapi" : "openapi";
}

/** Where a service looks for what a reference names; only channels stand in AsyncAPI files. */
export function familyOfReference(reference: EndpointReference): SpecFamily {
  return reference.form === "channel" ? "asyncapi" : "openapi";
}
