import type { SitePath, TextRange } from "../../text/text-edit.ts";
import type { CodeToken, ViewNode } from "./page-view.ts";

/**
 * The content that an endpoint page shows in addition to its text, whether an author wrote the page or the service
 * generated it.
 */
export interface EndpointPage {
  /** `operation` and `webhook` come from OpenAPI, and `channel` comes from AsyncAPI. */
  readonly kind: "operation" | "webhook" | "channel";
  /** The method in uppercase. Empty for a channel. */
  readonly method: string;
  /** A path such as `/users/{id}`, a webhook's name, or a channel's address. */
  readonly path: string;
  /**
   * The text between the page's URL and the `#` in links to a parameter. This text is the endpoint's path or empty,
   * depending on the profile.
   */
  readonly linkPath: string;
  readonly servers: readonly ServerView[];
  readonly deprecated: boolean;
  /** How the playground is displayed. */
  readonly display: PlaygroundDisplay;
  /**
   * The alternative authentication methods. Each alternative requires all of its schemes. Empty if no authentication is
   * required.
   */
  readonly security: readonly (readonly SchemeView[])[];
  readonly sections: readonly FieldSection[];
  readonly requests: readonly SampleView[];
  readonly responses: readonly SampleView[];
  /** The location of the operation. Undefined if the page documents its endpoint itself. */
  readonly location?: SpecSourceLocation;
  /** Whether content was left out because the endpoint is too large to show completely. */
  readonly isTruncated: boolean;
}

export interface SpecSourceLocation {
  readonly file: SitePath;
  readonly range: TextRange;
}

export interface PlaygroundDisplay {
  readonly kind: "interactive" | "simple" | "none";
  /** If `auth` hides the playground, the reason to show to the author. For example, the reader is signed out. */
  readonly reason?: string;
}

export interface ServerView {
  readonly url: string;
  readonly description?: readonly ViewNode[];
  readonly variables: readonly {
    readonly name: string;
    readonly default: string;
    readonly values: readonly string[];
  }[];
}

export interface SchemeView {
  readonly name: string;
  /** The kind of scheme, such as `Bearer token` or `API key`. */
  readonly kind: string;
  /** The header, query parameter, or cookie that carries the credential, such as `Authorization`. */
  readonly field: string;
  readonly location: "header" | "query" | "cookie" | "none";
  readonly description?: readonly ViewNode[];
  readonly scopes: readonly string[];
  readonly anchor: string;
}

/** A group of fields with a title such as `Path parameters`, `Body`, or `200`. */
export interface FieldSection {
  readonly kind: "path" | "query" | "querystring" | "header" | "cookie" | "body" | "response" | "message";
  readonly title: string;
  /** The media types that readers can choose from. Each media type has its own fields. */
  readonly bodies: readonly BodyView[];
  readonly description?: readonly ViewNode[];
  readonly required?: boolean;
}

export interface BodyView {
  /** The media type, such as `application/json`. Empty if there are no media types to choose from. */
  readonly type: string;
  readonly fields: readonly FieldView[];
  /** The view of the full body if the body isn't an object, such as `array of User`. */
  readonly wholeField?: FieldView;
}

export interface FieldView {
  /** The field's name. Empty for a full body and for array items. */
  readonly name: string;
  /** The anchor for links to the field, without `#`. The format of the anchor depends on the profile. */
  readonly anchor: string;
  /** The type, such as `string`, `array of User`, or `integer or null`. */
  readonly type: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  /** The default value as JSON, such as `"asc"` or `20`. */
  readonly default?: string;
  readonly example?: string;
  /** The allowed values as JSON. */
  readonly values?: readonly string[];
  /** The limits of the value, such as `at least 1`, `at most 40 characters`, or `matches ^[a-z]+$`. */
  readonly limits: readonly string[];
  readonly pre?: readonly string[];
  readonly post?: readonly string[];
  readonly description?: readonly ViewNode[];
  readonly children?: readonly FieldView[];
  /** The alternative schemas. A value must match exactly one of them (`oneOf`) or at least one (`anyOf`). */
  readonly choices?: readonly ChoiceView[];
  /** The name of the enclosing schema that already describes the field, such as `Category`. */
  readonly sameAs?: string;
  /** Set if nested fields are left out because they're nested too deeply or because the page shows too many fields. */
  readonly isTruncated?: true;
  readonly location?: SpecSourceLocation;
}

export interface ChoiceView {
  readonly title: string;
  readonly fields: readonly FieldView[];
  readonly wholeField?: FieldView;
}

/** A code sample for a request or a response. */
export interface SampleView {
  /** The name of the sample's tab, such as `cURL` or `200`. */
  readonly label: string;
  readonly lang: string;
  readonly title?: string;
  readonly lines: readonly (readonly CodeToken[])[];
  /** Whether Docwright generated the sample from the specification. If false, an author wrote the sample. */
  readonly isGenerated: boolean;
}
