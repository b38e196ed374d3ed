import type { IconLibrary } from "../../config/icons/icons.ts";
import { components } from "../../page/components/components.ts";
import type { Site } from "../../site/site.ts";
import type { SitePath, TextEdit, TextRange } from "../../text/text-edit.ts";
import type { JsonCursor } from "../cursor/json-cursor.ts";
import type { PageCursor } from "../cursor/page-cursor.ts";

/** What an offer is, for the sign in front of it. */
export type OfferKind =
  | "setting"
  | "element"
  | "value"
  | "page"
  | "operation"
  | "file"
  | "folder"
  | "icon"
  | "colour"
  | "component"
  | "closing-tag"
  | "snippet"
  | "variable"
  | "anchor"
  | "rule";

/** Something an author may write at the caret. */
export interface Offer {
  readonly kind: OfferKind;
  /** As shown in the list: `theme`, `guides/start`, `GET /users`. */
  readonly label: string;
  /** Plain text behind the label: a page's title, an operation's summary. */
  readonly detail?: string;
  /** Markdown of our own; text of the site never goes in here. */
  readonly about?: string;
  /** A short remark at the end of the line: `already listed`. */
  readonly remark?: string;
  /** Other words by which it is found: a page's title. */
  readonly words?: string;
  /** The icon that is shown when the offer is looked at. */
  readonly icon?: { readonly library: IconLibrary; readonly name: string };
  /** What is written: JSON without the comma, YAML, a tag. */
  readonly text: string;
  /** Where in `text` the caret is to stand; at its end when absent. */
  readonly caret?: number;
  /** Lower comes first; equal ones by label. */
  readonly rank: number;
  /** What else has to be written elsewhere: the import of a snippet. */
  readonly more?: readonly TextEdit[];
}

/** An offer as exact edits of the text. */
export interface Completion extends Omit<Offer, "more"> {
  /** Replaces what stands at the caret, all on one line. */
  readonly edit: TextEdit;
  /** Edits elsewhere: a comma that is missing before it, an import. */
  readonly more: readonly TextEdit[];
  /** What the text at the caret is compared with, as it would be typed. */
  readonly filter: string;
}

export interface Completions {
  readonly items: readonly Completion[];
  /** False when there are more than are shown, so that the next letter is worth asking again. */
  readonly isComplete: boolean;
}

export const nothing: Completions = { items: [], isComplete: true };

/** What an editor wants to be completed. */
export interface CompletionRequest {
  readonly site: Site;
  readonly file: SitePath;
  /** The file's newest text, however half typed. */
  readonly text: string;
  readonly offset: number;
}

/** The caret in a file of the configuration, and where that is in the resolved docs.json. */
export interface ConfigCaret {
  readonly site: Site;
  readonly file: SitePath;
  readonly cursor: JsonCursor;
  /** From the root of docs.json, whatever file this is. */
  readonly path: readonly (string | number)[];
}

/** What stands at the caret and is to be replaced, and the part of it before the caret. */
export interface TypedRange {
  readonly replace: TextRange;
  readonly typed: string;
}

/** What another extension of the editor may answer in pages, so that Docwright leaves it out. */
export const delegatableFeatures = ["component-completion", "prop-completion", "component-hover"] as const;
export type DelegatableFeature = (typeof delegatableFeatures)[number];

/** The answers that others give; none where nothing is known of them. */
export type DelegatedFeatures = ReadonlySet<DelegatableFeature>;

export const noFeaturesDelegated: DelegatedFeatures = new Set();

/** What an editor reports, of which only the names that are known count. */
export function readDelegatedFeatures(reported: unknown): DelegatedFeatures {
  const names: readonly unknown[] = Array.isArray(reported) ? reported : [];
  return names.length === 0
    ? noFeaturesDelegated
    : new Set(delegatableFeatures.filter((answer) => names.includes(answer)));
}

/**
 * The offers that others do not make: components whose import has still to be written, elements of HTML, and
 * values that the site is asked for, as pages, files and icons.
 */
export function withoutDelegated(offers: Offer[], cursor: PageCursor, left: DelegatedFeatures): Offer[] {
  switch (cursor.kind) {
    case "tag-name":
      return left.has("component-completion") ? offers.filter(isOnlyOurs) : offers;
    case "closing-tag":
      return left.has("component-completion") ? [] : offers;
    case "attribute-name":
      return left.has("prop-completion") ? [] : offers;
    case "attribute-value": {
      const prop = components.get(cursor.tag.name)?.props.get(cursor.attribute);
      return left.has("prop-completion") && prop?.values ? [] : offers;
    }
    default:
      return offers;
  }
}

function isOnlyOurs({ kind, label, more }: Offer): boolean {
  return more !== undefined || (kind !== "snippet" && !components.has(label));
}
