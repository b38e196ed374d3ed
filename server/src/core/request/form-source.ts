import type { OperationModel, ServerModel } from "../spec/model/operation-model.ts";
import type { SchemaId, SchemaModel } from "../spec/model/schema-model.ts";
import type { FormSettings } from "./request-form.ts";

/** What a form is made of: an operation with the schemas it names, or what a page says by itself. */
export type FormSource = { readonly settings: FormSettings; readonly auth: SiteAuth } & (
  | {
      readonly kind: "operation";
      readonly operation: OperationModel;
      readonly schemas: ReadonlyMap<SchemaId, SchemaModel>;
    }
  | {
      readonly kind: "page";
      /** The page's own path, `api/users.mdx`: what is remembered of its form stands under it. */
      readonly page: string;
      readonly method: string;
      /** `/users/{id}`, or a full URL: `https://{region}.example.com/users`. */
      readonly path: string;
      readonly fields: readonly SourceField[];
      /** Of the site: `server`, `api.mdx.server`. They count where `path` is no full URL. */
      readonly servers: readonly ServerModel[];
    }
);

/** What docs.json and the page's frontmatter say about signing in, for endpoints that say nothing themselves. */
export interface SiteAuth {
  /** `authMethod` of the page, else of the site. */
  readonly method: "bearer" | "basic" | "key" | "none" | undefined;
  /** The header of a key; `x-api-key` where nothing is said. */
  readonly name: string | undefined;
}

/** A `ParamField` of a page. */
export interface SourceField {
  readonly place: "body" | "query" | "path" | "header" | "cookie" | "auth";
  readonly name: string;
  /** As written: `string`, `integer`, `string[]`, `object`. */
  readonly type: string;
  readonly required: boolean;
  readonly example: string | undefined;
}
