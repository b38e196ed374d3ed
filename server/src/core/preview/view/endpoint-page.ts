import type { SitePath, TextRange } from "../../text/text-edit.ts";
import type { CodePiece, ViewNode } from "./page-view.ts";

/** What stands on the page of an endpoint besides its text, whether a file or a specification makes it. */
export interface EndpointPage {
  /** `operation`, `webhook`; `channel` of AsyncAPI. */
  readonly kind: "operation" | "webhook" | "channel";
  /** Upper case; empty for a channel. */
  readonly method: string;
  /** `/users/{id}`; for a webhook its name, for a channel its address. */
  readonly path: string;
  /** What the link to a parameter has between the URL of the page and `#`: the endpoint's path, or nothing (contracts.md §6). */
  readonly linkPath: string;
  readonly servers: readonly ServerView[];
  readonly deprecated: boolean;
  /** What readers get in place of the playground. */
  readonly display: PlaygroundDisplay;
  /** Ways to sign in, one of which is enough; each needs all its schemes. Empty: nothing is asked for. */
  readonly security: readonly (readonly SchemeView[])[];
  readonly sections: readonly FieldSection[];
  readonly requests: readonly SampleView[];
  readonly answers: readonly SampleView[];
  /** Where the operation is written; absent for a page that describes itself. */
  readonly at?: SpecSpot;
  /** Something was left out because there is too much of it. */
  readonly isCut: boolean;
}

export interface SpecSpot {
  readonly file: SitePath;
  readonly range: TextRange;
}

export interface PlaygroundDisplay {
  readonly kind: "interactive" | "simple" | "none";
  /** `auth` with a reader who is signed out, or in none of the groups: what an author is told about it. */
  readonly because?: string;
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
  /** `Bearer token`, `API key in the header X-Key`. */
  readonly kind: string;
  /** The header, query parameter or cookie that carries it: `Authorization`. */
  readonly field: string;
  readonly place: "header" | "query" | "cookie" | "none";
  readonly description?: readonly ViewNode[];
  readonly scopes: readonly string[];
  readonly anchor: string;
}

/** `Path parameters`, `Body`, `200`. */
export interface FieldSection {
  readonly kind: "path" | "query" | "querystring" | "header" | "cookie" | "body" | "response" | "message";
  readonly title: string;
  /** Media types a reader may choose between; each has its own fields. */
  readonly bodies: readonly BodyView[];
  readonly description?: readonly ViewNode[];
  readonly required?: boolean;
}

export interface BodyView {
  /** `application/json`; empty where there is no choice of that kind. */
  readonly type: string;
  readonly fields: readonly FieldView[];
  /** Where the whole is not an object: `array of User`. */
  readonly whole?: FieldView;
}

export interface FieldView {
  /** Empty for a whole body and for what a list holds. */
  readonly name: string;
  /** What a link to it has behind `#`, by the profile (contracts.md §6). */
  readonly anchor: string;
  /** `string`, `array of User`, `integer or null`. */
  readonly type: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  /** As JSON: `"asc"`, `20`. */
  readonly default?: string;
  readonly example?: string;
  /** Each as JSON. */
  readonly values?: readonly string[];
  /** `at least 1`, `at most 40 characters`, `matches ^[a-z]+$`. */
  readonly limits: readonly string[];
  readonly pre?: readonly string[];
  readonly post?: readonly string[];
  readonly description?: readonly ViewNode[];
  readonly children?: readonly FieldView[];
  /** One of these holds (`oneOf`), or at least one (`anyOf`). */
  readonly choices?: readonly ChoiceView[];
  /** It is described further up, within itself: `Category`. */
  readonly sameAs?: string;
  /** Deeper than is shown. */
  readonly isCut?: true;
  readonly at?: SpecSpot;
}

export interface ChoiceView {
  readonly title: string;
  readonly fields: readonly FieldView[];
  readonly whole?: FieldView;
}

/** A sample of code, of a request or of an answer. */
export interface SampleView {
  /** `cURL`, `200`. */
  readonly label: string;
  readonly lang: string;
  readonly title?: string;
  readonly lines: readonly (readonly CodePiece[])[];
  /** Made by us from the specification, or written by the author. */
  readonly isMade: boolean;
}
