import type { FormSettings } from "../../request/form/request-form.ts";
import type { ServerModel, WholeChannel, WholeOperation } from "../../spec/model/operation-model.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { PlaygroundDisplay } from "../view/endpoint-page.ts";

/** What the page of an endpoint is made of besides its text: plain data, sent to the thread that renders. */
export type EndpointSource = EndpointOf & { readonly facts: EndpointFacts };

export type EndpointOf =
  /** `spec`: the specification that has it, perhaps in another file that it pulls in. */
  | { readonly kind: "operation"; readonly whole: WholeOperation; readonly spec: SitePath }
  | { readonly kind: "channel"; readonly whole: WholeChannel }
  /** `api: GET /users` in the frontmatter: fields and examples stand in the page. */
  | {
      readonly kind: "page";
      readonly method: string;
      readonly path: string;
      readonly fields: readonly PageField[];
    };

/** A `ParamField` of the page, as far as a sample of the request needs it. */
export interface PageField {
  readonly place: "body" | "query" | "path" | "header" | "cookie" | "auth";
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly example: string | undefined;
}

/** What of docs.json and the page's frontmatter changes how it looks. */
export interface EndpointFacts {
  /** How a parameter is linked to: `path`: behind the endpoint's path (standard), `plain`: its name alone (contracts.md §6). */
  readonly anchors: "path" | "plain";
  /** `api.examples.languages`; absent: the usual ones. */
  readonly languages: readonly string[] | undefined;
  /** `api.examples.defaults: "required"`. */
  readonly onlyRequired: boolean;
  /** `api.examples.autogenerate`. */
  readonly makesSamples: boolean;
  /** Of the site, for pages that describe themselves: `server`, `api.mdx.server`. */
  readonly servers: readonly ServerModel[];
  /** The method of the page (`authMethod`), else of the site. */
  readonly authMethod: "bearer" | "basic" | "key" | "none" | undefined;
  /** The page says so itself, which wins over what its operation says (specification, “Authentication”). */
  readonly isAuthOfPage: boolean;
  /** `api.mdx.auth.name`: the header of a key. */
  readonly authName: string | undefined;
  readonly display: PlaygroundDisplay;
  /** What docs.json says about playgrounds. */
  readonly form: FormSettings;
  /** Pills that `api.params.post` asks for are not told yet apart from the vendor extension. */
  readonly hasRequestExample: boolean;
  readonly hasResponseExample: boolean;
}
